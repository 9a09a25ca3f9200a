// What any path of a run has covered: one byte per point (ir/points.h), shared by all workers.
//
// Points of the program under test (not of its C library) are also kept in the order in which they were first
// covered, so that whoever follows coverage looks only at what is new.
//
// Threads: any number may call everything.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "ir/points.h"

namespace bonsai::exec {

class CoverageMap {
 public:
  explicit CoverageMap(const ir::Program& program);

  uint32_t size() const { return size_; }
  bool has(uint32_t point) const { return covered_[point].load(std::memory_order_relaxed) != 0; }
  // True: it is a new one of the program's own code.
  bool add(uint32_t point) { return !has(point) && add_new(point); }

  // Takes all points of the C library as covered.
  void add_library();

  // How many points of the program's own code are covered.
  uint64_t count() const { return count_.load(std::memory_order_acquire); }
  // Those from the `from`-th on, in order of being covered.
  std::vector<uint32_t> since(uint64_t from) const;
  // All points, ascending.
  std::vector<uint32_t> all() const;

 private:
  bool add_new(uint32_t point);

  const ir::Program& program_;
  ir::Points points_;
  uint32_t size_;
  std::unique_ptr<std::atomic<uint8_t>[]> covered_;
  std::atomic<uint64_t> count_ = 0;
  mutable std::mutex mutex_;
  std::vector<uint32_t> order_;
};

}  // namespace bonsai::exec
