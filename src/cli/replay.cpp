// bonsai replay: runs the tests of a run on the native program and says whether it does what was predicted.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands.h"
#include "cli/json_output.h"
#include "cli/loading.h"
#include "cli/path_check.h"
#include "report/confirm.h"
#include "report/run_folder.h"
#include "report/run_store.h"
#include "sandbox/sandbox.h"

namespace bonsai::cli {
namespace {

using nlohmann::json;
using report::Confirmation;
using report::RunStore;

struct Outcome {
  uint64_t test = 0;
  report::Ending ending = report::Ending::exited;
  const report::Error* error = nullptr;  // of a test that ends in one
  report::Verdict verdict;
};

std::string place(const report::Error& error) {
  for (const report::Place& place : error.stack)
    if (place.line) return fmt::format("{}:{}", place.file, place.line);
  return "";
}

// The whole of one replay; every failure ends in fail(), which says it once.
class Replay {
 public:
  explicit Replay(const base::Options& options) : options_(options) {
    limits_.seconds = options.test_time;
    limits_.memory = options.test_memory;
  }

  int run() {
    if (!open() || !choose() || !build() || !replay_all() || !store()) return bad_input;
    if (options_.json) {
      print_json();
    } else {
      print_summary();
    }
    bool differs = count(Confirmation::diverged) || count(Confirmation::not_reproduced);
    return differs ? program_has_errors : clean;
  }

 private:
  bool fail(const base::Error& error) {
    complain(error.message);
    if (!error.detail.empty()) fmt::print(stderr, "{}\n", error.detail);
    return false;
  }

  bool open() {
    const std::string& folder = options_.inputs[0];
    base::Result<std::unique_ptr<RunStore>> store = RunStore::open(folder);
    if (!store) return fail(store.error());
    store_ = std::move(*store);
    base::Result<std::vector<report::Error>> errors = store_->errors();
    if (!errors) return fail(errors.error());
    for (report::Error& error : *errors) errors_.emplace(error.id, std::move(error));
    return true;
  }

  // The tests that were named; none: all.
  bool choose() {
    for (size_t i = 1; i < options_.inputs.size(); ++i) {
      const std::string& word = options_.inputs[i];
      uint64_t id = 0;
      auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
      if (error != std::errc() || end != word.data() + word.size() || id == 0)
        return fail({fmt::format("{}: is no number of a test", word)});
      base::Result<std::optional<report::Test>> test = store_->test(id);
      if (!test) return fail(test.error());
      if (!*test) return fail({fmt::format("{} has no test {}", options_.inputs[0], id)});
      chosen_.push_back(id);
    }
    return options_.sample == 0 || !chosen_.empty() || sample();
  }

  // Evenly spread over all tests, the first among them.
  bool sample() {
    base::Result<uint64_t> last = store_->last_test();
    if (!last) return fail(last.error());
    base::Result<uint64_t> count = store_->test_count();
    if (!count) return fail(count.error());
    uint64_t wanted = std::min(uint64_t(options_.sample), *count);
    for (uint64_t i = 0; i < wanted; ++i) {
      report::TestCursor cursor = store_->tests(*last / wanted * i + *last % wanted * i / wanted);
      report::Test test;
      base::Result<bool> found = cursor.next(test);
      if (!found) return fail(found.error());
      if (*found && (chosen_.empty() || chosen_.back() != test.id)) chosen_.push_back(test.id);
    }
    return true;
  }

  bool build() {
    if (base::Result<void> checked = report::RunFolder::check_links(options_.inputs[0]); !checked)
      return fail(checked.error());
    base::Result<RunOptions> run = read_run_options(options_.inputs[0], options_.compiler_flags);
    if (!run) return fail(run.error());
    run->options.unsafe_native = options_.unsafe_native;
    if (!options_.unsafe_native && !sandbox::availability().why_not.empty())
      return fail({sandbox::availability().why_not});
    std::string folder = options_.inputs[0] + "/native";
    base::Result<std::optional<std::string>> library = store_->meta(report::meta_key::library);
    if (!library) return fail(library.error());
    bool has_library = *library && **library == "1";
    report::NativeProgram native = native_program(*run, has_library);
    if (!options_.native.empty()) {
      std::error_code error;
      native.binary = std::filesystem::absolute(options_.native, error).string();
      if (!std::filesystem::is_regular_file(native.binary, error))
        return fail({options_.native + ": is no file; --native wants the path of a program"});
    }
    build_ = std::make_unique<report::NativeBuild>(std::move(native), folder);
    if (base::Result<std::string> binary = build_->binary(report::Variant::plain); !binary)
      return fail(binary.error());
    if (options_.no_paths || !options_.native.empty()) return true;
    paths_ = PathCheck::make(*run, folder + "/path");
    return paths_ != nullptr;
  }

  bool replay_all() {
    if (!chosen_.empty()) {
      for (uint64_t id : chosen_) {
        base::Result<std::optional<report::Test>> test = store_->test(id);
        if (!test) return fail(test.error());
        if (*test) replay_one(**test);
      }
      return true;
    }
    report::TestCursor cursor = store_->tests();
    for (report::Test test;;) {
      base::Result<bool> more = cursor.next(test);
      if (!more) return fail(more.error());
      if (!*more) return true;
      replay_one(test);
    }
  }

  void replay_one(const report::Test& test) {
    auto error = errors_.find(test.error);
    bool shows_error = test.ending == report::Ending::error && error != errors_.end();
    if (options_.distinct && !covered_.insert(test.points).second) return;
    if (options_.only == (shows_error ? "tests" : "errors")) return;
    Outcome outcome{test.id, test.ending, nullptr, {}};
    if (shows_error) {
      outcome.error = &error->second;
      outcome.verdict = report::confirm_error(*build_, test, error->second, limits_);
      if (test.id == error->second.test || outcome.verdict.confirmation == Confirmation::confirmed) {
        error->second.confirmed = outcome.verdict.confirmation;
        error->second.reason = outcome.verdict.reason;
        judged_.insert(error->first);
      }
    } else {
      outcome.verdict = report::compare_test(*build_, test, limits_);
    }
    // A path that differs is a divergence, whatever the outcome is.
    if (paths_) {
      report::Verdict path = paths_->check(test, limits_);
      if (path.confirmation == Confirmation::diverged)
        outcome.verdict = path;
      else
        outcome.verdict.reason += "; " + path.reason;
      not_wholly_compared_ += path.confirmation == Confirmation::unconfirmable;
    }
    ++counts_[outcome.verdict.confirmation];
    print(outcome);
    outcomes_.push_back(std::move(outcome));
  }

  // What was learned about errors goes back into a run that is over.
  bool store() {
    if (judged_.empty()) return true;
    base::Result<std::optional<std::string>> finished = store_->meta(report::meta_key::finished);
    if (!finished || !*finished) return true;
    store_.reset();
    base::Result<std::unique_ptr<RunStore>> store =
        RunStore::open(options_.inputs[0], RunStore::Access::write);
    if (!store) return true;  // a run that can only be read is replayed all the same
    for (uint64_t id : judged_)
      if (base::Result<void> done = (*store)->update(errors_.at(id)); !done) return fail(done.error());
    if (base::Result<void> done = (*store)->close(); !done) return fail(done.error());
    return true;
  }

  // A line per test; those that do what was predicted and show no error are only counted.
  void print(const Outcome& outcome) const {
    bool plain = !outcome.error && outcome.verdict.confirmation == Confirmation::confirmed;
    if (options_.json || (plain && !options_.verbose)) return;
    std::string what = outcome.error ? fmt::format("{} at {}", outcome.error->kind, place(*outcome.error))
                                     : std::string(word(outcome.ending));
    fmt::print("test {:>6}  {:<14}  {}\n{:15}{}\n", outcome.test, word(outcome.verdict.confirmation), what,
               "", outcome.verdict.reason);
    std::fflush(stdout);
  }

  uint64_t count(Confirmation confirmation) const {
    auto found = counts_.find(confirmation);
    return found == counts_.end() ? 0 : found->second;
  }

  void print_summary() const {
    fmt::print("{} test{} replayed: {} confirmed, {} not reproduced, {} diverged, {} unconfirmable\n",
               outcomes_.size(), outcomes_.size() == 1 ? "" : "s", count(Confirmation::confirmed),
               count(Confirmation::not_reproduced), count(Confirmation::diverged),
               count(Confirmation::unconfirmable));
    if (not_wholly_compared_)
      fmt::print("of {} the path was not compared, or not to its end{}\n", not_wholly_compared_,
                 options_.verbose ? "" : "; --verbose says why");
  }

  void print_json() const {
    json tests = json::array();
    for (const Outcome& outcome : outcomes_) {
      json test = {{"test", outcome.test},
                   {"ending", word(outcome.ending)},
                   {"confirmed", word(outcome.verdict.confirmation)},
                   {"reason", outcome.verdict.reason}};
      if (outcome.error) {
        test["error"] = outcome.error->id;
        test["kind"] = outcome.error->kind;
        test["place"] = place(*outcome.error);
      }
      tests.push_back(std::move(test));
    }
    json object = {{"version", BONSAI_VERSION},
                   {"run", options_.inputs[0]},
                   {"confirmed", count(Confirmation::confirmed)},
                   {"not_reproduced", count(Confirmation::not_reproduced)},
                   {"diverged", count(Confirmation::diverged)},
                   {"unconfirmable", count(Confirmation::unconfirmable)},
                   {"paths_not_wholly_compared", not_wholly_compared_},
                   {"tests", tests}};
    cli::print_json(object.dump(2, ' ', false, json::error_handler_t::replace));
  }

  const base::Options& options_;
  report::Limits limits_;
  std::unique_ptr<RunStore> store_;
  std::unique_ptr<report::NativeBuild> build_;
  std::unique_ptr<PathCheck> paths_;  // null: not asked for
  std::map<uint64_t, report::Error> errors_;
  std::vector<uint64_t> chosen_;
  std::set<std::vector<uint32_t>> covered_;  // by tests that were replayed
  std::vector<Outcome> outcomes_;
  std::set<uint64_t> judged_;  // errors whose confirmation is new
  std::map<Confirmation, uint64_t> counts_;
  uint64_t not_wholly_compared_ = 0;  // tests whose native path was not compared, or not to its end
};

}  // namespace

int replay(const base::Options& options) { return Replay(options).run(); }

}  // namespace bonsai::cli
