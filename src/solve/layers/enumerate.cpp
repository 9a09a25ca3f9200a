#include "solve/layers/enumerate.h"

#include <algorithm>
#include <chrono>

#include "expr/support.h"

namespace bonsai::solve {

Reply EnumerateLayer::ask(Query& query) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kLongest(20);
  const expr::Support* support = query.question->support();
  const auto ranges = support->ranges();
  if (ranges.size() != 1 || ranges[0].first != ranges[0].last) return {};
  const auto constraints = query.constraints();
  // Supports are interned: the same bytes are the same pointer.
  if (constraints.size() > kMostConstraints ||
      std::any_of(constraints.begin(), constraints.end(),
                  [&](const expr::Term* constraint) { return constraint->support() != support; }))
    return {};
  const Model& own = query.path_condition.model();
  auto model = own ? std::make_shared<expr::Assignment>(*own) : std::make_shared<expr::Assignment>();
  const auto end = Clock::now() + kLongest;
  for (unsigned value = 0; value < 256; ++value) {
    model->set(ranges[0].array, ranges[0].first, static_cast<uint8_t>(value));
    if (query.satisfied_by(*model)) return {Answer::sat, std::move(model)};
    if (value % 16 == 0 && Clock::now() > end) return {};
  }
  return {Answer::unsat};
}

}  // namespace bonsai::solve
