#include "cli/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "cli/ledger_report.h"

namespace bonsai::cli {
namespace {

using nlohmann::json;

json to_json(const report::Error& error) {
  json stack = json::array();
  for (const report::Place& place : error.stack)
    stack.push_back(
        {{"function", place.function}, {"file", place.file}, {"line", place.line}, {"column", place.column}});
  json object = {{"id", error.id},
                 {"kind", error.kind},
                 {"message", error.message},
                 {"stack", stack},
                 {"stack_omitted", error.omitted},
                 {"count", error.met()},
                 {"test", error.test},
                 {"confirmed", report::word(error.confirmed)},
                 {"reason", error.reason}};
  if (!stack.empty())
    for (const char* key : {"file", "line", "function"}) object[key] = stack[0][key];
  return object;
}

std::string where(const report::Place& place) {
  if (!place.line) return fmt::format("in {}", place.function);
  return fmt::format("{}:{}:{} in {}", place.file, place.line, place.column, place.function);
}

void print_stack(const report::Error& error) {
  constexpr size_t shown = 20, outermost = 3;
  size_t left_out = error.stack.size() > shown + outermost ? error.stack.size() - shown - outermost : 0;
  for (size_t i = 0; i < error.stack.size(); ++i) {
    if (left_out && i == shown) {
      fmt::print("  … {} more calls\n", left_out + error.omitted);
      i += left_out;
    }
    fmt::print("  {} {}\n", i ? "by" : "at", where(error.stack[i]));
  }
}

// Bytes as a C string where they are text, else in hexadecimal.
std::string shown(const std::vector<uint8_t>& bytes) {
  constexpr size_t most = 64;
  bool text = true, any = false;
  for (uint8_t each : bytes) {
    text &= std::isprint(each) || each == 0 || each == '\n';
    any |= std::isprint(each) != 0;
  }
  text &= any;
  std::string out = text ? "\"" : "";
  for (size_t i = 0; i < std::min(bytes.size(), most); ++i) {
    if (!text)
      out += fmt::format("{}{:02x}", i ? " " : "", bytes[i]);
    else if (bytes[i] == 0)
      out += "\\0";
    else if (bytes[i] == '\n')
      out += "\\n";
    else if (bytes[i] == '"' || bytes[i] == '\\')
      out += fmt::format("\\{}", char(bytes[i]));
    else
      out += char(bytes[i]);
  }
  if (text) out += '"';
  return bytes.size() > most ? out + fmt::format(" … ({} bytes)", bytes.size()) : out;
}

std::string percent(uint64_t part, uint64_t whole) {
  return whole ? fmt::format("{:.1f} %", 100.0 * double(part) / double(whole)) : "none there";
}

// How much more paths saw than tests cover.
uint64_t beyond(uint64_t by_tests, uint64_t by_paths) { return std::max(by_tests, by_paths) - by_tests; }

// What was seen by paths for which there is no test, in words; empty: nothing.
std::string seen_words(const RunResult& result) {
  uint64_t branches = beyond(result.coverage.branches, result.seen.branches);
  uint64_t lines = beyond(result.coverage.lines, result.seen.lines);
  if (!branches && !lines) return "";
  bool is_unfinished = result.summary.live + result.summary.dehydrated != 0;
  return fmt::format("; {} saw {} more {}{}", is_unfinished ? "unfinished paths" : "paths without a test",
                     branches ? branches : lines, branches ? "branch" : "line",
                     branches     ? branches == 1 ? "" : "es"
                     : lines == 1 ? ""
                                  : "s");
}

const char* plural(uint64_t count) { return count == 1 ? "" : "s"; }

uint64_t recoveries(const explore::ChopSummary& chop) {
  uint64_t count = 0;
  for (const auto& [name, function] : chop.functions) count += function.recovered;
  return count;
}

json to_json(const explore::ChopSummary& chop) {
  json functions = json::array();
  for (const auto& [name, function] : chop.functions)
    functions.push_back({{"function", name},
                         {"skipped", function.skipped},
                         {"recovered", function.recovered},
                         {"needed_at", function.needed_at}});
  uint64_t skipped = 0;
  for (const auto& [name, function] : chop.functions) skipped += function.skipped;
  return {{"skipped", skipped},
          {"recovered", recoveries(chop)},
          {"reused", chop.reused},
          {"closed", chop.closed},
          {"open", chop.open},
          {"untested", chop.untested},
          {"functions", functions},
          {"sliced", chop.sliced},
          {"abandoned", chop.abandoned},
          {"slices",
           {{"made", chop.slices.made},
            {"refused", chop.slices.refused},
            {"kept", chop.slices.kept},
            {"instructions", chop.slices.instructions},
            {"seconds", chop.slices.seconds}}},
          {"analysis_seconds", chop.seconds}};
}

json to_json(const explore::PruneSummary& prune) {
  json weights = json::array();
  for (const explore::WeighedCondition& each : prune.weights)
    weights.push_back({{"condition", each.condition},
                       {"weight", each.weight},
                       {"tests", each.tests},
                       {"on_path", each.on_path}});
  return {{"rounds", prune.rounds},
          {"prunings", prune.prunings},
          {"pruned", prune.pruned},
          {"brought_back", prune.brought_back},
          {"early_tests", prune.early_tests},
          {"too_few", prune.too_few},
          {"restarts", prune.restarts},
          {"features", prune.features},
          {"good_tests", prune.good},
          {"seconds", prune.seconds},
          {"weights", weights}};
}

void print_weights(const char* title, std::span<const explore::WeighedCondition> weights) {
  if (weights.empty()) return;
  fmt::print("  {}:\n", title);
  for (const explore::WeighedCondition& each : weights)
    fmt::print("    {:+.2f}  {}  (in {} good test{}, on {} path{})\n", each.weight, each.condition,
               each.tests, plural(each.tests), each.on_path, plural(each.on_path));
}

// Of the conditions that paths were kept for, those that weigh most and least.
void print_prune(const explore::PruneSummary& prune) {
  constexpr size_t shown = 5;
  fmt::print("pruned: {} time{} in {} round{}, {} path{} set aside, {} brought back; {:.2f} s\n",
             prune.prunings, plural(prune.prunings), prune.rounds, plural(prune.rounds), prune.pruned,
             plural(prune.pruned), prune.brought_back, prune.seconds);
  if (prune.restarts)
    fmt::print("the program began anew {} time{}\n", prune.restarts, plural(prune.restarts));
  if (prune.good)
    fmt::print("learned: {} condition{} of {} good test{}, which cover what all do\n", prune.features,
               plural(prune.features), prune.good, plural(prune.good));
  std::span<const explore::WeighedCondition> all = prune.weights;
  size_t heavy = std::min(shown, (all.size() + 1) / 2), light = std::min(shown, all.size() - heavy);
  print_weights("paths were kept for these conditions", all.first(heavy));
  print_weights("and set aside for these", all.last(light));
}

// Whether everything was explored, and else what was not.
void print_not_explored(const explore::Summary& s) {
  constexpr size_t shown = 8;
  base::Ledger ledger = s.not_explored();
  if (ledger.is_empty()) {
    if (s.errors)
      fmt::print("exhaustive up to the errors found: {} path{} ended at them\n", s.errors, plural(s.errors));
    else
      fmt::print("explored exhaustively\n");
    return;
  }
  // The line before said how many states are left, and why.
  if (!s.stopped_by.empty())
    for (base::Reason reason : {base::Reason::time, base::Reason::stopped}) ledger.forget(reason);
  for (const std::string& line : describe(ledger, shown)) fmt::print("not explored: {}\n", line);
}

}  // namespace

json inputs_to_json(const report::Test& test) {
  json inputs = json::array();
  for (const report::Input& input : test.inputs)
    inputs.push_back({{"name", input.name}, {"bytes", input.bytes}});
  return inputs;
}

void print_inputs(const report::Test& test) {
  for (const report::Input& input : test.inputs) {
    std::string as_number;
    if (input.bytes.size() == 4 || input.bytes.size() == 8) {
      uint64_t number = 0;
      for (size_t i = input.bytes.size(); i-- > 0;) number = number << 8 | input.bytes[i];
      as_number = fmt::format(" = {}", input.bytes.size() == 4 ? int64_t(int32_t(number)) : int64_t(number));
    }
    fmt::print("  input {}{}: {}\n", input.name, as_number, shown(input.bytes));
  }
}

json to_json(const explore::ConcolicCounts& c) {
  return {{"solved", c.solved},           {"infeasible", c.infeasible}, {"fixed", c.fixed},
          {"words_fixed", c.words_fixed}, {"diverged", c.diverged},     {"seeds_dropped", c.seeds_dropped}};
}

uint64_t count_from_json(const json& value) {
  constexpr uint64_t most = uint64_t(1) << 62;
  if (!value.is_number_unsigned() || value.get<uint64_t>() > most)
    throw json::type_error::create(302, "a count must be a number from 0 to 2^62", &value);
  return value.get<uint64_t>();
}

explore::ConcolicCounts concolic_from_json(const json& all) {
  explore::ConcolicCounts c;
  c.solved = count_from_json(all.at("solved"));
  c.infeasible = count_from_json(all.at("infeasible"));
  c.fixed = count_from_json(all.at("fixed"));
  c.words_fixed = count_from_json(all.at("words_fixed"));
  c.diverged = count_from_json(all.at("diverged"));
  c.seeds_dropped = count_from_json(all.at("seeds_dropped"));
  return c;
}

json to_json(const RunResult& result) {
  const explore::Summary& s = result.summary;
  json errors = json::array(), layers = json::object();
  for (size_t i = 0; i < result.errors.size(); ++i) {
    errors.push_back(to_json(result.errors[i]));
    errors.back()["inputs"] =
        i < result.error_tests.size() ? inputs_to_json(result.error_tests[i]) : json::array();
  }
  for (const solve::LayerStatistics& layer : s.solver.layers)
    layers[std::string(layer.name)] = {
        {"asked", layer.asked}, {"sat", layer.sat}, {"unsat", layer.unsat}, {"seconds", layer.seconds}};
  base::Ledger ledger = s.not_explored();
  json joins = json::array();
  for (const auto& [place, counts] : s.merge.joins)
    joins.push_back({{"place", place},
                     {"tried", counts.tried},
                     {"done", counts.done},
                     {"absorbed", counts.absorbed},
                     {"refused", counts.refused}});
  return {{"version", BONSAI_VERSION},
          {"program", result.program},
          {"seconds", s.seconds},
          {"instructions", s.instructions},
          {"paths",
           {{"completed", s.completed},
            {"error", s.errors},
            {"silent", s.silent},
            {"unsupported", s.unsupported},
            {"given_up", s.given_up}}},
          {"given_up_reasons", given_up_reasons(ledger)},
          {"not_explored", to_json(ledger)},
          {"states",
           {{"live", s.live},
            {"dehydrated", s.dehydrated},
            {"put_away", s.put_away},
            {"pruned", s.parked},
            {"average", s.average_live}}},
          {"replayed_instructions", s.replayed},
          {"forks", s.forks},
          {"concretised", s.concretised},
          {"merge",
           {{"tried", s.merge.tried},
            {"done", s.merge.done},
            {"absorbed", s.merge.absorbed},
            {"expired", s.merge.expired},
            {"refused", s.merge.reasons},
            {"joins", joins}}},
          {"prune", to_json(s.prune)},
          {"chop", to_json(s.chop)},
          {"concolic", to_json(s.concolic)},
          {"queries",
           {{"asked", s.solver.asked},
            {"solved_by_layer", s.solver.solved_by_layer()},
            {"core", s.solver.core()},
            {"unknown", s.solver.unknown},
            {"cut_by_clock", s.cut_by_clock},
            {"seconds", s.solver.seconds},
            {"layers", layers}}},
          {"coverage",
           {{"lines", result.coverage.lines},
            {"lines_total", result.coverage.lines_total},
            {"branches", result.coverage.branches},
            {"branches_total", result.coverage.branches_total},
            {"functions", result.coverage.functions},
            {"functions_total", result.coverage.functions_total},
            {"unfinished",
             {{"lines", beyond(result.coverage.lines, result.seen.lines)},
              {"branches", beyond(result.coverage.branches, result.seen.branches)},
              {"functions", beyond(result.coverage.functions, result.seen.functions)}}}}},
          {"exit_status", s.exit_status},
          {"errors", errors},
          {"warnings", s.warnings},
          {"tests", s.tests},
          {"tests_found", s.tests + s.redundant},
          {"stopped_by", s.stopped_by},
          {"exhaustive", ledger.is_empty()},
          {"paths_ended_by_errors", s.errors},
          {"reproducible", s.cut_by_clock == 0},
          {"memory_peak", s.memory_peak}};
}

void print_errors(const std::vector<report::Error>& errors, const std::vector<report::Test>& tests) {
  for (size_t i = 0; i < errors.size(); ++i) {
    const report::Error& error = errors[i];
    fmt::print("error {}: {}\n", error.kind, error.message);
    print_stack(error);
    if (i < tests.size()) print_inputs(tests[i]);
    if (error.count > 1) fmt::print("  on {} paths\n", error.count);
    if (error.confirmed != report::Confirmation::untried)
      fmt::print("  {}{}{}\n", report::word(error.confirmed), error.reason.empty() ? "" : ": ", error.reason);
  }
}

void print_summary(const RunResult& result) {
  const explore::Summary& s = result.summary;
  uint64_t paths = s.completed + s.errors + s.unsupported + s.given_up;
  std::string unsupported = s.unsupported ? fmt::format(", {} unsupported", s.unsupported) : "";
  fmt::print("{} path{}: {} completed, {} with an error{}, {} given up; {} instructions in {:.2f} s\n", paths,
             plural(paths), s.completed, s.errors, unsupported, s.given_up, s.instructions, s.seconds);
  if (!s.stopped_by.empty())
    fmt::print("stopped by {}: not everything was explored, {} state{} left\n", s.stopped_by,
               s.live + s.dehydrated, plural(s.live + s.dehydrated));
  if (s.put_away)
    fmt::print("memory was short: states were put away {} time{} and brought back\n", s.put_away,
               plural(s.put_away));
  print_not_explored(s);
  if (const explore::ConcolicCounts& c = s.concolic; c.solved + c.infeasible + c.diverged)
    fmt::print("concolic: {} input{} solved for, {} way{} that no input goes\n", c.solved, plural(c.solved),
               c.infeasible, plural(c.infeasible));
  if (s.concolic.seeds_dropped)
    fmt::print("{} seed{} excluded by the program's assumptions\n", s.concolic.seeds_dropped,
               s.concolic.seeds_dropped == 1 ? " is" : "s are");
  if (s.merge.tried) {
    fmt::print("merged: {} path{} became part of another, of {} pair{} looked at", s.merge.absorbed,
               plural(s.merge.absorbed), s.merge.tried, plural(s.merge.tried));
    if (s.merge.expired) fmt::print("; {} waited too long", s.merge.expired);
    fmt::print("\n");
    for (const auto& [reason, count] : s.merge.reasons)
      fmt::print("not merged {} time{}: {}\n", count, plural(count), reason);
  }
  if (s.prune.rounds || s.prune.prunings) print_prune(s.prune);
  for (const auto& [name, function] : s.chop.functions) {
    fmt::print("skipped {} {} time{}, recovered {}", name, function.skipped, plural(function.skipped),
               function.recovered);
    const char* separator = "; needed at ";
    for (const auto& [place, count] : function.needed_at) {
      fmt::print("{}{} ({})", separator, place, count);
      separator = ", ";
    }
    fmt::print("\n");
  }
  if (s.chop.sliced) {
    fmt::print("slices: {} of {} recoveries", s.chop.sliced, recoveries(s.chop));
    if (s.chop.abandoned) fmt::print(", {} of them in vain", s.chop.abandoned);
    fmt::print("; {} made in {:.2f} s, {} not worth it, the others keep {} of {} instructions\n",
               s.chop.slices.made, s.chop.slices.seconds, s.chop.slices.refused, s.chop.slices.kept,
               s.chop.slices.instructions);
  }
  if (!s.chop.functions.empty()) fmt::print("analyses before the run: {:.2f} s\n", s.chop.seconds);
  if (s.chop.untested)
    fmt::print(
        "{} of the paths with skipped calls have no test, for they cover nothing more (--chop-tests)\n",
        s.chop.untested);
  if (s.solver.asked) {
    const report::CoverageTotals& c = result.coverage;
    fmt::print("covered by tests: {} of lines, {} of branches, {} of functions{}\n",
               percent(c.lines, c.lines_total), percent(c.branches, c.branches_total),
               percent(c.functions, c.functions_total), seen_words(result));
    fmt::print("solver: {} queries, {:.2f} s;", s.solver.asked, s.solver.seconds);
    for (const solve::LayerStatistics& layer : s.solver.layers)
      if (layer.sat + layer.unsat || layer.seconds > 0.005)
        fmt::print(" {} {} ({:.2f} s)", layer.name, layer.sat + layer.unsat, layer.seconds);
    fmt::print("{}\n", s.solver.unknown ? fmt::format(" unknown {}", s.solver.unknown) : "");
  }
  if (s.cut_by_clock)
    fmt::print(
        "not reproducible: the clock cut {} quer{} (--solver-time); another run may decide them otherwise\n",
        s.cut_by_clock, s.cut_by_clock == 1 ? "y" : "ies");
  if (!s.solver_problem.empty()) fmt::print("solver: {}\n", s.solver_problem);
}

}  // namespace bonsai::cli
