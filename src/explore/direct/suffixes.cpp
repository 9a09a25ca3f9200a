// Tested by direct_test.cpp.
#include "explore/direct/suffixes.h"

#include <algorithm>

namespace bonsai::explore {

bool SuffixBook::add(ir::FunctionId function, Suffix suffix) {
  std::lock_guard lock(mutex_);
  std::vector<SuffixRef>& known = by_function_[function];
  auto is_same = [&](const SuffixRef& each) {
    return each->target == suffix.target && each->is_error == suffix.is_error &&
           each->points == suffix.points;
  };
  auto is_there = [&](const SuffixRef& each) { return each->target == suffix.target; };
  if (size_t(std::count_if(known.begin(), known.end(), is_there)) == most_of_target ||
      std::any_of(known.begin(), known.end(), is_same))
    return false;
  if (known.empty()) order_.push_back(function);
  known.push_back(std::make_shared<const Suffix>(std::move(suffix)));
  ++counts_.suffixes;
  version_.fetch_add(1, std::memory_order_release);
  return true;
}

std::vector<SuffixRef> SuffixBook::of(ir::FunctionId function, size_t from) const {
  std::lock_guard lock(mutex_);
  auto known = by_function_.find(function);
  if (known == by_function_.end() || from >= known->second.size()) return {};
  return {known->second.begin() + std::ptrdiff_t(from), known->second.end()};
}

std::vector<ir::FunctionId> SuffixBook::functions(size_t from) const {
  std::lock_guard lock(mutex_);
  return {order_.begin() + std::ptrdiff_t(std::min(from, order_.size())), order_.end()};
}

void SuffixBook::count(const BackwardCounts& more) {
  std::lock_guard lock(mutex_);
  counts_.functions += more.functions;
  counts_.tried += more.tried;
  counts_.followed += more.followed;
  counts_.instructions += more.instructions;
  counts_.queries += more.queries;
}

BackwardCounts SuffixBook::counts() const {
  std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace bonsai::explore
