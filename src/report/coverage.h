// Coverage: from covered points (ir/points.h) to lines, branches and functions of the source.
//
// A point stands for the end of a straight run of code, a terminator or a call; it covers the lines of all
// instructions back to the run's beginning: after the run's end before it, or at the block's first
// instruction. A run that an error cut short has no covered point and covers nothing.
//
// Code may stand in several places: inlined, or once per instance of a template. Lines and functions are
// those of the source, so copies count once; a branch is known by its place and its rank among the branches
// there (a macro has several at one place), and a way is taken if a copy took it. Branches and their ways are
// those of the program before the passes of --opt (ir::SourceBranch), whatever became of them; at --opt 2,
// where nobody knows them, those that are left.
//
// Only functions with a body and a place in the source count.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "ir/points.h"
#include "ir/program.h"

namespace bonsai::report {

struct BranchCoverage {
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t rank = 0;        // among branches of one place, as a macro makes them
  std::vector<bool> taken;  // per way, in the order of ir/points.h
};

struct FunctionCoverage {
  std::string name;  // the linker's, of the first copy
  uint32_t line = 0;
  bool covered = false;
};

struct FileCoverage {
  std::map<uint32_t, bool> lines;           // those with code
  std::vector<BranchCoverage> branches;     // by line, column, rank
  std::vector<FunctionCoverage> functions;  // by line
};

struct CoverageTotals {
  uint64_t lines = 0, lines_total = 0;
  uint64_t branches = 0, branches_total = 0;  // ways
  uint64_t functions = 0, functions_total = 0;
};

struct Coverage {
  std::map<std::string, FileCoverage> files;
  CoverageTotals totals;
};

// `covered`: points, ascending. Those that the program does not have are ignored.
Coverage cover(const ir::Program& program, const ir::Points& points, std::span<const uint32_t> covered);

// An lcov tracefile (geninfo(1)): what genhtml and most viewers of coverage read. Files with a relative name
// are taken to lie in `folder`.
std::string to_lcov(const Coverage& coverage, const std::filesystem::path& folder = {});

}  // namespace bonsai::report
