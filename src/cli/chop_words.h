// What --chop, --chop-file and --chop-keep name: functions, single calls and portions of the program.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "ir/program.h"
#include "load/outline.h"

namespace bonsai::cli {

struct ChopWish {
  std::set<ir::FunctionId> functions;
  std::set<std::pair<uint32_t, ir::FunctionId>> sites;  // index into Program::calls, and who is called there
  bool is_empty() const { return functions.empty() && sites.empty(); }
};

// Puts the lines of --chop-file behind the words of --chop, so that the options say it all.
base::Result<void> read_chop_file(base::Options& options);

// FILE:FIRST-LAST, lines of a function.
std::optional<load::Portion> portion_of(const std::string& word);

// An error names the words that fit nothing, with names of the program that are close.
base::Result<ChopWish> read_chop(const base::Options& options, const ir::Program& program);

// Some names of functions of the program that are most like a word: ", is one of these meant: a, b?", or "".
std::string like_names(const ir::Program& program, const std::string& word);

}  // namespace bonsai::cli
