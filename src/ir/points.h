// Points: numbers for what coverage counts, the same in every run of a program.
//
// Instructions that move control (terminators and calls) end a straight run of code; a point stands for "this
// instruction executed, and went this way". Conditional branches have two ways (0: true target, 1: false
// target), a switch one per table entry behind the ordinary points (way 0 alone is used for the instruction
// itself), all others only way 0. An Observe has two ways like a branch: 0 its operand held, 1 it did not.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace bonsai::ir {

class Points {
 public:
  explicit Points(const Program& program);

  // Points lie below this.
  uint32_t count() const { return count_; }
  // The position of a function's first instruction among those of the whole program.
  uint32_t first_of(FunctionId function) const { return first_[function]; }
  uint32_t of(FunctionId function, uint32_t index, unsigned way = 0) const {
    return 2 * (first_[function] + index) + way;
  }
  // Of a switch going to the `target`-th of distinct_targets().
  uint32_t of_switch(uint32_t table, uint32_t target) const { return switch_first_[table] + target; }
  // The targets of a switch without repetition: the default (if any) first, then in order of the cases.
  const std::vector<uint32_t>& distinct_targets(uint32_t table) const { return targets_[table]; }

  struct Place {
    FunctionId function = none;
    uint32_t index = 0;  // of the instruction in its function
    uint32_t way = 0;    // switches: which of distinct_targets()
    bool is_switch_way = false;
  };
  Place place(uint32_t point) const;

 private:
  std::vector<uint32_t> first_;         // per function, and one past the last
  std::vector<uint32_t> switch_first_;  // per switch table, and one past the last
  std::vector<std::vector<uint32_t>> targets_;
  std::vector<Place> switch_places_;  // per table: the instruction
  uint32_t count_ = 0;
};

}  // namespace bonsai::ir
