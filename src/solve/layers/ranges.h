#pragma once

#include <unordered_map>

#include "solve/query.h"

// Decides questions by interval arithmetic.
//
// Idea: every subterm gets an unsigned interval, from its known bits, from the facts of the path condition
// and from its operands' intervals. A question whose interval is [0,0] is unsatisfiable; one whose interval
// is [1,1] holds under every model of the path condition, also under the one it carries. Where an operation
// may wrap around, the interval is the full one. Tested by layers_test.cpp.

namespace bonsai::solve {

struct Range {
  uint64_t low = 0;
  uint64_t high = 0;
  bool is_value() const { return low == high; }
};

class RangeLayer : public Layer {
 public:
  std::string_view name() const override { return "ranges"; }
  Reply ask(Query& query) override;
  void drop_dead(const expr::TermStore&) override { forget(); }

  // Every value that a term of at most 64 bits can have under the path condition lies within.
  Range range(const PathCondition& path_condition, const expr::Term* term);

 private:
  static constexpr unsigned kDepth = 48;  // deeper subterms count by their known bits alone
  static constexpr size_t kMemoLimit = 1 << 16;

  void forget();
  Range visit(const Facts& facts, const expr::Term* term, unsigned depth);
  Range from_operands(const Facts& facts, const expr::Term* term, unsigned depth);
  Range read_table(const Facts& facts, const expr::Term* term, unsigned depth);

  PathCondition::FactsToken token_;
  std::unordered_map<const expr::Term*, Range> memo_;
};

}  // namespace bonsai::solve
