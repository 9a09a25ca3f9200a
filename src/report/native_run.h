// Runs one test on a native binary: in a fresh folder, within limits, with a fixed environment.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/native_build.h"
#include "report/process.h"
#include "report/records.h"

namespace bonsai::report {

// What the replay library has to say (runtime/replay/replay.h).
struct ReplayVerdict {
  std::string diverged;            // the program asked for other inputs than the test has: how
  bool out_of_inputs = false;      // it asked for more than the test has; then `diverged` says so as well
  bool assumption_failed = false;  // an assumption is false for this test
  std::string error;               // the program reported an error of its own: its words
};

struct NativeRun {
  Ended ended;
  std::string sanitizers;  // all that sanitizers reported
  ReplayVerdict replay;
};

struct RunConfig {
  Limits limits;
  bool detect_leaks = false;
  std::string host_folder{};  // for the model of Linux in a traced build
  std::string trace{};        // if not empty: file for the path of a traced build (native_path.h); absolute
};

// An error is a fault on our side: a folder that cannot be written, a binary that cannot be started.
base::Result<NativeRun> run_test(const std::string& binary, Variant variant, const NativeBuild& build,
                                 std::span<const Input> inputs, const RunConfig& config);

}  // namespace bonsai::report
