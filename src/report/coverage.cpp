// Tested by coverage_test.cpp.
#include "report/coverage.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace bonsai::report {
namespace {

using ir::Format;
using ir::Function;
using ir::Instr;
using ir::Location;
using ir::LocationId;
using ir::Op;

bool is_two_way(Op op) {
  Format format = ir::info(op).format;
  return format == Format::Branch || format == Format::BranchCompare || format == Format::BranchCompareImm;
}
bool is_switch(Op op) { return op == Op::Switch || op == Op::IndirectBr; }
bool ends_run(Op op) { return ir::is_terminator(op) || op == Op::Call; }

class Counter {
 public:
  Counter(const ir::Program& program, const ir::Points& points, std::span<const uint32_t> covered)
      : program_(program), points_(points), covered_(points.count()) {
    for (uint32_t point : covered)
      if (point < covered_.size()) covered_[point] = true;
  }

  Coverage count() {
    for (bool inlining : {true, false})
      for (const Function& function : program_.functions)
        if (function.has_body && !function.is_runtime && program_.locations[function.location].line)
          inlining ? note_inlined(function) : count(function);
    collect();
    return std::move(coverage_);
  }

 private:
  // File, line, column, rank, number of ways: what makes branches of several copies one.
  using BranchKey = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, size_t>;
  // File, line, name in the source.
  using FunctionKey = std::tuple<uint32_t, uint32_t, std::string>;

  // Calls f(first, end, executed) for each straight run of code; its last instruction is at end - 1.
  template <typename F>
  void for_each_run(const Function& function, F f) const {
    for (const ir::Block& block : function.blocks) {
      for (uint32_t first = block.first, i = first; i < block.end; ++i) {
        if (!ends_run(function.code[i].op)) continue;
        f(first, i + 1, is_covered(function, i));
        first = i + 1;
      }
    }
  }

  void note_inlined(const Function& function) {
    for_each_run(function, [&](uint32_t first, uint32_t end, bool executed) {
      for (uint32_t i = first; i < end && executed; ++i) {
        const Location& at = program_.locations[function.locations[i]];
        if (at.inlined_at) inlined_.insert({at.file, program_.strings[at.function]});
      }
    });
  }

  void count(const Function& function) {
    bool any = false;
    for_each_run(function, [&](uint32_t, uint32_t, bool executed) { any |= executed; });
    const Location& at = program_.locations[function.location];
    bool inlined = inlined_.contains({at.file, function.source_name});
    FunctionCoverage& found = functions_[{at.file, at.line, function.source_name}];
    if (found.name.empty()) found.name = function.name;
    found.line = at.line;
    found.covered |= any || inlined;
    // Where calls were inlined and nothing calls the body itself, the copies are the code.
    if (inlined && !any) return;
    for_each_run(function, [&](uint32_t first, uint32_t end, bool executed) {
      for (uint32_t i = first; i < end; ++i) count_line(function, i, executed);
      count_branch(function, end - 1);
    });
    ranks_.clear();
  }

  bool is_covered(const Function& function, uint32_t index) const {
    const Instr& instr = function.code[index];
    if (covered_[points_.of(function.id, index)]) return true;
    if (is_two_way(instr.op)) return covered_[points_.of(function.id, index, 1)];
    if (!is_switch(instr.op)) return false;
    std::vector<bool> taken = ways(function, index);
    return std::find(taken.begin(), taken.end(), true) != taken.end();
  }

  std::vector<bool> ways(const Function& function, uint32_t index) const {
    const Instr& instr = function.code[index];
    if (is_two_way(instr.op))
      return {covered_[points_.of(function.id, index, 0)], covered_[points_.of(function.id, index, 1)]};
    std::vector<bool> taken;
    uint32_t table = uint32_t(instr.imm);
    for (uint32_t i = 0; i < points_.distinct_targets(table).size(); ++i)
      taken.push_back(covered_[points_.of_switch(table, i)]);
    return taken;
  }

  void count_line(const Function& function, uint32_t index, bool executed) {
    // What follows a call that does not return is no code of the program's.
    if (function.code[index].op == Op::Unreachable) return;
    const Location& at = program_.locations[function.locations[index]];
    if (!at.line) return;
    lines_[{at.file, at.line}] |= executed;
  }

  void count_branch(const Function& function, uint32_t index) {
    Op op = function.code[index].op;
    if (!is_two_way(op) && !is_switch(op)) return;
    const Location& at = program_.locations[function.locations[index]];
    std::vector<bool> taken = ways(function, index);
    if (!at.line || taken.size() < 2) return;
    uint32_t rank = ranks_[{at.file, at.line, at.column, at.inlined_at}]++;
    std::vector<bool>& known = branches_[{at.file, at.line, at.column, rank, taken.size()}];
    known.resize(taken.size());
    for (size_t i = 0; i < taken.size(); ++i) known[i] = known[i] || taken[i];
  }

  FileCoverage& file(uint32_t name) { return coverage_.files[program_.strings[name]]; }

  void collect() {
    CoverageTotals& totals = coverage_.totals;
    for (const auto& [key, covered] : lines_) {
      file(key.first).lines[key.second] = covered;
      totals.lines += covered;
      ++totals.lines_total;
    }
    for (const auto& [key, taken] : branches_) {
      file(std::get<0>(key))
          .branches.push_back({std::get<1>(key), std::get<2>(key), std::get<3>(key), taken});
      totals.branches += uint64_t(std::count(taken.begin(), taken.end(), true));
      totals.branches_total += taken.size();
    }
    for (auto& [key, function] : functions_) {
      totals.functions += function.covered;
      ++totals.functions_total;
      file(std::get<0>(key)).functions.push_back(function);
    }
  }

  const ir::Program& program_;
  const ir::Points& points_;
  std::vector<bool> covered_;
  std::map<std::pair<uint32_t, uint32_t>, bool> lines_;  // file, line
  std::map<BranchKey, std::vector<bool>> branches_;
  // Branches so far at a place in the function at hand. Each inlined copy has an inlined_at of its own.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, LocationId>, uint32_t> ranks_;
  std::map<FunctionKey, FunctionCoverage> functions_;
  std::set<std::pair<uint32_t, std::string>> inlined_;  // file and function of executed inlined code
  Coverage coverage_;
};

}  // namespace

Coverage cover(const ir::Program& program, const ir::Points& points, std::span<const uint32_t> covered) {
  return Counter(program, points, covered).count();
}

}  // namespace bonsai::report
