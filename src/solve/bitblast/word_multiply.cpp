// Multiplication by shift and add.
//
// Idea: few rows. The product of two numbers that need s and t bits with their sign needs s + t bits, so a
// product of extended operands is made at that width and sign-extended. The last row of a sign-extended
// multiplier is a subtraction (the sign bit weighs negative), which saves one row per extension bit. A
// constant multiplier is recoded in non-adjacent form (digits -1, 0, 1, no two neighbours set; G.
// Reitwiesner, "Binary arithmetic", 1960), so that it has at most half as many rows as bits.
//
// Tested by kinds_test.cpp.
#include <algorithm>

#include "solve/bitblast/word.h"

namespace bonsai::solve {

namespace {

// Bits that a word needs as a signed number: the copies of the sign above them are dropped.
size_t significant_bits(Bits a) {
  size_t count = a.size();
  while (count > 1 && a[count - 2] == a[count - 1]) --count;
  return count;
}

bool all_constant(Bits a) { return std::all_of(a.begin(), a.end(), is_constant); }

// Rows that a multiplication by `b` costs.
size_t row_count(Bits b) {
  const size_t bits = significant_bits(b);
  return static_cast<size_t>(
      std::count_if(b.begin(), b.begin() + static_cast<ptrdiff_t>(bits), [](Lit l) { return l != kFalse; }));
}

// sum += (a & gate) << shift, or -= when `subtract`.
void add_row(Aig& aig, Bits a, Lit gate, size_t shift, bool subtract, Word& sum) {
  Lit carry = lit_constant(subtract);
  for (size_t i = shift; i < sum.size() && !aig.exhausted(); ++i) {
    const Lit x = sum[i], y = lit_if(aig.land(a[i - shift], gate), subtract);
    sum[i] = aig.lxor(aig.lxor(x, y), carry);
    if (i + 1 < sum.size()) carry = aig.lmaj(x, y, carry);
  }
}

void multiply_constant(Aig& aig, Bits a, Bits constant, Word& sum) {
  bool carry = false;
  for (size_t i = 0; i < sum.size() && !aig.exhausted(); ++i) {
    const bool bit = constant[i] == kTrue;
    const bool next = i + 1 < sum.size() && constant[i + 1] == kTrue;
    if (bit != carry) {
      add_row(aig, a, kTrue, i, next, sum);
      carry = next;
    } else {
      carry = bit && carry;
    }
  }
}

}  // namespace

void bits_multiply(Aig& aig, Bits a, Bits b, OutBits out) {
  if (all_constant(a) || (!all_constant(b) && row_count(a) < row_count(b))) std::swap(a, b);
  const size_t rows = significant_bits(b);
  const size_t width = std::min(out.size(), significant_bits(a) + rows);
  Word sum(width, kFalse);
  if (all_constant(b)) {
    multiply_constant(aig, a.first(width), b.first(width), sum);
  } else {
    for (size_t i = 0; i < std::min(rows, width) && !aig.exhausted(); ++i) {
      if (b[i] == kFalse) continue;
      add_row(aig, a, b[i], i, i + 1 == rows && rows < width, sum);
    }
  }
  for (size_t i = 0; i < out.size(); ++i) out[i] = sum[std::min(i, width - 1)];
}

}  // namespace bonsai::solve
