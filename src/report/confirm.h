// Does the native program do what the engine says? Errors are confirmed by what sanitizers, signals and the
// program itself show at the reported place (confirmation.def says what counts for which kind); paths without
// an error by exit code and output.
//
// Threads: the same NativeBuild may be used by several at once.
#pragma once

#include <span>
#include <string>

#include "report/native_build.h"
#include "report/native_run.h"
#include "report/path_comparison.h"
#include "report/records.h"

namespace bonsai::report {

struct Verdict {
  Confirmation confirmation = Confirmation::untried;
  std::string reason;  // one line: what was seen, or what differs
};

// REQUIRES: `test` is the test that shows `error`.
Verdict confirm_error(NativeBuild& build, const Test& test, const Error& error, const Limits& limits = {});

// A test without an error: confirmed, diverged, or unconfirmable (cut paths, programs that cannot be built).
Verdict compare_test(NativeBuild& build, const Test& test, const Limits& limits = {});

// Compares the decisions of both sides, from an instrumented native build (native_path.h). `is_cut`: the
// native trace was full before the run ended. Then only its beginning is compared, and unless it differs the
// verdict is unconfirmable and says how much was compared.
Verdict compare_paths(const ir::Program& program, const Test& test, std::span<const Decision> predicted,
                      std::span<const Decision> native, bool is_cut = false);

// True if confirmation.def knows this kind of error.
bool has_rule(const std::string& kind);

}  // namespace bonsai::report
