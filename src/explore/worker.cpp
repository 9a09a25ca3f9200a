#include "explore/worker.h"

#include <malloc.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "explore/chop/chop_search.h"
#include "explore/concolic/concolic_search.h"
#include "explore/worker_engine.h"
#include "state/forest.h"

namespace bonsai::explore {

using exec::Outcome;
using exec::Path;

namespace {

// Long enough that the limits cost nothing, short enough that they are kept.
constexpr uint64_t quantum = 1'000'000;
constexpr uint64_t directed_quantum = 100'000;  // where the path that is closest may be in a loop without end
constexpr uint64_t watched_quantum = 20'000;    // where paths may never end
constexpr size_t own_place = most_searchers;    // in Standing::places
constexpr size_t most_given = 64;               // paths in a job for another worker
constexpr size_t least_kept = 8;                // paths that stay in memory however short it is

// Memory that a path would take without the others, roughly.
uint64_t size_of(const Path& path) {
  constexpr uint64_t node = 100;  // of a persistent map or list, with what it holds
  uint64_t bytes = path.output_bytes + path.memory.size() * (sizeof(state::Object) + node) +
                   path.next_suffix.size() * (sizeof(exec::SymbolicInput) + 2 * node) +
                   path.condition.decision_count() * 2 * node;
  if (path.top) bytes += path.top->depth * (sizeof(state::Frame) + node);
  if (path.condition.model()) bytes += path.condition.model()->bytes();
  path.memory.for_each([&](const state::Object& object) {
    bytes += object.page_count() * sizeof(state::Page*);
    for (uint64_t i = 0; i < object.page_count(); ++i) {
      const state::Page* page = object.page(i);
      if (!page->owner) continue;
      bytes += sizeof(state::Page) + page->size;
      if (page->shadow) bytes += page->size * sizeof(const expr::Term*);
    }
  });
  return bytes;
}

exec::Config machine_config(const Shared& shared, const Searcher& searcher) {
  const Config& config = shared.config;
  exec::Config machine = config.machine;
  machine.merging = shared.joins != nullptr;
  if (shared.joins)
    for (const analysis::Joins::LoopHead& head : shared.joins->loop_heads())
      machine.loop_heads.push_back({head.position, head.level, head.mark});
  machine.yield_on_fork = config.batch == 0 && searcher.wants_forks();
  return machine;
}

// Workers must not write over each other's queries.
solve::Config solver_config(const Config& config, unsigned number) {
  solve::Config solver = config.solver;
  if (number && !solver.log_directory.empty()) solver.log_directory += "/worker-" + std::to_string(number);
  return solver;
}

bool any_needs(const Config& config, bool SearcherInfo::* what) {
  return std::any_of(config.search.begin(), config.search.end(),
                     [&](const SearcherInfo* info) { return info->*what; });
}

std::unique_ptr<analysis::Distance> distance_to_targets(const Shared& shared) {
  std::vector<analysis::Place> places;
  if (shared.config.targets)
    for (const Target& target : shared.config.targets->all())
      places.insert(places.end(), target.places.begin(), target.places.end());
  return std::make_unique<analysis::Distance>(*shared.flow, places);
}

std::unique_ptr<Searcher> make_searcher(const Config& config, const SearchContext& context) {
  std::unique_ptr<Searcher> searcher = make_search(config.search, context);
  if (config.machine.concolic) searcher = make_concolic_search(std::move(searcher));
  return config.machine.chop ? make_chop_search(std::move(searcher), context) : std::move(searcher);
}

}  // namespace

Worker::Engine::Engine(Shared& shared, unsigned number)
    : distance(any_needs(shared.config, &SearcherInfo::needs_distance)
                   ? std::make_unique<analysis::Distance>(*shared.flow)
                   : nullptr),
      target(any_needs(shared.config, &SearcherInfo::needs_target) ? distance_to_targets(shared) : nullptr),
      counts_places(any_needs(shared.config, &SearcherInfo::needs_counts)),
      searcher(make_searcher(shared.config, {.seed = shared.config.seed + 1000 * number,
                                             .distance = distance.get(),
                                             .counts = &place_counts,
                                             .target = target.get(),
                                             .by_cost = shared.config.targets != nullptr})),
      chain(terms, solver_config(shared.config, number)),
      machine(shared.program, chain, machine_config(shared, *searcher), &shared.covered) {
  chain.set_interrupt(&shared.board.over());
  machine.set_stop(shared.signals[number].stop);
  if (shared.config.keep_tests) machine.seek_untested(&shared.tested);
  if (!shared.config.conditions.empty())
    conditions = std::make_unique<solve::QueryLog>(shared.config.conditions +
                                                   (number ? "/worker-" + std::to_string(number) : ""));
  if (shared.joins) {
    joiner = std::make_unique<Joiner>(machine, chain, shared.config.machine.check_leaks);
    join = [this](std::vector<std::unique_ptr<Path>> paths) {
      std::vector<Path*> all;
      for (const std::unique_ptr<Path>& path : paths) all.push_back(path.get());
      return joiner->join(all);
    };
  }
  StrategyContext context{.config = shared.config,
                          .joins = shared.joins.get(),
                          .joiner = joiner.get(),
                          .over = &shared.board.over(),
                          .learner = shared.learner.get(),
                          .seed = shared.config.seed + 1000 * number,
                          .begin = shared.begin};
  double seconds = shared.config.seconds;
  if (seconds > 0 && seconds < 1e9) {
    context.deadline = shared.begin + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                          std::chrono::duration<double>(seconds));
    chain.set_deadline(*context.deadline);
  }
  for (const StrategyInfo& info : explore::strategies())
    if (std::unique_ptr<Strategy> strategy = info.make(context)) strategies.push_back(std::move(strategy));
}

Shared::Shared(const ir::Program& program, const Config& config)
    : program(program),
      config(config),
      covered(program),
      tested(program),
      tested_loops(program),
      board(config.jobs),
      mailbox(config.jobs),
      status(config.jobs) {
  constexpr size_t reserved = 32 << 20;
  reserve = std::make_unique_for_overwrite<char[]>(reserved);
  tested.add_library();
  for (unsigned i = 0; i < config.jobs; ++i) signals.emplace_back(board.over());
  if (any_needs(config, &SearcherInfo::needs_distance) || any_needs(config, &SearcherInfo::needs_target))
    flow = std::make_unique<analysis::FlowGraph>(program, ir::Points(program));
  if (config.merge.mode != MergeMode::off) joins = std::make_unique<analysis::Joins>(program);
  if (config.prune.mode != PruneMode::off)
    learner = std::make_unique<Learner>(config.prune, config.seed, config.jobs);
}

void Shared::stop(const char* reason) {
  {
    std::lock_guard lock(mutex);
    if (stopped_by.empty()) stopped_by = reason;
  }
  board.stop();
}

void Shared::stop_soon(const char* reason) {
  constexpr std::chrono::milliseconds patience(1000);
  if (!is_urgent) {
    leave_by = std::chrono::steady_clock::now() + patience;
    is_urgent = true;
  }
  stop(reason);
}

void Shared::out_of_memory() {
  {
    std::lock_guard lock(mutex);
    reserve.reset();
  }
  stop_soon(out_of_memory_reason);
}

Worker::Worker(Shared& shared, unsigned number)
    : shared_(shared), config_(shared.config), number_(number), next_collection_(config_.collect_terms) {}

Worker::~Worker() = default;

void Worker::run() {
  try {
    work();
  } catch (const std::bad_alloc&) {
    shared_.out_of_memory();
    Told told;
    told.is_last = told.is_lost = true;
    outbox_.clear();
    outbox_.emplace_back();
    outbox_.back().told = std::move(told);
    flush();
  }
}

void Worker::work() {
  while (!is_stopping()) {
    try {
      step();
    } catch (const base::Stopped& stopped) {
      leave_turn(stopped.reason);
    }
  }
  signals().stop.disarm();
  if (engine_ && config_.finish == Finish::dump) dump();
  if (engine_ && config_.finish == Finish::fresh) dump_fresh();
  tell(true);
}

void Worker::step() {
  if (paths_.empty() && !fetch()) return;
  turn();
  check_limits();
  look_around();
}

void Worker::leave_turn(base::StopReason reason) {
  signals().stop.disarm();
  if (engine_) {
    engine_->machine.reset_modes();
    take_forked();
  }
  if (taken_) give_back(*std::exchange(taken_, nullptr));
  if (running_) {
    // Its tape says how it came here; an end that was not told of yet will be met again.
    running_->instructions = std::min(running_->instructions, sure_until_);
    running_->node->kind = state::TreeNode::Kind::open;
    counts_.instructions = counted_before_ + (running_->instructions - began_at_);
    if (reason == base::StopReason::over)
      torn_.push_back(std::move(running_));
    else if (is_large(*running_))
      abandon(std::move(running_));
    else
      put_up(std::move(running_));  // others take the memory: it will be brought back
  }
  if (reason == base::StopReason::over) return;
  relieve(least_kept);
  signals().stop.set_lacks_memory(false);
  signals().stop.arm();
}

// Paths that could not be brought back.
void Worker::give_back(const Job& job) {
  if (is_stopping()) {
    stopped_jobs_.push_back(std::make_shared<Job>(job));
    return;
  }
  // Together they take more memory than there is: some of them may do.
  std::vector<Job> halves = halve(job);
  for (Job& half : halves)
    if (!shared_.board.put(half.states, half.bytes, told_)) kept_back_.push_back(std::move(half));
  if (!halves.empty()) return;
  counts_.given_up += job.states;
  counts_.ledger.add(base::Reason::memory, "", {}, job.states);
}

// A state that alone takes more memory than there is: it is not followed any further.
void Worker::abandon(std::unique_ptr<Path> path) {
  path->node->end = path->instructions;
  path->node->kind = state::TreeNode::Kind::given_up;
  ++counts_.given_up;
  counts_.ledger.add(base::Reason::memory, "", engine_->machine.place_of(*path));
  // Its model is a test, as far as it came. One that was merged would have to be executed once more for that.
  if (!path->merged && !path->chopped.any && !path->unchecked)
    test_unfinished(*path, std::string(base::meaning(base::Reason::memory)), Keep::configured);
}

// Returns true if the state, or the terms of this worker, take a good part of the memory there is.
bool Worker::is_large(const Path& path) const {
  return size_of(path) + engine_->terms.statistics().live_bytes >= config_.memory / 4;
}

// The bound on memory is reached: puts states away until one is left, and abandons that if it is too large.
void Worker::make_room() {
  if (!engine_) return;
  auto is_short = [&] {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd > config_.memory / 20 * 17;
  };
  relieve(1);
  while (is_short()) {
    std::vector<Path*> all = all_paths();
    if (all.empty()) return;
    if (all.size() == 1) {
      if (!is_large(*all[0])) return;
      abandon(all[0]->standing.is_parked ? take_from(parked_, *all[0]) : remove(*all[0]));
    }
    relieve(1);
    if (all.size() > 1 && all_paths().size() == all.size()) return;  // the board takes none now
  }
}

// Gets something to do. False: look around first, or there is nothing more.
bool Worker::fetch() {
  for (size_t i = 0; !parked_.empty() && paths_.empty() && i < engine_->strategies.size(); ++i)
    engine_->strategies[i]->bring_back(*this);
  if (!paths_.empty()) return true;
  publish();
  signals().is_idle = parked_.empty();
  std::optional<std::shared_ptr<const Job>> job = shared_.board.wait(told_);
  signals().is_idle = false;
  if (job)
    take_up(*job);
  else
    look_around();
  return !paths_.empty();
}

void Worker::take_up(std::shared_ptr<const Job> taken) {
  taken_ = taken;
  const Job& job = *taken;
  if (!engine_) engine_ = std::make_unique<Engine>(shared_, number_);
  if (job.bytes.empty()) {
    add(engine_->machine.initial_state(config_.seeds));
    taken_ = nullptr;
    return;
  }
  std::optional<std::vector<std::unique_ptr<Path>>> paths =
      unpack(engine_->machine, job.bytes, engine_->join);
  taken_ = nullptr;
  if (!paths) {
    fault_ = unreadable_states;
    return;
  }
  // Depth first, the last added runs first: they come back in the order in which they were.
  for (std::unique_ptr<Path>& each : *paths) {
    Path& path = *each;
    bool is_parked = std::exchange(path.standing.is_parked, false) && shared_.learner;
    add(std::move(each));
    if (is_parked) park(path);
  }
}

void Worker::add(std::unique_ptr<Path> path) {
  path->standing.piece = 0;  // that of the path that it parted from
  path->standing.places[own_place] = uint32_t(paths_.size());
  path->standing.is_held = false;
  for (const std::unique_ptr<Strategy>& strategy : engine_->strategies)
    path->standing.is_held |= strategy->added(*path);
  if (path->standing.is_held)
    ++held_;
  else
    engine_->searcher->add(*path);
  paths_.push_back(std::move(path));
}

std::unique_ptr<Path> Worker::remove(Path& path) {
  for (const std::unique_ptr<Strategy>& strategy : engine_->strategies) strategy->removed(path);
  if (path.standing.is_held)
    --held_;
  else
    engine_->searcher->remove(path);
  return take_from(paths_, path);
}

std::unique_ptr<Path> Worker::take_from(std::vector<std::unique_ptr<Path>>& list, Path& path) {
  pieces_.remove(path);
  uint32_t at = path.standing.places[own_place];
  std::unique_ptr<Path> taken = std::move(list[at]);
  if (at + 1 != list.size()) {
    list[at] = std::move(list.back());
    list[at]->standing.places[own_place] = at;
  }
  list.pop_back();
  return taken;
}

void Worker::park(Path& path) {
  std::unique_ptr<Path> taken = remove(path);
  path.standing.is_parked = true;
  path.standing.is_held = false;
  path.standing.places[own_place] = uint32_t(parked_.size());
  parked_.push_back(std::move(taken));
}

void Worker::unpark(Path& path) {
  path.standing.is_parked = false;
  add(take_from(parked_, path));
}

// What was explored will be explored again: it does not count.
void Worker::restart() {
  counts_.completed = counts_.errors = counts_.silent = 0;
  counts_.given_up = counts_.unsupported = shared_.paths = 0;
  counts_.ledger = {};
  shared_.board.drop();
  while (!paths_.empty()) remove(*paths_.back());
  parked_.clear();
  add(engine_->machine.initial_state(config_.seeds));
}

// That wait, or are set aside.
std::vector<Path*> Worker::all_paths() const {
  std::vector<Path*> all;
  for (const std::vector<std::unique_ptr<Path>>* some : {&paths_, &parked_})
    for (const std::unique_ptr<Path>& path : *some) all.push_back(path.get());
  return all;
}

void Worker::release(Path& path) {
  if (!path.standing.is_held) return;
  path.standing.is_held = false;
  --held_;
  engine_->searcher->add(path);
}

void Worker::replace(std::span<Path* const> paths, std::unique_ptr<Path> by) {
  std::vector<state::TreeNodeRef> nodes;
  for (Path* path : paths) {
    path->node->end = path->instructions;
    nodes.push_back(path->node);
  }
  for (Path* path : paths.subspan(1)) absorb(*path);
  for (Path* path : paths) remove(*path);
  by->node = state::make_merge(std::move(nodes));
  add(std::move(by));
}

uint64_t Worker::work() const { return counts_.instructions + 1000 * engine_->chain.core_asked(); }

uint64_t Worker::cost(uint64_t per_question) const {
  return engine_->machine.counters().instructions + per_question * engine_->chain.searched();
}

// Depth first, the running path goes on before those that parted from it.
void Worker::take_forked() {
  std::vector<std::unique_ptr<Path>> forked = engine_->machine.take_forked();
  // Of a concolic run the last choice is the first that is changed.
  if (config_.machine.concolic) std::reverse(forked.begin(), forked.end());
  for (auto it = forked.rbegin(); it != forked.rend(); ++it) {
    Path& path = **it;
    uint64_t piece = path.standing.piece;  // of a checkpoint within the turn; the running path is in none
    add(std::move(*it));
    path.standing.piece = piece;
  }
}

// Does a path that stopped before its turn was over run on?
bool Worker::goes_on(Path& path, const Outcome& outcome) {
  if (!outcome.at_entry && !outcome.at_join) return outcome.paused;
  take_forked();
  bool stops = false;
  for (const std::unique_ptr<Strategy>& strategy : engine_->strategies)
    stops |= outcome.at_entry ? strategy->entered(path, *this) : strategy->stops(path);
  return !stops;
}

// Strategies act on what has come and gone; afterwards a path can be selected.
void Worker::settle() {
  for (const std::unique_ptr<Strategy>& strategy : engine_->strategies) strategy->settle(*this);
  for (size_t i = 0; i < engine_->strategies.size() && held_ == paths_.size(); ++i)
    engine_->strategies[i]->let_go(*this);
}

// One path runs to its next fork or join, or as long as its turn is.
void Worker::turn() {
  settle();
  if (held_ == paths_.size()) return;  // a strategy does something else
  exec::Machine& machine = engine_->machine;
  running_ = remove(engine_->searcher->select());
  std::unique_ptr<Path>& path = running_;
  sure_until_ = ~uint64_t(0);
  began_at_ = path->instructions;
  counted_before_ = counts_.instructions;
  uint64_t before = path->instructions, asked = engine_->chain.core_asked();
  uint64_t covered = shared_.covered.count();
  if (config_.machine.concolic && (path->unchecked || !path->standing.run)) {
    path->standing.run =
        std::make_shared<exec::ConcolicRun>(exec::ConcolicRun{++runs_, 0, path->instructions});
    path->standing.looked_at = 0;
  }
  uint64_t cost_before = cost(config_.direct.query_cost);
  uint64_t length = config_.batch ? config_.batch : config_.targets ? directed_quantum : quantum;
  if (config_.check_endless) length = std::min(length, watched_quantum);
  if (config_.max_run) length = std::min(length, config_.max_run);
  Outcome outcome = machine.run(*path, length);
  // A pause must not change the order of paths: the same one goes on, unless time is up.
  for (uint64_t done = path->instructions - before;
       done < length && !is_stopping() && goes_on(*path, outcome); done = path->instructions - before) {
    if (outcome.paused) tell_within_turn();
    outcome = machine.run(*path, length - done);
  }
  if (outcome.kind != Outcome::Kind::yielded) sure_until_ = before;
  uint64_t executed = path->instructions - before;
  counts_.instructions += executed;
  if (config_.max_instructions) shared_.instructions += executed;
  path->standing.core_queries += engine_->chain.core_asked() - asked;
  engine_->searcher->charge(cost(config_.direct.query_cost) - cost_before);
  if (engine_->counts_places) engine_->place_counts.add(*path, executed);
  if (engine_->distance) follow_coverage();
  if (path->standing.run) path->standing.run->fresh += shared_.covered.count() - covered;
  take_forked();
  for (const std::unique_ptr<Strategy>& strategy : engine_->strategies)
    strategy->turned(*path, outcome, *this);
  if (engine_->target && config_.targets) follow_targets();
  if (outcome.kind == Outcome::Kind::yielded || !finish_whole(*path, outcome))
    add(std::move(path));
  else
    path.reset();
  test_found_inputs(before + executed);
  for (std::string& warning : machine.take_warnings()) {
    outbox_.emplace_back();
    outbox_.back().warning = std::move(warning);
  }
}

void Worker::look_around() {
  if (shared_.board.checkpoint() != told_) tell(false);
  if (shared_.board.is_wanting() && paths_.size() + parked_.size() > 1) give();
  while (!kept_back_.empty() && shared_.board.put(kept_back_.back().states, kept_back_.back().bytes, told_))
    kept_back_.pop_back();
  if (shared_.pressure.load(std::memory_order_relaxed) != signals().relieved) relieve(2 * least_kept);
  if (signals().stop.lacks_memory()) {
    signals().stop.set_lacks_memory(false);
    make_room();
  }
  if (shared_.has_room.load(std::memory_order_relaxed) && engine_) {
    shared_.has_room = false;
    if (std::optional<std::shared_ptr<const Job>> job = shared_.board.take()) take_up(*job);
  }
  // The clock is not free.
  if (++turns_ % 64 == 0) {
    if (engine_) collect_terms(false);
    if (Clock::now() - published_ > std::chrono::milliseconds(20)) publish();
  } else if (outbox_.size() >= 64) {
    flush();
  }
}

void Worker::publish() {
  flush();
  published_ = Clock::now();
  Status status{counts(), paths_.size() + parked_.size(), parked_.size(), 0, 0, 0};
  status.unpacked = status.live - std::min(status.live, pieces_.size());
  if (engine_) {
    status.asked = engine_->chain.statistics().asked;
    status.solver_seconds = engine_->chain.seconds();
  }
  std::lock_guard lock(shared_.mutex);
  shared_.status[number_] = std::move(status);
}

Counts Worker::counts() const {
  Counts all = counts_;
  if (!engine_) return all;
  const exec::Counters& machine = engine_->machine.counters();
  all.cut_by_clock = engine_->chain.statistics().cut_by_clock;
  all.forks = machine.forks;
  all.concretised = machine.concretised;
  all.concolic = {machine.checked,     machine.infeasible,    machine.fixed,
                  machine.words_fixed, machine.seeds_dropped, counts_.concolic.diverged};
  all.replayed = machine.instructions - counts_.instructions;
  all.given_up += machine.given_up;
  all.ledger.add(machine.ledger);
  return all;
}

// Tells a checkpoint, or the end of the run, where this worker stands.
void Worker::tell(bool is_last) {
  Told told;
  signals().stop.set_wants_pause(false);
  told_ = shared_.board.checkpoint();
  told.is_last = is_last;
  Clock::time_point start = Clock::now();
  if (engine_) {
    std::vector<Path*> all = all_paths();
    for (const std::unique_ptr<Path>& path : torn_) all.push_back(path.get());
    for (const std::unique_ptr<Path>& path : engine_->machine.forked()) all.push_back(path.get());
    if (running_) all.push_back(running_.get());
    told.jobs = pieces_.update(engine_->terms, all, [&] { return shared_.board.new_id(); });
  }
  told.jobs.insert(told.jobs.end(), stopped_jobs_.begin(), stopped_jobs_.end());
  for (const Job& job : kept_back_) told.jobs.push_back(std::make_shared<Job>(job));
  told.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  told.counts = counts();
  told.errors = errors_;
  told.fault = fault_;
  if (engine_) {
    told.solver = engine_->chain.statistics();
    for (const std::unique_ptr<Strategy>& strategy : engine_->strategies) {
      strategy->count(told.merge);
      strategy->count(told.prune);
    }
    told.chop.add(shared_.program, engine_->machine.chop_counts());
    told.solver_problem = engine_->chain.problem().value_or("");
    if (told.fault.empty()) told.fault = engine_->machine.fault();
    for (const std::unique_ptr<Strategy>& strategy : engine_->strategies)
      if (told.fault.empty()) told.fault = strategy->fault();
  }
  outbox_.emplace_back();
  outbox_.back().told = std::move(told);
  publish();
}

// A checkpoint does not wait for the end of a turn that takes long: where the running path paused it is at
// rest.
void Worker::tell_within_turn() {
  if (shared_.board.checkpoint() == told_) return signals().stop.set_wants_pause(false);
  counts_.instructions = counted_before_ + (running_->instructions - began_at_);
  tell(false);
  counts_.instructions = counted_before_;
  pieces_.remove(*running_);
}

// Half of the paths, those with the fewest forks behind them: most is likely to come of these. Not those that
// wait for something here or are set aside, if there are others.
void Worker::give() {
  std::vector<Path*> all = all_paths();
  auto is_free = [](const Path* path) { return !path->standing.is_held && !path->standing.is_parked; };
  if (paths_.size() - held_ >= 2) std::erase_if(all, std::not_fn(is_free));
  size_t count = std::min(all.size() / 2, most_given);
  std::nth_element(all.begin(), all.begin() + ptrdiff_t(count), all.end(), [](const Path* a, const Path* b) {
    return std::pair(a->node->depth, a->id) < std::pair(b->node->depth, b->id);
  });
  all.resize(count);
  put_up(all);
}

// Memory is short: the half of the paths that the searcher would run last is put away, if there are more than
// `least`.
void Worker::relieve(size_t least) {
  uint64_t pressure = shared_.pressure;
  if (std::vector<Path*> all = all_paths(); all.size() > least) {
    // Those that are held back run late, and those that are set aside last of all.
    auto rank = [&](const Path& path) {
      return path.standing.is_parked ? -1e301
             : path.standing.is_held ? -1e300
                                     : engine_->searcher->rank(path);
    };
    auto later = [&](const Path* a, const Path* b) {
      double rank_a = rank(*a), rank_b = rank(*b);
      return rank_a != rank_b ? rank_a < rank_b : a->id < b->id;
    };
    std::sort(all.begin(), all.end(), later);
    all.resize(all.size() / 2);
    for (const std::vector<Path*>& some : in_portions(all, most_in_job)) {
      if (!put_up(some)) break;
      shared_.put_away += some.size();
    }
  }
  if (engine_) collect_terms(true);
  malloc_trim(0);
  uint64_t largest = 0;
  for (const Path* path : all_paths()) largest = std::max(largest, size_of(*path));
  signals().largest = largest + (engine_ ? engine_->terms.statistics().live_bytes : 0);
  signals().relieved = pressure;
}

// Makes a job of a path that was stopped within an instruction, to be brought back later.
void Worker::put_up(std::unique_ptr<Path> path) {
  Path* only = path.get();
  Job job{.states = 1, .bytes = pack(engine_->terms, std::span(&only, 1))};
  ++shared_.put_away;
  if (!shared_.board.put(1, job.bytes, told_)) kept_back_.push_back(std::move(job));
}

// Makes a job on the board of paths. False: not now.
bool Worker::put_up(const std::vector<Path*>& paths) {
  if (!shared_.board.put(paths.size(), pack(engine_->terms, paths), told_)) return false;
  for (Path* path : paths)
    if (path->standing.is_parked)
      take_from(parked_, *path);
    else
      remove(*path);
  return true;
}

// Between turns only the waiting paths, the chain and the machine hold terms.
void Worker::collect_terms(bool now) {
  expr::TermStore& terms = engine_->terms;
  if (!now && terms.statistics().live_terms < next_collection_) return;
  uint64_t epoch = ++counts_.collections;
  terms.collect(
      [&](const expr::TermStore::Mark& mark) {
        for (const Path* path : all_paths()) path->visit_roots(mark, epoch);
        engine_->machine.visit_roots(mark);
        engine_->chain.visit_roots(mark);
      },
      [&] { engine_->chain.drop_dead(); });
  next_collection_ = std::max(config_.collect_terms, 2 * terms.statistics().live_terms);
}

// What is reached is no target any more.
void Worker::follow_targets() {
  for (uint32_t reached : config_.targets->reached(engine_->reached)) {
    ++engine_->reached;
    for (const analysis::Place& place : config_.targets->all()[reached].places) engine_->target->reach(place);
  }
}

void Worker::follow_coverage() {
  if (shared_.covered.count() == followed_) return;
  std::vector<uint32_t> points = shared_.covered.since(followed_);
  followed_ += points.size();
  engine_->distance->cover(points);
}

}  // namespace bonsai::explore
