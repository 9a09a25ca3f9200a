#pragma once

#include "expr/store.h"

// Simplification of conditions that come of state merging: C ∧ (D1 ∨ D2), which often cancel to true.
//
// Idea: what stands beside a part of a condition is known inside the part. In A ∧ X, A is true in X; in A ∨ X
// it is false; ite(c, x, y) has c in x and not in y. Then the parts of a disjunction are made one as far as
// they have conjuncts in common, and dually: factor_boolean.h. The store's rewriting sees two levels of a
// term, this sees all; it is called where it is likely to pay.
//
// Only And, Or, Not, Xor and Ite of width 1 are looked into; all else is an atom. Of atoms these are related:
// equal ones, complements, and equalities of one term with different constants.
//
// Tested by simplify_boolean_test.cpp. Threads: the store's.

namespace bonsai::expr {

// An equal condition of fewer terms, or the condition itself. Deterministic: it depends on structure and
// budget only. Each term visited costs 1 of the budget, also those that are only counted: nothing is done
// with less than twice the size. When the budget is out, the rest is left as it is. REQUIRES: width 1.
const Term* simplify_boolean(TermStore& store, const Term* condition, uint64_t& budget);

}  // namespace bonsai::expr
