// What commands that take a program share: loading it, and saying what was wrong.
#pragma once

#include <optional>

#include "base/options.h"
#include "cli/run_options.h"
#include "load/load.h"

namespace bonsai::cli {

// Loads the program; prints warnings, or the error (one line, then the compiler's words if any) and returns
// nothing.
// If `native_module` is named, the module is also written there, for a native build that tells its path.
std::optional<load::Loaded> load_program(const base::Options& options, const std::string& native_module = "");

// The program of a run, loaded again as the run did, from the folder in which it was started; the current
// folder is another while it loads. Says only what is wrong.
std::optional<load::Loaded> load_program_of_run(const RunOptions& run, const std::string& native_module = "");

// True if `check` was asked for.
bool has_check(const base::Options& options, const char* check);

// One line on standard error: "bonsai: …".
void complain(const std::string& message);

}  // namespace bonsai::cli
