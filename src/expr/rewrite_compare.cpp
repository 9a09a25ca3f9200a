// Rewriting of orders, unsigned and signed, at widths over 1.
//
// Normal form: Ule and Sle only between terms that are not constant; comparison at the border of the range is
// an equality; the sign test is unsigned (x >u 0111...1); extensions and equal halves are taken off. What the
// known bits decide is decided when the term is interned.
//
// Tested by rewrite_test.cpp.

#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

const Term* min_of(TermStore& s, bool is_signed, Width w) {
  return is_signed ? s.shl(s.one(w), s.constant(w, w - 1)) : s.zero(w);
}
const Term* max_of(TermStore& s, bool is_signed, Width w) { return s.bnot(min_of(s, is_signed, w)); }

const Term* less(TermStore& s, bool is_signed, const Term* a, const Term* b) {
  return is_signed ? s.slt(a, b) : s.ult(a, b);
}

// x < k at the borders.
const Term* below_constant(TermStore& s, bool is_signed, const Term* x, const Term* k) {
  const Width w = x->width();
  const Term *lowest = min_of(s, is_signed, w), *highest = max_of(s, is_signed, w);
  if (k == lowest) return s.bool_false();
  if (k == s.add(lowest, s.one(w))) return s.eq(x, lowest);
  if (k == highest) return s.ne(x, highest);
  return nullptr;
}

// k < x at the borders.
const Term* above_constant(TermStore& s, bool is_signed, const Term* k, const Term* x) {
  const Width w = x->width();
  const Term *lowest = min_of(s, is_signed, w), *highest = max_of(s, is_signed, w);
  if (k == highest) return s.bool_false();
  if (k == s.sub(highest, s.one(w))) return s.eq(x, highest);
  if (k == lowest) return s.ne(x, lowest);
  return nullptr;
}

// Order against an extension: the constant either fits the narrow operand or decides.
const Term* less_extension(TermStore& s, bool is_signed, const Term* a, const Term* b) {
  const Term* wide = a->is_constant() ? b : a;
  const Term* k = a->is_constant() ? a : b;
  if (is(wide, Kind::ZExt) ? is_signed : !is(wide, Kind::SExt)) return nullptr;
  const Term* inner = wide->operand(0);
  const Width n = inner->width(), w = wide->width();
  const Term* low = s.extract(k, 0, n);
  const Term* back = is(wide, Kind::ZExt) ? s.zext(low, w) : s.sext(low, w);
  if (back == k) return wide == a ? less(s, is_signed, inner, low) : less(s, is_signed, low, inner);
  if (!is_signed && is(wide, Kind::SExt)) {
    // The image of a sign extension leaves out the middle of the unsigned range, which is where k lies:
    // between the nonnegative values and the negative ones.
    return wide == a ? s.lnot(s.sign_bit(inner)) : s.sign_bit(inner);
  }
  // k lies outside the range of the narrow operand, above or below all of it.
  const bool above = is_signed ? !k->wide_value().sign() : true;
  return s.boolean(wide == a ? above : !above);
}

const Term* less_ite(TermStore& s, bool is_signed, const Term* a, const Term* b) {
  const Term* choice = a->is_constant() ? b : a;
  if (!is(choice, Kind::Ite)) return nullptr;
  if (!choice->operand(1)->is_constant() && !choice->operand(2)->is_constant()) return nullptr;
  const auto side = [&](unsigned i) {
    return choice == a ? less(s, is_signed, choice->operand(i), b)
                       : less(s, is_signed, a, choice->operand(i));
  };
  return s.ite(choice->operand(0), side(1), side(2));
}

// Unsigned order of a concat against a constant whose low part makes the low half irrelevant.
const Term* less_concat(TermStore& s, const Term* a, const Term* b) {
  const Term* whole = a->is_constant() ? b : a;
  const Term* k = a->is_constant() ? a : b;
  if (!is(whole, Kind::Concat)) return nullptr;
  const Term* high = whole->operand(0);
  const Width at = whole->operand(1)->width();
  const Term *k_high = s.extract(k, at, high->width()), *k_low = s.extract(k, 0, at);
  if (whole == a) return is_zero(k_low) ? s.ult(high, k_high) : nullptr;
  return is_all_ones(k_low) ? s.ult(k_high, high) : nullptr;
}

const Term* less_constant(TermStore& s, bool is_signed, const Term* a, const Term* b) {
  const Width w = a->width();
  if (const Term* t =
          b->is_constant() ? below_constant(s, is_signed, a, b) : above_constant(s, is_signed, a, b))
    return t;
  if (const Term* t = less_extension(s, is_signed, a, b)) return t;
  if (const Term* t = less_ite(s, is_signed, a, b)) return t;
  const Term* other = b->is_constant() ? a : b;
  if (is(other, Kind::Not)) {
    if (other == a) return less(s, is_signed, s.bnot(b), other->operand(0));
    return less(s, is_signed, other->operand(0), s.bnot(a));
  }
  if (!is_signed) return less_concat(s, a, b);
  if (is_zero(b)) return s.ult(max_of(s, true, w), a);
  if (is_all_ones(a)) return s.ult(b, min_of(s, true, w));
  return nullptr;
}

// Ways in which two terms compare as parts of them do. Holds for < and <= alike.
const Term* less_parts(TermStore& s, Kind kind, bool is_signed, const Term* a, const Term* b) {
  if (a->kind() != b->kind()) return nullptr;
  const Term *x = a->operand(0), *y = b->operand(0);
  switch (a->kind()) {
    case Kind::Not: return s.make(kind, y, x);
    case Kind::ZExt:
      if (is_signed) return nullptr;
      [[fallthrough]];
    case Kind::SExt: {
      // Both extensions keep the order, sign extension the unsigned one too.
      const Width n = std::max(x->width(), y->width());
      const auto extend = [&](const Term* t) { return is(a, Kind::ZExt) ? s.zext(t, n) : s.sext(t, n); };
      return s.make(kind, extend(x), extend(y));
    }
    case Kind::Concat:
      if (a->operand(1) == b->operand(1)) return s.make(kind, x, y);
      if (x != y) return nullptr;
      return is_signed ? s.make(kind == Kind::Slt ? Kind::Ult : Kind::Ule, a->operand(1), b->operand(1))
                       : s.make(kind, a->operand(1), b->operand(1));
    default: return nullptr;
  }
}

bool same_known_sign(const Term* a, const Term* b) {
  const uint64_t sign = uint64_t{1} << (a->width() - 1);
  return (a->known_zeros() & b->known_zeros() & sign) != 0 || (a->known_ones() & b->known_ones() & sign) != 0;
}

}  // namespace

const Term* rewrite_less(TermStore& s, Kind kind, const Term* a, const Term* b) {
  const Width w = a->width();
  const bool is_signed = kind == Kind::Slt || kind == Kind::Sle;
  const bool or_equal = kind == Kind::Ule || kind == Kind::Sle;
  if (a == b) return s.boolean(or_equal);
  if (or_equal && b->is_constant())
    return b == max_of(s, is_signed, w) ? s.bool_true() : less(s, is_signed, a, s.add(b, s.one(w)));
  if (or_equal && a->is_constant())
    return a == min_of(s, is_signed, w) ? s.bool_true() : less(s, is_signed, s.sub(a, s.one(w)), b);
  if (is_signed && a->is_narrow() && same_known_sign(a, b))
    return s.make(or_equal ? Kind::Ule : Kind::Ult, a, b);
  if (a->is_constant() || b->is_constant()) return less_constant(s, is_signed, a, b);
  return a->arity() > 0 ? less_parts(s, kind, is_signed, a, b) : nullptr;
}

}  // namespace bonsai::expr
