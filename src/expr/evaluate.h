#pragma once

#include <cstdint>

#include "expr/assignment.h"
#include "expr/store.h"

// Evaluation of terms under an assignment.
//
// Idea: each term remembers its last value and the epoch it belongs to. An assignment keeps its epoch until
// it is changed, so a second evaluation under the same model pays only for terms it has not seen. The walk is
// iterative: depth is bounded by memory, not by the stack. Only the chosen side of an if-then-else is
// evaluated.
//
// Threads: the store's.

namespace bonsai::expr {

// REQUIRES: a value (not an array or a mark) of at most 64 bits, made by `store`; the assignment's arrays are
// of `store`.
uint64_t evaluate(TermStore& store, const Term* term, const Assignment& assignment);
// The same for any width.
Wide evaluate_wide(TermStore& store, const Term* term, const Assignment& assignment);
// REQUIRES: width 1.
inline bool holds(TermStore& store, const Term* term, const Assignment& assignment) {
  return evaluate(store, term, assignment) != 0;
}

}  // namespace bonsai::expr
