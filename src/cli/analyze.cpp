// bonsai analyze: what pointers may point to, and what functions may do to memory, without running the
// program.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "analysis/slice.h"
#include "cli/commands.h"
#include "cli/json_output.h"
#include "cli/loading.h"

namespace bonsai::cli {
namespace {

using analysis::PointsTo;
using analysis::Range;
using analysis::Site;
using analysis::Target;
using nlohmann::json;

class Teller {
 public:
  explicit Teller(const PointsTo& points_to) : points_to_(points_to), program_(points_to.program()) {
    for (const ir::Function& function : program_.functions)
      for (uint32_t i = 0; i < function.code.size(); ++i)
        if (function.code[i].op == ir::Op::Call)
          calls_[program_.calls[function.code[i].imm].site] = {&function, i};
  }

  std::string name(analysis::SiteId id) const {
    const Site& site = points_to_.sites()[id];
    switch (site.kind) {
      case Site::Kind::outside: return "anything";
      case Site::Kind::arguments: return site.index ? "strings of the arguments" : "vector of the arguments";
      case Site::Kind::global: return program_.globals[site.index].name;
      case Site::Kind::function: return program_.functions[site.index].source_name + "()";
      case Site::Kind::local: {
        const ir::Function& function = program_.functions[site.index];
        const std::string& local = function.locals[site.local].name;
        return fmt::format("{} of {}", local.empty() ? fmt::format("local {}", site.local) : local,
                           function.source_name);
      }
      case Site::Kind::heap: {
        std::string text = fmt::format("{} at {}", callee(site.index), place(site.index));
        if (site.caller != ir::none) text += fmt::format(" (called from {})", place(site.caller));
        if (site.callers_caller != ir::none) text += fmt::format(" (from {})", place(site.callers_caller));
        return text;
      }
    }
    return "";
  }
  std::string name(const Target& target) const {
    std::string text = name(target.site);
    Site::Kind kind = points_to_.sites()[target.site].kind;
    if (kind == Site::Kind::function || kind == Site::Kind::outside) return text;
    if (target.place.is_any()) return text + " + ?";
    if (target.place.step)
      return text + fmt::format(" + {} + {} * ?", target.place.offset, target.place.step);
    return target.place.offset ? text + fmt::format(" + {}", target.place.offset) : text;
  }
  std::string name(const Range& range) const {
    if (range.is_whole()) return name(range.site);
    if (range.end == Range::to_the_end) return name(range.site) + fmt::format(" from byte {}", range.begin);
    return name(range.site) + fmt::format(" bytes {} to {}", range.begin, range.end - 1);
  }

 private:
  std::string place(uint32_t call_site) const {
    auto found = calls_.find(call_site);
    if (found == calls_.end()) return "an unknown place";
    ir::LocationId at = found->second.first->locations[found->second.second];
    std::string file = program_.file_of(at);
    return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), program_.locations[at].line);
  }
  std::string callee(uint32_t call_site) const {
    auto found = calls_.find(call_site);
    if (found == calls_.end()) return "allocation";
    std::span<const ir::FunctionId> callees =
        points_to_.callees(uint32_t(found->second.first->code[found->second.second].imm));
    return callees.empty() ? "allocation" : program_.functions[callees[0]].source_name;
  }

  const PointsTo& points_to_;
  const ir::Program& program_;
  std::unordered_map<uint32_t, std::pair<const ir::Function*, uint32_t>> calls_;
};

template <typename List>
json names(const Teller& teller, const List& list) {
  json all = json::array();
  for (const auto& each : list) all.push_back(teller.name(each));
  return all;
}

// Variables in memory by what they hold, parameters by what they are called with, and each register that an
// instruction takes for an address.
json pointers(const PointsTo& points_to, const Teller& teller, const ir::Function& function) {
  json all = json::array();
  auto add = [&](const std::string& what, ir::LocationId at, const std::vector<Target>& targets) {
    if (targets.empty()) return;
    all.push_back({{"what", what},
                   {"line", points_to.program().locations[at].line},
                   {"targets", names(teller, targets)}});
  };
  for (uint32_t r = 0; r < function.parameters; ++r) {
    std::string name = fmt::format("parameter {}", r + 1);
    for (const ir::Variable& variable : function.variables)
      if (variable.parameter && variable.place == ir::Variable::Place::reg && variable.index == r)
        name = "parameter " + variable.name;
    add(name, function.location, points_to.parameter(function.id, r));
  }
  for (uint32_t i = 0; i < function.locals.size(); ++i)
    if (!function.locals[i].name.empty())
      add("local " + function.locals[i].name, function.locals[i].location,
          points_to.content(points_to.site_of_local(function.id, i), analysis::Offsets::any(), 1));
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    const ir::Instr& instr = function.code[i];
    bool is_load = instr.op == ir::Op::Load || instr.op == ir::Op::LoadX;
    if (is_load || instr.op == ir::Op::Store || instr.op == ir::Op::StoreX)
      add(fmt::format("{} at {}", is_load ? "load" : "store", i), function.locations[i],
          points_to.read(function.id, i, instr.a));
    if (instr.op == ir::Op::Call && points_to.program().calls[instr.imm].callee == ir::none) {
      std::vector<Target> targets;
      for (ir::FunctionId id : points_to.callees(uint32_t(instr.imm)))
        targets.push_back({points_to.site_of_function(id), {}});
      add(fmt::format("call at {}", i), function.locations[i], targets);
    }
  }
  return all;
}

json effects(const analysis::Effects& of, const Teller& teller) {
  json all = {{"writes", names(teller, of.memory.writes)},
              {"reads", names(teller, of.memory.reads)},
              {"frees", names(teller, of.memory.frees)},
              {"allocates", names(teller, of.memory.allocations)},
              {"callees", of.callees.size()}};
  json flags = json::array();
  auto flag = [&](bool is_set, const char* word) {
    if (is_set) flags.push_back(word);
  };
  flag(of.memory.writes_anything, "may write anything");
  flag(of.memory.reads_anything, "may read anything");
  flag(of.may_not_return, "may not return");
  flag(of.makes_input, "makes input");
  flag(of.talks, "talks to the outside");
  flag(of.registers_exit_handler, "registers exit handlers");
  flag(of.calls_unknown, "calls functions that are not defined");
  flag(of.is_recursive, "is recursive");
  all["flags"] = flags;
  return all;
}

void print(const json& function) {
  fmt::print("\n{}\n", function["name"].get<std::string>());
  auto list = [](const std::string& title, const json& items) {
    if (items.empty()) return;
    fmt::print("  {}:\n", title);
    for (const json& item : items) fmt::print("    {}\n", item.get<std::string>());
  };
  if (function.contains("pointers"))
    for (const json& each : function["pointers"])
      list(fmt::format("{}, line {}", each["what"].get<std::string>(), each["line"].get<unsigned>()),
           each["targets"]);
  if (!function.contains("effects")) return;
  const json& effects = function["effects"];
  for (const char* key : {"writes", "reads", "frees", "allocates", "flags"}) list(key, effects[key]);
}

size_t distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

// The names that look most like it.
std::string near(const ir::Program& program, const std::string& wanted) {
  std::vector<std::pair<size_t, std::string>> all;
  for (const ir::Function& function : program.functions) {
    if (!function.has_body) continue;
    size_t apart = distance(wanted, function.source_name);
    if (apart <= 2 + wanted.size() / 4 || function.source_name.find(wanted) != std::string::npos)
      all.push_back({apart, function.source_name});
  }
  std::sort(all.begin(), all.end());
  constexpr size_t most = 5;
  std::string text;
  for (size_t i = 0; i < std::min(all.size(), most); ++i) text += (i ? ", " : "") + all[i].second;
  return text.empty() ? "" : "; near: " + text;
}

std::string unknown_function(const ir::Program& program, const std::string& wanted) {
  return fmt::format("no function {} in {}{}", wanted, program.name, near(program, wanted));
}

const ir::Function* find(const ir::Program& program, const std::string& wanted) {
  for (const ir::Function& function : program.functions)
    if (function.has_body && (function.name == wanted || function.source_name == wanted)) return &function;
  return nullptr;
}

// Lines of the source that the slice keeps something of, by function.
int print_slice(const base::Options& options, const PointsTo& points_to, const analysis::ModRef& mod_ref) {
  const ir::Program& program = points_to.program();
  size_t colon = options.slice.find(':');
  std::string name = options.slice.substr(0, colon);
  std::string wanted = colon == std::string::npos ? "result" : options.slice.substr(colon + 1);
  const ir::Function* function = find(program, name);
  if (!function || !points_to.is_reached(function->id)) {
    complain(function ? fmt::format("no execution comes to {}", name) : unknown_function(program, name));
    return bad_input;
  }
  std::vector<Range> ranges;
  for (uint32_t i = 0; i < program.globals.size(); ++i)
    if (program.globals[i].name == wanted) ranges.push_back({points_to.site_of_global(i)});
  if (ranges.empty() && wanted != "result") {
    complain(fmt::format("no global {} in {}", wanted, program.name));
    return bad_input;
  }
  analysis::Slicer slicer(points_to, mod_ref);
  const analysis::Slice& slice = slicer.slice(function->id, ranges, ranges.empty());
  json result = {{"kept", slice.kept}, {"instructions", slice.instructions}};
  for (const ir::Function& each : program.functions) {
    auto found = slice.functions.find(each.id);
    if (found == slice.functions.end() || found->second.kept == 0) continue;
    std::vector<uint32_t> lines;
    for (uint32_t i = 0; i < each.code.size(); ++i)
      if (found->second.code[i] == analysis::SlicedFunction::keep)
        lines.push_back(program.locations[each.locations[i]].line);
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    result["functions"].push_back({{"name", each.source_name},
                                   {"kept", found->second.kept},
                                   {"instructions", each.code.size()},
                                   {"lines", lines}});
  }
  if (options.json) {
    print_json(result.dump(1));
    return clean;
  }
  fmt::print("{} of {} instructions kept\n", slice.kept, slice.instructions);
  for (const json& each : result["functions"])
    fmt::print("{}: {} of {}, lines {}\n", each["name"].get<std::string>(), each["kept"].get<unsigned>(),
               each["instructions"].get<unsigned>(),
               fmt::join(each["lines"].get<std::vector<unsigned>>(), " "));
  return clean;
}

}  // namespace

int analyze(const base::Options& options) {
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return bad_input;
  const ir::Program& program = loaded->program;
  auto is_wanted = [&](const ir::Function& function) {
    return options.function == function.name || options.function == function.source_name;
  };
  if (!options.function.empty() &&
      std::none_of(program.functions.begin(), program.functions.end(), is_wanted)) {
    complain(unknown_function(program, options.function));
    return bad_input;
  }
  PointsTo points_to(program, loaded->start);
  analysis::ModRef mod_ref(points_to);
  if (!options.slice.empty()) return print_slice(options, points_to, mod_ref);
  Teller teller(points_to);
  const PointsTo::Statistics& sizes = points_to.statistics();
  json result = {{"functions", sizes.functions},        {"instructions", sizes.instructions},
                 {"instances", sizes.instances},        {"sites", sizes.sites},
                 {"constraints", sizes.constraints},    {"seconds", sizes.seconds},
                 {"seconds_effects", mod_ref.seconds()}};
  bool both = !options.points_to && !options.mod_ref && !options.function.empty();
  for (const ir::Function& function : program.functions) {
    if (!points_to.is_reached(function.id)) continue;
    if (options.function.empty() ? function.is_runtime : !is_wanted(function)) continue;
    if (!options.points_to && !options.mod_ref && !both) continue;
    json one = {{"name", function.source_name}};
    if (options.points_to || both) one["pointers"] = pointers(points_to, teller, function);
    if (options.mod_ref || both) one["effects"] = effects(mod_ref.of(function.id), teller);
    result["list"].push_back(one);
  }
  if (options.json) {
    print_json(result.dump(1));
    return clean;
  }
  fmt::print(
      "{} functions reached, {} instructions, looked at {} times in all, {} sites, {} constraints, {:.2f} s; "
      "effects {:.2f} s\n",
      sizes.functions, sizes.instructions, sizes.instances, sizes.sites, sizes.constraints, sizes.seconds,
      mod_ref.seconds());
  if (result.contains("list"))
    for (const json& each : result["list"]) print(each);
  else if (!options.function.empty())
    fmt::print("\n{}: no execution comes there\n", options.function);
  return clean;
}

}  // namespace bonsai::cli
