// The options of a run as JSON, as they stand in its options.json, and back: what `tests`, `replay` and
// `resume` need to load the same program again.
//
//   {"version": "0.1.0", "folder": "/where/it/was/started", "inputs": ["a.c"], "arguments": ["-x"],
//    "options": {"opt": 1, "check": ["overflow"], …}}
//
// Every row of base/options.def is one member of "options", under its long flag. What is missing has its
// default; what is unknown, has a wrong type or a value that the table does not allow is an error.
//
// Somebody else may have written the folder: what starts programs or names files to write is not taken from
// it (origin_of in option_values.h), nor are flags of the compiler that are not harmless.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"

namespace bonsai::cli {

struct RunOptions {
  base::Options options;
  std::string folder{};   // relative names in the options lie in it; absolute
  std::string command{};  // that began the run: "run", "reach", "test"; empty: of an older version
};

std::string to_json(const RunOptions& run);
// All that is written there.
base::Result<RunOptions> run_options_from_json(const std::string& text);

// Of the run in a folder, without what is the user's alone. Flags of the compiler that are not harmless are
// an error, unless they are among `flags`: those of the user's own command line.
base::Result<RunOptions> read_run_options(const std::filesystem::path& run,
                                          const std::vector<std::string>& flags = {});

// What `command` does not do as the run in the folder did, because an option is the user's alone: a line for
// each.
std::vector<std::string> options_not_taken(const std::filesystem::path& run, const std::string& command,
                                           const base::Options& options);

}  // namespace bonsai::cli
