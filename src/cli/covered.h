// What a run or a coverage file of lcov says about the functions of a program.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ir/program.h"
#include "report/coverage.h"
#include "report/run_store.h"

namespace bonsai::cli {

// The functions that are executed, by id: one of their lines is covered. `from`: the folder of a run, or a
// file.
base::Result<std::vector<uint8_t>> covered_functions(const ir::Program& program, const std::string& from);

// What a run covers, by points of its tests, and the folder that names of files are relative to.
struct RunCoverage {
  report::Coverage coverage;
  std::string folder;
};
// `flags`: of the user's own command line (read_run_options).
base::Result<RunCoverage> coverage_of_run(report::RunStore& store, const std::vector<uint32_t>& points,
                                          const std::vector<std::string>& flags = {});

}  // namespace bonsai::cli
