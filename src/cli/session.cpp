// Tested by tests/check_exploration and the programs of tests/programs.
#include "cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <thread>

#include "cli/chop_words.h"
#include "cli/commands.h"
#include "cli/configure.h"
#include "cli/confirmer.h"
#include "cli/json_output.h"
#include "cli/ledger_report.h"
#include "cli/live_view.h"
#include "cli/loading.h"
#include "cli/memory_limit.h"
#include "cli/path_check.h"
#include "cli/places.h"
#include "cli/prune_words.h"
#include "cli/recorder.h"
#include "cli/run_report.h"
#include "cli/setup_words.h"
#include "explore/chop/plan.h"
#include "report/outside.h"
#include "report/program_hash.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;

fs::path native_folder(const Storage& storage) {
  return storage.folder ? storage.folder->path() / "native"
                        : fs::temp_directory_path() / fmt::format("bonsai-native-{}", getpid());
}

// When a run of so many seconds ends, at the latest: confirming errors has a second more than exploring.
Confirmer::Clock::time_point end_of_confirming(Confirmer::Clock::time_point begin, double seconds) {
  constexpr double more = 1;
  if (seconds <= 0 || seconds > 1e9) return Confirmer::Clock::time_point::max();
  return begin + std::chrono::duration_cast<Confirmer::Clock::duration>(
                     std::chrono::duration<double>(seconds + more));
}

// False: natively something still goes on.
bool confirm(const base::Options& options, Confirmer& confirmer, Confirmer::Clock::time_point deadline,
             Recorder& recorder, Storage& storage) {
  if (recorder.errors.empty() || options.no_confirm) return true;
  bool shows = !options.quiet && !options.json && isatty(2);
  std::vector<report::Error> before = recorder.errors;
  bool is_done = confirmer.confirm(recorder.errors, recorder.error_tests, deadline, [&](size_t done) {
    if (shows)
      fmt::print(stderr, "\r\033[Kconfirming errors natively: {} of {}…", done, recorder.errors.size());
    return !is_interrupted();
  });
  for (size_t i = 0; i < recorder.errors.size() && storage.store; ++i)
    if (recorder.errors[i].confirmed != before[i].confirmed || recorder.errors[i].reason != before[i].reason)
      (void)storage.store->update(recorder.errors[i]);
  if (shows) fmt::print(stderr, "\r\033[K");
  std::error_code ignored;
  if (!storage.folder && is_done) fs::remove_all(native_folder(storage), ignored);
  return is_done;
}

int exit_code(const base::Options& options, const explore::Summary& summary, const Recorder& recorder) {
  if (!summary.fault.empty()) {
    complain("internal fault: " + summary.fault);
    return own_fault;
  }
  if (is_interrupted()) return interrupted_run;
  if (!recorder.problem.empty()) return bad_input;
  if (!summary.found.empty()) return program_has_errors;
  return summary.exhaustive() || options.exit_code == "errors" ? clean : not_exhaustive;
}

std::string out_of_memory_line(const Storage& storage) {
  std::string line = "out of memory: an allocation failed, and the run was stopped";
  if (!storage.folder) return line;
  return line + "; what it had at its last checkpoint is stored: go on with bonsai resume " +
         storage.folder->path().string();
}

}  // namespace

void leave(int code) {
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(code);
}

// The files beside the database. What cannot be written is said once.
void finish_storage(const base::Options& options, const std::string& program, const std::string& json,
                    const explore::Summary& summary, Recorder& recorder, Storage& storage) {
  if (!storage.store) return;
  if (!summary.fault.empty()) storage.store->undo();  // the last checkpoint stays as it was
  auto keep = [&](const base::Result<void>& result) {
    if (!result && recorder.problem.empty()) recorder.problem = result.error().message;
  };
  keep(storage.store->set_covered(summary.seen));
  keep(storage.store->set_meta(report::meta_key::summary, json));
  keep(storage.store->set_meta(report::meta_key::finished, summary.stopped_by.empty() ? "1" : "0"));
  keep(storage.store->close());
  report::Invocation invocation{program, report::klee_words(options.setup)};
  for (size_t i = 0; i < recorder.errors.size() && i < recorder.error_tests.size(); ++i) {
    base::Result<fs::path> written =
        storage.folder->write_error(recorder.errors[i], recorder.error_tests[i], invocation);
    if (!written && recorder.problem.empty()) recorder.problem = written.error().message;
  }
}

bool prepare_storage(const RunOptions& run, const load::Loaded& loaded, Storage& storage) {
  const base::Options& options = run.options;
  if (options.no_out) return true;
  base::Result<report::RunFolder> folder = report::RunFolder::make(
      options.out, options.overwrite ? report::RunFolder::Old::replace : report::RunFolder::Old::refuse);
  if (!folder) return complain(folder.error().message), false;
  storage.folder.emplace(std::move(*folder));
  base::Result<void> written = storage.folder->write_options(to_json(run));
  if (written) written = storage.folder->write_program(loaded.bitcode);
  if (!written) return complain(written.error().message), false;
  base::Result<std::unique_ptr<report::RunStore>> store =
      report::RunStore::create(storage.folder->path(), store_config());
  if (!store) return complain(store.error().message), false;
  storage.store = std::move(*store);
  // A failure shows when the first tests are written.
  (void)storage.store->set_meta(report::meta_key::program, loaded.program.name);
  (void)storage.store->set_meta(report::meta_key::library, loaded.has_library ? "1" : "0");
  (void)storage.store->set_meta(report::meta_key::program_hash, report::program_hash(loaded.program));
  (void)storage.store->commit();
  return true;
}

base::Result<explore::Config> exploration_config(const base::Options& options, const load::Loaded& loaded,
                                                 const std::string& directory) {
  explore::Config config;
  config.seconds = options.time;
  config.max_instructions = uint64_t(options.max_instructions);
  config.max_paths = uint64_t(options.max_paths);
  base::Result<std::vector<const explore::SearcherInfo*>> search = explore::parse_search(options.search);
  if (!search) return search.error();
  config.search = *search;
  config.batch = uint64_t(options.batch);
  config.jobs = options.jobs ? unsigned(options.jobs) : std::max(1u, std::thread::hardware_concurrency());
  config.memory = options.memory ? options.memory : std::max<uint64_t>(free_memory() / 4 * 3, 64 << 20);
  config.finish = options.finish == "dump"  ? explore::Finish::dump
                  : options.finish == "new" ? explore::Finish::fresh
                                            : explore::Finish::drop;
  config.tests = options.tests == "new" ? explore::Tests::fresh : explore::Tests::all;
  for (const std::string& place : options.stop_at) {
    base::Result<std::vector<uint32_t>> points = points_at(loaded.program, place);
    if (!points) return base::Error{"--stop-at " + points.error().message};
    config.stop_at.insert(config.stop_at.end(), points->begin(), points->end());
  }
  for (const std::string& place : options.stop_at_errors) {
    base::Result<report::Place> line = line_at(loaded.program, place);
    if (!line) return base::Error{"--stop-at-errors " + line.error().message};
    config.stop_at_errors.push_back(std::move(*line));
  }
  config.merge = {.mode = options.merge == "auto"     ? explore::MergeMode::automatic
                          : options.merge == "always" ? explore::MergeMode::always
                                                      : explore::MergeMode::off,
                  .max_differences = uint64_t(options.merge_max_differences),
                  .max_queries = double(options.merge_max_queries) / 100,
                  .max_wait = uint64_t(options.merge_max_wait)};
  base::Result<explore::PruneConfig> prune = read_prune(options);
  if (!prune) return prune.error();
  config.prune = std::move(*prune);
  if (config.prune.mode == explore::PruneMode::restart) config.jobs = 1;
  base::Result<ChopWish> wish = read_chop(options, loaded.program);
  if (!wish) return wish.error();
  explore::ChopPlan plan;
  if (!wish->is_empty())
    plan = explore::plan_chop(loaded.program, loaded.start, lets_calls_fail(options), wish->functions,
                              wish->sites,
                              options.chop_slice == "never"    ? explore::Slicing::never
                              : options.chop_slice == "always" ? explore::Slicing::always
                                                               : explore::Slicing::automatic);
  for (const std::string& warning : plan.warnings) fmt::print(stderr, "bonsai: warning: {}\n", warning);
  config.chop_returns = options.chop_returns == "assume";
  constexpr uint64_t first_tests = 1000;
  if (options.chop_tests != "all") config.chop_tests = options.chop_tests == "new" ? 0 : first_tests;
  config.seed = uint64_t(options.seed);
  config.stop_on_error = options.stop_on_error;
  config.check_endless = has_check(options, "endless");
  config.max_run = uint64_t(options.max_run);
  config.verify_replay = options.verify_replay;
  config.machine = machine_config(options, loaded, directory);
  config.machine.chop = plan.chop;
  config.slices = plan.slices;
  config.chop_seconds = plan.seconds;
  config.solver = solver_config(options);
  // Solver processes count as well: one that takes more than its share fails, which leaves a query unknown.
  constexpr uint64_t least_for_solver = 256 << 20;
  config.solver.solver_memory =
      std::min(config.solver.solver_memory, std::max(config.memory / 2, least_for_solver));
  // A term takes about a hundred bytes.
  config.collect_terms = std::min(config.collect_terms, std::max<uint64_t>(config.memory / 8 / 100, 10'000));
  return config;
}

report::StoreConfig store_config() {
  report::StoreConfig config;
  config.commits_itself = false;
  return config;
}

void prepare_files(const base::Options& options, const Storage& storage, explore::Config& config,
                   Recorder& recorder) {
  if (!storage.folder) return;
  if (options.write_conditions) config.conditions = (storage.folder->path() / "conditions").string();
  if (!options.write_ktest) return;
  std::error_code error;
  recorder.ktests = storage.folder->path() / "tests";
  fs::create_directories(recorder.ktests, error);
}

int run_session(const RunOptions& run, const load::Loaded& loaded, const explore::Config& given,
                Storage& storage, const explore::Resumption* resumption, SessionResult* left) {
  explore::Config config = given;
  const base::Options& options = run.options;
  const ir::Program& program = loaded.program;
  watch_interrupts();
  bool talk = !options.quiet && !options.json;
  LiveView view(program, {.program = fs::path(options.inputs.front()).filename().string(),
                          .search = options.search,
                          .jobs = config.jobs,
                          .time_limit = options.time,
                          .memory_limit = options.memory,
                          .seconds_before = resumption ? resumption->seconds : 0,
                          .in_place = bool(isatty(STDERR_FILENO))});
  Recorder recorder(storage.store.get(), talk ? &view : nullptr);
  recorder.invocation = {program.name, report::klee_words(options.setup)};
  if (resumption) recorder.errors = resumption->errors;
  for (size_t i = 0; i < recorder.errors.size(); ++i) {
    base::Result<std::optional<report::Test>> test = storage.store->test(recorder.errors[i].test);
    recorder.error_tests.push_back(test && *test ? **test : report::Test());
  }
  prepare_files(options, storage, config, recorder);
  if (!options.program_output.empty()) recorder.output.emplace(options.program_output);
  for (const auto& seed : config.seeds)
    if (!resumption && !seed->is_raw && seed == config.seeds.front() && !options.first.empty())
      for (const auto& [name, bytes] : seed->inputs) recorder.unused_inputs.insert(name);
  Confirmer confirmer(native_program(run, loaded.has_library), native_folder(storage));
  if (!options.no_confirm) recorder.when_error_found = [&] { confirmer.begin(); };
  Confirmer::Clock::time_point deadline = end_of_confirming(Confirmer::Clock::now(), options.time);
  std::shared_ptr<void> remains;
  explore::Summary summary = explore::explore(program, config, recorder, resumption, &remains);
  if (is_interrupted()) summary.stopped_by = "an interrupt";
  summary.ledger.add(loaded.left_out.ledger);
  for (const std::string& name : recorder.unused_inputs)
    if (summary.tests)
      summary.warnings.push_back(
          fmt::format("--first {}=…: no path has asked for an input of this name", name));
  view.clear();
  bool is_confirmed = confirm(options, confirmer, deadline, recorder, storage);

  for (explore::WeighedCondition& each : summary.prune.weights)
    each.condition = with_arguments(std::move(each.condition), options);
  report::CoverageTotals coverage = report::cover(program, ir::Points(program), summary.covered).totals;
  RunResult result{
      summary,  recorder.errors, recorder.error_tests,
      coverage, program.name,    report::cover(program, ir::Points(program), summary.seen).totals};
  std::string json = to_json(result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  finish_storage(options, program.name, json, summary, recorder, storage);
  if (recorder.output)
    if (base::Result<void> written = recorder.output->close(summary.tests + summary.redundant > 1); !written)
      return complain(written.error().message), bad_input;

  if (left) {
    *left = {summary, recorder.errors, recorder.error_tests};
  } else if (options.json) {
    print_json(json);
  } else {
    if (options.program_output.empty() && !options.quiet) std::cout << summary.output << std::flush;
    for (const std::string& warning : summary.warnings) fmt::print(stderr, "bonsai: warning: {}\n", warning);
    print_errors(recorder.errors, recorder.error_tests);
    if (!options.quiet) print_summary(result);
    if (talk && storage.folder && recorder.problem.empty()) {
      std::string folder = storage.folder->path().string();
      fmt::print("{} test{} in {}", summary.tests, summary.tests == 1 ? "" : "s", folder);
      if (summary.redundant)
        fmt::print(", of {}: the others cover nothing more (--tests all keeps them)",
                   summary.tests + summary.redundant);
      fmt::print("\n");
      if (!summary.stopped_by.empty()) fmt::print("to go on: bonsai resume {}\n", folder);
    }
  }
  if (!recorder.problem.empty()) complain("the run is not stored to its end: " + recorder.problem);
  if (resumption && (summary.fault.starts_with(explore::unreadable_states) ||
                     summary.fault.starts_with(exec::tape_fault))) {
    complain(fmt::format("{}: is damaged, or was stored by another version of Bonsai: {}",
                         storage.folder->path().string(), summary.fault));
    return bad_input;
  }
  if (summary.stopped_by == explore::out_of_memory_reason) complain(out_of_memory_line(storage));
  int code = exit_code(options, summary, recorder);
  if (!left && (!summary.stopped_by.empty() || !is_confirmed)) leave(code);
  return code;
}

std::string counts_to_json(const explore::Summary& s) {
  nlohmann::json all = {{"completed", s.completed},
                        {"errors", s.errors},
                        {"silent", s.silent},
                        {"given_up", s.given_up},
                        {"forks", s.forks},
                        {"concretised", s.concretised},
                        {"instructions", s.instructions},
                        {"replayed", s.replayed},
                        {"exit_status", s.exit_status},
                        {"seconds", s.seconds},
                        {"ledger", to_json(s.ledger)},
                        {"unsupported", s.unsupported},
                        {"concolic", to_json(s.concolic)},
                        {"unrecovered", s.unrecovered},
                        {"untested", s.untested},
                        {"redundant", s.redundant},
                        {"cut_by_clock", s.cut_by_clock}};
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

base::Result<void> counts_from_json(const std::string& text, explore::Resumption& resumption) {
  const base::Error wrong{"its counts make no sense"};
  try {
    nlohmann::json all = nlohmann::json::parse(text);
    explore::Counts& c = resumption.counts;
    c.completed = count_from_json(all.at("completed"));
    c.errors = count_from_json(all.at("errors"));
    c.silent = count_from_json(all.at("silent"));
    c.given_up = count_from_json(all.at("given_up"));
    c.forks = count_from_json(all.at("forks"));
    c.concretised = count_from_json(all.at("concretised"));
    c.instructions = count_from_json(all.at("instructions"));
    c.replayed = count_from_json(all.at("replayed"));
    if (!all.at("exit_status").is_number_integer()) return wrong;
    c.exit_status = int(all.at("exit_status").get<int64_t>());
    if (all.contains("unrecovered")) c.unrecovered = count_from_json(all.at("unrecovered"));
    if (all.contains("untested")) c.untested = count_from_json(all.at("untested"));
    if (all.contains("redundant")) c.redundant = count_from_json(all.at("redundant"));
    if (all.contains("cut_by_clock")) c.cut_by_clock = count_from_json(all.at("cut_by_clock"));
    resumption.seconds = all.at("seconds");
    if (!(resumption.seconds >= 0 && resumption.seconds <= 1e10)) return wrong;
    c.unsupported = count_from_json(all.at("unsupported"));
    c.ledger = ledger_from_json(all.at("ledger"));
    c.concolic = concolic_from_json(all.at("concolic"));
  } catch (const nlohmann::json::exception&) {
    return wrong;
  }
  return {};
}

}  // namespace bonsai::cli
