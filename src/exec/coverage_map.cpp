#include "exec/coverage_map.h"

#include <algorithm>

namespace bonsai::exec {

CoverageMap::CoverageMap(const ir::Program& program)
    : program_(program),
      points_(program),
      size_(points_.count()),
      covered_(std::make_unique<std::atomic<uint8_t>[]>(size_)) {}

bool CoverageMap::add_new(uint32_t point) {
  if (covered_[point].exchange(1, std::memory_order_relaxed)) return false;
  if (program_.functions[points_.place(point).function].is_runtime) return false;
  std::lock_guard lock(mutex_);
  order_.push_back(point);
  count_.store(order_.size(), std::memory_order_release);
  return true;
}

void CoverageMap::add_library() {
  uint32_t switches = 0;  // the first point of a switch
  for (const ir::Function& function : program_.functions) {
    uint32_t first = points_.of(function.id, 0), end = first + 2 * uint32_t(function.code.size());
    switches = std::max(switches, end);
    for (uint32_t point = first; point < end && function.is_runtime; ++point) covered_[point] = 1;
  }
  for (uint32_t point = switches; point < size_; ++point)
    if (program_.functions[points_.place(point).function].is_runtime) covered_[point] = 1;
}

std::vector<uint32_t> CoverageMap::since(uint64_t from) const {
  std::lock_guard lock(mutex_);
  return {order_.begin() + ptrdiff_t(std::min<uint64_t>(from, order_.size())), order_.end()};
}

std::vector<uint32_t> CoverageMap::all() const {
  std::vector<uint32_t> points;
  for (uint32_t i = 0; i < size_; ++i)
    if (has(i)) points.push_back(i);
  return points;
}

}  // namespace bonsai::exec
