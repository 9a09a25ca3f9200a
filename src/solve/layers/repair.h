#pragma once

#include "solve/query.h"

// Changes a few bytes of the path condition's model so that the question holds.
//
// Idea: most questions of symbolic execution want one term to have another value, and the way down to the
// bytes is invertible: `x[3] == 'a'`, `concat(x[1], x[0]) < 100`, `(x ^ 0x55) + 1 == 7`. The value that is
// wanted at the top is passed down, each operation inverted for one operand with the others as the model has
// them, until bytes are set; then everything is evaluated. This is path propagation as in Niemetz, Preiner,
// Biere, "Precise and complete propagation based local search for satisfiability modulo theories"
// (CAV 2016), with one move instead of a search. Answers sat only. Tested by layers_test.cpp.

namespace bonsai::solve {

class RepairLayer : public Layer {
 public:
  std::string_view name() const override { return "repair"; }
  Reply ask(Query& query) override;
};

}  // namespace bonsai::solve
