#include "solve/portfolio_core.h"

#include <algorithm>

// Tested by chain_test.cpp.

namespace bonsai::solve {

using expr::Term;

bool PortfolioCore::has_floats(const Term* root) {
  constexpr size_t kRemembered = 1 << 18;
  if (floats_.size() > kRemembered) floats_.clear();
  std::vector<const Term*> stack{root};
  while (!stack.empty()) {
    const Term* term = stack.back();
    if (floats_.contains(term->id())) {
      stack.pop_back();
      continue;
    }
    bool ready = true, found = expr::is_float_kind(term->kind());
    for (const Term* operand : term->operands()) {
      const auto known = floats_.find(operand->id());
      if (known == floats_.end()) {
        if (operand->arity() == 0) continue;
        stack.push_back(operand);
        ready = false;
      } else {
        found |= known->second;
      }
    }
    if (!ready) continue;
    floats_[term->id()] = found;
    stack.pop_back();
  }
  return floats_[root->id()];
}

Answer PortfolioCore::check(std::span<const Term* const> constraints, const Term* question,
                            const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) {
  const auto start = std::chrono::steady_clock::now();
  bool floats = has_floats(question);
  for (size_t i = 0; i < constraints.size() && !floats; ++i) floats = has_floats(constraints[i]);
  Limits rest = limits;
  if (!floats) {
    // Most queries take the first core microseconds; one that takes it this long may suit the other.
    const Limits share{limits.time / 2};
    const Answer answer = first_->check(constraints, question, share, model, core);
    if (answer != Answer::unknown) return answer;
    rest.time -= std::chrono::steady_clock::now() - start;
    if (rest.time.count() <= 0) return Answer::unknown;
  }
  return second_->check(constraints, question, rest, model, core);
}

}  // namespace bonsai::solve
