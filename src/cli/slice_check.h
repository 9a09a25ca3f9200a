// Holds slices against executions: a program that is cut down to what one global needs leaves the same bytes
// in it as the whole program does. For tests, and for bonsai-check-analyses.
#pragma once

#include <string>
#include <vector>

#include "analysis/slice.h"
#include "exec/machine.h"
#include "ir/program.h"

namespace bonsai::cli {

// A copy of the program that executes only what the slice keeps.
ir::Program sliced(const ir::Program& program, const analysis::Slice& slice);

struct SliceCheck {
  std::vector<std::string> differences;
  uint64_t slices = 0, kept = 0, instructions = 0;
  bool is_usable = false;  // the whole program comes to its end without an error
};
// Slices from the start for each of the first `most` globals that the program may write.
SliceCheck check_slices(const ir::Program& program, const analysis::PointsTo& points_to,
                        const analysis::ModRef& mod_ref, const exec::Config& config,
                        const solve::Config& solver, unsigned most);

}  // namespace bonsai::cli
