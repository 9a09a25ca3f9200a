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
    count_source_branches();
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
      for (uint32_t i = first; i < end; ++i) {
        count_line(function, i, executed);
        if (function.code[i].op == Op::Observe) count_observation(function, i);
      }
      count_branch(function, end - 1);
    });
    ranks_.clear();
  }

  // What an instruction says of a source branch, if it went its first way or its second.
  void take(const ir::Observation& what, bool yes, bool no) {
    std::vector<bool>& taken = taken_[what.branch];
    taken.resize(program_.source_branches[what.branch].ways);
    if (yes && what.yes != ir::none) taken[what.yes] = true;
    if (no && what.no != ir::none) taken[what.no] = true;
  }

  void count_observation(const Function& function, uint32_t index) {
    const ir::Observation& what = program_.observations[function.code[index].imm];
    take(what, covered_[points_.of(function.id, index, 0)], covered_[points_.of(function.id, index, 1)]);
  }

  // A two-way branch or a switch that is one of the source. False: it is none.
  bool count_site(const Function& function, uint32_t index) {
    const ir::BranchSite* site = function.branch_site(index);
    if (!site || site->observation == ir::none) return false;
    const ir::Observation& what = program_.observations[site->observation];
    std::vector<bool> went = ways(function, index);
    if (is_two_way(function.code[index].op)) {
      if (site->inverted) std::vector<bool>::swap(went[0], went[1]);
      take(what, went[0], went[1]);
      return true;
    }
    const ir::SourceBranch& branch = program_.source_branches[what.branch];
    auto table = uint32_t(function.code[index].imm);
    const std::vector<uint32_t>& targets = points_.distinct_targets(table);
    std::vector<std::set<uint32_t>> behind = ways_behind(branch, what, program_.switches[table], targets);
    // A target of several directions says nothing; then there are Observe instructions for each.
    for (size_t i = 0; i < targets.size(); ++i)
      if (behind[i].size() == 1) take({what.branch, *behind[i].begin(), ir::none}, went[i], false);
    return true;
  }

  // By target: the directions of the source branch that lead there.
  static std::vector<std::set<uint32_t>> ways_behind(const ir::SourceBranch& branch,
                                                     const ir::Observation& what,
                                                     const ir::SwitchTable& table,
                                                     const std::vector<uint32_t>& targets) {
    std::vector<std::set<uint32_t>> behind(targets.size());
    auto at = [&](uint32_t target) -> std::set<uint32_t>& {
      return behind[size_t(std::find(targets.begin(), targets.end(), target) - targets.begin())];
    };
    std::map<uint64_t, uint32_t> left;
    for (const auto& each : branch.cases) left[what.tested(each.value)] = each.way;
    for (const ir::SwitchTable::Case& each : table.cases) {
      auto found = left.find(each.value);
      at(each.target).insert(found == left.end() ? 0 : found->second);
      if (found != left.end()) left.erase(found);
    }
    if (table.default_target == ir::none) return behind;
    at(table.default_target).insert(0);
    for (const auto& [value, way] : left) at(table.default_target).insert(way);
    return behind;
  }

  // Branches as the source has them, with what any copy took; and the lines that stand only behind a
  // direction, of which the passes may have left nothing.
  void count_source_branches() {
    std::map<std::pair<uint32_t, uint32_t>, bool> vanished;
    for (uint32_t i = 0; i < program_.source_branches.size(); ++i) {
      const ir::SourceBranch& branch = program_.source_branches[i];
      const Location& at = program_.locations[branch.location];
      std::vector<bool>& taken = taken_[i];
      taken.resize(branch.ways);
      for (const ir::SourceBranch::Implied& implied : branch.implied)
        if (taken[implied.way]) take({implied.branch, implied.by_way, ir::none}, true, false);
      std::vector<bool>& known = branches_[{at.file, at.line, at.column, branch.rank, branch.ways}];
      known.resize(branch.ways);
      for (size_t way = 0; way < branch.ways; ++way) {
        known[way] = known[way] || taken[way];
        for (LocationId place : branch.code[way]) {
          const Location& code = program_.locations[place];
          if (!lines_.contains({code.file, code.line})) vanished[{code.file, code.line}] |= taken[way];
        }
      }
    }
    lines_.insert(vanished.begin(), vanished.end());
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
    // Where branches of the source are known, one that is none was made by a pass.
    if (count_site(function, index) || !program_.source_branches.empty()) return;
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
  std::map<uint32_t, std::vector<bool>> taken_;  // by source branch, per direction
  std::map<FunctionKey, FunctionCoverage> functions_;
  std::set<std::pair<uint32_t, std::string>> inlined_;  // file and function of executed inlined code
  Coverage coverage_;
};

}  // namespace

Coverage cover(const ir::Program& program, const ir::Points& points, std::span<const uint32_t> covered) {
  return Counter(program, points, covered).count();
}

}  // namespace bonsai::report
