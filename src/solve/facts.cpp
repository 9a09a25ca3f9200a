#include "solve/facts.h"

#include <algorithm>

#include "expr/fold.h"

// Which intervals a true condition implies. Intervals are intersected with what is known already and with the
// term's known bits; an interval passes down through zero extension and concatenation, so that
// `concat(x[1], x[0]) == 0x0041` is known as two bytes. Tested by path_condition_test.cpp.

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

struct Facts::Learner {
  Facts& facts;
  base::Owner owner;
  uint64_t new_version;
  Outcome outcome{};

  void assume(const Term* condition, bool value, unsigned depth = 0);
  void compare(const Term* condition, bool value);
  void signed_compare(const Term* a, const Term* b, bool strict);
  void differ(const Term* term, uint64_t value);
  void bound(const Term* term, uint64_t low, uint64_t high);
  void narrow(const Term* term, uint64_t low, uint64_t high);
  Fact current(const Term* term) const;
  void put(const Term* term, Fact fact);
};

Fact Facts::Learner::current(const Term* term) const {
  if (const Fact* fact = facts.find(term)) return *fact;
  return {term->unsigned_min(), term->unsigned_max(), nullptr};
}

void Facts::Learner::put(const Term* term, Fact fact) {
  facts.map_.set(owner, term->id(), fact);
  facts.version_ = new_version;
  ++outcome.steps;
}

void Facts::Learner::bound(const Term* term, uint64_t low, uint64_t high) {
  if (term->is_constant()) {
    if (term->value() < low || term->value() > high) outcome.contradiction = true;
    return;
  }
  ++outcome.steps;
  Fact fact = current(term);
  const uint64_t new_low = std::max(fact.low, low), new_high = std::min(fact.high, high);
  if (new_low > new_high) {
    outcome.contradiction = true;
    return;
  }
  if (new_low == fact.low && new_high == fact.high) return;
  put(term, {new_low, new_high, nullptr});
  narrow(term, new_low, new_high);
}

// What an interval of a term says about its operands.
void Facts::Learner::narrow(const Term* term, uint64_t low, uint64_t high) {
  switch (term->kind()) {
    case Kind::ZExt:
      bound(term->operand(0), low, std::min(high, Term::mask(term->operand(0)->width())));
      break;
    case Kind::Concat: {
      const Term* high_part = term->operand(0);
      const Term* low_part = term->operand(1);
      const expr::Width shift = low_part->width();
      bound(high_part, low >> shift, high >> shift);
      if (low >> shift == high >> shift) bound(low_part, low & Term::mask(shift), high & Term::mask(shift));
      break;
    }
    case Kind::Not:
      bound(term->operand(0), ~high & Term::mask(term->width()), ~low & Term::mask(term->width()));
      break;
    default: break;
  }
}

void Facts::Learner::differ(const Term* term, uint64_t value) {
  const Fact fact = current(term);
  if (fact.low == fact.high && fact.low == value)
    outcome.contradiction = true;
  else if (fact.low == value)
    bound(term, value + 1, fact.high);
  else if (fact.high == value)
    bound(term, fact.low, value - 1);
}

// a < b or a <= b, signed. An unsigned interval follows where the sign is known.
void Facts::Learner::signed_compare(const Term* a, const Term* b, bool strict) {
  const expr::Width width = a->width();
  const uint64_t sign = uint64_t{1} << (width - 1), mask = Term::mask(width);
  if (b->is_constant()) {
    if (strict && b->value() == sign) {
      outcome.contradiction = true;
      return;
    }
    const uint64_t most = (b->value() - (strict ? 1 : 0)) & mask;
    if (most >= sign)
      bound(a, sign, most);
    else if (current(a).high < sign)
      bound(a, 0, most);
  } else if (a->is_constant()) {
    if (strict && a->value() == sign - 1) {
      outcome.contradiction = true;
      return;
    }
    const uint64_t least = (a->value() + (strict ? 1 : 0)) & mask;
    if (least < sign)
      bound(b, least, sign - 1);
    else if (current(b).low >= sign)
      bound(b, least, mask);
  }
}

void Facts::Learner::compare(const Term* condition, bool value) {
  const Term* a = condition->operand(0);
  const Term* b = condition->operand(1);
  if (condition->kind() == Kind::Eq) {
    if (a->is_constant()) std::swap(a, b);
    if (!b->is_constant()) return;
    if (!a->is_narrow()) {
      if (value) put(a, {0, 0, b});
    } else if (value) {
      bound(a, b->value(), b->value());
    } else {
      differ(a, b->value());
    }
    return;
  }
  if (!a->is_narrow()) return;
  bool strict = condition->kind() == Kind::Ult || condition->kind() == Kind::Slt;
  const bool is_signed = condition->kind() == Kind::Slt || condition->kind() == Kind::Sle;
  if (!value) {
    std::swap(a, b);
    strict = !strict;
  }
  if (is_signed) return signed_compare(a, b, strict);
  const Fact fa = a->is_constant() ? Fact{a->value(), a->value()} : current(a);
  const Fact fb = b->is_constant() ? Fact{b->value(), b->value()} : current(b);
  const uint64_t step = strict ? 1 : 0;
  if (fb.high < step || fa.low > Term::mask(a->width()) - step || fa.low + step > fb.high) {
    outcome.contradiction = true;
    return;
  }
  bound(a, 0, fb.high - step);
  bound(b, fa.low + step, Term::mask(b->width()));
}

void Facts::Learner::assume(const Term* condition, bool value, unsigned depth) {
  constexpr unsigned kDepth = 64;  // a deeper connective is only known as a whole
  if (outcome.contradiction || depth > kDepth) return;
  if (condition->is_constant()) {
    if ((condition->value() != 0) != value) outcome.contradiction = true;
    return;
  }
  if (condition->kind() == Kind::Not) return assume(condition->operand(0), !value, depth + 1);
  put(condition, {value, value, nullptr});
  switch (condition->kind()) {
    case Kind::And:
      if (value) {
        assume(condition->operand(0), true, depth + 1);
        assume(condition->operand(1), true, depth + 1);
      }
      break;
    case Kind::Or:
      if (!value) {
        assume(condition->operand(0), false, depth + 1);
        assume(condition->operand(1), false, depth + 1);
      }
      break;
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Ule:
    case Kind::Slt:
    case Kind::Sle: compare(condition, value); break;
    default: break;
  }
}

Facts::Outcome Facts::learn(base::Owner owner, const Term* condition, uint64_t new_version) {
  Learner learner{*this, owner, new_version};
  learner.assume(condition, true);
  return learner.outcome;
}

}  // namespace bonsai::solve
