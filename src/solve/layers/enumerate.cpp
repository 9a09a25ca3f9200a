#include "solve/layers/enumerate.h"

#include <algorithm>

#include "expr/support.h"

namespace bonsai::solve {

const EnumerateLayer::Values* EnumerateLayer::values_of(expr::TermStore& store, const expr::Term* term,
                                                        const expr::CellRange& byte) {
  constexpr uint64_t kMostEvaluated = 1'000'000;  // terms: about 20 ms
  if (known_.size() >= kMostKnown) known_.clear();
  auto [it, is_new] = known_.try_emplace(term->id());
  if (!is_new) return &it->second;
  const uint64_t end = store.evaluated() + kMostEvaluated;
  for (unsigned value = 0; value < 256; ++value) {
    scratch_.set(byte.array, byte.first, static_cast<uint8_t>(value));
    it->second[value] = expr::holds(store, term, scratch_);
    if (store.evaluated() > end) {
      known_.erase(it);
      return nullptr;
    }
  }
  return &it->second;
}

Reply EnumerateLayer::ask(Query& query) {
  const expr::Support* support = query.question->support();
  const auto ranges = support->ranges();
  if (ranges.size() != 1 || ranges[0].first != ranges[0].last) return {};
  const auto constraints = query.constraints();
  // Supports are interned: the same bytes are the same pointer.
  if (constraints.size() > kMostConstraints ||
      std::any_of(constraints.begin(), constraints.end(),
                  [&](const expr::Term* constraint) { return constraint->support() != support; }))
    return {};
  Values left;
  left.set();
  auto keep = [&](const expr::Term* term) {
    const Values* values = values_of(query.store, term, ranges[0]);
    if (values) left &= *values;
    return values != nullptr;
  };
  if (!keep(query.question)) return {};
  for (const expr::Term* constraint : constraints)
    if (left.any() && !keep(constraint)) return {};
  if (left.none()) return {Answer::unsat};
  const Model& own = query.path_condition.model();
  auto model = own ? std::make_shared<expr::Assignment>(*own) : std::make_shared<expr::Assignment>();
  model->set(ranges[0].array, ranges[0].first, static_cast<uint8_t>(left._Find_first()));
  return {Answer::sat, std::move(model)};
}

}  // namespace bonsai::solve
