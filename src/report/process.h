// Runs a tool of ours within limits: a compiler, a symbolizer. Programs under test run in a sandbox instead.
//
// The child leads a process group of its own, which is killed as a whole; it has no core dumps, nothing on
// standard input and only the environment that it is given. Any number of threads may run processes at once.
#pragma once

#include <string>
#include <vector>

#include "sandbox/limits.h"

namespace bonsai::report {

using sandbox::Ended;
using sandbox::Limits;

struct Command {
  std::vector<std::string> words;        // words[0]: path of the binary
  std::string directory;                 // to run in; empty: ours
  std::vector<std::string> environment;  // NAME=value, and nothing else
  Limits limits;
};

Ended run_process(const Command& command);

// Our own environment, for compilers.
std::vector<std::string> own_environment();

}  // namespace bonsai::report
