// bonsai tests: lists the tests of a run, or writes them in other formats.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

#include "cli/commands.h"
#include "cli/covered.h"
#include "cli/loading.h"
#include "cli/path_check.h"
#include "cli/run_options.h"
#include "explore/prune/cover.h"
#include "report/outside.h"
#include "report/run_folder.h"
#include "report/run_store.h"
#include "report/writers.h"
#include "sandbox/sandbox.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using base::Result;
using report::RunStore;

int bad(const std::string& message) {
  complain(message);
  return bad_input;
}

Result<std::vector<uint64_t>> read_ids(const base::Options& options) {
  std::vector<uint64_t> ids;
  for (size_t i = 2; i < options.inputs.size(); ++i) {
    const std::string& word = options.inputs[i];
    uint64_t id = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (error != std::errc() || end != word.data() + word.size())
      return base::Error{
          fmt::format("{}: is not the number of a test; see bonsai tests list {}", word, options.inputs[1])};
    ids.push_back(id);
  }
  return ids;
}

// Calls f for these tests, or for all if none are named. f returns a Result<void>.
template <typename F>
Result<void> for_each_test(RunStore& store, const std::vector<uint64_t>& ids, F f) {
  for (uint64_t id : ids) {
    Result<std::optional<report::Test>> test = store.test(id);
    if (!test) return test.error();
    if (!*test)
      return base::Error{fmt::format("{}: there is no test {}", store.path().parent_path().string(), id)};
    if (Result<void> done = f(**test); !done) return done;
  }
  if (!ids.empty()) return {};
  report::TestCursor cursor = store.tests();
  for (report::Test test;;) {
    Result<bool> next = cursor.next(test);
    if (!next) return next.error();
    if (!*next) return {};
    if (Result<void> done = f(test); !done) return done;
  }
}

void print_row(const report::Test& test) {
  std::string inputs;
  for (const report::Input& input : test.inputs)
    inputs += fmt::format(" {}[{}]", input.name, input.bytes.size());
  std::string ending(report::word(test.ending));
  if (test.ending == report::Ending::exited) ending += fmt::format(" {}", test.exit_status);
  if (test.error) ending += fmt::format(" {}", test.error);
  fmt::print("{:>6}  {:<12} {:>6} {:>12} {:>9.2f} {}{}{}\n", test.id, ending, test.depth, test.instructions,
             test.seconds, inputs, test.reason.empty() ? "" : "  ", test.reason);
}

int list(RunStore& store, const std::vector<uint64_t>& ids) {
  fmt::print("{:>6}  {:<12} {:>6} {:>12} {:>9}  {}\n", "test", "ending", "forks", "instructions", "seconds",
             "inputs");
  Result<void> done = for_each_test(store, ids, [](const report::Test& test) {
    print_row(test);
    return Result<void>();
  });
  return done ? int(clean) : bad(done.error().message);
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return base::Error{fmt::format("cannot make the folder {}: {}", folder.string(), error.message())};
}

// The program's name and arguments, as far as the run tells.
report::Invocation invocation_of(RunStore& store) {
  report::Invocation invocation;
  Result<std::optional<std::string>> program = store.meta(report::meta_key::program);
  if (program && *program) invocation.program = **program;
  Result<RunOptions> options = read_run_options(store.path().parent_path());
  if (options) invocation.arguments = report::klee_words(options->options.setup);
  return invocation;
}

// A small choice of tests, by a greedy cover of the branches that their native runs take.
class Minimiser {
 public:
  Minimiser(RunStore& store, const base::Options& options) : store_(store), options_(options) {}

  Result<std::vector<uint64_t>> choose(const std::vector<uint64_t>& ids) {
    if (Result<void> prepared = prepare(); !prepared) return prepared.error();
    Result<void> done = for_each_test(store_, ids, [&](const report::Test& test) {
      if (is_shown_ && sets_.size() % 16 == 0)
        fmt::print(stderr, "\r\033[Krunning tests natively: {}…", sets_.size());
      if (shows_error_.contains(test.id)) first_.push_back(ids_.size());
      ids_.push_back(test.id);
      // The first number is in all, so that at least one test is chosen.
      std::vector<uint32_t> set = paths_ ? paths_->own_branches(test, report::Limits()) : test.points;
      for (uint32_t& each : set) ++each;
      set.insert(set.begin(), 0);
      sets_.push_back(&*known_.insert(std::move(set)).first);
      return Result<void>();
    });
    if (is_shown_) fmt::print(stderr, "\r\033[K");
    if (!done) return done.error();
    std::vector<uint64_t> chosen;
    std::set<uint32_t> covered;
    for (size_t i : explore::cover(sets_, first_)) {
      chosen.push_back(ids_[i]);
      covered.insert(sets_[i]->begin(), sets_[i]->end());
    }
    std::sort(chosen.begin(), chosen.end());
    branches_ = covered.empty() ? 0 : covered.size() - 1;
    return chosen;
  }

  std::string summary(size_t chosen) const {
    return fmt::format(
        "{} of {} tests: they {} the {} {} that all do{}", chosen, ids_.size(),
        paths_ ? "take natively" : "cover", branches_, paths_ ? "directions of branches" : "points",
        first_.empty() ? ""
                       : fmt::format(", and show {} error{}", first_.size(), first_.size() == 1 ? "" : "s"));
  }

 private:
  // Without native runs, what the engine covered has to do.
  Result<void> prepare() {
    const std::string& folder = options_.inputs[1];
    Result<std::vector<report::Error>> errors = store_.errors();
    if (!errors) return errors.error();
    for (const report::Error& error : *errors) shows_error_.insert(error.test);
    if (Result<void> checked = report::RunFolder::check_links(folder); !checked) return checked;
    Result<RunOptions> run = read_run_options(folder, options_.compiler_flags);
    if (!run) return run.error();
    run->options.unsafe_native = options_.unsafe_native;
    std::string why_not = options_.unsafe_native ? "" : sandbox::availability().why_not;
    if (why_not.empty()) paths_ = PathCheck::make(*run, folder + "/native/path");
    if (!paths_)
      complain(fmt::format("{}the tests are chosen by what the engine covered, not by native runs",
                           why_not.empty() ? "" : why_not + "; "));
    is_shown_ = isatty(STDERR_FILENO);
    return {};
  }

  RunStore& store_;
  const base::Options& options_;
  std::unique_ptr<PathCheck> paths_;  // null: native runs cannot be had
  bool is_shown_ = false;
  std::set<uint64_t> shows_error_;
  std::set<std::vector<uint32_t>> known_;  // many tests take the same branches
  std::vector<const std::vector<uint32_t>*> sets_;
  std::vector<uint64_t> ids_;
  std::vector<size_t> first_;
  size_t branches_ = 0;
};

int write_tests(RunStore& store, const std::vector<uint64_t>& ids, const report::TestWriter& writer,
                const fs::path& to) {
  if (Result<void> made = make_folder(to); !made) return bad(made.error().message);
  report::Invocation invocation = invocation_of(store);
  uint64_t count = 0;
  Result<void> done = for_each_test(store, ids, [&](const report::Test& test) {
    ++count;
    return report::write_file(to / report::file_name(writer, test.id), writer.write(test, invocation));
  });
  if (!done) return bad(done.error().message);
  fmt::print("{} test{} written to {}\n", count, count == 1 ? "" : "s", to.string());
  return clean;
}

Result<std::vector<uint32_t>> covered_points(RunStore& store, const std::vector<uint64_t>& ids) {
  if (ids.empty()) return store.covered(RunStore::Covered::by_tests);
  std::set<uint32_t> points;
  Result<void> done = for_each_test(store, ids, [&](const report::Test& test) {
    points.insert(test.points.begin(), test.points.end());
    return Result<void>();
  });
  if (!done) return done.error();
  return std::vector<uint32_t>(points.begin(), points.end());
}

int write_lcov(RunStore& store, const std::vector<uint64_t>& ids, const fs::path& to,
               const std::vector<std::string>& flags) {
  Result<std::vector<uint32_t>> points = covered_points(store, ids);
  if (!points) return bad(points.error().message);
  Result<RunCoverage> run = coverage_of_run(store, *points, flags);
  if (!run) return bad(run.error().message);
  const report::Coverage& coverage = run->coverage;
  if (Result<void> made = make_folder(to); !made) return bad(made.error().message);
  fs::path path = fs::absolute(to) / "coverage.info";
  if (Result<void> written = report::write_file(path, report::to_lcov(coverage, run->folder)); !written)
    return bad(written.error().message);
  fmt::print("{} of {} lines, {} of {} branches, {} of {} functions written to {}\n", coverage.totals.lines,
             coverage.totals.lines_total, coverage.totals.branches, coverage.totals.branches_total,
             coverage.totals.functions, coverage.totals.functions_total, (to / "coverage.info").string());
  return clean;
}

std::string known_formats() {
  std::string text;
  for (const report::TestWriter& writer : report::test_writers()) text += fmt::format("{}, ", writer.name);
  return text + "lcov";
}

}  // namespace

int tests(const base::Options& options) {
  const std::string& action = options.inputs[0];
  if (action != "list" && action != "export" && action != "minimise")
    return bad(
        fmt::format("tests {}: must be tests list RUN, tests minimise RUN or tests export RUN", action));
  if (options.inputs.size() < 2) return bad(fmt::format("tests {} needs the folder of a run", action));
  const report::TestWriter* writer = report::find_test_writer(options.format);
  if (!writer && options.format != "lcov")
    return bad(fmt::format("there is no format {}; known are {}", options.format, known_formats()));
  Result<std::vector<uint64_t>> ids = read_ids(options);
  if (!ids) return bad(ids.error().message);
  Result<std::unique_ptr<RunStore>> store = RunStore::open(options.inputs[1]);
  if (!store) return bad(store.error().message);
  if (options.minimise || action == "minimise") {
    Minimiser minimiser(**store, options);
    ids = minimiser.choose(*ids);
    if (!ids) return bad(ids.error().message);
    fmt::print("{}\n", minimiser.summary(ids->size()));
  }
  if (action != "export") return list(**store, *ids);
  if (options.to.empty())
    if (Result<void> checked = report::RunFolder::check_links(options.inputs[1]); !checked)
      return bad(checked.error().message);
  fs::path to = options.to.empty() ? fs::path(options.inputs[1]) / "tests" : fs::path(options.to);
  return writer ? write_tests(**store, *ids, *writer, to)
                : write_lcov(**store, *ids, to, options.compiler_flags);
}

}  // namespace bonsai::cli
