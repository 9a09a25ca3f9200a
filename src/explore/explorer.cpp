#include "explore/explorer.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <unordered_map>

#include "base/hash.h"
#include "exec/replay.h"
#include "explore/search/searcher.h"
#include "expr/evaluate.h"

namespace bonsai::explore {
namespace {

using Clock = std::chrono::steady_clock;
using exec::Outcome;
using exec::Path;

// Long enough that the limits cost nothing, short enough that they are kept.
constexpr uint64_t quantum = 1'000'000;

// What makes two errors the same: kind, place and stack. Calls that recur count once: recursion that fails at
// many depths is one error.
uint64_t identity(const exec::Error& error) {
  uint64_t h = base::hash_string(exec::word(error));
  std::set<ir::LocationId> seen;
  for (const exec::StackEntry& entry : error.stack)
    if (seen.insert(entry.location).second)
      h = base::hash_combine(base::hash_string(entry.function, h), entry.location);
  return h;
}

report::Error to_record(const ir::Program& program, const FoundError& found, uint64_t id) {
  report::Error record;
  record.id = id;
  record.kind = exec::word(found.error);
  record.message = found.error.message;
  record.omitted = found.error.omitted;
  record.count = found.count;
  record.test = found.test;
  for (const exec::StackEntry& entry : found.error.stack) {
    const ir::Location& at = program.locations[entry.location];
    record.stack.push_back({entry.function, program.strings[at.file], at.line, at.column});
  }
  return record;
}

class Explorer {
 public:
  Explorer(const ir::Program& program, const Config& config, Listener& listener)
      : program_(program),
        config_(config),
        listener_(listener),
        searcher_(make_searcher(config.search, config.seed)),
        chain_(terms_, config.solver),
        machine_(program, chain_, adjusted(config.machine, *searcher_)),
        begin_(Clock::now()) {
    using std::chrono::duration;
    if (config.seconds > 0 && config.seconds < 1e9)
      chain_.set_deadline(begin_ +
                          std::chrono::duration_cast<Clock::duration>(duration<double>(config.seconds)));
  }

  Summary run() {
    searcher_->add(machine_.initial_state());
    while (searcher_->size() && summary_.stopped_by.empty()) {
      std::unique_ptr<Path> path = searcher_->take();
      uint64_t before = path->instructions;
      Outcome outcome = machine_.run(*path, quantum);
      // A pause must not change the order of paths: the same one goes on, unless time is up.
      for (uint64_t done = path->instructions - before; outcome.paused && done < quantum && !is_over();
           done = path->instructions - before)
        outcome = machine_.run(*path, quantum - done);
      summary_.instructions += path->instructions - before;
      // Depth first, the running path goes on before those that parted from it.
      std::vector<std::unique_ptr<Path>> forked = machine_.take_forked();
      for (auto it = forked.rbegin(); it != forked.rend(); ++it) searcher_->add(std::move(*it));
      if (outcome.kind == Outcome::Kind::yielded)
        searcher_->add(std::move(path));
      else
        finish(*path, outcome);
      for (std::string& warning : machine_.take_warnings()) note_warning(std::move(warning));
      check_limits();
      if (++turns_since_collection_ % 64 == 0) collect_terms();
    }
    close();
    return std::move(summary_);
  }

 private:
  static exec::Config adjusted(exec::Config config, const Searcher& searcher) {
    config.yield_on_fork = searcher.wants_forks();
    return config;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  bool is_over() { return listener_.stop() || (config_.seconds > 0 && elapsed() > config_.seconds); }

  void check_limits() {
    // The clock is not free: it is read once in a while, and after queries that took long.
    double solving = chain_.seconds();
    if (++turns_ % 64 == 0 || summary_.instructions > next_look_ || solving > next_solving_look_) {
      next_look_ = summary_.instructions + quantum;
      next_solving_look_ = solving + 0.05;
      double now = elapsed();
      if (listener_.stop()) summary_.stopped_by = "an interrupt";
      if (config_.seconds > 0 && now > config_.seconds) summary_.stopped_by = "time";
      if (now > next_progress_) {
        next_progress_ = now + 0.5;
        refresh();
        if (!listener_.progress(summary_)) summary_.stopped_by = "storage";
      }
    }
    if (config_.max_instructions && summary_.instructions >= config_.max_instructions)
      summary_.stopped_by = "instructions";
    uint64_t paths = summary_.completed + summary_.errors + summary_.silent;
    if (config_.max_paths && paths >= config_.max_paths && searcher_->size()) summary_.stopped_by = "paths";
    if (config_.stop_on_error && !summary_.found.empty()) summary_.stopped_by = "the first error";
    if (store_failed_) summary_.stopped_by = "storage";
  }

  void refresh() {
    summary_.seconds = elapsed();
    summary_.live = searcher_->size() + machine_.counters().unasked;
    summary_.forks = machine_.counters().forks;
    summary_.concretised = machine_.counters().concretised;
  }

  // Between runs only the waiting paths, the chain and the machine hold terms.
  void collect_terms() {
    if (terms_.statistics().live_terms < next_collection_) return;
    uint64_t epoch = ++summary_.collections;
    terms_.collect(
        [&](const expr::TermStore::Mark& mark) {
          searcher_->for_each([&](const Path& path) { path.visit_roots(mark, epoch); });
          machine_.visit_roots(mark);
          chain_.visit_roots(mark);
        },
        [&] { chain_.drop_dead(); });
    next_collection_ = std::max(config_.collect_terms, 2 * terms_.statistics().live_terms);
  }

  void note_warning(std::string warning) {
    if (std::find(summary_.warnings.begin(), summary_.warnings.end(), warning) == summary_.warnings.end() &&
        summary_.warnings.size() < 100)
      summary_.warnings.push_back(std::move(warning));
  }

  void finish(Path& path, Outcome& outcome) {
    using Kind = state::TreeNode::Kind;
    path.node->end = path.instructions;
    report::Ending ending = report::Ending::exited;
    uint64_t error = 0;
    switch (outcome.kind) {
      case Outcome::Kind::exited:
        ++summary_.completed;
        path.node->kind = Kind::exited;
        break;
      case Outcome::Kind::silent:
        ++summary_.silent;
        path.node->kind = Kind::silent;
        break;
      case Outcome::Kind::given_up:
        ++summary_.given_up;
        note_reason(outcome.reason);
        path.node->kind = Kind::given_up;
        ending = report::Ending::given_up;
        break;
      default:
        ++summary_.errors;
        path.node->kind = Kind::error;
        ending = report::Ending::error;
        break;
    }
    if (config_.verify_replay) verify(path, outcome);
    if (outcome.kind == Outcome::Kind::silent) return;
    bool is_new = outcome.kind == Outcome::Kind::error && note_error(outcome.error, error);
    // A known error needs no further test.
    if (outcome.kind == Outcome::Kind::error && !is_new) return;
    prefer(path);
    if (outcome.kind == Outcome::Kind::exited) summary_.exit_status = machine_.exit_status_of(path);
    if (summary_.tests == 0 && searcher_->size() == 0) summary_.output = machine_.output_of(path);
    ++summary_.tests;
    if (is_new) summary_.found[error - 1].test = summary_.tests;
    if (!config_.keep_tests) return;
    store_failed_ |= !listener_.test(to_test(path, outcome, ending, error));
    if (is_new) store_failed_ |= !listener_.error(to_record(program_, summary_.found[error - 1], error));
  }

  void note_reason(const std::string& reason) {
    for (auto& [words, count] : summary_.reasons)
      if (words == reason) {
        ++count;
        return;
      }
    summary_.reasons.emplace_back(reason, 1);
  }

  // True if it is a new one; `id` is its number.
  bool note_error(exec::Error& error, uint64_t& id) {
    auto [it, is_new] = errors_.try_emplace(identity(error), summary_.found.size() + 1);
    id = it->second;
    if (is_new)
      summary_.found.push_back({std::move(error), 1, 0});
    else
      ++summary_.found[id - 1].count;
    return is_new;
  }

  // Fulfils what the harness prefers, as far as it goes together, oldest first.
  void prefer(Path& path) {
    std::vector<const expr::Term*> wanted;
    for (const exec::Preference* each = path.preferences.get(); each; each = each->before.get())
      wanted.push_back(each->condition);
    if (wanted.empty()) return;
    solve::PathCondition condition = path.condition;
    for (auto it = wanted.rbegin(); it != wanted.rend(); ++it) {
      solve::Reply reply = chain_.may_be_true(condition, *it);
      if (reply.answer != solve::Answer::sat) continue;
      chain_.assume(condition, *it, reply.model);
    }
    path.condition.set_model(condition.model());
  }

  report::Test to_test(const Path& path, const Outcome& outcome, report::Ending ending, uint64_t error) {
    report::Test test;
    test.id = summary_.tests;
    test.ending = ending;
    test.reason = outcome.reason;
    test.exit_status = outcome.kind == Outcome::Kind::exited ? machine_.exit_status_of(path) : 0;
    const expr::Assignment& model = *path.condition.model();
    for (const exec::SymbolicInput* input : path.all_inputs()) {
      report::Input bytes{input->name, std::vector<uint8_t>(input->size)};
      for (uint64_t i = 0; i < input->size; ++i) bytes.bytes[i] = model.get(input->array, i);
      test.inputs.push_back(std::move(bytes));
    }
    test.output = machine_.output_of(path);
    test.error = error;
    test.instructions = path.instructions;
    test.depth = path.node->depth;
    test.seconds = elapsed();
    test.tape = state::tape_of(*path.node);
    test.points = machine_.covered_by(path);
    return test;
  }

  // Replays the path from its tape, and compares where it ends.
  void verify(const Path& path, const Outcome& outcome) {
    uint64_t asked = chain_.statistics().asked;
    exec::Brought again = exec::replay(machine_, path.node, path.condition.model());
    if (!again.path || again.outcome.kind != outcome.kind) {
      summary_.fault = fmt::format("path {}: replay ends otherwise", path.id);
      return;
    }
    if (chain_.statistics().asked != asked)
      summary_.fault = fmt::format("path {}: replay asked the solver", path.id);
    std::vector<std::string> was = describe_parts(path), is = describe_parts(*again.path);
    for (size_t i = 0; i < was.size(); ++i)
      if (was[i] != is[i])
        summary_.fault = fmt::format("path {}: replay differs: was {}, is {}", path.id, was[i], is[i]);
    if (again.outcome.error.message != outcome.error.message)
      summary_.fault = fmt::format("path {}: replay says '{}' instead of '{}'", path.id,
                                   again.outcome.error.message, outcome.error.message);
    if (!machine_.take_forked().empty()) summary_.fault = fmt::format("path {}: replay forked", path.id);
  }

  void close() {
    refresh();
    if (summary_.fault.empty()) summary_.fault = machine_.fault();
    summary_.given_up += machine_.counters().given_up;
    if (machine_.counters().given_up)
      summary_.reasons.emplace_back("a side of a branch that the solver could not decide, or beyond a bound",
                                    machine_.counters().given_up);
    if (summary_.tests > 1) summary_.output.clear();
    summary_.solver = chain_.statistics();
    summary_.solver_problem = chain_.problem().value_or("");
    for (uint32_t i = 0; i < machine_.ever_covered().size(); ++i)
      if (machine_.ever_covered()[i]) summary_.covered.push_back(i);
    struct rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    summary_.memory_peak = uint64_t(usage.ru_maxrss) << 10;
    for (size_t i = 0; i < summary_.found.size() && config_.keep_tests && !store_failed_; ++i)
      if (summary_.found[i].count > 1)
        store_failed_ |= !listener_.error(to_record(program_, summary_.found[i], i + 1));
  }

  const ir::Program& program_;
  const Config& config_;
  Listener& listener_;
  std::unique_ptr<Searcher> searcher_;
  expr::TermStore terms_;
  solve::Chain chain_;
  exec::Machine machine_;
  Clock::time_point begin_;
  Summary summary_;
  std::unordered_map<uint64_t, uint64_t> errors_;
  uint64_t turns_ = 0;
  uint64_t turns_since_collection_ = 0;
  uint64_t next_collection_ = config_.collect_terms;
  uint64_t next_look_ = 0;
  double next_solving_look_ = 0.05;
  double next_progress_ = 0.5;
  bool store_failed_ = false;
};

}  // namespace

Summary explore(const ir::Program& program, const Config& config, Listener& listener) {
  return Explorer(program, config, listener).run();
}

std::vector<uint32_t> trace(const ir::Program& program, const Config& config, const state::Tape& tape) {
  expr::TermStore terms;
  solve::Chain chain(terms, config.solver);
  exec::Machine machine(program, chain, config.machine);
  std::vector<uint32_t> points;
  machine.set_trace(&points);
  exec::replay(machine, tape);
  return points;
}

}  // namespace bonsai::explore
