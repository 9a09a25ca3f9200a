// The options of a run as JSON, as they stand in its options.json, and back: what `tests`, `replay` and
// `resume` need to load the same program again.
//
//   {"version": "0.1.0", "folder": "/where/it/was/started", "inputs": ["a.c"], "arguments": ["-x"],
//    "options": {"opt": 1, "check": ["overflow"], …}}
//
// Every row of base/options.def is one member of "options", under its long flag. What is missing has its
// default; what is unknown or has a wrong type is an error.
#pragma once

#include <filesystem>
#include <string>

#include "base/options.h"
#include "base/result.h"

namespace bonsai::cli {

struct RunOptions {
  base::Options options;
  std::string folder;  // relative names in the options lie in it; absolute
};

std::string to_json(const RunOptions& run);
base::Result<RunOptions> run_options_from_json(const std::string& text);

// Of the run in a folder.
base::Result<RunOptions> read_run_options(const std::filesystem::path& run);

}  // namespace bonsai::cli
