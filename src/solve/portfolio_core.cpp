#include "solve/portfolio_core.h"

// Tested by chain_test.cpp.

namespace bonsai::solve {

using expr::Term;

Answer PortfolioCore::check(std::span<const Term* const> constraints, const Term* question,
                            const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) {
  const auto start = std::chrono::steady_clock::now();
  // Most queries take the first core microseconds; one that takes it this long may suit the other.
  const Answer answer =
      first_->check(constraints, question, Limits{limits.time / 2, limits.interrupt}, model, core);
  if (answer != Answer::unknown) return answer;
  const Limits rest{limits.time - (std::chrono::steady_clock::now() - start), limits.interrupt};
  if (rest.time.count() <= 0) return Answer::unknown;
  return second_->check(constraints, question, rest, model, core);
}

}  // namespace bonsai::solve
