// Rewriting of bitwise operations, which at width 1 are the Boolean connectives.
//
// Normal form: Not stands only above leaves, sums, And, Or, Xor, slices and Eq: comparisons swallow it, Xor
// lets it out, and two complements under And or Or become one above (De Morgan). Masks of contiguous ones are
// slices. Operations split along a concat where one side becomes known, so that bytes put together with
// shifts and ors become a concat.
//
// Tested by rewrite_test.cpp.

#include "expr/fold.h"
#include "expr/rewrite.h"

namespace bonsai::expr {

const Term* rewrite_not(TermStore& s, const Term* a) {
  switch (a->kind()) {
    case Kind::Not: return a->operand(0);
    case Kind::Neg: return s.add(a->operand(0), s.all_ones(a->width()));
    case Kind::Ult: return s.ule(a->operand(1), a->operand(0));
    case Kind::Ule: return s.ult(a->operand(1), a->operand(0));
    case Kind::Slt: return s.sle(a->operand(1), a->operand(0));
    case Kind::Sle: return s.slt(a->operand(1), a->operand(0));
    case Kind::Xor:
      return a->operand(1)->is_constant() ? s.bxor(a->operand(0), s.bnot(a->operand(1))) : nullptr;
    case Kind::SExt: return s.sext(s.bnot(a->operand(0)), a->width());
    case Kind::Ite:
      if (a->operand(1)->is_constant() || a->operand(2)->is_constant())
        return s.ite(a->operand(0), s.bnot(a->operand(1)), s.bnot(a->operand(2)));
      return nullptr;
    default: return nullptr;
  }
}

namespace {

// Where a splits into (high, low) at a fixed bit: a concat or a zero extension; 0 when it does not.
Width split_point(const Term* t) {
  if (is(t, Kind::Concat)) return t->operand(1)->width();
  return is(t, Kind::ZExt) ? t->operand(0)->width() : 0;
}

bool is_known(const Term* t, Width low, Width width) {
  if (t->is_constant()) return true;
  if (t->is_narrow()) {
    const uint64_t mask = Term::mask(width) << low;
    return ((t->known_zeros() | t->known_ones()) & mask) == mask;
  }
  return is(t, Kind::ZExt) && low >= t->operand(0)->width();
}

// op(high ++ low, b), done on the halves when b is known on one of them.
const Term* split(TermStore& s, Kind kind, const Term* a, const Term* b) {
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    const Width at = split_point(x), w = x->width();
    const bool absorbed = kind == Kind::And && is(x, Kind::ZExt);
    if (at == 0 || (!absorbed && !is_known(y, at, w - at) && !is_known(y, 0, at))) continue;
    const Term* high = s.make(kind, s.extract(x, at, w - at), s.extract(y, at, w - at));
    const Term* low = s.make(kind, s.extract(x, 0, at), s.extract(y, 0, at));
    return s.concat(high, low);
  }
  return nullptr;
}

// Operands nonzero in separate parts of the word: or, xor and sum of them are a concat.
const Term* stack(TermStore& s, const Term* a, const Term* b) {
  if (!a->is_narrow()) return nullptr;
  for (const auto& [low, high] : {std::pair{a, b}, std::pair{b, a}}) {
    const uint64_t low_max = low->unsigned_max(), high_max = high->unsigned_max();
    if (low_max == 0 || high_max == 0 || low_max >= (high_max & -high_max)) continue;
    const Width at = static_cast<Width>(std::countr_zero(high_max));
    return s.concat(s.extract(high, at, high->width() - at), s.extract(low, 0, at));
  }
  return nullptr;
}

// x & (ones in bits low to high, zeros elsewhere) as a slice of x.
const Term* mask_to_slice(TermStore& s, const Term* a, const Term* b) {
  const Wide mask = b->wide_value();
  const uint32_t low = mask.trailing_zeros(), high = mask.active_bits(), w = mask.width();
  if (!(~mask).lshr(low).shl(w - high + low).is_zero()) return nullptr;
  if (low == 0) return s.zext(s.trunc(a, high), w);
  return s.zext(s.concat(s.extract(a, low, high - low), s.zero(low)), w);
}

// Rules that And and Or share under duality. `unit` is neutral, the other absorbs.
const Term* rewrite_lattice(TermStore& s, Kind kind, Kind dual, const Term* a, const Term* b) {
  if (a == b) return a;
  const bool is_and = kind == Kind::And;
  if (are_complements(a, b)) return is_and ? s.zero(a->width()) : s.all_ones(a->width());
  if (is_and ? is_all_ones(b) : is_zero(b)) return a;
  if (is_and ? is_zero(b) : is_all_ones(b)) return b;
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (is(x, kind)) {
      const Term *p = x->operand(0), *q = x->operand(1);
      if (p == y || q == y) return x;
      if (are_complements(p, y) || are_complements(q, y))
        return is_and ? s.zero(a->width()) : s.all_ones(a->width());
      if (q->is_constant() && y->is_constant()) return s.make(kind, p, s.make(kind, q, y));
      if (q->is_constant()) return s.make(kind, s.make(kind, p, y), q);
    } else if (is(x, dual)) {
      const Term *p = x->operand(0), *q = x->operand(1);
      if (p == y || q == y) return y;
      if (are_complements(p, y)) return s.make(kind, y, q);
      if (are_complements(q, y)) return s.make(kind, y, p);
    } else if (is(x, Kind::Not) && is(x->operand(0), dual)) {
      // ~(p | q) & p = 0, and ~(p & q) | p = 1.
      const Term *p = x->operand(0)->operand(0), *q = x->operand(0)->operand(1);
      if (p == y || q == y) return is_and ? s.zero(a->width()) : s.all_ones(a->width());
    } else if (is(x, Kind::Not) && is(x->operand(0), kind)) {
      // ~(p & q) & p = ~q & p.
      const Term *p = x->operand(0)->operand(0), *q = x->operand(0)->operand(1);
      if (p == y) return s.make(kind, s.bnot(q), y);
      if (q == y) return s.make(kind, s.bnot(p), y);
    }
  }
  if (is(a, Kind::Not) && is(b, Kind::Not)) return s.bnot(s.make(dual, a->operand(0), b->operand(0)));
  return nullptr;
}

// x & sext(c) is x where c holds: a choice.
const Term* select_by_sign(TermStore& s, Kind kind, const Term* a, const Term* b) {
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is(x, Kind::SExt) || x->operand(0)->width() != 1) continue;
    const Term* c = x->operand(0);
    return kind == Kind::And ? s.ite(c, y, s.zero(y->width())) : s.ite(c, s.all_ones(y->width()), y);
  }
  return nullptr;
}

// Two equalities of one term with different constants exclude each other.
const Term* rewrite_equalities(TermStore& s, const Term* a, const Term* b) {
  const auto split_eq = [](const Term* t) { return is(t, Kind::Eq) && t->operand(1)->is_constant(); };
  if (split_eq(a) && split_eq(b) && a->operand(0) == b->operand(0)) return s.bool_false();
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (split_eq(x) && is(y, Kind::Not) && split_eq(y->operand(0)) &&
        x->operand(0) == y->operand(0)->operand(0))
      return x;
  }
  return nullptr;
}

}  // namespace

const Term* rewrite_and(TermStore& s, const Term* a, const Term* b) {
  if (const Term* t = rewrite_lattice(s, Kind::And, Kind::Or, a, b)) return t;
  if (a->width() == 1) return rewrite_equalities(s, a, b);
  if (const Term* t = select_by_sign(s, Kind::And, a, b)) return t;
  if (b->is_constant()) {
    // Bits that are cleared already, or that the mask need not clear.
    if (b->is_narrow() && (a->unsigned_max() & ~b->value()) == 0) return a;
    if (const Term* t = mask_to_slice(s, a, b)) return t;
  }
  return split(s, Kind::And, a, b);
}

const Term* rewrite_or(TermStore& s, const Term* a, const Term* b) {
  if (const Term* t = rewrite_lattice(s, Kind::Or, Kind::And, a, b)) return t;
  if (a->width() == 1) return nullptr;
  if (b->is_constant() && b->is_narrow() && (b->value() & ~a->known_ones()) == 0) return a;
  if (const Term* t = stack(s, a, b)) return t;
  if (const Term* t = select_by_sign(s, Kind::Or, a, b)) return t;
  return split(s, Kind::Or, a, b);
}

const Term* rewrite_xor(TermStore& s, const Term* a, const Term* b) {
  if (a == b) return s.zero(a->width());
  if (is_zero(b)) return a;
  if (is_all_ones(b)) return s.bnot(a);
  if (are_complements(a, b)) return s.all_ones(a->width());
  if (is(a, Kind::Not))
    return b->is_constant() ? s.bxor(a->operand(0), s.bnot(b)) : s.bnot(s.bxor(a->operand(0), b));
  if (is(b, Kind::Not)) return s.bnot(s.bxor(a, b->operand(0)));
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is(x, Kind::Xor)) continue;
    const Term *p = x->operand(0), *q = x->operand(1);
    if (p == y) return q;
    if (q == y) return p;
    if (q->is_constant()) return y->is_constant() ? s.bxor(p, s.bxor(q, y)) : s.bxor(s.bxor(p, y), q);
  }
  if (a->width() == 1) return nullptr;
  if (const Term* t = stack(s, a, b)) return t;
  return split(s, Kind::Xor, a, b);
}

const Term* rewrite_boolean(TermStore& s, Kind kind, const Term* a, const Term* b) {
  switch (kind) {
    case Kind::Neg: return a;
    case Kind::Add: return s.bxor(a, b);
    case Kind::Mul: return s.band(a, b);
    case Kind::UDiv:
    case Kind::SDiv: return s.bor(a, s.bnot(b));
    case Kind::URem:
    case Kind::SRem:
    case Kind::Shl:
    case Kind::LShr: return s.band(a, s.bnot(b));
    case Kind::AShr: return a;
    case Kind::Eq: return s.bnot(s.bxor(a, b));
    case Kind::Ult: return s.band(s.bnot(a), b);
    case Kind::Ule: return s.bor(s.bnot(a), b);
    case Kind::Slt: return s.band(a, s.bnot(b));
    case Kind::Sle: return s.bor(a, s.bnot(b));
    default: break;
  }
  assert(false && "not an integer kind of two operands");
  return nullptr;
}

}  // namespace bonsai::expr
