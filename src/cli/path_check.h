// Does the native program take the very path that the engine predicted for a test?
//
// The engine replays the test's tape and notes each branch; a native build of the same lowered module, with a
// callback per branch, runs the test's input.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

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
  // The directions of branches of the program's own code that the native run of a test takes, as numbers that
  // tests of one run share: ascending, without repetition. Where no native run can be had, those predicted.
  std::vector<uint32_t> own_branches(const report::Test& test, const report::Limits& limits);

 private:
  struct Prediction {
    std::vector<report::Decision> decisions;
    std::string answers;  // of functions that ask whether a value is symbolic
  };
  struct NativePath {
    std::vector<report::Decision> decisions;
    bool is_cut = false;
  };

  PathCheck(load::Loaded loaded, const RunOptions& run);
  Prediction predict(const report::Test& test) const;
  // A failure is an error, with how it counts: unconfirmable, or diverged.
  base::Result<NativePath> run_natively(const report::Test& test, const std::string& answers,
                                        const report::Limits& limits, report::Confirmation& failed);

  load::Loaded loaded_;
  ir::Points points_;
  explore::Config config_;
  std::unique_ptr<report::NativeBuild> build_;
  std::map<std::pair<ir::BranchId, uint32_t>, uint32_t> directions_;  // their numbers
};

}  // namespace bonsai::cli
