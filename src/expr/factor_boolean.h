#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/hash.h"
#include "expr/store.h"

// Conditions as flat conjunctions and disjunctions, and taking out what the parts of one have in common.
// Private to the room: see simplify_boolean.h.
//
// And and Or are binary terms, and a Not may stand above either; here a nest of them is the list of its
// parts. All functions serve both by duality: `is_or` says which. The comments speak of a disjunction.

namespace bonsai::expr {

// An atom or connective, or its complement. Comparisons swallow Not: Ule and Sle are here complements of Ult
// and Slt. The constants are bool_true() and its complement.
struct Signed {
  const Term* term;
  bool negated = false;

  Signed operator!() const { return {term, !negated}; }
  friend bool operator==(const Signed&, const Signed&) = default;
  bool is_constant() const { return term->is_constant(); }
};

struct SignedHash {
  size_t operator()(const Signed& s) const { return base::hash_combine(s.term->hash(), s.negated); }
};

Signed signed_of(TermStore& store, const Term* term);
const Term* term_of(TermStore& store, Signed s);
inline Signed constant(TermStore& store, bool value) { return {store.bool_true(), !value}; }

// Whether it is a disjunction, possibly written as the complement of a conjunction.
inline bool is_join(Signed s, bool is_or) {
  return s.term->kind() == (is_or != s.negated ? Kind::Or : Kind::And);
}
// The disjuncts, outermost first, without repetition; one that is no disjunction is its only part. When the
// budget is out some are disjunctions still.
std::vector<Signed> parts_of(TermStore& store, Signed s, bool is_or, uint64_t& budget);
// The disjunction of the parts; a nest of the shape that parts_of walks down.
Signed join(TermStore& store, std::span<const Signed> parts, bool is_or);

// A disjunction of the parts with fewer literals; nothing when none is found.
std::optional<Signed> factor(TermStore& store, std::span<const Signed> parts, bool is_or, uint64_t& budget);

}  // namespace bonsai::expr
