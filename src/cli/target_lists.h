// Lines that somebody else names as worth reaching: a patch, or what a static analyser says.
//
// Tested by target_lists_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace bonsai::cli {

struct NamedLine {
  std::string file;
  uint32_t line = 0;
  std::string words;  // what was said of it
  friend bool operator==(const NamedLine&, const NamedLine&) = default;
};

// Of a unified diff: the lines that it changes or adds, by their numbers afterwards; where lines only go, the
// one that takes their place. Names lose a/ and b/, as git writes them.
base::Result<std::vector<NamedLine>> lines_of_patch(const std::string& text);

// FILE:LINE[:COLUMN]: MESSAGE, as gcc, clang and many others print it, notes left out; or SARIF, where the
// text begins with a brace. Each line once.
base::Result<std::vector<NamedLine>> lines_of_report(const std::string& text);

}  // namespace bonsai::cli
