#pragma once

#include "solve/query.h"

// Tries all values when the query reads one byte only.
//
// Idea: groups of a single byte are the most common of all, and 256 evaluations are a complete decision
// procedure that costs less than a search, however hard the arithmetic is. Bounded by the number of
// constraints and by time; a query beyond is passed on. Tested by layers_test.cpp.

namespace bonsai::solve {

class EnumerateLayer : public Layer {
 public:
  std::string_view name() const override { return "enumerate"; }
  Reply ask(Query& query) override;

 private:
  static constexpr size_t kMostConstraints = 32;
};

}  // namespace bonsai::solve
