// Rewriting of shifts.
//
// Right shifts by a constant become extensions of slices. Left shifts by a constant stay, as the multiples
// that sums understand. A shift by an unknown amount stays.
//
// Tested by rewrite_test.cpp.

#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

const Term* shift_by(TermStore& s, Kind kind, const Term* a, Width n) {
  const Width w = a->width();
  if (n == 0) return a;
  if (kind == Kind::LShr) return n >= w ? s.zero(w) : s.zext(s.extract(a, n, w - n), w);
  if (kind == Kind::AShr) return n >= w ? s.sext(s.sign_bit(a), w) : s.sext(s.extract(a, n, w - n), w);
  if (n >= w) return s.zero(w);
  if (is(a, Kind::Shl) && a->operand(1)->is_constant()) {
    const Term* first = a->operand(1);
    // Both are below the width, so their sum does not wrap at 64 bits; at the width it may, hence the check.
    const uint64_t sum = n + (first->is_narrow() ? first->value() : first->wide_value().low64());
    return sum >= w ? s.zero(w) : s.shl(a->operand(0), s.constant(w, sum));
  }
  if (is(a, Kind::Mul) && a->operand(1)->is_constant())
    return s.mul(a->operand(0), s.shl(a->operand(1), s.constant(w, n)));
  if (is(a, Kind::Add) && a->operand(1)->is_constant())
    return s.add(s.shl(a->operand(0), s.constant(w, n)), s.shl(a->operand(1), s.constant(w, n)));
  if (is(a, Kind::Neg)) return s.neg(s.shl(a->operand(0), s.constant(w, n)));
  // The bits that a right shift dropped: a mask.
  if (is(a, Kind::ZExt) && is(a->operand(0), Kind::Extract) && a->operand(0)->width() + n >= w &&
      a->operand(0)->low() >= n)
    return s.concat(s.extract(a->operand(0), 0, w - n), s.zero(n));
  return nullptr;
}

}  // namespace

const Term* rewrite_shift(TermStore& s, Kind kind, const Term* a, const Term* amount) {
  const Width w = a->width();
  if (amount->is_constant()) {
    const Wide n = amount->wide_value();
    return shift_by(s, kind, a, n.fits64() && n.low64() < w ? static_cast<Width>(n.low64()) : w);
  }
  if (is_zero(a)) return a;
  if (kind == Kind::AShr && is_all_ones(a)) return a;
  if (!a->is_narrow()) return nullptr;
  if (amount->unsigned_min() >= w) return shift_by(s, kind, a, w);
  if (kind == Kind::AShr && (a->known_zeros() >> (w - 1) & 1)) return s.lshr(a, amount);
  return nullptr;
}

}  // namespace bonsai::expr
