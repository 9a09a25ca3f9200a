// Rewriting of if-then-else.
//
// Normal form: the condition is no Not; at width 1 a choice with a constant or with the condition as a side
// is a connective; 1/0 and -1/0 are extensions of the condition. What both sides have in common goes outside:
// extensions, concat halves, summands (after a merge, i and i+1 become i + zext(c)).
//
// Tested by rewrite_test.cpp.

#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

const Term* ite_boolean(TermStore& s, const Term* c, const Term* a, const Term* b) {
  if (a->is_true() || a == c) return s.lor(c, b);
  if (a->is_false()) return s.land(s.lnot(c), b);
  if (b->is_true()) return s.lor(s.lnot(c), a);
  if (b->is_false() || b == c) return s.land(c, a);
  if (are_complements(a, b)) return s.bnot(s.bxor(c, a));
  if (are_complements(a, c)) return s.land(s.lnot(c), b);
  if (are_complements(b, c)) return s.lor(s.lnot(c), a);
  return nullptr;
}

// Nested choices with a common side.
const Term* ite_nested(TermStore& s, const Term* c, const Term* a, const Term* b) {
  if (is(a, Kind::Ite)) {
    if (a->operand(0) == c) return s.ite(c, a->operand(1), b);
    if (a->operand(2) == b) return s.ite(s.land(c, a->operand(0)), a->operand(1), b);
    if (a->operand(1) == b) return s.ite(s.land(c, s.lnot(a->operand(0))), a->operand(2), b);
  }
  if (is(b, Kind::Ite)) {
    if (b->operand(0) == c) return s.ite(c, a, b->operand(2));
    if (b->operand(1) == a) return s.ite(s.lor(c, b->operand(0)), a, b->operand(2));
    if (b->operand(2) == a) return s.ite(s.lor(c, s.lnot(b->operand(0))), a, b->operand(1));
  }
  return nullptr;
}

// The narrow term that `extension` extends t from, when t is a constant that fits or the same kind of
// extension.
const Term* unextended(TermStore& s, const Term* extension, const Term* t) {
  const Width n = extension->operand(0)->width();
  if (is(t, extension->kind())) return t->operand(0)->width() == n ? t->operand(0) : nullptr;
  if (!t->is_constant()) return nullptr;
  const Term* low = s.extract(t, 0, n);
  const Term* back = is(extension, Kind::ZExt) ? s.zext(low, t->width()) : s.sext(low, t->width());
  return back == t ? low : nullptr;
}

const Term* ite_extensions(TermStore& s, const Term* c, const Term* a, const Term* b) {
  for (const Term* t : {a, b}) {
    if (!is(t, Kind::ZExt) && !is(t, Kind::SExt)) continue;
    const Term *x = unextended(s, t, a), *y = unextended(s, t, b);
    if (x == nullptr || y == nullptr) continue;
    const Term* narrow = s.ite(c, x, y);
    return is(t, Kind::ZExt) ? s.zext(narrow, a->width()) : s.sext(narrow, a->width());
  }
  return nullptr;
}

const Term* ite_common_part(TermStore& s, const Term* c, const Term* a, const Term* b) {
  if (is(a, Kind::Concat) && is(b, Kind::Concat) && a->operand(0)->width() == b->operand(0)->width()) {
    if (a->operand(0) == b->operand(0))
      return s.concat(a->operand(0), s.ite(c, a->operand(1), b->operand(1)));
    if (a->operand(1) == b->operand(1))
      return s.concat(s.ite(c, a->operand(0), b->operand(0)), a->operand(1));
  }
  const auto base = [](const Term* t) {
    return is(t, Kind::Add) && t->operand(1)->is_constant() ? t->operand(0) : t;
  };
  const Term* common = base(a);
  if (common != base(b) || common->is_constant()) return nullptr;
  const auto offset = [&](const Term* t) { return t == common ? s.zero(t->width()) : t->operand(1); };
  return s.add(common, s.ite(c, offset(a), offset(b)));
}

}  // namespace

const Term* rewrite_ite(TermStore& s, const Term* c, const Term* a, const Term* b) {
  if (c->is_constant()) return c->value() != 0 ? a : b;
  if (a == b) return a;
  if (is(c, Kind::Not)) return s.ite(c->operand(0), b, a);
  const Width w = a->width();
  if (w == 1) {
    if (const Term* t = ite_boolean(s, c, a, b)) return t;
  } else {
    if (is_one(a) && is_zero(b)) return s.zext(c, w);
    if (is_zero(a) && is_one(b)) return s.zext(s.lnot(c), w);
    if (is_all_ones(a) && is_zero(b)) return s.sext(c, w);
    if (is_zero(a) && is_all_ones(b)) return s.sext(s.lnot(c), w);
  }
  if (is(c, Kind::Eq)) {
    // Where the sides are the compared terms, they are equal or it does not matter.
    if ((c->operand(0) == a && c->operand(1) == b) || (c->operand(0) == b && c->operand(1) == a)) return b;
  }
  if (const Term* t = ite_nested(s, c, a, b)) return t;
  if (w == 1) return nullptr;
  if (const Term* t = ite_extensions(s, c, a, b)) return t;
  return ite_common_part(s, c, a, b);
}

}  // namespace bonsai::expr
