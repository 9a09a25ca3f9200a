#pragma once

#include <array>
#include <bitset>
#include <unordered_map>

#include "solve/query.h"

// Tries all values when the query reads one byte only.
//
// Idea: groups of a single byte are the most common of all, and 256 evaluations are a complete decision
// procedure that costs less than a search, however hard the arithmetic is. What a term is for each value is
// remembered, so that a query costs an intersection of small sets. Bounded by the number of constraints, by
// work and by memory; a query beyond is passed on. Tested by layers_test.cpp.

namespace bonsai::solve {

class EnumerateLayer : public Layer {
 public:
  std::string_view name() const override { return "enumerate"; }
  Reply ask(Query& query) override;
  void drop_dead(const expr::TermStore&) override { known_.clear(); }

 private:
  using Values = std::bitset<256>;

  // The values of the byte for which the term is true; null when that takes too much work.
  const Values* values_of(expr::TermStore& store, const expr::Term* term, const expr::CellRange& byte);

  static constexpr size_t kMostConstraints = 256;
  static constexpr size_t kMostKnown = 1 << 15;

  std::unordered_map<uint64_t, Values> known_;  // by term id
  expr::Assignment scratch_;
};

}  // namespace bonsai::solve
