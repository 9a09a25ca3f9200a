// Who calls whom among the program's own functions, as far as a search along calls needs it.
//
// A call through a pointer may go to any function that fits (analysis/call_targets.h); a function that is
// given to one of the C library (qsort, atexit) counts as called by who gives it. Immutable once made.
#pragma once

#include <vector>

#include "ir/program.h"

namespace bonsai::explore {

class CallGraph {
 public:
  static constexpr uint32_t unreachable = 0xffffffffu;

  CallGraph(const ir::Program& program, ir::FunctionId main);

  const std::vector<ir::FunctionId>& callers(ir::FunctionId function) const { return callers_[function]; }
  // Calls from main.
  uint32_t depth(ir::FunctionId function) const { return depth_[function]; }
  // By call: the functions of the program that one through a pointer may go to.
  const std::vector<std::vector<ir::FunctionId>>& callees() const { return callees_; }

 private:
  std::vector<std::vector<ir::FunctionId>> callers_;
  std::vector<std::vector<ir::FunctionId>> callees_;
  std::vector<uint32_t> depth_;
};

}  // namespace bonsai::explore
