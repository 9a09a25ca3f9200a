// Rewriting of equality, at widths over 1.
//
// Constants move to the right and through invertible operations; extensions and concats split; common
// summands cancel. What the known bits decide is decided when the term is interned.
//
// Tested by rewrite_test.cpp.

#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

const Term* eq_extension(TermStore& s, const Term* a, const Term* k) {
  const Term* inner = a->operand(0);
  const Term* low = s.extract(k, 0, inner->width());
  const Term* back = is(a, Kind::ZExt) ? s.zext(low, a->width()) : s.sext(low, a->width());
  return back == k ? s.eq(inner, low) : s.bool_false();
}

// k / factor modulo 2^width. REQUIRES: factor is odd.
Wide divide_exactly(const Wide& k, const Wide& factor) {
  // Newton's iteration: each step doubles the number of right bits, and factor itself is right in 3.
  Wide inverse = factor;
  const Wide two(factor.width(), 2);
  for (uint32_t bits = 3; bits < factor.width(); bits *= 2) inverse = inverse * (two - factor * inverse);
  return k * inverse;
}

const Term* eq_ite(TermStore& s, const Term* a, const Term* k) {
  const Term *c = a->operand(0), *x = a->operand(1), *y = a->operand(2);
  // Distributes as (c and x == k) or (not c and y == k), where a constant side decides its equality.
  if (x->is_constant()) return x == k ? s.lor(c, s.eq(y, k)) : s.land(s.lnot(c), s.eq(y, k));
  if (y->is_constant()) return y == k ? s.lor(s.lnot(c), s.eq(x, k)) : s.land(c, s.eq(x, k));
  return nullptr;
}

const Term* eq_shl(TermStore& s, const Term* a, const Term* k) {
  const Width w = a->width();
  if (!a->operand(1)->is_constant()) return nullptr;
  const uint64_t n = a->operand(1)->wide_value().low64();
  if (n == 0 || n >= w) return nullptr;
  const Width shift = static_cast<Width>(n);
  if (!is_zero(s.extract(k, 0, shift))) return s.bool_false();
  return s.eq(s.extract(a->operand(0), 0, w - shift), s.extract(k, shift, w - shift));
}

// a == k with a constant k; null when nothing applies.
const Term* eq_constant(TermStore& s, const Term* a, const Term* k) {
  switch (a->kind()) {
    case Kind::Not: return s.eq(a->operand(0), s.bnot(k));
    case Kind::Neg: return s.eq(a->operand(0), s.neg(k));
    case Kind::Add:
      if (a->operand(1)->is_constant()) return s.eq(a->operand(0), s.sub(k, a->operand(1)));
      if (!is_zero(k)) return nullptr;
      if (is(a->operand(1), Kind::Neg)) return s.eq(a->operand(0), a->operand(1)->operand(0));
      if (is(a->operand(0), Kind::Neg)) return s.eq(a->operand(1), a->operand(0)->operand(0));
      return nullptr;
    case Kind::Xor:
      if (a->operand(1)->is_constant()) return s.eq(a->operand(0), s.bxor(a->operand(1), k));
      return is_zero(k) ? s.eq(a->operand(0), a->operand(1)) : nullptr;
    case Kind::Mul:
      if (a->operand(1)->is_constant() && a->operand(1)->wide_value().bit(0))
        return s.eq(a->operand(0), s.constant(divide_exactly(k->wide_value(), a->operand(1)->wide_value())));
      return nullptr;
    case Kind::Shl: return eq_shl(s, a, k);
    case Kind::ZExt:
    case Kind::SExt: return eq_extension(s, a, k);
    case Kind::Ite: return eq_ite(s, a, k);
    case Kind::Or:
      // An or is 0 when both are.
      return is_zero(k) ? s.land(s.eq(a->operand(0), k), s.eq(a->operand(1), k)) : nullptr;
    case Kind::And: return is_all_ones(k) ? s.land(s.eq(a->operand(0), k), s.eq(a->operand(1), k)) : nullptr;
    case Kind::Concat: {
      const Width at = a->operand(1)->width();
      return s.land(s.eq(a->operand(0), s.extract(k, at, a->width() - at)),
                    s.eq(a->operand(1), s.extract(k, 0, at)));
    }
    default: return nullptr;
  }
}

// Summands or xor operands that occur on both sides.
const Term* eq_cancel(TermStore& s, const Term* a, const Term* b) {
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is(x, Kind::Add) && !is(x, Kind::Xor)) continue;
    const Term *p = x->operand(0), *q = x->operand(1);
    if (p == y) return s.eq(q, s.zero(y->width()));
    if (q == y) return s.eq(p, s.zero(y->width()));
    // x + k == y is also x == y - k: of the two, the one with the earlier term in the sum.
    const bool moves = q->is_constant() && !(is(y, x->kind()) && y->operand(1)->is_constant());
    if (moves && comes_before(y, p)) return s.eq(p, is(x, Kind::Add) ? s.add(y, s.neg(q)) : s.bxor(y, q));
    if (x->kind() != y->kind()) continue;
    const Term *u = y->operand(0), *v = y->operand(1);
    if (p == u) return s.eq(q, v);
    if (p == v) return s.eq(q, u);
    if (q == u) return s.eq(p, v);
    if (q == v) return s.eq(p, u);
    // x + k == y + m: the constants meet on the right.
    if (q->is_constant() && v->is_constant())
      return is(x, Kind::Add) ? s.eq(s.add(p, s.sub(q, v)), u) : s.eq(s.bxor(p, s.bxor(q, v)), u);
  }
  return nullptr;
}

const Term* eq_extensions(TermStore& s, const Term* a, const Term* b) {
  const Term *x = a->operand(0), *y = b->operand(0);
  if (x->width() < y->width()) std::swap(x, y);
  return s.eq(x, is(a, Kind::ZExt) ? s.zext(y, x->width()) : s.sext(y, x->width()));
}

// Where both sides split at the same bit; a zero extension is a concat below zeros.
const Term* eq_concats(TermStore& s, const Term* a, const Term* b) {
  const auto point = [](const Term* t) {
    return is(t, Kind::Concat) ? t->operand(1)->width() : is(t, Kind::ZExt) ? t->operand(0)->width() : 0;
  };
  const Width at = point(a), w = a->width();
  if (at == 0 || at != point(b)) return nullptr;
  return s.land(s.eq(s.extract(a, at, w - at), s.extract(b, at, w - at)),
                s.eq(s.extract(a, 0, at), s.extract(b, 0, at)));
}

}  // namespace

const Term* rewrite_eq(TermStore& s, const Term* a, const Term* b) {
  if (a == b) return s.bool_true();
  if (b->is_constant()) return eq_constant(s, a, b);
  if (are_complements(a, b)) return s.bool_false();
  if ((is(a, Kind::Not) && is(b, Kind::Not)) || (is(a, Kind::Neg) && is(b, Kind::Neg)))
    return s.eq(a->operand(0), b->operand(0));
  if ((is(a, Kind::ZExt) && is(b, Kind::ZExt)) || (is(a, Kind::SExt) && is(b, Kind::SExt)))
    return eq_extensions(s, a, b);
  if (const Term* t = eq_cancel(s, a, b)) return t;
  return eq_concats(s, a, b);
}

}  // namespace bonsai::expr
