// What the calls that are to be skipped may do, by the analyses: from names to what the machine needs.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exec/chop.h"
#include "explore/chop/slices.h"

namespace bonsai::explore {

struct ChopPlan {
  std::shared_ptr<exec::Chop> chop;
  std::shared_ptr<const Slices> slices;  // the chop's; null: never
  std::vector<std::string> warnings;     // what cannot be skipped, and why
  double seconds = 0;                    // of the analyses
};

// Of a run that begins with the entry function. `calls_fail`: the model of Linux lets calls fail.
ChopPlan plan_chop(const ir::Program& program, const std::string& entry, bool calls_fail,
                   const std::set<ir::FunctionId>& functions,
                   const std::set<std::pair<uint32_t, ir::FunctionId>>& sites, Slicing slicing);

// Functions to skip where a suite exists: it executes them and all that they call, so that they lead to no
// function that it does not; they may fork; and it is known what they write. `covered`: by function.
struct Skippable {
  ir::FunctionId function;
  bool may_not_return;
};
std::vector<Skippable> worth_skipping(const ir::Program& program, const std::string& entry, bool calls_fail,
                                      const std::vector<uint8_t>& covered);

}  // namespace bonsai::explore
