// Does the native program take the very path that the engine predicted for a test?
//
// The engine replays the test's tape and notes each branch; a native build of the same lowered module, with a
// callback per branch, runs the test's input.
#pragma once

#include <memory>

#include "cli/run_options.h"
#include "explore/explorer.h"
#include "load/load.h"
#include "report/confirm.h"
#include "report/native_build.h"

namespace bonsai::cli {

// How the program of a run is built natively.
report::NativeProgram native_program(const RunOptions& run, bool has_library);

class PathCheck {
 public:
  // Loads the program again and builds it, in `folder`. Complains and returns nothing when it cannot.
  static std::unique_ptr<PathCheck> make(const RunOptions& run, const std::string& folder);

  report::Verdict check(const report::Test& test, const report::Limits& limits);

 private:
  PathCheck(load::Loaded loaded, const RunOptions& run);

  load::Loaded loaded_;
  ir::Points points_;
  explore::Config config_;
  std::unique_ptr<report::NativeBuild> build_;
};

}  // namespace bonsai::cli
