// Which instructions decide whether another one is executed, and where the ways of a branch meet again
// (Ferrante, Ottenstein and Warren, The Program Dependence Graph and Its Use in Optimization, 1987;
// post-dominators by Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm, 2001).
//
// A call that may not return decides too: what stands behind it is executed only if it does. Of code that
// never comes to an end each branch decides. Immutable once made. Tested by slice_test.cpp in cli.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

class ControlDependence {
 public:
  // REQUIRES: the function has a body.
  ControlDependence(const ir::Program& program, const ir::Function& function,
                    const std::function<bool(uint32_t index)>& may_not_return);

  // Branches and calls that decide directly whether the instruction is executed.
  std::span<const uint32_t> deciders(uint32_t index) const { return deciders_[segment_of_[index]]; }
  // The instruction where all ways from a branch meet again; ir::none: at the function's end.
  uint32_t meeting(uint32_t index) const;

 private:
  struct Segment {
    uint32_t first = 0, end = 0;
    std::vector<uint32_t> next;  // segments; the last one is the end
  };
  void find_segments(const ir::Program& program, const ir::Function& function,
                     const std::function<bool(uint32_t)>& may_not_return);
  void let_all_end();
  void find_post_dominators();
  void find_deciders();

  std::vector<Segment> segments_;  // and the end, which is empty
  std::vector<uint32_t> segment_of_;
  std::vector<uint32_t> meets_;                  // by segment: its nearest post-dominator
  std::vector<std::vector<uint32_t>> deciders_;  // by segment: instructions
};

}  // namespace bonsai::analysis
