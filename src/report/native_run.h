// Runs one test on a native binary: in a sandbox, within limits, with the files, arguments and environment
// that the program had on the path.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/native_build.h"
#include "report/records.h"
#include "sandbox/limits.h"

namespace bonsai::report {

using sandbox::Ended;
using sandbox::Limits;

// With which a program ends that AddressSanitizer or LeakSanitizer stop.
inline constexpr int sanitizer_exit_code = 99;

// What the replay library has to say (runtime/replay/replay.h).
struct ReplayVerdict {
  std::string diverged;            // the program asked for other inputs than the test has: how
  bool out_of_inputs = false;      // it asked for more than the test has; then `diverged` says so as well
  bool assumption_failed = false;  // an assumption is false for this test
  std::string error;               // the program reported an error of its own: its words
};

struct NativeRun {
  Ended ended;
  std::string place;       // where a signal ended it, as a sanitizer's report would show its stack
  std::string sanitizers;  // all that sanitizers reported
  ReplayVerdict replay;
  std::string trace;  // of a traced build: its path, for read_trace (native_path.h)
};

struct RunConfig {
  Limits limits;
  bool detect_leaks = false;
  // Of the host, what the path has seen of the folder of --fs.
  std::span<const HostFile> host_files{};
  std::string host_folder{};  // for the model of Linux in a traced build
  bool trace = false;         // wanted
  bool watch = false;         // tell where a signal ended it
  std::string answers{};      // of bonsai_is_symbolic on the path, a byte each; for a traced build
};

// An error is a fault on our side: no sandbox, or a binary that cannot be started.
base::Result<NativeRun> run_test(const std::string& binary, Variant variant, NativeBuild& build,
                                 std::span<const Input> inputs, const RunConfig& config);

}  // namespace bonsai::report
