// bonsai reach: finds inputs that reach places, or tells why there are none. Tested by tests/check_reach.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "cli/chop_choice.h"
#include "cli/commands.h"
#include "cli/json_output.h"
#include "cli/ledger_report.h"
#include "cli/live_view.h"
#include "cli/loading.h"
#include "cli/path_check.h"
#include "cli/recorder.h"
#include "cli/run_report.h"
#include "cli/session.h"
#include "cli/setup_words.h"
#include "cli/target_words.h"
#include "ir/uses.h"
#include "report/outside.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Keeps the tests that show how targets are reached.
class ReachRecorder : public Recorder {
 public:
  using Recorder::Recorder;
  bool test(const report::Test& test) override {
    if (test.reason.starts_with("reaches ")) found.emplace(test.reason, test);
    if (!test.points.empty() && test.points.back() >= came_to.size()) came_to.resize(test.points.back() + 1);
    for (uint32_t point : test.points) ++came_to[point];
    return Recorder::test(test);
  }
  std::map<std::string, report::Test> found;  // by reason
  std::vector<uint64_t> came_to;              // by point: tests
};

// What a word for --strategy means.
struct Strategy {
  std::string search;
  explore::Backwards backwards = explore::Backwards::never;
};

Strategy strategy_of(const std::string& word) {
  using explore::Backwards;
  if (word == "portfolio") return {"sdse,random-path", Backwards::mixed};
  for (auto [name, backwards] : {std::pair("ccbse", Backwards::first), std::pair("mix", Backwards::mixed)}) {
    std::string_view given = word;
    if (!given.starts_with(name)) continue;
    given.remove_prefix(std::string_view(name).size());
    if (given.empty()) return {"sdse", backwards};
    if (given.front() == '(' && given.back() == ')')
      return {std::string(given.substr(1, given.size() - 2)), backwards};
  }
  return {word};
}

// A branch on the way to a target.
struct Branch {
  report::Place place;
  uint32_t to = 0;  // the line where it goes
  uint64_t count = 1;
};

class Lines {
 public:
  // The text of a line, without what stands around it; empty where it cannot be had.
  const std::string& text(const report::Place& place) {
    auto [file, is_new] = files_.try_emplace(place.file);
    if (is_new) {
      std::ifstream stream(place.file);
      for (std::string line; std::getline(stream, line);) file->second.push_back(trimmed(line));
    }
    static const std::string none;
    return place.line && place.line <= file->second.size() ? file->second[place.line - 1] : none;
  }

 private:
  static std::string trimmed(const std::string& line) {
    size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : line.substr(first, last - first + 1);
  }
  std::map<std::string, std::vector<std::string>> files_;
};

report::Place place_of(const ir::Program& program, ir::FunctionId function, uint32_t index) {
  const ir::Function& in = program.functions[function];
  const ir::Location& at = program.locations[in.locations[index]];
  return {in.source_name, program.strings[at.file], at.line, at.column};
}

bool is_same(const report::Place& a, const report::Place& b) {
  return a.line == b.line && a.column == b.column && a.file == b.file && a.function == b.function;
}

// The branches of the program's own code on the way of a test to a target, repetitions in a row counted.
std::vector<Branch> branches_of(const ir::Program& program, const explore::Config& config,
                                const report::Test& test, const explore::Target& target) {
  ir::Points points(program);
  std::vector<Branch> found;
  for (uint32_t point : explore::trace(program, config, test).points) {
    if (std::binary_search(target.points.begin(), target.points.end(), point)) break;
    ir::Points::Place place = points.place(point);
    const ir::Function& function = program.functions[place.function];
    const ir::Instr& instr = function.code[place.index];
    if (function.is_runtime || !(place.is_switch_way || ir::is_conditional(instr.op))) continue;
    std::vector<uint32_t> ways;
    if (place.is_switch_way)
      ways = points.distinct_targets(uint32_t(instr.imm));
    else
      ir::for_each_target(program, instr, [&](uint32_t to) { ways.push_back(to); });
    Branch branch{place_of(program, place.function, place.index), 0};
    branch.to = place_of(program, place.function, ways[place.way]).line;
    if (!found.empty() && is_same(found.back().place, branch.place) && found.back().to == branch.to)
      ++found.back().count;
    else
      found.push_back(std::move(branch));
  }
  return found;
}

// What is known of one wish when the run is over.
struct Answer {
  const Wish* wish = nullptr;
  const report::Test* test = nullptr;  // null: it was not reached
  report::Verdict verdict{report::Confirmation::untried, ""};
  std::vector<Branch> branches;
  std::optional<explore::Nearest> nearest;
  uint64_t tests_there = 0;  // that came to the nearest branch
  bool is_doubtful = false;  // a path that stands for others came there
};

enum class Verdict : uint8_t { reached, no_code, unreachable, behind_errors, not_reached };

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::reached: return "reached";
    case Verdict::no_code: return "no code";
    case Verdict::unreachable: return "unreachable";
    case Verdict::behind_errors: return "unreachable without passing an error";
    case Verdict::not_reached: break;
  }
  return "not reached";
}

class Reacher {
 public:
  Reacher(const RunOptions& run, const load::Loaded& loaded, const explore::Config& config,
          const Wishes& wishes, bool skips_only_others, Storage& storage)
      : run_(run),
        loaded_(loaded),
        config_(config),
        wishes_(wishes),
        skips_only_others_(skips_only_others),
        storage_(storage) {}

  int go();

 private:
  void look_at(const explore::Summary& summary, const ReachRecorder& recorder);
  void confirm();
  json to_json() const;
  void print();
  void print_not_reached(const Answer& answer);
  void print_ledger() const;
  Verdict verdict_of(const Answer& answer) const;
  std::string errors_in_the_way() const;
  int verdict_code() const;
  void print_branches(const std::vector<Branch>& branches);
  const ir::Program& program() const { return loaded_.program; }
  uint32_t line_behind(const explore::Nearest& nearest) const {
    return place_of(program(), nearest.branch.function, nearest.to).line;
  }

  const RunOptions& run_;
  const load::Loaded& loaded_;
  const explore::Config& config_;
  const Wishes& wishes_;
  // Functions that are skipped lead to no target: what happens in them, as long as nobody needs it, does not
  // matter.
  const bool skips_only_others_;
  Storage& storage_;
  std::vector<Answer> answers_;
  base::Ledger ledger_;
  std::vector<report::Error> errors_in_the_way_;  // behind which a native program may go on
  Lines lines_;
};

void Reacher::look_at(const explore::Summary& summary, const ReachRecorder& recorder) {
  ledger_ = summary.not_explored();
  if (skips_only_others_) ledger_.forget(base::Reason::skipped);
  for (const report::Error& error : recorder.errors)
    if (exec::may_go_on(error.kind)) errors_in_the_way_.push_back(error);
  for (const Wish& wish : wishes_.all) {
    Answer answer;
    answer.wish = &wish;
    if (wish.target != ir::none) {
      const explore::Target& target = wishes_.targets[wish.target];
      auto found = recorder.found.find(explore::reason_of(target));
      if (found != recorder.found.end()) {
        answer.test = &found->second;
        answer.branches = branches_of(program(), config_, *answer.test, target);
      } else {
        answer.is_doubtful = config_.targets->is_doubtful(wish.target);
        answer.nearest = explore::find_nearest(program(), target.places, summary.seen);
        if (answer.nearest)
          for (uint32_t point : answer.nearest->others)
            if (point < recorder.came_to.size()) answer.tests_there += recorder.came_to[point];
      }
    }
    answers_.push_back(std::move(answer));
  }
}

// Does the native program go the same way, as far as the target?
void Reacher::confirm() {
  std::unique_ptr<PathCheck> check;
  for (Answer& answer : answers_) {
    if (!answer.test || is_interrupted()) continue;
    fs::path folder = storage_.folder ? storage_.folder->path() / "native-path"
                                      : fs::temp_directory_path() / fmt::format("bonsai-reach-{}", getpid());
    if (!check) check = PathCheck::make(run_, folder.string());
    if (!check) {
      answer.verdict = {report::Confirmation::unconfirmable, "the native program cannot be built"};
      continue;
    }
    answer.verdict = check->check(*answer.test, {});
    if (!storage_.folder) {
      std::error_code ignored;
      check.reset();
      fs::remove_all(folder, ignored);
    }
  }
}

// What is proved needs an empty ledger. Behind an error that ends the path here, a native program may go on.
Verdict Reacher::verdict_of(const Answer& answer) const {
  if (answer.test) return Verdict::reached;
  if (answer.wish->is_left_out) return Verdict::not_reached;
  if (answer.wish->target == ir::none) return Verdict::no_code;
  if (!ledger_.is_empty() || answer.is_doubtful) return Verdict::not_reached;
  return errors_in_the_way_.empty() ? Verdict::unreachable : Verdict::behind_errors;
}

json place_to_json(const report::Place& place) {
  return {{"file", place.file}, {"line", place.line}, {"function", place.function}};
}

json Reacher::to_json() const {
  constexpr size_t most_branches = 10'000;
  json all = json::array();
  for (const Answer& answer : answers_) {
    json one = {{"target", answer.wish->name}, {"answer", word(verdict_of(answer))}};
    if (!answer.wish->words.empty()) one["words"] = answer.wish->words;
    if (!answer.wish->nothing.empty()) one["reason"] = answer.wish->nothing;
    if (verdict_of(answer) == Verdict::behind_errors) {
      one["errors"] = json::array();
      for (const report::Error& error : errors_in_the_way_) one["errors"].push_back(error.id);
    }
    if (answer.test) {
      json path = json::array();
      for (const Branch& branch : answer.branches) {
        json step = place_to_json(branch.place);
        step["to"] = branch.to;
        step["count"] = branch.count;
        if (path.size() < most_branches) path.push_back(std::move(step));
      }
      one["test"] = answer.test->id;
      one["seconds"] = answer.test->seconds;
      one["inputs"] = inputs_to_json(*answer.test);
      one["path"] = std::move(path);
      one["branches"] = answer.branches.size();
      one["confirmed"] = report::word(answer.verdict.confirmation);
      if (!answer.verdict.reason.empty()) one["reason"] = answer.verdict.reason;
    } else if (answer.nearest) {
      one["nearest"] =
          place_to_json(place_of(program(), answer.nearest->branch.function, answer.nearest->branch.index));
      one["nearest"]["distance"] = answer.nearest->distance;
      one["nearest"]["to"] = line_behind(*answer.nearest);
      one["nearest"]["tests"] = answer.tests_there;
    }
    all.push_back(std::move(one));
  }
  return all;
}

void Reacher::print_branches(const std::vector<Branch>& branches) {
  constexpr size_t first = 5, last = 20;
  for (size_t i = 0; i < branches.size(); ++i) {
    if (branches.size() > first + last && i == first) {
      fmt::print("  … {} more\n", branches.size() - first - last);
      i = branches.size() - last;
    }
    const Branch& branch = branches[i];
    const std::string& text = lines_.text(branch.place);
    std::string times = branch.count > 1 ? fmt::format(", {} times", branch.count) : "";
    fmt::print("  {}:{} to {}{}{}{}\n", fs::path(branch.place.file).filename().string(), branch.place.line,
               branch.to, times, text.empty() ? "" : "   ", text);
  }
}

void Reacher::print() {
  for (const Answer& answer : answers_) {
    const Wish& wish = *answer.wish;
    if (!wish.words.empty()) fmt::print("{}: {}\n", wish.name, wish.words);
    if (answer.test) {
      fmt::print(
          "{}: reached after {:.2f} s, {}{}{}\n", wish.name, answer.test->seconds,
          answer.verdict.confirmation == report::Confirmation::confirmed
              ? "and natively so"
              : report::word(answer.verdict.confirmation),
          answer.verdict.reason.empty() || answer.verdict.confirmation == report::Confirmation::confirmed
              ? ""
              : ": ",
          answer.verdict.confirmation == report::Confirmation::confirmed ? "" : answer.verdict.reason);
      print_inputs(*answer.test);
      print_branches(answer.branches);
    } else if (wish.target == ir::none) {
      fmt::print("{}\n", wish.nothing);
      if (wish.is_left_out) print_ledger();
    } else if (verdict_of(answer) == Verdict::unreachable) {
      fmt::print("{}: unreachable: explored exhaustively\n", wish.name);
    } else if (verdict_of(answer) == Verdict::behind_errors) {
      fmt::print("{}: unreachable without passing {}\n", wish.name, errors_in_the_way());
    } else {
      print_not_reached(answer);
    }
  }
}

void Reacher::print_not_reached(const Answer& answer) {
  if (!answer.nearest) {
    fmt::print("{}: not reached; in the program's control flow no way leads there from what was executed\n",
               answer.wish->name);
  } else {
    report::Place at = place_of(program(), answer.nearest->branch.function, answer.nearest->branch.index);
    fmt::print(
        "{}: not reached; nearest: {}:{} in {}, {} instructions away: {} test{} came there, and none went to "
        "line {}\n",
        answer.wish->name, at.file, at.line, at.function, answer.nearest->distance, answer.tests_there,
        answer.tests_there == 1 ? "" : "s", line_behind(*answer.nearest));
    if (const std::string& text = lines_.text(at); !text.empty()) fmt::print("  {}\n", text);
  }
  print_ledger();
}

void Reacher::print_ledger() const {
  constexpr size_t shown = 4;
  for (const std::string& line : describe(ledger_, shown)) fmt::print("  not explored: {}\n", line);
}

// "the error at a.c:7 (out-of-bounds)", of several the first few.
std::string Reacher::errors_in_the_way() const {
  constexpr size_t shown = 3;
  size_t count = errors_in_the_way_.size();
  std::string text = count == 1 ? "the error at " : "the errors at ";
  for (size_t i = 0; i < std::min(count, shown); ++i) {
    const report::Error& error = errors_in_the_way_[i];
    report::Place at = error.stack.empty() ? report::Place() : error.stack.front();
    text += fmt::format("{}{}:{} ({})", i ? ", " : "", at.file, at.line, error.kind);
  }
  return count > shown ? text + fmt::format(" and {} more", count - shown) : text;
}

// 0: all were reached; 1: the others are proved unreachable, or have no code; 4: of some nothing is known.
int Reacher::verdict_code() const {
  int code = clean;
  for (const Answer& answer : answers_) {
    Verdict verdict = verdict_of(answer);
    if (verdict == Verdict::reached) continue;
    bool is_proved =
        verdict == Verdict::unreachable || verdict == Verdict::no_code || run_.options.exit_code == "errors";
    code = std::max<int>(code, is_proved ? program_has_errors : not_exhaustive);
  }
  return code;
}

int Reacher::go() {
  const base::Options& options = run_.options;
  watch_interrupts();
  bool talk = !options.quiet && !options.json;
  LiveView view(program(), {.program = fs::path(options.inputs.front()).filename().string(),
                            .search = options.search,
                            .jobs = config_.jobs,
                            .time_limit = options.time,
                            .memory_limit = options.memory,
                            .seconds_before = 0,
                            .in_place = bool(isatty(STDERR_FILENO))});
  ReachRecorder recorder(storage_.store.get(), talk ? &view : nullptr);
  recorder.invocation = {program().name, report::klee_words(options.setup)};
  explore::Summary summary;
  std::shared_ptr<void> remains;  // of a run that is stopped: not destroyed
  explore::Config config = config_;
  prepare_files(options, storage_, config, recorder);
  if (!wishes_.targets.empty()) summary = explore::explore(program(), config, recorder, nullptr, &remains);
  if (is_interrupted()) summary.stopped_by = "an interrupt";
  summary.ledger.add(loaded_.left_out.ledger);
  for (const Wish& wish : wishes_.all)
    if (wish.is_left_out) summary.ledger.add(base::Reason::ignored, wish.nothing, {});
  view.clear();
  look_at(summary, recorder);
  if (!options.no_confirm) confirm();
  bool all = std::all_of(answers_.begin(), answers_.end(), [](const Answer& each) { return each.test; });
  report::CoverageTotals coverage = report::cover(program(), ir::Points(program()), summary.covered).totals;
  json object =
      cli::to_json(RunResult{summary, recorder.errors, recorder.error_tests, coverage, program().name});
  object["reached"] = all;
  object["targets"] = to_json();
  explore::BackwardCounts backward = config_.direct.book->counts();
  object["backward"] = {{"functions", backward.functions},
                        {"suffixes", backward.suffixes},
                        {"tried", backward.tried},
                        {"followed", backward.followed},
                        {"instructions", backward.instructions},
                        {"queries", backward.queries}};
  std::string text = object.dump(2, ' ', false, json::error_handler_t::replace);
  finish_storage(options, program().name, text, summary, recorder, storage_);
  if (options.json)
    print_json(text);
  else
    print();
  if (!options.json && !options.quiet) {
    RunResult result{summary, recorder.errors, recorder.error_tests, coverage, program().name};
    print_summary(result);
    if (backward.functions)
      fmt::print(
          "backwards: paths from {} function{}, {} way{} to targets found; {} tried, {} fit; {} "
          "instructions, "
          "{} queries\n",
          backward.functions, backward.functions == 1 ? "" : "s", backward.suffixes,
          backward.suffixes == 1 ? "" : "s", backward.tried, backward.followed, backward.instructions,
          backward.queries);
    if (storage_.folder)
      fmt::print("{} test{} in {}\n", summary.tests, summary.tests == 1 ? "" : "s",
                 storage_.folder->path().string());
  }
  if (!recorder.problem.empty()) complain("the run is not stored to its end: " + recorder.problem);
  if (!summary.fault.empty()) complain("internal fault: " + summary.fault);
  int code = !summary.fault.empty()      ? own_fault
             : is_interrupted()          ? interrupted_run
             : !recorder.problem.empty() ? bad_input
                                         : verdict_code();
  if (!summary.stopped_by.empty()) leave(code);
  return code;
}

}  // namespace

int reach(const base::Options& given) {
  base::Options options = given;
  Strategy strategy = strategy_of(options.strategy);
  options.search = strategy.search;
  base::Result<std::vector<const explore::SearcherInfo*>> search = explore::parse_search(options.search);
  if (!search) {
    complain(fmt::format(
        "--strategy {}: is none; say portfolio, sdse, intra-sdse, ccbse(S), mix(S), or searchers S of "
        "bonsai run, as random-path,covnew",
        options.strategy));
    return bad_input;
  }
  base::Result<std::vector<NamedLine>> lists = read_lists(options);
  if (!lists) return complain(lists.error().message), bad_input;
  for (std::string& place : exact_places(options, *lists)) options.exact.push_back(std::move(place));
  if (!choose_covered(options)) return bad_input;
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return bad_input;
  base::Result<Wishes> wishes = read_targets(options, *lists, *loaded);
  if (!wishes) return complain(wishes.error().message), bad_input;
  bool skips_only_others =
      choose_off_the_way(options, *loaded, wishes->targets) && options.chop_returns == "check";
  base::Result<explore::Config> config = exploration_config(options, *loaded);
  if (!config) return complain(config.error().message), bad_input;
  config->targets = std::make_shared<explore::Targets>(wishes->targets);
  config->direct.backwards = strategy.backwards;
  config->direct.search = *search;
  config->direct.query_cost = options.mix_cost;
  config->direct.book = std::make_shared<explore::SuffixBook>();
  if (const ir::Function* main = loaded->program.find_function(loaded->entry))
    config->direct.main = main->id;
  else
    config->direct.backwards = explore::Backwards::never;
  RunOptions run{options, fs::current_path().string(), "reach"};
  Storage storage;
  if (!prepare_storage(run, *loaded, storage)) return bad_input;
  return Reacher(run, *loaded, *config, *wishes, skips_only_others, storage).go();
}

}  // namespace bonsai::cli
