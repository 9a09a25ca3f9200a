// Division by a restoring array divider: one row of compare, subtract and select per bit of the dividend.
//
// Idea: the remainder after k rows is below 2^k and below the divisor, so rows are only as wide as both
// allow. A constant divisor of m bits therefore makes rows of m + 1 bits (32 bits by 10: about 300 gates),
// fewer than the multiplication q * d + r = a with the side conditions, and leaves nothing to search for: the
// quotient follows from the dividend by propagation.
//
// Division by zero comes out as SMT-LIB says: every row subtracts 0, so that the quotient is all ones and the
// remainder the dividend, except where the narrowing above cut the remainder.
//
// Tested by kinds_test.cpp.
#include <algorithm>

#include "solve/bitblast/word.h"

namespace bonsai::solve {

namespace {

size_t leading_zeros_dropped(Bits a) {
  size_t count = a.size();
  while (count > 0 && a[count - 1] == kFalse) --count;
  return count;
}

}  // namespace

void bits_divide(Aig& aig, Bits a, Bits b, OutBits quotient, OutBits remainder) {
  const size_t width = a.size();
  const size_t divisor_bits = leading_zeros_dropped(b);
  Word rest, difference;
  for (size_t row = 0; row < width && !aig.exhausted(); ++row) {
    const size_t i = width - 1 - row;
    rest.insert(rest.begin(), a[i]);
    difference.resize(rest.size());
    // rest >= b: no borrow, and no bit of b above the row.
    Lit borrow = kFalse;
    for (size_t j = 0; j < rest.size(); ++j) {
      const Lit x = rest[j], y = j < width ? b[j] : kFalse;
      difference[j] = aig.lxor(aig.lxor(x, y), borrow);
      borrow = aig.lmaj(lit_not(x), y, borrow);
    }
    const Lit above = rest.size() < width ? bits_any(aig, b.subspan(rest.size())) : kFalse;
    const Lit subtract = aig.land(lit_not(borrow), lit_not(above));
    quotient[i] = subtract;
    rest.resize(std::min(rest.size(), divisor_bits));
    for (size_t j = 0; j < rest.size(); ++j) rest[j] = aig.lmux(subtract, difference[j], rest[j]);
  }
  rest.resize(width, kFalse);
  const Lit by_zero = divisor_bits < width ? lit_not(bits_any(aig, b)) : kFalse;
  bits_mux(aig, by_zero, a, rest, remainder);
  if (aig.exhausted()) return;
  // What a solver takes long to find in the rows: the remainder is below the divisor and at most the
  // dividend.
  const Lit below = aig.lor(bits_less(aig, remainder, b, false), lit_not(bits_any(aig, b)));
  aig.attach_fact(remainder[0], aig.land(below, bits_less(aig, remainder, a, true)));
}

}  // namespace bonsai::solve
