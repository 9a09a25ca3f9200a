// bonsai test: unit tests of functions. Writes a driver for each, runs it, and writes what it found as tests.
// Tested by tests/check_units.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <tuple>

#include "base/file_name.h"
#include "base/home.h"
#include "cli/commands.h"
#include "cli/json_output.h"
#include "cli/ledger_report.h"
#include "cli/loading.h"
#include "cli/run_report.h"
#include "cli/seeds.h"
#include "cli/session.h"
#include "exec/machine.h"
#include "load/signatures.h"
#include "report/coverage.h"
#include "report/run_folder.h"
#include "unit/writers.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double default_seconds = 10;
constexpr int64_t default_run = 20'000'000;

// The file, and the functions in it that are wanted.
struct Wanted {
  std::string file;
  std::vector<std::string> functions;
};

base::Result<Wanted> read_wanted(const base::Options& options) {
  Wanted wanted{options.inputs.front(), {}};
  size_t colon = wanted.file.rfind(':');
  std::error_code error;
  if (colon != std::string::npos && !fs::exists(wanted.file, error)) {
    std::string names = wanted.file.substr(colon + 1);
    wanted.file.resize(colon);
    for (size_t at = 0; at <= names.size();) {
      size_t comma = std::min(names.find(',', at), names.size());
      if (comma > at) wanted.functions.push_back(names.substr(at, comma - at));
      at = comma + 1;
    }
  }
  if (!fs::exists(wanted.file, error))
    return base::Error{fmt::format("{}: there is no such file", wanted.file)};
  std::string ending = fs::path(wanted.file).extension().string();
  if (ending != ".c" && !base::is_cpp_source(wanted.file))
    return base::Error{fmt::format("{}: bonsai test needs the source, in C or C++", wanted.file)};
  if (wanted.functions.empty() && !options.all && options.sequence.empty())
    return base::Error{fmt::format("which function? {}:FUNCTION, or --all, or --sequence F,G", wanted.file)};
  if (!wanted.functions.empty() && (options.all || !options.sequence.empty()))
    return base::Error{"name functions behind the file, or with --sequence, or say --all: one of these"};
  return wanted;
}

// What one plan came to.
struct Tested {
  unit::Plan plan;
  std::string problem;  // why it was not run; empty: it was
  SessionResult result;
  // Of all code but the driver's that calls lead to: lines, and ways of branches by place and number.
  struct Covered {
    std::map<std::pair<std::string, uint32_t>, bool> lines;
    // File, line, column, rank among the branches of this place, number of ways, and which of them.
    std::map<std::tuple<std::string, uint32_t, uint32_t, uint32_t, size_t, size_t>, bool> ways;
    std::map<std::pair<std::string, std::string>, bool> functions;
  } covered;
  report::CoverageTotals coverage;
  std::set<std::string> called_stubs;
  std::vector<report::Test> tests;
  size_t written = 0;
};

// Of two exit codes: an error outranks what was not explored.
int worse(int a, int b) {
  return a == program_has_errors || b == program_has_errors ? int(program_has_errors) : std::max(a, b);
}

class Tester {
 public:
  Tester(const base::Options& options, Wanted wanted) : options_(options), wanted_(std::move(wanted)) {}

  int run() {
    base::Result<load::Signatures> signatures = load::read_signatures(load_options());
    if (!signatures) {
      complain(signatures.error().message);
      if (!signatures.error().detail.empty()) fmt::print(stderr, "{}\n", signatures.error().detail);
      return bad_input;
    }
    signatures_ = std::move(*signatures);
    for (const std::string& stub : options_.stub) {
      auto is_it = [&](const load::Undefined& each) { return each.name == stub; };
      if (std::none_of(signatures_.undefined.begin(), signatures_.undefined.end(), is_it))
        return complain(fmt::format("--stub {}: the sources do not call it, or define it themselves", stub)),
               bad_input;
    }
    if (!make_plans()) return bad_input;
    base::Result<report::RunFolder> folder = report::RunFolder::make(
        options_.out, options_.overwrite ? report::RunFolder::Old::replace : report::RunFolder::Old::refuse);
    if (!folder) return complain(folder.error().message), bad_input;
    folder_ = fs::absolute(folder->path()).lexically_normal();
    const int untested = options_.exit_code == "errors" ? clean : not_exhaustive;
    int worst = clean;
    for (Tested& each : all_) {
      int code = each.problem.empty() ? test_one(each) : int(clean);
      if (code == interrupted_run || code == own_fault || (code == bad_input && each.problem.empty())) {
        // What was done before is not lost.
        if (code != interrupted_run || each.tests.empty()) each.problem = "it was cut short";
        worst = code;
        break;
      }
      worst = worse(worst, code == bad_input || !each.problem.empty() ? int(untested) : code);
      if (!options_.json) print(each);
    }
    for (Tested& each : all_)
      if (each.problem.empty() && each.tests.empty()) each.problem = "no run of it has ended";
    if (!write_gtest()) return bad_input;
    if (options_.json)
      print_json(to_json().dump(2, ' ', false, json::error_handler_t::replace));
    else
      print_end();
    bool any = std::any_of(all_.begin(), all_.end(), [](const Tested& each) { return each.problem.empty(); });
    return any ? worst : int(bad_input);
  }

 private:
  load::Options load_options() const {
    load::Options load;
    load.inputs = {wanted_.file};
    load.inputs.insert(load.inputs.end(), options_.inputs.begin() + 1, options_.inputs.end());
    load.compiler_flags = options_.compiler_flags;
    if (options_.libc != "none" && !base::is_cpp_source(wanted_.file))
      load.library = base::library_directory();
    return load;
  }

  // False: nothing of what was asked for can be tested, and it was said why.
  bool make_plans() {
    unit::Limits limits;
    limits.depth = unsigned(options_.pointer_depth);
    limits.array = unsigned(options_.array_size);
    limits.string = unsigned(options_.string_size);
    limits.null = !options_.no_null;
    limits.any_length = options_.any_length;
    auto add = [&](base::Result<unit::Plan> plan, const std::string& name) {
      Tested tested;
      if (plan)
        tested.plan = std::move(*plan);
      else
        tested.problem = plan.error().message;
      tested.plan.name = tested.plan.name.empty() ? name : tested.plan.name;
      tested.plan.source = fs::absolute(wanted_.file).string();
      tested.plan.is_cpp = base::is_cpp_source(wanted_.file);
      all_.push_back(std::move(tested));
    };
    if (!options_.sequence.empty()) {
      add(unit::plan_sequence(signatures_, options_.sequence, unsigned(options_.length), limits), "sequence");
      all_.back().plan.name = "sequence";
    } else {
      std::vector<std::string> functions = wanted_.functions;
      if (options_.all)
        for (const load::Signature& each : signatures_.functions)
          if (!each.is_method && each.name != "main" && !each.name.starts_with("requires_") &&
              std::find(functions.begin(), functions.end(), each.name) == functions.end())
            functions.push_back(each.name);
      for (const std::string& name : functions) add(unit::plan_call(signatures_, name, limits), name);
    }
    if (all_.empty()) return complain(fmt::format("{}: there is no function in it", wanted_.file)), false;
    if (!options_.all)
      for (const Tested& each : all_)
        if (!each.problem.empty()) return complain(fmt::format("{}: {}", wanted_.file, each.problem)), false;
    return true;
  }

  base::Options driver_options(const Tested& tested, const fs::path& driver, const fs::path& stubs) const {
    base::Options options = options_;
    options.inputs = {driver.string()};
    if (!stubs.empty()) options.inputs.push_back(stubs.string());
    for (size_t i = 1; i < options_.inputs.size(); ++i)
      options.inputs.push_back(fs::absolute(options_.inputs[i]).string());
    // The source finds its headers as it does where it lies.
    options.compiler_flags.push_back("-Wno-everything");
    // What is called and nobody has ends a native run, not its link.
    options.compiler_flags.push_back("-Wl,--unresolved-symbols=ignore-all");
    options.solver_time =
        std::min(options.solver_time, std::max(0.5, (options.time ? options.time : default_seconds) / 10));
    options.out = (folder_ / unit::identifier(tested.plan.name)).string();
    options.overwrite = options_.overwrite;
    for (const char* check : {"endless", "pointers"})
      if (!has_check(options, check)) options.checks.push_back(check);
    if (options.mode.empty()) options.mode = "concolic";
    if (options.search.empty())
      options.search = options.mode == "concolic" ? "generational,covnew" : "random-path,covnew";
    if (options.time == 0) options.time = default_seconds;
    if (options.max_run == 0) options.max_run = default_run;
    options.quiet = options_.quiet || options_.json;
    return options;
  }

  // Functions that nobody has become stubs: those that the program, once loaded, has no body for.
  bool find_stubs(const load::Loaded& loaded, unit::Plan& plan) const {
    for (const load::Undefined& each : signatures_.undefined) {
      bool is_wanted =
          std::find(options_.stub.begin(), options_.stub.end(), each.name) != options_.stub.end();
      const ir::Function* function = loaded.program.find_function(each.name);
      bool is_missing =
          function && !function->has_body && !exec::find_intrinsic(each.name) && options_.external == "error";
      if ((is_wanted || is_missing) && !each.result.empty()) plan.stubs.push_back(each);
    }
    return !plan.stubs.empty();
  }

  int test_one(Tested& tested) {
    std::string name = unit::identifier(tested.plan.name);
    fs::path drivers = folder_ / "drivers";
    std::error_code error;
    fs::create_directories(drivers, error);
    fs::path driver = drivers / (name + (tested.plan.is_cpp ? ".cpp" : ".c")), stubs;
    if (base::Result<void> written = report::write_file(driver, unit::write_driver(tested.plan)); !written)
      return complain(written.error().message), bad_input;
    base::Options options = driver_options(tested, driver, stubs);
    bool is_quiet = std::exchange(options.quiet, true);
    std::optional<load::Loaded> loaded = load_program(options);
    if (!loaded) return tested.problem = "its driver does not compile", bad_input;
    if (find_stubs(*loaded, tested.plan)) {
      stubs = drivers / (name + "_stubs.c");
      if (base::Result<void> written = report::write_file(stubs, unit::write_stubs(tested.plan)); !written)
        return complain(written.error().message), bad_input;
      options = driver_options(tested, driver, stubs);
      options.quiet = true;
      loaded = load_program(options);
      if (!loaded) return tested.problem = "its stubs do not compile", bad_input;
    }
    options.quiet = is_quiet;
    base::Result<explore::Config> config = exploration_config(options, *loaded);
    if (!config) return complain(config.error().message), bad_input;
    base::Result<std::vector<std::shared_ptr<const exec::Seed>>> seeds = read_seeds(options);
    if (!seeds) return complain(seeds.error().message), bad_input;
    config->seeds = std::move(*seeds);
    RunOptions run{options, fs::current_path().string(), "test"};
    Storage storage;
    if (!prepare_storage(run, *loaded, storage)) return bad_input;
    fs::path folder = storage.folder->path();
    int code = run_session(run, *loaded, *config, storage, nullptr, &tested.result);
    storage.store.reset();
    tested.covered = coverage_of(*loaded, tested.result.summary);
    tested.coverage = totals_of(tested.covered);
    std::vector<bool> reached = called(loaded->program, loaded->entry);
    for (const load::Undefined& stub : tested.plan.stubs)
      if (const ir::Function* function = loaded->program.find_function(stub.name);
          function && reached[function->id])
        tested.called_stubs.insert(stub.name);
    read_tests(folder, tested);
    return code;
  }

  // Functions that calls from main lead to, as far as they are written as calls.
  static std::vector<bool> called(const ir::Program& program, const std::string& start) {
    std::vector<bool> found(program.functions.size());
    std::vector<ir::FunctionId> todo;
    auto add = [&](const ir::Function* function) {
      if (!function || found[function->id]) return;
      found[function->id] = true;
      todo.push_back(function->id);
    };
    add(program.find_function(start));
    while (!todo.empty()) {
      const ir::Function& function = program.functions[todo.back()];
      todo.pop_back();
      for (const ir::Instr& instr : function.code)
        if (instr.op == ir::Op::Call && program.calls[instr.imm].callee != ir::none)
          add(&program.functions[program.calls[instr.imm].callee]);
    }
    return found;
  }

  Tested::Covered coverage_of(const load::Loaded& loaded, const explore::Summary& summary) const {
    ir::Points points(loaded.program);
    std::vector<bool> counts = called(loaded.program, loaded.entry);
    for (uint32_t point : summary.covered) counts[points.place(point).function] = true;
    ir::Program part = loaded.program;
    for (ir::Function& function : part.functions)
      if (!counts[function.id]) function.has_body = false;
    Tested::Covered out;
    for (const auto& [name, file] : report::cover(part, points, summary.covered).files) {
      if (fs::absolute(name).lexically_normal().parent_path() == folder_ / "drivers") continue;
      for (auto [line, covered] : file.lines) out.lines[{name, line}] |= covered;
      for (const report::BranchCoverage& branch : file.branches)
        for (size_t i = 0; i < branch.taken.size(); ++i)
          out.ways[{name, branch.line, branch.column, branch.rank, branch.taken.size(), i}] |=
              branch.taken[i];
      for (const report::FunctionCoverage& function : file.functions)
        out.functions[{name, function.name}] |= function.covered;
    }
    return out;
  }

  static report::CoverageTotals totals_of(const Tested::Covered& covered) {
    report::CoverageTotals totals;
    for (const auto& [line, is] : covered.lines) totals.lines += is, ++totals.lines_total;
    for (const auto& [way, is] : covered.ways) totals.branches += is, ++totals.branches_total;
    for (const auto& [function, is] : covered.functions) totals.functions += is, ++totals.functions_total;
    return totals;
  }

  void read_tests(const fs::path& folder, Tested& tested) const {
    base::Result<std::unique_ptr<report::RunStore>> store =
        report::RunStore::open(folder, report::RunStore::Access::read, store_config());
    if (!store) return complain(store.error().message);
    report::TestCursor cursor = (*store)->tests();
    for (report::Test test;;) {
      base::Result<bool> next = cursor.next(test);
      if (!next || !*next) return;
      tested.tests.push_back(test);
    }
  }

  bool write_gtest() {
    fs::path folder = folder_ / "gtest";
    std::error_code error;
    fs::create_directories(folder, error);
    std::vector<unit::Plan> plans;
    for (const Tested& each : all_)
      if (each.problem.empty()) plans.push_back(each.plan);
    if (plans.empty()) return true;
    std::vector<std::string> sources, flags = options_.compiler_flags;
    for (size_t i = 1; i < options_.inputs.size(); ++i)
      sources.push_back(fs::absolute(options_.inputs[i]).string());
    // Folders are relative to where we are.
    for (size_t i = 0; i < flags.size(); ++i) {
      std::string& flag = flags[i];
      if (flag.starts_with("-I") && flag.size() > 2) flag = "-I" + fs::absolute(flag.substr(2)).string();
      bool is_path = i && (flags[i - 1] == "-I" || flags[i - 1] == "-isystem" || flags[i - 1] == "-iquote" ||
                           flags[i - 1] == "-include");
      if (std::error_code error; is_path && fs::exists(flag, error)) flag = fs::absolute(flag).string();
    }
    flags.push_back("-I" + fs::absolute(wanted_.file).parent_path().string());
    flags.push_back("-w");
    if (!base::include_directory().empty()) flags.push_back("-I" + base::include_directory());
    auto write = [&](const std::string& name, const std::string& content) {
      base::Result<void> written = report::write_file(folder / name, content);
      if (!written) complain(written.error().message);
      return bool(written);
    };
    for (Tested& each : all_)
      if (each.problem.empty() &&
          !write(unit::identifier(each.plan.name) + "_test.cpp",
                 unit::write_gtest(each.plan, each.tests, each.result.errors, each.written)))
        return false;
    return write("unit_test.h", unit::gtest_header(plans)) && write("support.cpp", unit::gtest_support()) &&
           write("stubs.c", unit::gtest_stubs(plans)) &&
           write(plans.front().is_cpp ? "unit.cpp" : "unit.c", unit::write_unit(plans)) &&
           write("CMakeLists.txt", unit::gtest_cmake(plans, sources, flags, has_check(options_, "overflow")));
  }

  static std::string percent(uint64_t part, uint64_t whole) {
    return whole ? fmt::format("{}/{} ({:.0f} %)", part, whole, 100.0 * double(part) / double(whole))
                 : "none";
  }

  void print(const Tested& tested) {
    if (!tested.problem.empty()) {
      if (!options_.quiet) fmt::print("{}: not tested: {}\n", tested.plan.name, tested.problem);
      return;
    }
    print_errors(tested.result.errors, tested.result.error_tests);
    if (options_.quiet) return;
    const explore::Summary& s = tested.result.summary;
    fmt::print("{}: {} run{}, {} error{}, lines {}, branches {}, {:.2f} s, {}\n", tested.plan.name, s.paths(),
               s.paths() == 1 ? "" : "s", tested.result.errors.size(),
               tested.result.errors.size() == 1 ? "" : "s",
               percent(tested.coverage.lines, tested.coverage.lines_total),
               percent(tested.coverage.branches, tested.coverage.branches_total), s.seconds,
               s.exhaustive()          ? "every path within the limits was explored"
               : !s.stopped_by.empty() ? "stopped by " + s.stopped_by
                                       : "not every path could be followed");
    for (const load::Undefined& stub : tested.plan.stubs)
      if (tested.called_stubs.contains(stub.name))
        fmt::print("  {} is a stub{}\n", stub.name, stub.result == "void" ? "" : ": its results are inputs");
    if (options_.verbose) {
      for (const std::string& warning : s.warnings) fmt::print("  warning: {}\n", warning);
      for (const std::string& line : describe(s.ledger, 8)) fmt::print("  not explored: {}\n", line);
    }
    std::cout << std::flush;
  }

  void print_end() const {
    if (options_.quiet) return;
    size_t tests = 0, functions = 0, errors = 0;
    Tested::Covered together;
    for (const Tested& each : all_) {
      tests += each.written;
      functions += each.problem.empty();
      errors += each.result.errors.size();
      for (const auto& [line, is] : each.covered.lines) together.lines[line] |= is;
      for (const auto& [way, is] : each.covered.ways) together.ways[way] |= is;
    }
    report::CoverageTotals sum = totals_of(together);
    if (all_.size() > 1)
      fmt::print("{} of {} functions tested, {} error{}, lines {}, branches {}\n", functions, all_.size(),
                 errors, errors == 1 ? "" : "s", percent(sum.lines, sum.lines_total),
                 percent(sum.branches, sum.branches_total));
    if (functions)
      fmt::print("{} test{} for GoogleTest in {}\n", tests, tests == 1 ? "" : "s",
                 (folder_ / "gtest").string());
  }

  json to_json() const {
    json functions = json::array();
    for (const Tested& each : all_) {
      if (!each.problem.empty()) {
        functions.push_back({{"function", each.plan.name}, {"problem", each.problem}});
        continue;
      }
      std::string no_program = each.plan.name;
      json one = cli::to_json(RunResult{each.result.summary, each.result.errors, each.result.error_tests,
                                        each.coverage, no_program});
      one["function"] = each.plan.name;
      one["runs"] = each.result.summary.paths();
      one["gtests"] = each.written;
      json stubs = each.called_stubs;
      one["stubs"] = stubs;
      functions.push_back(std::move(one));
    }
    return {{"version", BONSAI_VERSION},
            {"file", wanted_.file},
            {"folder", folder_.string()},
            {"functions", functions}};
  }

  const base::Options& options_;
  Wanted wanted_;
  load::Signatures signatures_;
  fs::path folder_;
  std::vector<Tested> all_;
};

}  // namespace

int test(const base::Options& options) {
  base::Result<Wanted> wanted = read_wanted(options);
  if (!wanted) return complain(wanted.error().message), bad_input;
  if (options.mode == "symbolic" && options.search.find("generational") != std::string::npos)
    return complain("--search generational: it needs --mode=concolic"), bad_input;
  if (!options.search.empty())
    if (base::Result<std::vector<const explore::SearcherInfo*>> search =
            explore::parse_search(options.search);
        !search)
      return complain(search.error().message), bad_input;
  return Tester(options, std::move(*wanted)).run();
}

}  // namespace bonsai::cli
