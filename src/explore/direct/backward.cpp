// Tested by tests/check_reach.
#include "explore/direct/backward.h"

#include <algorithm>

#include "explore/direct/arrivals.h"
#include "explore/explorer.h"

namespace bonsai::explore {

using exec::Outcome;
using exec::Path;

namespace {

constexpr uint64_t turn_length = 20'000;  // instructions
constexpr uint64_t most_before_main = 10'000'000;
constexpr size_t most_paths = 20'000;         // of all functions
constexpr size_t most_parked = 64;            // of a function: at calls of functions that have suffixes
constexpr size_t most_points = 1 << 20;       // of a suffix
constexpr size_t own_place = most_searchers;  // in Standing::places

exec::Config machine_config(const Config& config, const CallGraph& calls) {
  exec::Config machine = config.machine;
  machine.chop = nullptr;
  machine.merging = false;
  machine.yield_on_fork = true;
  // No native call with what the program may never have.
  if (machine.external == exec::External::concretise) machine.external = exec::External::symbolic;
  machine.lazy_callees = calls.callees();
  return machine;
}

std::vector<analysis::Place> places_of(const Targets& targets) {
  std::vector<analysis::Place> places;
  for (const Target& target : targets.all())
    places.insert(places.end(), target.places.begin(), target.places.end());
  return places;
}

solve::Config solver_config(const Config& config) {
  solve::Config solver = config.solver;
  if (!solver.log_directory.empty()) solver.log_directory += "/backward";
  return solver;
}

}  // namespace

struct Backward::Source {
  const ir::Function* function;
  uint32_t depth = 0;  // calls from main
  std::unique_ptr<Path> start;
  std::unique_ptr<Searcher> searcher;
  std::vector<std::unique_ptr<Path>> paths;  // that wait
  // At the beginning of a function that has suffixes; with how many of them were tried.
  struct Parked {
    std::unique_ptr<Path> path;
    size_t tried;
  };
  std::vector<Parked> parked;
  uint64_t spent = 0;
  size_t suffixes = 0;
};

Backward::Backward(const ir::Program& program, const Config& config, const std::atomic<bool>& over,
                   std::optional<std::chrono::steady_clock::time_point> deadline)
    : program_(program),
      config_(config),
      direct_(config.direct),
      calls_(program, config.direct.main),
      flow_(program, ir::Points(program)),
      target_(flow_, places_of(*config.targets)),
      uncovered_(flow_),
      over_(over),
      chain_(terms_, solver_config(config)),
      machine_(program, chain_, machine_config(config, calls_)),
      is_open_(program.functions.size()),
      next_collection_(config.collect_terms) {
  chain_.set_interrupt(&over);
  if (deadline) chain_.set_deadline(*deadline);
  main_ = run_to_main();
  if (!main_) return;
  for (const Target& target : config.targets->all())
    for (const analysis::Place& place : target.places) open(place.function);
}

Backward::~Backward() { publish(); }

// The first path that comes there: whatever else may be, the C library is ready then.
std::unique_ptr<Path> Backward::run_to_main() {
  std::unique_ptr<Path> path = machine_.initial_state();
  machine_.watch(direct_.main, true);
  Outcome outcome;
  while (outcome.kind == Outcome::Kind::yielded && path->instructions < most_before_main &&
         path->top->function->id != direct_.main && !chain_.is_over_deadline())
    outcome = machine_.run(*path, turn_length);
  machine_.watch(direct_.main, false);
  machine_.take_forked();
  return outcome.kind == Outcome::Kind::yielded && path->top->function->id == direct_.main ? std::move(path)
                                                                                           : nullptr;
}

void Backward::open(ir::FunctionId function) {
  if (function == direct_.main) is_at_main_ = true;
  if (is_open_[function] || function == direct_.main || calls_.depth(function) == CallGraph::unreachable)
    return;
  is_open_[function] = true;
  auto source = std::make_unique<Source>();
  source->function = &program_.functions[function];
  source->depth = calls_.depth(function);
  source->start = machine_.start_in(*source->function, *main_);
  if (!source->start) return;
  source->searcher = make_search(direct_.search, {.seed = config_.seed + function,
                                                  .distance = &uncovered_,
                                                  .counts = &counts_,
                                                  .target = &target_,
                                                  .by_cost = true});
  std::unique_ptr<Path> first = machine_.copy(*source->start);
  first->node = state::make_root();
  add(*source, std::move(first));
  sources_.push_back(std::move(source));
  ++done_.functions;
}

void Backward::open_callers(ir::FunctionId function) {
  for (ir::FunctionId caller : calls_.callers(function)) open(caller);
}

bool Backward::has_work() const {
  return std::any_of(sources_.begin(), sources_.end(),
                     [&](const std::unique_ptr<Source>& each) { return is_useful(*each); });
}

// Are there paths, and is anything still to be reached from it?
bool Backward::is_useful(const Source& source) const {
  return !source.paths.empty() && target_.to_target(source.function->id, 0) < analysis::unreachable;
}

// What is reached is no target any more.
void Backward::follow_targets() {
  for (uint32_t reached : config_.targets->reached(reached_)) {
    ++reached_;
    for (const analysis::Place& place : config_.targets->all()[reached].places) target_.reach(place);
  }
}

void Backward::add(Source& source, std::unique_ptr<Path> path) {
  path->standing.places[own_place] = uint32_t(source.paths.size());
  source.searcher->add(*path);
  source.paths.push_back(std::move(path));
  ++count_;
}

std::unique_ptr<Path> Backward::remove(Source& source, Path& path) {
  source.searcher->remove(path);
  uint32_t at = path.standing.places[own_place];
  std::unique_ptr<Path> taken = std::move(source.paths[at]);
  if (at + 1 != source.paths.size()) {
    source.paths[at] = std::move(source.paths.back());
    source.paths[at]->standing.places[own_place] = at;
  }
  source.paths.pop_back();
  --count_;
  return taken;
}

Backward::Source& Backward::pick() {
  bool by_effort = ++turns_ % 4 == 0;
  Source* best = nullptr;
  auto key = [&](const Source& each) {
    return by_effort ? std::pair(each.spent, uint64_t(each.depth))
                     : std::pair(uint64_t(each.depth), each.spent);
  };
  for (const std::unique_ptr<Source>& each : sources_)
    if (is_useful(*each) && (!best || key(*each) < key(*best))) best = each.get();
  return *best;
}

void Backward::step() {
  Source& source = pick();
  uint64_t before = cost();
  turn(source);
  source.spent += cost() - before;
  source.searcher->charge(cost() - before);
  // Ways enough are known.
  if (source.suffixes >= SuffixBook::most_of_target * config_.targets->all().size()) {
    while (!source.paths.empty()) remove(source, *source.paths.back());
    source.parked.clear();
  }
  follow_targets();
  machine_.take_warnings();
  if (turns_ % 64 == 0) {
    collect_terms();
    publish();
  }
}

void Backward::turn(Source& source) {
  std::unique_ptr<Path> path = remove(source, source.searcher->select());
  const exec::Covered* since = path->covered.get();
  uint64_t before = path->instructions;
  Outcome outcome = machine_.run(*path, turn_length);
  while (outcome.paused && path->instructions - before < turn_length)
    outcome = machine_.run(*path, turn_length);
  counts_.add(*path, path->instructions - before);
  for (std::unique_ptr<Path>& forked : machine_.take_forked())
    if (count_ < most_paths) add(source, std::move(forked));
  uint64_t known = machine_.coverage().count();
  if (known != followed_) {
    uncovered_.cover(machine_.coverage().since(followed_));
    followed_ = known;
  }
  std::vector<uint32_t> found = arrivals(*config_.targets, machine_, *path, outcome, since);
  for (uint32_t target : found) record(source, *path, outcome, target);
  bool is_done = !found.empty() && config_.targets->all().size() == 1;
  if (is_done || outcome.kind != Outcome::Kind::yielded) return;
  if (!outcome.at_entry) return add(source, std::move(path));
  // It has called a function that has suffixes: those are all that it is tried with.
  try_suffixes(source, *path, 0);
  size_t tried = direct_.book->of(path->top->function->id).size();
  if (source.parked.size() < most_parked) source.parked.push_back({std::move(path), tried});
}

void Backward::try_suffixes(Source& source, Path& path, size_t from) {
  for (const SuffixRef& suffix : direct_.book->of(path.top->function->id, from)) {
    if (over_.load(std::memory_order_relaxed)) return;
    if (config_.targets->is_reached(suffix->target)) continue;
    ++done_.tried;
    std::optional<Followed> followed = follow_suffix(machine_, path, *config_.targets, *suffix, over_);
    if (!followed) continue;
    ++done_.followed;
    record(source, *followed->path, followed->outcome, suffix->target);
  }
}

// A function has a new suffix: paths that wait where it begins try it.
void Backward::retry(ir::FunctionId function) {
  size_t known = direct_.book->of(function).size();
  for (size_t i = 0; i < sources_.size(); ++i)
    for (size_t j = 0; j < sources_[i]->parked.size(); ++j) {
      Source::Parked& parked = sources_[i]->parked[j];
      if (parked.path->top->function->id != function || parked.tried >= known) continue;
      size_t from = std::exchange(parked.tried, known);
      try_suffixes(*sources_[i], *parked.path, from);
    }
}

// The way of a path that has come to a target, from its tape.
void Backward::record(Source& source, const Path& path, const Outcome& outcome, uint32_t target) {
  const Target& wanted = config_.targets->all()[target];
  std::vector<uint32_t> points;
  std::unique_ptr<Path> again = machine_.copy(*source.start);
  again->node = state::make_root();
  state::Tape tape = state::tape_of(*path.node);
  if (!tape.empty()) again->replayed = {std::make_shared<state::Tape>(std::move(tape)), 0, 0};
  machine_.set_trace(&points);
  machine_.set_replaying(true);
  // An error comes behind the last block that was counted.
  constexpr uint64_t block = 10'000;
  uint64_t end = path.instructions + (outcome.kind == Outcome::Kind::yielded ? 0 : block);
  Outcome replayed;
  while (replayed.kind == Outcome::Kind::yielded && again->instructions < end && points.size() <= most_points)
    replayed = machine_.run(*again, std::min(end - again->instructions - 1, uint64_t(most_points)));
  machine_.set_replaying(false);
  machine_.set_trace(nullptr);
  machine_.take_forked();
  if (points.size() > most_points || chain_.is_over_deadline()) return;
  auto is_target = [&](uint32_t point) {
    return std::binary_search(wanted.points.begin(), wanted.points.end(), point);
  };
  auto there = std::find_if(points.begin(), points.end(), is_target);
  bool is_error = there == points.end();
  if (is_error && !(replayed.kind == Outcome::Kind::error && is_error_at(program_, replayed.error, wanted))) {
    fault_ = "a path that came to " + wanted.name + " from " + source.function->source_name +
             " does not when it is replayed";
    return;
  }
  if (!is_error) points.erase(there + 1, points.end());
  ir::FunctionId function = source.function->id;
  bool is_first = direct_.book->of(function).empty();
  if (!direct_.book->add(function, {target, std::move(points), is_error})) return;
  ++source.suffixes;
  machine_.watch(function, true);
  if (is_first) open_callers(function);
  retry(function);
}

uint64_t Backward::cost() const {
  return machine_.counters().instructions + direct_.query_cost * chain_.searched();
}

void Backward::collect_terms() {
  if (terms_.statistics().live_terms < next_collection_) return;
  uint64_t epoch = ++collections_;
  terms_.collect(
      [&](const expr::TermStore::Mark& mark) {
        main_->visit_roots(mark, epoch);
        for (const std::unique_ptr<Source>& source : sources_) {
          source->start->visit_roots(mark, epoch);
          for (const std::unique_ptr<Path>& path : source->paths) path->visit_roots(mark, epoch);
          for (const Source::Parked& parked : source->parked) parked.path->visit_roots(mark, epoch);
        }
        machine_.visit_roots(mark);
        chain_.visit_roots(mark);
      },
      [&] { chain_.drop_dead(); });
  next_collection_ = std::max(config_.collect_terms, 2 * terms_.statistics().live_terms);
}

// Tells the book what was done since the last time.
void Backward::publish() {
  done_.instructions = machine_.counters().instructions;
  done_.queries = chain_.searched();
  direct_.book->count({done_.functions - published_.functions, 0, done_.tried - published_.tried,
                       done_.followed - published_.followed, done_.instructions - published_.instructions,
                       done_.queries - published_.queries});
  published_ = done_;
}

}  // namespace bonsai::explore
