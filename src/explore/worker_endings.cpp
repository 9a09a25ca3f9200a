// What becomes of a path that ends: counts, errors, tests.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file_name.h"
#include "base/hash.h"
#include "exec/replay.h"
#include "explore/worker.h"
#include "explore/worker_engine.h"

namespace bonsai::explore {

using exec::Outcome;
using exec::Path;

namespace {

// Instructions that the path of a merged path's model may execute behind the place where that ends; and that
// of a path that skipped calls.
constexpr uint64_t most_followed = 10'000'000;
constexpr uint64_t most_unskipped = 200'000'000;

constexpr const char* run_was_stopped = "the run was stopped";

report::Error to_record(const ir::Program& program, const exec::Error& error) {
  report::Error record;
  record.kind = exec::word(error);
  record.message = error.message;
  record.omitted = error.omitted;
  record.count = 1;
  for (const exec::StackEntry& entry : error.stack) {
    const ir::Location& at = program.locations[entry.location];
    uint32_t rank = record.stack.empty() ? at.rank : 0;
    record.stack.push_back({entry.function, program.strings[at.file], at.line, at.column, rank});
  }
  return record;
}

}  // namespace

// Calls that recur count once: recursion that fails at many depths is one error.
uint64_t identity(const report::Error& error) {
  uint64_t h = base::hash_string(error.kind);
  std::set<uint64_t> seen;
  for (const report::Place& place : error.stack) {
    uint64_t at = base::hash_string(place.file, base::hash_string(place.function));
    at = base::hash_combine(base::hash_combine(at, place.line), place.column);
    at = base::hash_combine(at, place.rank);
    if (seen.insert(at).second) h = base::hash_combine(h, at);
  }
  return h;
}

// Does the path of its model end as the path did, and behind the calls that this skipped?
bool Worker::ends_alike(const Path& path, const Outcome& outcome, const exec::Brought& one) const {
  if (outcome.kind != one.outcome.kind) return false;
  if (one.path->chopped.returned < engine_->machine.calls_passed(path)) return false;
  return outcome.kind != Outcome::Kind::error || identity(to_record(shared_.program, outcome.error)) ==
                                                     identity(to_record(shared_.program, one.outcome.error));
}

// Has it come to nothing that tests do not show? To execute its skipped calls for a test costs more than the
// path did.
bool Worker::ends_as_others(const Path& path, const Outcome& outcome) {
  if (outcome.kind != Outcome::Kind::exited || shared_.unrecovered < config_.chop_tests ||
      !engine_->machine.has_open_calls(path))
    return false;
  for (uint32_t point : engine_->machine.covered_by(path))
    if (!shared_.tested.has(point)) return false;
  return true;
}

void Worker::count_unrecovered() {
  ++counts_.unrecovered;
  ++shared_.unrecovered;
  counts_.ledger.add(base::Reason::skipped, "", {});
}

bool Worker::finish_whole(Path& path, Outcome& outcome) {
  Counts counts = counts_;
  uint64_t messages = outbox_.size();
  try {
    return finish(path, outcome);
  } catch (const base::Stopped&) {
    if (counts_.paths() != counts.paths()) --shared_.paths;
    shared_.unrecovered -= counts_.unrecovered - counts.unrecovered;
    counts_ = std::move(counts);
    outbox_.resize(std::min<size_t>(messages, outbox_.size()));
    throw;
  }
}

bool Worker::finish(Path& path, Outcome& outcome) {
  using Kind = state::TreeNode::Kind;
  if (!path.condition.model()) {  // only of a path whose job was damaged
    fault_ = exec::tape_fault;
    path.condition.set_model(std::make_shared<expr::Assignment>());
  }
  path.node->end = path.instructions;
  if (outcome.kind == Outcome::Kind::infeasible) {
    path.node->kind = Kind::silent;
    return true;
  }
  // The test of a path that was merged or skipped calls is of the one way that its model goes.
  bool is_untested = ends_as_others(path, outcome);
  bool is_followed = (path.merged || path.chopped.any) && !is_untested;
  if (is_untested) {
    count_unrecovered();
    ++counts_.untested;
  }
  exec::Brought one;
  if (is_followed && outcome.kind != Outcome::Kind::silent) {
    one = follow(path);
    bool has_open_calls = engine_->machine.has_open_calls(path);
    if (has_open_calls && !config_.chop_returns && outcome.kind != Outcome::Kind::given_up &&
        !ends_alike(path, outcome, one) && one.outcome.kind != Outcome::Kind::yielded) {
      engine_->machine.close(path, outcome);
      return false;
    }
    if (has_open_calls) count_unrecovered();
    // What became symbolic by merging may be more than the engine can do.
    if (outcome.kind == Outcome::Kind::given_up && path.merged && one.outcome.kind != outcome.kind)
      outcome.reason = "on a merged path: " + outcome.reason;
  }
  report::Ending ending = report::Ending::exited;
  uint64_t paths_before = counts_.paths();
  switch (outcome.kind) {
    case Outcome::Kind::exited:
      ++counts_.completed;
      path.node->kind = Kind::exited;
      break;
    case Outcome::Kind::silent:
      ++counts_.silent;
      path.node->kind = Kind::silent;
      break;
    case Outcome::Kind::given_up:
      ++(base::column_of(outcome.gap) == base::Column::unsupported ? counts_.unsupported : counts_.given_up);
      counts_.ledger.add(outcome.gap, outcome.reason, outcome.place);
      path.node->kind = Kind::given_up;
      ending = report::Ending::given_up;
      break;
    default:
      ++counts_.errors;
      path.node->kind = Kind::error;
      ending = report::Ending::error;
      break;
  }
  if (counts_.paths() != paths_before) ++shared_.paths;
  if (config_.verify_replay && !outcome.imposed) verify(path, outcome);
  if (engine_->conditions) write_condition(path);
  if (outcome.kind == Outcome::Kind::silent || is_untested || is_repeated(path)) return true;
  if (config_.machine.concolic && path.called_natively && diverges(path, outcome)) return true;
  for (const std::unique_ptr<Strategy>& strategy : engine_->strategies)
    strategy->ended(path, is_followed ? *one.path : path, *this);
  if (!is_followed) {
    finish_test(path, outcome, ending);
    engine_->machine.seek_at_end(path);
    return true;
  }
  bool may_differ =
      outcome.kind == Outcome::Kind::given_up ||
      (path.chopped.any && (config_.chop_returns || one.outcome.kind == Outcome::Kind::yielded ||
                            one.outcome.error.kind == exec::ErrorKind::leak));
  if (one.outcome.kind != outcome.kind && !may_differ)
    fault_ = fmt::format("path {}: {}, it ends otherwise than the path of its model: '{}' against '{}'",
                         path.id, path.merged ? "merged" : "with calls skipped", outcome.error.message,
                         one.outcome.error.message);
  finish_followed(std::move(one), outcome.reason);
  return true;
}

// Was there a test of it before the program began anew?
bool Worker::is_repeated(const Path& path) {
  return config_.prune.mode == PruneMode::restart &&
         !ended_.insert(base::hash_bytes(state::tape_of(*path.node))).second;
}

// The path that it was followed for will end by itself: what it meets is counted then.
void Worker::offer(exec::Brought followed, std::string reason) {
  bool is_error = followed.outcome.kind == Outcome::Kind::error, is_wanted = is_error;
  std::vector<uint32_t> points = engine_->machine.covered_by(*followed.path);
  for (uint32_t point : points) is_wanted |= !shared_.tested.has(point);
  if (!is_wanted) return;
  uint64_t same = is_error ? identity(to_record(shared_.program, followed.outcome.error)) : 0;
  for (uint32_t point : config_.stop_at)
    if (std::binary_search(points.begin(), points.end(), point)) shared_.stop("the place to stop at");
  finish_followed(std::move(followed), std::move(reason));
  if (is_error) --errors_[same];
}

// Inputs for directions of branches that no test takes, which paths passed without a fork: each is a test, if
// it shows what it was made for.
void Worker::test_found_inputs(uint64_t instructions) {
  exec::Machine& machine = engine_->machine;
  for (const exec::Machine::FoundInput& found : machine.take_inputs()) {
    if (shared_.tested.has(found.point)) continue;
    exec::Brought one = follow(found.model, instructions + most_followed);
    machine.charge_following(one.path->instructions);
    offer(std::move(one), "not followed to its end");
    if (!shared_.tested.has(found.point)) machine.note_failure(found.point);
  }
}

// What it covered of the program's own code.
std::vector<uint32_t> Worker::own_points(const Path& path) const {
  std::vector<uint32_t> points = engine_->machine.covered_by(path);
  std::erase_if(points, [&](uint32_t point) {
    return shared_.program.functions[engine_->machine.points().place(point).function].is_runtime;
  });
  return points;
}

// A run that went on from a fork was never executed whole, and native functions may return something else
// each time. Does its input go another way from the beginning? Then that is what counts, if it covers
// anything new.
bool Worker::diverges(const Path& path, const Outcome& outcome) {
  exec::Brought one = follow(path);
  bool is_same = one.outcome.kind == outcome.kind && own_points(path) == own_points(*one.path);
  if (is_same && outcome.kind == Outcome::Kind::error)
    is_same = identity(to_record(shared_.program, outcome.error)) ==
              identity(to_record(shared_.program, one.outcome.error));
  if (is_same) return false;
  ++counts_.concolic.diverged;
  counts_.ledger.add(base::Reason::diverged, "", {});
  for (uint32_t point : own_points(*one.path))
    if (!shared_.tested.has(point)) {
      finish_followed(std::move(one), "it left the path that was predicted");
      break;
    }
  return true;
}

void Worker::write_condition(const Path& path) {
  std::vector<const expr::Term*> all;
  for (const solve::Decision& each : path.condition.decisions()) all.push_back(each.kept);
  engine_->conditions->write(all, engine_->terms.bool_true(), solve::Answer::sat, {});
  if (engine_->conditions->problem() && fault_.empty()) fault_ = *engine_->conditions->problem();
}

// The path that the inputs of a path's model take, until it ends or has executed so many instructions.
exec::Brought Worker::follow(const Path& path, uint64_t instructions) {
  exec::Brought one = follow(path.condition.model(), instructions);
  one.path->node->depth = path.node->depth;
  return one;
}

exec::Brought Worker::follow(const solve::Model& model, uint64_t instructions) {
  exec::Machine& machine = engine_->machine;
  exec::Counters before = machine.counters();
  exec::Brought one{machine.initial_state(), {}};
  one.path->condition.set_model(model);
  machine.set_following(true);
  // Where the run's time is over it may not come further.
  for (uint64_t before = ~uint64_t(0); one.path->instructions < instructions &&
                                       one.outcome.kind == Outcome::Kind::yielded &&
                                       one.path->instructions != before;) {
    before = one.path->instructions;
    one.outcome = machine.run(*one.path, instructions - before);
  }
  machine.set_following(false);
  machine.restore_doubts(before);
  one.path->node->end = one.path->instructions;
  return one;
}

exec::Brought Worker::follow(const Path& path) {
  return follow(path, path.instructions + (path.chopped.any ? most_unskipped : most_followed));
}

// A path becomes part of another. What only it covers must not be lost: its model is a test.
void Worker::absorb(Path& path) {
  if (!config_.keep_tests || shared_.tested.count() == shared_.covered.count()) return;
  std::unordered_set<const exec::Covered*> known;
  if (!is_fresh(path, known)) return;
  finish_followed(follow(path, path.instructions + most_followed), "not followed to its end");
}

void Worker::finish_followed(exec::Brought one, std::string reason, Keep keep) {
  Path& path = *one.path;
  switch (one.outcome.kind) {
    case Outcome::Kind::silent:
    case Outcome::Kind::infeasible: break;
    case Outcome::Kind::yielded: test_unfinished(path, std::move(reason), keep); break;
    case Outcome::Kind::exited: finish_test(path, one.outcome, report::Ending::exited, keep); break;
    case Outcome::Kind::error: finish_test(path, one.outcome, report::Ending::error, keep); break;
    case Outcome::Kind::given_up: finish_test(path, one.outcome, report::Ending::given_up, keep); break;
  }
}

// REQUIRES: the path is not merged.
void Worker::finish_test(Path& path, Outcome& outcome, report::Ending ending, Keep keep) {
  bool is_kept = keep == Keep::always || config_.tests == Tests::all;
  std::optional<report::Error> error;
  if (outcome.kind == Outcome::Kind::error) {
    error = to_record(shared_.program, outcome.error);
    uint64_t same = identity(*error);
    ++errors_[same];
    // A known error needs a further test only for code on the way there that no test covers.
    is_kept = shared_.errors.add(same);
    if (!is_kept && config_.tests == Tests::all) return;
    if (is_kept) check_error(*error);
  }
  send_test(path, outcome, ending, std::move(error), is_kept);
}

// Was it the one that the run is for?
void Worker::check_error(const report::Error& error) {
  if (config_.stop_on_error) shared_.stop("the first error");
  if (config_.stop_at_errors.empty() || error.stack.empty()) return;
  bool is_last = true;
  {
    std::lock_guard lock(shared_.mutex);
    shared_.errors_found.resize(config_.stop_at_errors.size());
    for (size_t i = 0; i < config_.stop_at_errors.size(); ++i) {
      const report::Place &wanted = config_.stop_at_errors[i], &found = error.stack.front();
      shared_.errors_found[i] |= found.line == wanted.line && base::is_file(found.file, wanted.file);
      is_last &= shared_.errors_found[i] != 0;
    }
  }
  if (is_last) shared_.stop("the errors to stop at");
}

void Worker::check_limits() {
  if (config_.max_paths && shared_.paths >= config_.max_paths) shared_.stop("paths");
  if (config_.max_instructions && shared_.instructions >= config_.max_instructions)
    shared_.stop("instructions");
}

exec::Machine& Worker::machine() { return engine_->machine; }

void Worker::found(Path& path, Outcome& outcome) {
  if (!path.merged && !path.chopped.any) finish_test(path, outcome, report::Ending::error);
}

void Worker::test(Path& path, std::string reason) { test_unfinished(path, std::move(reason), Keep::always); }

void Worker::test_unfinished(Path& path, std::string reason, Keep keep) {
  Outcome unfinished;
  if (path.merged || path.chopped.any)
    return finish_followed(follow(path, path.instructions), std::move(reason), keep);
  unfinished.reason = std::move(reason);
  send_test(path, unfinished, report::Ending::unfinished, std::nullopt,
            keep == Keep::always || config_.tests == Tests::all);
}

void Worker::send_test(Path& path, const Outcome& outcome, report::Ending ending,
                       std::optional<report::Error> error, bool is_kept) {
  exec::Machine& machine = engine_->machine;
  std::vector<uint32_t> loops;
  if (config_.tests == Tests::fresh) loops = machine.loops_of(path);
  if (!is_kept && !shows_new(path, error ? std::vector<uint32_t>() : loops)) {
    if (outcome.kind == Outcome::Kind::exited) counts_.exit_status = machine.exit_status_of(path);
    if (!error) ++counts_.redundant;
    return;
  }
  prefer(path);
  if (outcome.kind == Outcome::Kind::exited) counts_.exit_status = machine.exit_status_of(path);
  Message message;
  message.test = to_test(path, outcome, ending);
  for (uint32_t point : message.test->points) {
    shared_.covered.add(point);  // what a path passes without choosing is covered by its test first
    shared_.tested.add(point);
  }
  for (uint32_t loop : loops) shared_.tested_loops.add(loop);
  message.loops = std::move(loops);
  message.error = std::move(error);
  outbox_.push_back(std::move(message));
}

// Returns true if the path covers a point of the program's own code, or is in a range of a loop's count, that
// no test covers or is in.
bool Worker::shows_new(const Path& path, const std::vector<uint32_t>& loops) const {
  for (uint32_t loop : loops)
    if (!shared_.tested_loops.has(loop)) return true;
  std::unordered_set<const exec::Covered*> known;
  return is_fresh(path, known);
}

// Fulfils what the harness prefers, as far as it goes together, oldest first.
void Worker::prefer(Path& path) {
  solve::Chain& chain = engine_->chain;
  std::vector<const expr::Term*> wanted;
  for (const exec::Preference* each = path.preferences.get(); each; each = each->before.get())
    wanted.push_back(each->condition);
  // Of a path that has not followed its last decision yet, the condition is not complete.
  if (wanted.empty() || !path.replayed.is_over()) return;
  solve::PathCondition condition = path.condition;
  for (auto it = wanted.rbegin(); it != wanted.rend(); ++it) {
    solve::Reply reply = chain.may_be_true(condition, *it);
    if (reply.answer != solve::Answer::sat) continue;
    chain.assume(condition, *it, reply.model);
  }
  path.condition.set_model(condition.model());
}

report::Test Worker::to_test(const Path& path, const Outcome& outcome, report::Ending ending) {
  exec::Machine& machine = engine_->machine;
  report::Test test;
  test.ending = ending;
  test.reason = outcome.reason;
  test.exit_status = outcome.kind == Outcome::Kind::exited ? machine.exit_status_of(path) : 0;
  const expr::Assignment& model = *path.condition.model();
  for (const exec::SymbolicInput* input : path.all_inputs()) {
    report::Input bytes{input->name, std::vector<uint8_t>(input->size)};
    for (uint64_t i = 0; i < input->size; ++i) bytes.bytes[i] = model.get(input->array, i);
    test.inputs.push_back(std::move(bytes));
  }
  for (const exec::HostAccess* each : path.all_host_accesses())
    test.host_files.push_back({report::HostFile::Use(each->kind), each->path});
  test.output = machine.output_of(path);
  test.instructions = path.instructions;
  test.depth = path.node->depth;
  test.seconds = elapsed();
  test.tape = state::tape_of(*path.node);
  test.points = machine.covered_by(path);
  return test;
}

// Replays the path from its tape, and compares where it ends.
void Worker::verify(const Path& path, const Outcome& outcome) {
  exec::Machine& machine = engine_->machine;
  uint64_t asked = engine_->chain.statistics().asked;
  exec::Brought again = exec::replay(machine, path.node, path.condition.model(), engine_->join);
  if (!again.path || again.outcome.kind != outcome.kind) {
    fault_ = fmt::format("path {}: replay ends otherwise: {}", path.id,
                         !again.path                            ? "paths that were merged do not fit"
                         : !again.outcome.error.message.empty() ? again.outcome.error.message
                                                                : again.outcome.reason);
    return;
  }
  if (engine_->chain.statistics().asked != asked)
    fault_ = fmt::format("path {}: replay asked the solver", path.id);
  std::vector<std::string> was = describe_parts(path), is = describe_parts(*again.path);
  for (size_t i = 0; i < was.size(); ++i)
    if (was[i] != is[i])
      fault_ = fmt::format("path {}: replay differs: was {}, is {}", path.id, was[i], is[i]);
  if (again.outcome.error.message != outcome.error.message)
    fault_ = fmt::format("path {}: replay says '{}' instead of '{}'", path.id, again.outcome.error.message,
                         outcome.error.message);
  if (!machine.take_forked().empty()) fault_ = fmt::format("path {}: replay forked", path.id);
}

// Does it cover what no test does of the program's own code? `known`: beginnings of such lists, which paths
// share, that do not.
bool Worker::is_fresh(const Path& path, std::unordered_set<const exec::Covered*>& known) const {
  std::vector<const exec::Covered*> passed;
  for (const exec::Covered* each = path.covered.get(); each && !known.contains(each);
       each = each->before.get()) {
    for (uint32_t point : each->points)
      if (!shared_.tested.has(point)) return true;
    passed.push_back(each);
  }
  known.insert(passed.begin(), passed.end());
  bool is_fresh = false;
  engine_->machine.for_each_observed(path, [&](uint32_t point) {
    is_fresh = !shared_.tested.has(point);
    return !is_fresh;
  });
  return is_fresh;
}

// A test for each path that is not finished.
void Worker::dump() {
  for (Path* path : all_paths()) {
    // One that is not checked has another path's input.
    if (path->instructions == 0 || path->unchecked) continue;
    if (!shared_.has_time()) return;
    test(*path, run_was_stopped);
    if (outbox_.size() >= 64) flush();
  }
}

// A test for each path that is not finished and covers what no test does, those first that have come far.
// What is done for that is bounded, for somebody waits for the run to end.
void Worker::dump_fresh() {
  constexpr size_t most_tests = 1000;
  constexpr uint64_t most_followed_here = 20'000'000;
  std::vector<Path*> all = all_paths();
  for (const std::unique_ptr<Path>& path : torn_) all.push_back(path.get());
  std::erase_if(all, [](const Path* path) { return path->instructions == 0 || path->unchecked; });
  std::sort(all.begin(), all.end(), [](const Path* a, const Path* b) {
    return a->instructions != b->instructions ? a->instructions > b->instructions : a->id < b->id;
  });
  std::unordered_set<const exec::Covered*> known;
  uint64_t followed = 0;
  size_t tests = 0;
  for (Path* path : all) {
    if (tests == most_tests || !shared_.has_time_for_tests()) return;
    if (!is_fresh(*path, known)) continue;
    bool is_followed = path->merged || path->chopped.any;
    if (is_followed && (followed += path->instructions) > most_followed_here) continue;
    test_unfinished(*path, run_was_stopped, Keep::configured);
    ++tests;
    if (outbox_.size() >= 64) flush();
  }
}

}  // namespace bonsai::explore
