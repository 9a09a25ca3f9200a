// bonsai run: explores a program, stores what it found, confirms it natively, and says so.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/configure.h"
#include "cli/loading.h"
#include "cli/path_check.h"
#include "cli/run_options.h"
#include "cli/run_report.h"
#include "explore/explorer.h"
#include "report/confirm.h"
#include "report/outside.h"
#include "report/program_hash.h"
#include "report/run_folder.h"
#include "report/run_store.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using report::RunFolder;
using report::RunStore;

volatile std::sig_atomic_t interrupted = 0;

// The first interrupt ends the run well, the second at once.
void watch_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = 1; };
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A file that reached its limit is a write that fails, as on a full disk. Not ignored: programs that we
  // start would inherit that.
  struct sigaction nothing{};
  nothing.sa_handler = [](int) {};
  sigaction(SIGXFSZ, &nothing, nullptr);
}

// Where a run is stored; nothing when it is not.
struct Storage {
  std::optional<RunFolder> folder;
  std::unique_ptr<RunStore> store;
};

class Recorder : public explore::Listener {
 public:
  Recorder(RunStore* store, bool show, bool wide) : store_(store), show_(show), in_place_(wide) {}

  bool test(const report::Test& test) override {
    if (test.error) error_tests.push_back(test);
    if (!ktests.empty() &&
        !keep(report::write_file(ktests / report::file_name(*report::find_test_writer("ktest"), test.id),
                                 report::write_ktest(test, invocation))))
      return false;
    return !store_ || keep(store_->add(test));
  }
  bool error(const report::Error& error) override {
    if (error.id <= errors.size()) {
      errors[error.id - 1].count = error.count;
      return !store_ || keep(store_->update(error));
    }
    errors.push_back(error);
    return !store_ || keep(store_->add(error));
  }
  bool progress(const explore::Summary& s) override {
    if (store_ && !keep(store_->add_statistics(s.seconds, std::vector<std::pair<std::string, double>>{
                                                              {"paths", double(s.completed + s.errors)},
                                                              {"live", double(s.live)},
                                                              {"instructions", double(s.instructions)}})))
      return false;
    if (!show_ || (!in_place_ && s.seconds < next_line_)) return true;
    next_line_ = s.seconds + 10;
    std::string line = fmt::format("{:.0f} s: {} paths, {} states, {} errors, {} instructions", s.seconds,
                                   s.completed + s.errors, s.live, s.found.size(), s.instructions);
    fmt::print(stderr, "{}{}{}", in_place_ ? "\r\033[K" : "", line, in_place_ ? "" : "\n");
    std::fflush(stderr);
    shown_ = in_place_;
    return true;
  }
  bool stop() override { return interrupted != 0; }
  void clear_line() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    shown_ = false;
  }

  std::vector<report::Error> errors;
  std::vector<report::Test> error_tests;  // by error
  std::string problem;                    // why nothing can be stored any more
  fs::path ktests;                        // folder for KTest files; empty: none
  report::Invocation invocation;

 private:
  bool keep(const base::Result<void>& result) {
    if (!result && problem.empty()) problem = result.error().message;
    return bool(result);
  }

  RunStore* store_;
  bool show_, in_place_;
  bool shown_ = false;
  double next_line_ = 10;
};

explore::Config configure(const base::Options& options, const load::Loaded& loaded) {
  explore::Config config;
  config.seconds = options.time;
  config.max_instructions = uint64_t(options.max_instructions);
  config.max_paths = uint64_t(options.max_paths);
  config.search = options.search;
  config.seed = uint64_t(options.seed);
  config.stop_on_error = options.stop_on_error;
  config.verify_replay = options.verify_replay;
  config.machine = machine_config(options, loaded);
  config.solver = solver_config(options);
  return config;
}

// Makes the folder and the database; false with a complaint when that fails.
bool prepare(const base::Options& options, const load::Loaded& loaded, Storage& storage) {
  if (options.no_out) return true;
  base::Result<RunFolder> folder =
      RunFolder::make(options.out, options.overwrite ? RunFolder::Old::replace : RunFolder::Old::refuse);
  if (!folder) return complain(folder.error().message), false;
  storage.folder.emplace(std::move(*folder));
  RunOptions run{options, fs::current_path().string()};
  base::Result<void> written = storage.folder->write_options(to_json(run));
  if (written) written = storage.folder->write_program(loaded.bitcode);
  if (!written) return complain(written.error().message), false;
  base::Result<std::unique_ptr<RunStore>> store = RunStore::create(storage.folder->path());
  if (!store) return complain(store.error().message), false;
  storage.store = std::move(*store);
  return true;
}

void confirm(const base::Options& options, bool has_library, Recorder& recorder, Storage& storage) {
  if (recorder.errors.empty() || options.no_confirm) return;
  report::NativeProgram native = native_program({options, ""}, has_library);
  fs::path folder = storage.folder ? storage.folder->path() / "native"
                                   : fs::temp_directory_path() / fmt::format("bonsai-native-{}", getpid());
  report::NativeBuild build(native, folder.string());
  for (size_t i = 0; i < recorder.errors.size() && i < recorder.error_tests.size() && !interrupted; ++i) {
    report::Error& error = recorder.errors[i];
    if (!options.quiet && !options.json && isatty(2))
      fmt::print(stderr, "\r\033[Kconfirming error {} of {} natively…", i + 1, recorder.errors.size());
    report::Verdict verdict = report::confirm_error(build, recorder.error_tests[i], error);
    error.confirmed = verdict.confirmation;
    error.reason = verdict.reason;
    if (storage.store) (void)storage.store->update(error);
  }
  if (!options.quiet && !options.json && isatty(2)) fmt::print(stderr, "\r\033[K");
  std::error_code ignored;
  if (!storage.folder) fs::remove_all(folder, ignored);
}

// The files beside the database. What cannot be written is said once.
void finish(const base::Options& options, const std::string& program, const std::string& json,
            const explore::Summary& summary, Recorder& recorder, Storage& storage) {
  if (!storage.store) return;
  auto keep = [&](const base::Result<void>& result) {
    if (!result && recorder.problem.empty()) recorder.problem = result.error().message;
  };
  keep(storage.store->set_covered(summary.covered));
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

}  // namespace

int run(const base::Options& options) {
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return bad_input;
  const ir::Program& program = loaded->program;
  Storage storage;
  if (!prepare(options, *loaded, storage)) return bad_input;
  if (storage.store) {
    (void)storage.store->set_meta(report::meta_key::program, program.name);
    (void)storage.store->set_meta(report::meta_key::library, loaded->has_library ? "1" : "0");
    (void)storage.store->set_meta(report::meta_key::program_hash, report::program_hash(program));
  }

  explore::Config config = configure(options, *loaded);
  watch_interrupts();
  bool talk = !options.quiet && !options.json;
  Recorder recorder(storage.store.get(), talk, isatty(2));
  recorder.invocation = {program.name, report::klee_words(options.setup)};
  if (options.write_ktest && storage.folder) {
    std::error_code error;
    recorder.ktests = storage.folder->path() / "tests";
    fs::create_directories(recorder.ktests, error);
  }
  explore::Summary summary = explore::explore(program, config, recorder);
  if (interrupted) summary.stopped_by = "an interrupt";
  recorder.clear_line();
  confirm(options, loaded->has_library, recorder, storage);

  report::CoverageTotals coverage = report::cover(program, ir::Points(program), summary.covered).totals;
  RunResult result{summary, recorder.errors, coverage, program.name};
  std::string json = to_json(result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  finish(options, program.name, json, summary, recorder, storage);
  if (!options.program_output.empty()) {
    base::Result<void> written = report::write_file(options.program_output, summary.output);
    if (!written) return complain(written.error().message), bad_input;
  }

  if (options.json) {
    std::cout << json << "\n";
  } else {
    if (options.program_output.empty() && !options.quiet) std::cout << summary.output << std::flush;
    for (const std::string& warning : summary.warnings) fmt::print(stderr, "bonsai: warning: {}\n", warning);
    print_errors(recorder.errors, recorder.error_tests);
    if (!options.quiet) print_summary(result);
    if (talk && storage.folder && recorder.problem.empty())
      fmt::print("{} test{} in {}\n", summary.tests, summary.tests == 1 ? "" : "s",
                 storage.folder->path().string());
  }
  if (!recorder.problem.empty()) complain("the run is not stored to its end: " + recorder.problem);
  if (!summary.fault.empty()) {
    complain("internal fault: " + summary.fault);
    return own_fault;
  }
  if (interrupted) return interrupted_run;
  if (!recorder.problem.empty()) return bad_input;
  return summary.found.empty() ? clean : program_has_errors;
}

}  // namespace bonsai::cli
