// Known bits, one transfer function per kind; sound, and exact enough to decide comparisons of masked and
// extended bytes.
//
// Operands wider than 64 bits have no known bits; the functions then say nothing.
//
// Tested by rewrite_test.cpp: every term made there is checked against its known bits under every assignment
// tried.

#include "expr/known_bits.h"

#include <algorithm>
#include <bit>

#include "expr/fold.h"

namespace bonsai::expr {

namespace {

KnownBits of(const Term* t) { return {t->known_zeros(), t->known_ones()}; }

KnownBits boolean(bool known, bool value) {
  if (!known) return {};
  return value ? KnownBits{0, 1} : KnownBits{1, 0};
}

// Zeros from the bit above the highest bit of `max` on.
uint64_t zeros_above(uint64_t max, Width width) {
  const int used = 64 - std::countl_zero(max);
  return used >= static_cast<int>(width) ? 0 : Term::mask(width) & ~((uint64_t{1} << used) - 1);
}

uint64_t low_mask(uint64_t bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

// Ripple carry with unknown carries: a bit of the sum is known where both operand bits and the carry into it
// are.
KnownBits add(KnownBits a, KnownBits b, Width width) {
  const uint64_t mask = Term::mask(width);
  const uint64_t smallest = a.ones + b.ones;
  const uint64_t largest = (mask & ~a.zeros) + (mask & ~b.zeros);
  const uint64_t carry_zero = ~(largest ^ a.zeros ^ b.zeros);  // carries known 0
  const uint64_t carry_one = smallest ^ a.ones ^ b.ones;       // carries known 1
  const uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one) & mask;
  return {~smallest & known, smallest & known};
}

KnownBits neg(KnownBits a, Width width) {
  return add({a.ones, a.zeros}, {Term::mask(width) & ~uint64_t{1}, 1}, width);
}

KnownBits mul(const Term* a, const Term* b, Width width) {
  const uint64_t mask = Term::mask(width);
  const unsigned trailing = std::countr_one(a->known_zeros()) + std::countr_one(b->known_zeros());
  KnownBits r{low_mask(std::min<unsigned>(trailing, width)) & mask, 0};
  uint64_t max;
  if (!__builtin_mul_overflow(a->unsigned_max(), b->unsigned_max(), &max) && max <= mask)
    r.zeros |= zeros_above(max, width);
  return r;
}

KnownBits shift(Kind kind, KnownBits a, const Term* amount, Width width) {
  const uint64_t mask = Term::mask(width);
  if (amount->is_constant()) {
    const uint64_t n = amount->value();
    if (n >= width) return kind == Kind::AShr ? KnownBits{} : KnownBits{mask, 0};
    if (kind == Kind::Shl) return {((a.zeros << n) | low_mask(n)) & mask, (a.ones << n) & mask};
    const uint64_t vacated = mask & ~(mask >> n);
    if (kind == Kind::LShr) return {(a.zeros >> n) | vacated, a.ones >> n};
    const uint64_t sign = uint64_t{1} << (width - 1);
    return {(a.zeros >> n) | (a.zeros & sign ? vacated : 0), (a.ones >> n) | (a.ones & sign ? vacated : 0)};
  }
  const uint64_t least = std::min<uint64_t>(amount->unsigned_min(), width);
  if (kind == Kind::Shl) return {low_mask(least + std::countr_one(a.zeros)) & mask, 0};
  if (kind == Kind::LShr) return {zeros_above(least >= width ? 0 : (mask & ~a.zeros) >> least, width), 0};
  // The sign is repeated at the top, so leading bits that equal it stay.
  const auto leading = [&](uint64_t bits) {
    return mask & ~(mask >> std::min(std::countl_one(bits << (64 - width)), 63));
  };
  return {leading(a.zeros), leading(a.ones)};
}

KnownBits equal(const Term* a, const Term* b) {
  const bool differ = (a->known_zeros() & b->known_ones()) != 0 || (a->known_ones() & b->known_zeros()) != 0;
  return boolean(differ, false);
}

KnownBits less(const Term* a, const Term* b, bool or_equal, uint64_t flip) {
  if (!a->is_narrow()) return {};
  // flip is the sign bit for signed comparison: with it inverted the order is the unsigned one.
  const Width w = a->width();
  const auto lowest = [&](const Term* t) {
    return ((t->known_ones() & ~flip) | (t->known_zeros() & flip ? flip : 0)) & Term::mask(w);
  };
  const auto highest = [&](const Term* t) {
    return ((~t->known_zeros() & ~flip) | (t->known_ones() & flip ? 0 : flip)) & Term::mask(w);
  };
  const uint64_t a_low = lowest(a), a_high = highest(a), b_low = lowest(b), b_high = highest(b);
  if (or_equal ? a_high <= b_low : a_high < b_low) return boolean(true, true);
  return boolean(or_equal ? a_low > b_high : a_low >= b_high, false);
}

KnownBits extend(Kind kind, const Term* a, Width width) {
  const uint64_t added = Term::mask(width) & ~Term::mask(a->width());
  const KnownBits k = of(a);
  if (kind == Kind::ZExt) return {k.zeros | added, k.ones};
  const uint64_t sign = uint64_t{1} << (a->width() - 1);
  return {k.zeros | (k.zeros & sign ? added : 0), k.ones | (k.ones & sign ? added : 0)};
}

KnownBits read(const Term* array, const Term* index, Width width) {
  if (array->kind() != Kind::Table) return {};
  const TableInfo& table = array->table();
  if (index->unsigned_max() >= table.size()) return {table.common_zeros(), 0};
  return {table.common_zeros(), table.common_ones()};
}

KnownBits divide(Kind kind, const Term* a, const Term* b, Width width) {
  if (kind == Kind::URem) {
    const uint64_t bound =
        b->unsigned_min() > 0 ? std::min(a->unsigned_max(), b->unsigned_max() - 1) : a->unsigned_max();
    return {zeros_above(bound, width), 0};
  }
  if (b->unsigned_min() == 0) return {};
  return {zeros_above(a->unsigned_max() / b->unsigned_min(), width), 0};
}

}  // namespace

KnownBits known_bits(Kind kind, Width width, uint64_t payload, std::span<const Term* const> operands) {
  const Term* a = operands.empty() ? nullptr : operands[0];
  const Term* b = operands.size() > 1 ? operands[1] : nullptr;
  const uint64_t mask = Term::mask(width);
  switch (kind) {
    case Kind::Not: return {a->known_ones(), a->known_zeros()};
    case Kind::And: return {a->known_zeros() | b->known_zeros(), a->known_ones() & b->known_ones()};
    case Kind::Or: return {a->known_zeros() & b->known_zeros(), a->known_ones() | b->known_ones()};
    case Kind::Xor:
      return {(a->known_zeros() & b->known_zeros()) | (a->known_ones() & b->known_ones()),
              (a->known_zeros() & b->known_ones()) | (a->known_ones() & b->known_zeros())};
    case Kind::Neg: return neg(of(a), width);
    case Kind::Add: return add(of(a), of(b), width);
    case Kind::Mul: return mul(a, b, width);
    case Kind::UDiv:
    case Kind::URem: return divide(kind, a, b, width);
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr: return shift(kind, of(a), b, width);
    case Kind::ZExt:
    case Kind::SExt: return extend(kind, a, width);
    case Kind::Extract:
      if (!a->is_narrow()) return {};
      return {(a->known_zeros() >> payload) & mask, (a->known_ones() >> payload) & mask};
    case Kind::Concat:
      return {a->known_zeros() << b->width() | b->known_zeros(),
              a->known_ones() << b->width() | b->known_ones()};
    case Kind::Ite:
      return {b->known_zeros() & operands[2]->known_zeros(), b->known_ones() & operands[2]->known_ones()};
    case Kind::Eq: return equal(a, b);
    case Kind::Ult: return less(a, b, false, 0);
    case Kind::Ule: return less(a, b, true, 0);
    case Kind::Slt: return less(a, b, false, a->is_narrow() ? uint64_t{1} << (a->width() - 1) : 0);
    case Kind::Sle: return less(a, b, true, a->is_narrow() ? uint64_t{1} << (a->width() - 1) : 0);
    case Kind::Read: return read(a, b, width);
    default: return {};
  }
}

}  // namespace bonsai::expr
