// Explores a program: picks states, runs them, and gathers what they came to.
#pragma once

#include <string>
#include <vector>

#include "exec/machine.h"
#include "ir/program.h"

namespace bonsai::explore {

struct Config {
  exec::Config machine;
  double seconds = 0;             // 0: no limit
  uint64_t max_instructions = 0;  // 0: no limit
};

// An error of the program under test, with how often it was met.
struct FoundError {
  exec::Error error;
  uint64_t count = 1;
};

struct Summary {
  uint64_t completed = 0;
  uint64_t errors = 0;    // paths that ended in an error
  uint64_t given_up = 0;  // paths cut by a limit
  uint64_t instructions = 0;
  double seconds = 0;
  int exit_status = 0;  // of the last completed path
  std::string output;   // of the only path; empty when there were several
  std::vector<FoundError> found;
  std::string stopped_by;  // what cut the run short: "time", "instructions"; empty if nothing did
};

// REQUIRES: the program has the entry function, with a body.
Summary explore(const ir::Program& program, const Config& config);

}  // namespace bonsai::explore
