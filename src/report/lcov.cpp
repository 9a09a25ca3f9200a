// The lcov tracefile: one record per source file. How often a line ran is not counted; covered is 1.
#include <fmt/format.h>

#include <algorithm>

#include "report/coverage.h"

namespace bonsai::report {
namespace {

std::string functions(const FileCoverage& file) {
  std::string out;
  for (const FunctionCoverage& function : file.functions)
    out += fmt::format("FN:{},{}\n", function.line, function.name);
  size_t hit = 0;
  for (const FunctionCoverage& function : file.functions) {
    out += fmt::format("FNDA:{:d},{}\n", function.covered, function.name);
    hit += function.covered;
  }
  return out + fmt::format("FNF:{}\nFNH:{}\n", file.functions.size(), hit);
}

std::string branches(const FileCoverage& file) {
  std::string out;
  size_t found = 0, hit = 0;
  uint32_t line = 0, block = 0;
  for (const BranchCoverage& branch : file.branches) {
    block = branch.line == line ? block + 1 : 0;
    line = branch.line;
    bool reached = std::find(branch.taken.begin(), branch.taken.end(), true) != branch.taken.end();
    for (size_t way = 0; way < branch.taken.size(); ++way) {
      const char* taken = !reached ? "-" : branch.taken[way] ? "1" : "0";
      out += fmt::format("BRDA:{},{},{},{}\n", line, block, way, taken);
      hit += branch.taken[way];
    }
    found += branch.taken.size();
  }
  return out + fmt::format("BRF:{}\nBRH:{}\n", found, hit);
}

std::string lines(const FileCoverage& file) {
  std::string out;
  size_t hit = 0;
  for (const auto& [line, covered] : file.lines) {
    out += fmt::format("DA:{},{:d}\n", line, covered);
    hit += covered;
  }
  return out + fmt::format("LF:{}\nLH:{}\n", file.lines.size(), hit);
}

}  // namespace

std::string to_lcov(const Coverage& coverage, const std::filesystem::path& folder) {
  std::string out;
  for (const auto& [name, file] : coverage.files) {
    out += fmt::format("TN:\nSF:{}\n", (folder / name).lexically_normal().string());
    out += functions(file) + branches(file) + lines(file) + "end_of_record\n";
  }
  return out;
}

}  // namespace bonsai::report
