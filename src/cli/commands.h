// The commands: each takes its options and returns the exit code.
#pragma once

#include <string>

#include "base/options.h"
#include "cli/run_options.h"

namespace bonsai::cli {

// Exit codes of every command; docs/running.md has a table of what they mean of which.
enum Exit : int {
  clean = 0,
  program_has_errors = 1,
  bad_input = 2,
  own_fault = 3,
  not_exhaustive = 4,  // no error was found, and not everything was explored
  interrupted_run = 130
};

int run(const base::Options& options);
// `run` is what options.json in `folder` says, as changed by the command line.
int resume(const RunOptions& run, const std::string& folder);
int reach(const base::Options& options);
int test(const base::Options& options);
int ir(const base::Options& options);
int analyze(const base::Options& options);
int bitcode(const base::Options& options);
int solve(const base::Options& options);
int replay(const base::Options& options);
int tests(const base::Options& options);

}  // namespace bonsai::cli
