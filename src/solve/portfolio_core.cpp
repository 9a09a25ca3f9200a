#include "solve/portfolio_core.h"

#include <algorithm>

// Tested by chain_test.cpp.

namespace bonsai::solve {

using expr::Term;

Answer PortfolioCore::check(std::span<const Term* const> constraints, const Term* question,
                            const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) {
  // What is asked with less is not worth a message to a process, let alone a new one.
  constexpr Work kLeastForSecond = 100'000'000;
  const auto start = std::chrono::steady_clock::now();
  // Most queries take the first core microseconds; one that takes it this much may suit the other.
  Limits share = limits;
  share.work = limits.work / 2;
  const Answer answer = first_->check(constraints, question, share, model, core);
  spent_ = first_->spent();
  if (answer != Answer::unknown || limits.work < kLeastForSecond) return answer;
  Limits rest = limits;
  rest.work = limits.work - std::min(limits.work, spent_.work);
  rest.time -= std::chrono::steady_clock::now() - start;
  spent_.by_clock |= rest.time.count() <= 0;
  if (spent_.by_clock) return Answer::unknown;
  const Answer second = second_->check(constraints, question, rest, model, core);
  spent_.work += second_->spent().work;
  spent_.by_clock = second_->spent().by_clock;
  return second;
}

}  // namespace bonsai::solve
