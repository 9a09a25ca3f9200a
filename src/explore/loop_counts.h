// How often tests go round each loop of the program's own code, in ranges that double: what makes a suite
// keep a test that covers no new point (explorer.h, Tests). Shared by all workers.
//
// A loop and a range are one number, as Machine::loops_of gives them. Threads: any number may call
// everything.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "exec/machine.h"
#include "ir/program.h"

namespace bonsai::explore {

class LoopCounts {
 public:
  explicit LoopCounts(const ir::Program& program) {
    for (const ir::Function& function : program.functions) size_ += function.code.size();
    ranges_ = std::make_unique<std::atomic<uint32_t>[]>(size_);
  }
  bool has(uint32_t loop) const {
    return loop / exec::Machine::lap_ranges >= size_ ||
           (ranges_[loop / exec::Machine::lap_ranges].load(std::memory_order_relaxed) & bit(loop));
  }
  void add(uint32_t loop) {
    if (!has(loop)) ranges_[loop / exec::Machine::lap_ranges].fetch_or(bit(loop), std::memory_order_relaxed);
  }

 private:
  static uint32_t bit(uint32_t loop) { return uint32_t(1) << loop % exec::Machine::lap_ranges; }

  size_t size_ = 0;
  std::unique_ptr<std::atomic<uint32_t>[]> ranges_;  // by the position of the loop's head: a bit for each
};

}  // namespace bonsai::explore
