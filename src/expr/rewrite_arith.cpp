// Rewriting of sums, products and quotients.
//
// Normal form of a sum: at most one constant, outermost and second, so that offsets from one base differ in
// one constant; a term with a coefficient is Mul by a constant, Shl by a constant (powers of two) or Neg, and
// equal terms are joined (x + 3*x = x << 2, x - x = 0).
//
// Tested by rewrite_test.cpp.

#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

// t as base * coefficient, a constant; the coefficient of a plain term is null.
struct Multiple {
  const Term* base;
  const Term* coefficient;
};

Multiple multiple_of(TermStore& s, const Term* t) {
  if (is(t, Kind::Neg)) {
    const Multiple inner = multiple_of(s, t->operand(0));
    return {inner.base, inner.coefficient ? s.neg(inner.coefficient) : s.all_ones(t->width())};
  }
  if (is(t, Kind::Mul) && t->operand(1)->is_constant()) return {t->operand(0), t->operand(1)};
  if (is(t, Kind::Shl) && t->operand(1)->is_constant())
    return {t->operand(0), s.shl(s.one(t->width()), t->operand(1))};
  return {t, nullptr};
}

const Term* base_of(const Term* t) {
  if (is(t, Kind::Neg)) t = t->operand(0);
  if ((is(t, Kind::Mul) || is(t, Kind::Shl)) && t->operand(1)->is_constant()) return t->operand(0);
  return t;
}

// a + b when both are multiples of one base; null otherwise.
const Term* join_multiples(TermStore& s, const Term* a, const Term* b) {
  if (base_of(a) != base_of(b)) return nullptr;
  const Multiple x = multiple_of(s, a), y = multiple_of(s, b);
  const auto coefficient = [&](const Multiple& m) {
    return m.coefficient ? m.coefficient : s.one(a->width());
  };
  return s.mul(x.base, s.add(coefficient(x), coefficient(y)));
}

bool has_constant(const Term* t) { return is(t, Kind::Add) && t->operand(1)->is_constant(); }

// Whether a is nonzero only below some bit where b is nonzero only from it on, or the other way round.
bool are_stacked(const Term* a, const Term* b) {
  if (!a->is_narrow()) return false;
  const uint64_t low = a->unsigned_max(), high = b->unsigned_max();
  const auto below = [](uint64_t x, uint64_t y) { return x < (y & -y); };
  return below(low, high) || below(high, low);
}

}  // namespace

const Term* rewrite_add(TermStore& s, const Term* a, const Term* b) {
  if (is_zero(b)) return a;
  if (b->is_constant()) {
    if (has_constant(a)) return s.add(a->operand(0), s.add(a->operand(1), b));
    if (is(a, Kind::Not) && is_one(b)) return s.neg(a->operand(0));
    return nullptr;
  }
  if (has_constant(a)) return s.add(s.add(a->operand(0), b), a->operand(1));
  if (has_constant(b)) return s.add(s.add(a, b->operand(0)), b->operand(1));
  if (const Term* t = join_multiples(s, a, b)) return t;
  if (are_complements(a, b)) return s.all_ones(a->width());
  // One level of cancellation and joining: (x + y) + z where z meets x or y.
  for (const auto& [sum, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is(sum, Kind::Add)) continue;
    if (const Term* t = join_multiples(s, sum->operand(0), other)) return s.add(t, sum->operand(1));
    if (const Term* t = join_multiples(s, sum->operand(1), other)) return s.add(t, sum->operand(0));
  }
  if (is(a, Kind::Neg) && is(b, Kind::Neg)) return s.neg(s.add(a->operand(0), b->operand(0)));
  // No carry can happen: the bits lie beside each other.
  if (are_stacked(a, b)) return s.bor(a, b);
  return nullptr;
}

const Term* rewrite_neg(TermStore& s, const Term* a) {
  const Width w = a->width();
  if (is(a, Kind::Neg)) return a->operand(0);
  if (is(a, Kind::Not)) return s.add(a->operand(0), s.one(w));
  if (is(a, Kind::Mul) && a->operand(1)->is_constant()) return s.mul(a->operand(0), s.neg(a->operand(1)));
  if (is(a, Kind::Add)) {
    const Term *x = a->operand(0), *y = a->operand(1);
    if (y->is_constant()) return s.add(s.neg(x), s.neg(y));
    if (is(x, Kind::Neg)) return s.add(x->operand(0), s.neg(y));
    if (is(y, Kind::Neg)) return s.add(s.neg(x), y->operand(0));
  }
  if (is(a, Kind::ZExt) && a->operand(0)->width() == 1) return s.sext(a->operand(0), w);
  if (is(a, Kind::SExt) && a->operand(0)->width() == 1) return s.zext(a->operand(0), w);
  return nullptr;
}

namespace {

const Term* multiply_by_constant(TermStore& s, const Term* a, const Term* k) {
  const Width w = a->width();
  if (is_zero(k)) return k;
  if (is_one(k)) return a;
  if (is(a, Kind::ZExt) && a->operand(0)->width() == 1) return s.ite(a->operand(0), k, s.zero(w));
  if (const int n = exact_log2(k); n >= 0) return s.shl(a, s.constant(w, static_cast<uint64_t>(n)));
  if (is(a, Kind::Neg)) return s.mul(a->operand(0), s.neg(k));
  if (is(a, Kind::Mul) && a->operand(1)->is_constant()) return s.mul(a->operand(0), s.mul(a->operand(1), k));
  if (is(a, Kind::Shl) && a->operand(1)->is_constant()) return s.mul(a->operand(0), s.shl(k, a->operand(1)));
  if (has_constant(a)) return s.add(s.mul(a->operand(0), k), s.mul(a->operand(1), k));
  const Term* minus = s.neg(k);
  if (is_one(minus)) return s.neg(a);
  if (const int n = exact_log2(minus); n >= 0)
    return s.neg(s.shl(a, s.constant(w, static_cast<uint64_t>(n))));
  return nullptr;
}

}  // namespace

const Term* rewrite_mul(TermStore& s, const Term* a, const Term* b) {
  if (b->is_constant()) return multiply_by_constant(s, a, b);
  // Constants and signs go outwards: (x*k)*y = (x*y)*k.
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (is(x, Kind::Neg)) return s.neg(s.mul(x->operand(0), y));
    if (is(x, Kind::Mul) && x->operand(1)->is_constant())
      return s.mul(s.mul(x->operand(0), y), x->operand(1));
    if (is(x, Kind::Shl) && x->operand(1)->is_constant())
      return s.shl(s.mul(x->operand(0), y), x->operand(1));
    if (is(x, Kind::ZExt) && x->operand(0)->width() == 1) return s.ite(x->operand(0), y, s.zero(y->width()));
  }
  return nullptr;
}

namespace {

bool is_nonnegative(const Term* t) { return t->known_zeros() >> (t->width() - 1) & 1; }

// Leading bits known to be zero in both.
Width common_leading_zeros(const Term* a, const Term* b) {
  if (!a->is_narrow()) return 0;
  const uint64_t used = a->unsigned_max() | b->unsigned_max();
  return a->width() - static_cast<Width>(64 - std::countl_zero(used));
}

const Term* rewrite_udiv(TermStore& s, const Term* a, const Term* b) {
  const Width w = a->width();
  if (is_one(b)) return a;
  if (is_zero(b)) return s.all_ones(w);
  if (const int n = exact_log2(b); n >= 0) return s.lshr(a, s.constant(w, static_cast<uint64_t>(n)));
  if (!a->is_narrow() || b->unsigned_min() == 0) return nullptr;
  if (a == b) return s.one(w);
  if (a->unsigned_max() < b->unsigned_min()) return s.zero(w);
  if (const Width n = w - common_leading_zeros(a, b); n < w)
    return s.zext(s.udiv(s.extract(a, 0, n), s.extract(b, 0, n)), w);
  return nullptr;
}

const Term* rewrite_urem(TermStore& s, const Term* a, const Term* b) {
  const Width w = a->width();
  if (is_one(b) || a == b || is_zero(a)) return s.zero(w);
  if (is_zero(b)) return a;
  if (const int n = exact_log2(b); n >= 0) return s.zext(s.extract(a, 0, static_cast<Width>(n)), w);
  if (!a->is_narrow()) return nullptr;
  if (a->unsigned_max() < b->unsigned_min()) return a;
  if (const Width n = w - common_leading_zeros(a, b); n < w && n > 0)
    return s.zext(s.urem(s.extract(a, 0, n), s.extract(b, 0, n)), w);
  return nullptr;
}

}  // namespace

const Term* rewrite_divide(TermStore& s, Kind kind, const Term* a, const Term* b) {
  const Width w = a->width();
  if (kind == Kind::UDiv) return rewrite_udiv(s, a, b);
  if (kind == Kind::URem) return rewrite_urem(s, a, b);
  if (a->is_narrow() && is_nonnegative(a) && is_nonnegative(b))
    return kind == Kind::SDiv ? s.udiv(a, b) : s.urem(a, b);
  if (kind == Kind::SRem) {
    if (is_one(b) || is_all_ones(b) || a == b || is_zero(a)) return s.zero(w);
    return is_zero(b) ? a : nullptr;
  }
  if (is_one(b)) return a;
  if (is_all_ones(b)) return s.neg(a);
  return nullptr;
}

}  // namespace bonsai::expr
