// Tested by native_path_test.cpp.
#include "report/path_comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/printer.h"

namespace bonsai::report {
namespace {

const ir::Function& function_of(const ir::Program& program, ir::BranchId branch) {
  return program.functions[program.branches[branch].function];
}

std::string place(const ir::Program& program, ir::BranchId branch) {
  const ir::Function& function = function_of(program, branch);
  std::string line = to_string(program, function.locations[program.branches[branch].index]);
  return fmt::format("branch {} ({}, in {})", branch, line, function.source_name);
}

std::string way(const ir::Program& program, const Decision& decision) {
  const ir::Function& function = function_of(program, decision.branch);
  if (function.code[program.branches[decision.branch].index].op != ir::Op::Switch)
    return decision.outcome ? "its true side" : "its false side";
  ir::LocationId location =
      decision.outcome < function.locations.size() ? function.locations[decision.outcome] : 0;
  return fmt::format("instruction {} ({})", decision.outcome, to_string(program, location));
}

}  // namespace

std::optional<std::string> first_difference(const ir::Program& program, std::span<const Decision> predicted,
                                            std::span<const Decision> native, bool whole) {
  auto [p, n] = std::mismatch(predicted.begin(), predicted.end(), native.begin(), native.end());
  size_t number = size_t(p - predicted.begin()) + 1;
  if (p != predicted.end() && n != native.end()) {
    if (p->branch != n->branch)
      return fmt::format("decision {}: {} was predicted, the native run is at {}", number,
                         place(program, p->branch), place(program, n->branch));
    return fmt::format("decision {}: {} was predicted to take {}, the native run took {}", number,
                       place(program, p->branch), way(program, *p), way(program, *n));
  }
  if (p != predicted.end())
    return fmt::format("the native run ended after {} decisions, before {}; {} were predicted", native.size(),
                       place(program, p->branch), predicted.size());
  if (whole && n != native.end())
    return fmt::format("the native run went on at {} after the {} decisions that were predicted",
                       place(program, n->branch), predicted.size());
  return std::nullopt;
}

}  // namespace bonsai::report
