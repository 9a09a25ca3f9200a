// The command line: words to Options, by the table in base/options.def.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"

namespace bonsai::cli {

struct Parsed {
  std::string command;  // empty: only help or version was asked for, and `text` is it
  std::string text;
  base::Options options;
  std::set<std::string> given;  // flags that stood there, as base/options.def spells them
};

// `defaults`: what options have that the words do not name.
base::Result<Parsed> parse(const std::vector<std::string>& words, const base::Options& defaults = {});

// "90s", "5m", "2h", "1.5" → seconds; "512", "64K", "2G" → bytes. False if it is neither.
bool parse_duration(const std::string& text, double& seconds);
bool parse_size(const std::string& text, uint64_t& bytes);

}  // namespace bonsai::cli
