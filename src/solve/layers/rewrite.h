#pragma once

#include <unordered_map>

#include "solve/query.h"

// Rewrites a question with what the path condition implies.
//
// Idea: a subterm that the facts give a value is replaced by that constant, a comparison with a constant
// that lies outside a subterm's interval by its outcome; construction then folds what is above. Results are
// remembered as long as the facts stay the same. Work is bounded: a subterm beyond the budget is left as it
// is, which is always right.
//
// Answers unsat when the question becomes false, and sat with the path condition's own model when it becomes
// true. Tested by layers_test.cpp.

namespace bonsai::solve {

class RewriteLayer : public Layer {
 public:
  explicit RewriteLayer(expr::TermStore& store) : store_(store) {}

  std::string_view name() const override { return "rewrite"; }
  Reply ask(Query& query) override;
  void drop_dead(const expr::TermStore&) override { forget(); }

  // Equivalent to `term` under the path condition.
  const expr::Term* apply(const PathCondition& path_condition, const expr::Term* term);

 private:
  static constexpr size_t kBudget = 4096;        // subterms visited for one question
  static constexpr size_t kMemoLimit = 1 << 16;  // results remembered

  void forget();
  const expr::Term* by_fact(const Facts& facts, const expr::Term* term);
  const expr::Term* by_interval(const Facts& facts, const expr::Term* term);
  const expr::Term* rewrite(const Facts& facts, const expr::Term* term);

  expr::TermStore& store_;
  PathCondition::FactsToken token_;
  std::unordered_map<const expr::Term*, const expr::Term*> memo_;
  std::vector<const expr::Term*> pending_;
};

}  // namespace bonsai::solve
