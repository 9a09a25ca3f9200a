// One circuit per kind of term.
//
// Signed division is unsigned division of the magnitudes with the signs put back. Quotient and remainder of
// the same operands are one divider, found by its operand bits, so that signed and unsigned forms share it
// too.
//
// Tested by kinds_test.cpp, bitblast_fuzz_test.cpp.
#include <algorithm>
#include <cassert>

#include "base/hash.h"
#include "solve/bitblast/blaster.h"

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

void Blaster::blast_one(const Term* term, OutBits out) {
  if (decides_by_lookup(term, lookup_)) return blast_lookup(out);
  if (decides_by_join(term, join_)) {
    out[0] = join_lookups(aig_, join_, word(join_.a.index), word(join_.b.index));
    return;
  }
  const auto a = [&] { return word(term->operand(0)); };
  const auto b = [&] { return word(term->operand(1)); };
  const auto bitwise = [&](auto&& gate) {
    for (size_t i = 0; i < out.size(); ++i) out[i] = gate(a()[i], b()[i]);
  };
  switch (term->kind()) {
    case Kind::Mark:
    case Kind::Array:
    case Kind::Table:
    case Kind::Store: return;  // no value
    case Kind::Constant:
    case Kind::ZExt:
    case Kind::SExt:
    case Kind::Extract:
    case Kind::Concat:
    case Kind::Not: return blast_slices(term, out);
    case Kind::Read: return blast_read(term, out);
    case Kind::And: return bitwise([&](Lit x, Lit y) { return aig_.land(x, y); });
    case Kind::Or: return bitwise([&](Lit x, Lit y) { return aig_.lor(x, y); });
    case Kind::Xor: return bitwise([&](Lit x, Lit y) { return aig_.lxor(x, y); });
    case Kind::Neg: return bits_negate(aig_, a(), out);
    case Kind::Add: return blast_add(term, out);
    case Kind::Mul: return bits_multiply(aig_, a(), b(), out);
    case Kind::UDiv:
    case Kind::SDiv:
    case Kind::URem:
    case Kind::SRem: return blast_division(term, out);
    case Kind::Shl: return bits_shift(aig_, ShiftKind::left, a(), b(), out);
    case Kind::LShr: return bits_shift(aig_, ShiftKind::logical_right, a(), b(), out);
    case Kind::AShr: return bits_shift(aig_, ShiftKind::arithmetic_right, a(), b(), out);
    case Kind::Ite: return bits_mux(aig_, a()[0], b(), word(term->operand(2)), out);
    case Kind::Eq: out[0] = bits_equal(aig_, a(), b()); return;
    case Kind::Ult: out[0] = bits_less(aig_, a(), b(), false); return;
    case Kind::Ule: out[0] = bits_less(aig_, a(), b(), true); return;
    case Kind::Slt: out[0] = bits_signed_less(aig_, a(), b(), false); return;
    case Kind::Sle: out[0] = bits_signed_less(aig_, a(), b(), true); return;
    default: assert(false && "float kinds are refused before");
  }
}

// Kinds that need no gate.
void Blaster::blast_slices(const Term* term, OutBits out) {
  if (term->kind() == Kind::Constant) {
    if (term->is_narrow()) {
      for (size_t i = 0; i < out.size(); ++i) out[i] = lit_constant(((term->value() >> i) & 1) != 0);
    } else {
      const expr::Wide value = term->wide_value();
      for (size_t i = 0; i < out.size(); ++i) out[i] = lit_constant(value.bit(static_cast<uint32_t>(i)));
    }
    return;
  }
  const Bits a = word(term->operand(0));
  switch (term->kind()) {
    case Kind::Not:
      for (size_t i = 0; i < out.size(); ++i) out[i] = lit_not(a[i]);
      return;
    case Kind::Extract: std::copy_n(a.begin() + term->low(), out.size(), out.begin()); return;
    case Kind::Concat: {
      const Bits low = word(term->operand(1));
      std::copy(a.begin(), a.end(), std::copy(low.begin(), low.end(), out.begin()));
      return;
    }
    default:  // extensions
      std::fill(std::copy(a.begin(), a.end(), out.begin()), out.end(),
                term->kind() == Kind::SExt ? a.back() : kFalse);
  }
}

void Blaster::blast_add(const Term* term, OutBits out) {
  const Term* a = term->operand(0);
  const Term* b = term->operand(1);
  if (b->kind() == Kind::Neg) return bits_subtract(aig_, word(a), word(b->operand(0)), out);
  if (a->kind() == Kind::Neg) return bits_subtract(aig_, word(b), word(a->operand(0)), out);
  bits_add(aig_, word(a), word(b), out);
}

Blaster::Division Blaster::division(Bits a, Bits b) {
  uint64_t hash = a.size();
  for (Lit bit : a) hash = base::hash_combine(hash, bit);
  for (Lit bit : b) hash = base::hash_combine(hash, bit);
  const auto [first, last] = divisions_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const Division& d = it->second;
    if (d.width == a.size() && std::equal(a.begin(), a.end(), d.a) && std::equal(b.begin(), b.end(), d.b))
      return d;
  }
  const OutBits quotient = allocate(a.size()), remainder = allocate(a.size());
  bits_divide(aig_, a, b, quotient, remainder);
  const Division made{static_cast<expr::Width>(a.size()), copy(a).data(), copy(b).data(), quotient.data(),
                      remainder.data()};
  // A division cut short by the budget must not be found again.
  if (!aig_.exhausted()) divisions_.emplace(hash, made);
  return made;
}

void Blaster::blast_division(const Term* term, OutBits out) {
  const Bits a = word(term->operand(0)), b = word(term->operand(1));
  const bool is_signed = term->kind() == Kind::SDiv || term->kind() == Kind::SRem;
  const bool wants_quotient = term->kind() == Kind::UDiv || term->kind() == Kind::SDiv;
  const size_t width = out.size();
  const auto result = [&](Division d) { return Bits(wants_quotient ? d.quotient : d.remainder, width); };
  if (!is_signed) {
    const Bits value = result(division(a, b));
    std::copy(value.begin(), value.end(), out.begin());
    return;
  }
  const auto magnitude = [&](Bits x) {
    Word negated(width), chosen(width);
    bits_negate(aig_, x, negated);
    bits_mux(aig_, x.back(), negated, x, chosen);
    return chosen;
  };
  const Bits value = result(division(magnitude(a), magnitude(b)));
  Word negated(width);
  bits_negate(aig_, value, negated);
  const Lit negative = wants_quotient ? aig_.lxor(a.back(), b.back()) : a.back();
  bits_mux(aig_, negative, negated, value, out);
}

}  // namespace bonsai::solve
