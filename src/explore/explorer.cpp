// The thread that explores: starts the workers, hands on what they tell, keeps the limits, makes checkpoints.
// Tested by explorer_test.cpp, resume_test.cpp.
#include "explore/explorer.h"

#include <dirent.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <thread>

#include "exec/replay.h"
#include "explore/worker.h"

namespace bonsai::explore {

base::Ledger Summary::not_explored() const {
  base::Ledger all = ledger;
  bool is_time = stopped_by == time_reason;
  std::string detail = is_time ? "" : "states that were left when the run was stopped by " + stopped_by;
  if (stopped_by.empty()) detail.clear();
  all.add(is_time ? base::Reason::time : base::Reason::stopped, std::move(detail), {}, live + dehydrated);
  all.add(base::Reason::fault, fault, {}, !fault.empty());
  return all;
}

void ConcolicCounts::add(const ConcolicCounts& other) {
  solved += other.solved;
  infeasible += other.infeasible;
  fixed += other.fixed;
  words_fixed += other.words_fixed;
  seeds_dropped += other.seeds_dropped;
  diverged += other.diverged;
}

void Counts::add(const Counts& other) {
  completed += other.completed;
  errors += other.errors;
  silent += other.silent;
  unsupported += other.unsupported;
  given_up += other.given_up;
  forks += other.forks;
  concretised += other.concretised;
  instructions += other.instructions;
  replayed += other.replayed;
  collections += other.collections;
  cut_by_clock += other.cut_by_clock;
  unrecovered += other.unrecovered;
  untested += other.untested;
  redundant += other.redundant;
  concolic.add(other.concolic);
  if (other.completed) exit_status = other.exit_status;
  ledger.add(other.ledger);
}

namespace {

using Clock = std::chrono::steady_clock;

uint64_t resident_bytes(const char* process = "self") {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%s/statm", process);
  unsigned long all = 0, resident = 0;
  if (FILE* file = std::fopen(path, "r")) {
    if (std::fscanf(file, "%lu %lu", &all, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return uint64_t(resident) * uint64_t(sysconf(_SC_PAGESIZE));
}

// A copy of this process that has not become another program yet: its memory is ours.
bool is_copy_of_us(const char* process) {
  char path[64];
  struct stat ours{}, its{};
  std::snprintf(path, sizeof path, "/proc/%s/exe", process);
  return stat("/proc/self/exe", &ours) == 0 && stat(path, &its) == 0 && ours.st_dev == its.st_dev &&
         ours.st_ino == its.st_ino;
}

// Solvers, and whatever else this process has started.
uint64_t resident_bytes_of_children() {
  uint64_t sum = 0;
  DIR* tasks = opendir("/proc/self/task");
  if (!tasks) return 0;
  while (const dirent* task = readdir(tasks)) {
    char path[sizeof "/proc/self/task//children" + sizeof task->d_name], child[32];
    std::snprintf(path, sizeof path, "/proc/self/task/%s/children", task->d_name);
    FILE* file = std::fopen(path, "r");
    if (!file) continue;
    while (std::fscanf(file, "%31s", child) == 1)
      if (!is_copy_of_us(child)) sum += resident_bytes(child);
    std::fclose(file);
  }
  closedir(tasks);
  return sum;
}

// What is allocated; to count it takes the longer the more pieces the free memory is in, and holds up all
// threads. So it is done for a small part of the time only.
class Allocated {
 public:
  // Nothing: not now.
  std::optional<uint64_t> bytes() {
    constexpr int share = 10;
    Clock::time_point start = Clock::now();
    if (start < next_) return std::nullopt;
    struct mallinfo2 info = mallinfo2();
    Clock::time_point end = Clock::now();
    next_ = end + share * (end - start);
    return info.uordblks + info.hblkhd;
  }

 private:
  Clock::time_point next_;
};

class Explorer {
 public:
  // `may_leave`: the workers may still be at work when run() returns.
  Explorer(const ir::Program& program, const Config& config, Listener& listener, const Resumption* resumption,
           bool may_leave)
      : config_(config),
        listener_(listener),
        shared_(program, config_),
        may_leave_(may_leave),
        told_(config.jobs),
        is_stalled_(config.jobs),
        is_done_(config.jobs) {
    if (resumption)
      resume(*resumption);
    else
      shared_.board.put(1, "", 0);  // the program's beginning
  }

  ~Explorer() { join(); }
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  Summary run() {
    try {
      watch_workers();
    } catch (const std::bad_alloc&) {
      shared_.out_of_memory();
      is_lost_ = true;
    }
    if (is_lost_)
      go_back();
    else
      close();
    return std::move(summary_);
  }

 private:
  void watch_workers() {
    write_first_checkpoint();
    for (unsigned i = 0; i < config_.jobs; ++i) {
      workers_.push_back(std::make_unique<Worker>(shared_, i));
      threads_.emplace_back([worker = workers_.back().get()] { worker->run(); });
    }
    while (!is_lost_ && std::find(is_done_.begin(), is_done_.end(), false) != is_done_.end()) {
      bool any = false;
      for (unsigned i = 0; i < config_.jobs; ++i) any |= receive(i);
      if (!any) shared_.mailbox.wait(std::chrono::milliseconds(config_.memory ? 3 : 10));
      watch();
      is_lost_ |= may_leave_ && shared_.is_urgent && Clock::now() > shared_.leave_by;
    }
  }

  void resume(const Resumption& from) {
    before_ = from.counts;
    shared_.unrecovered = from.counts.unrecovered;
    summary_.tests = from.tests;
    shared_.seconds_before = from.seconds;
    for (const report::Error& error : from.errors) {
      summary_.found.push_back(error);
      shared_.errors.add(identity(error));
      errors_before_[identity(error)] = error.count;
    }
    for (uint32_t point : from.covered)
      if (point < shared_.covered.size()) shared_.covered.add(point);
    for (uint32_t point : from.tested)
      if (point < shared_.tested.size()) shared_.tested.add(point), kept_.add(point);
    for (uint32_t loop : from.loops) shared_.tested_loops.add(loop), kept_loops_.insert(loop);
    for (Job job : from.jobs)
      if (strike(job)) shared_.board.put(job.states, std::move(job.bytes), 0);
  }

  void join() {
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }

  double session_seconds() const {
    return std::chrono::duration<double>(Clock::now() - shared_.begin).count();
  }

  // Takes what a worker has told, up to its part of an open checkpoint. False: there was nothing.
  bool receive(unsigned worker) {
    bool any = false;
    while (!is_stalled_[worker] && !is_done_[worker]) {
      std::optional<Message> message = shared_.mailbox.receive(worker);
      if (!message) break;
      any = true;
      if (message->test) take(*message);
      if (!message->warning.empty()) note_warning(std::move(message->warning));
      if (!message->told) continue;
      if (message->told->is_lost) {
        is_lost_ = is_done_[worker] = true;
        continue;
      }
      told_[worker] = std::move(*message->told);
      if (!told_[worker].fault.empty()) {
        if (summary_.fault.empty()) summary_.fault = told_[worker].fault;
        shared_.stop("a fault of Bonsai");
      }
      is_done_[worker] = told_[worker].is_last;
      is_stalled_[worker] = is_open_;
      if (is_open_) finish_checkpoint_if_all_told();
    }
    return any;
  }

  void take(Message& message) {
    report::Test& test = *message.test;
    test.id = ++summary_.tests;
    for (uint32_t point : test.points) kept_.add(point);
    kept_loops_.insert(message.loops.begin(), message.loops.end());
    if (summary_.tests == 1 && test.ending != report::Ending::unfinished) summary_.output = test.output;
    bool is_new = message.error && !find_error(*message.error, test.error);
    if (is_new) {
      message.error->id = test.error = summary_.found.size() + 1;
      message.error->test = test.id;
    }
    size_t bytes = test.output.size() + test.tape.size();
    if (config_.keep_tests && !store_failed_) store_failed_ = !listener_.test(test);
    if (is_new) {
      summary_.found.push_back(*message.error);
      if (config_.keep_tests && !store_failed_) store_failed_ = !listener_.error(*message.error);
    }
    ++tests_since_checkpoint_;
    bytes_since_checkpoint_ += bytes;
    if (store_failed_) shared_.stop("storage");
  }

  // The number of an error that is known; false: it is a new one.
  bool find_error(const report::Error& error, uint64_t& id) const {
    uint64_t same = identity(error);
    for (const report::Error& each : summary_.found)
      if (identity(each) == same) return id = each.id, true;
    return false;
  }

  void note_warning(std::string warning) {
    if (std::find(summary_.warnings.begin(), summary_.warnings.end(), warning) == summary_.warnings.end() &&
        summary_.warnings.size() < 100)
      summary_.warnings.push_back(std::move(warning));
  }

  // --- limits
  void watch() {
    Clock::time_point now = Clock::now();
    if (now - watched_ < std::chrono::milliseconds(5)) return;
    watched_ = now;
    if (listener_.stop()) shared_.stop_soon("an interrupt");
    if (config_.seconds > 0 && session_seconds() > config_.seconds) shared_.stop_soon(time_reason);
    if (shared_.board.is_over()) shared_.mailbox.open();
    watch_memory();
    if (now - progressed_ > std::chrono::milliseconds(100)) {
      progressed_ = now;
      refresh();
      if (!listener_.progress(summary_)) store_failed_ = true;
      if (store_failed_) shared_.stop("storage");
    }
    if (is_checkpoint_due(now)) begin_checkpoint();
  }

  // From 85 % of the bound on states are put away; at 100 % those are abandoned that are too large.
  void watch_memory() {
    if (!config_.memory) return;
    summary_.memory = resident_bytes() + resident_bytes_of_children();
    bool is_much = summary_.memory > config_.memory / 20 * 17;
    if (summary_.memory > std::max(config_.memory, least_bound_)) refuse_memory();
    if (is_much && is_relieved()) {
      // What was freed but stays resident is no reason to put more away.
      if (allocated_.bytes().value_or(0) < config_.memory / 20 * 13) return;
      shared_.has_room = false;
      ++shared_.pressure;
      pressed_ = watched_;
    } else if (summary_.memory < config_.memory / 20 * 12 && shared_.board.states()) {
      shared_.has_room = true;
    }
  }

  // A worker that waits for a job, or for the solver, does nothing about it: it is not waited for.
  bool is_relieved() const {
    bool all = true;
    for (const WorkerSignals& each : shared_.signals)
      all &= each.is_idle || each.relieved == shared_.pressure;
    return all || watched_ - pressed_ > std::chrono::milliseconds(200);
  }

  // Putting states away was not enough. Told are a worker that is in the middle of a turn, or else the one
  // that has the largest state; it puts more away, and abandons a state that is too large alone.
  void refuse_memory() {
    if (!shared_.pressure || watched_ - refused_ < std::chrono::milliseconds(50)) return;
    WorkerSignals* largest = nullptr;
    auto size = [&](const WorkerSignals& each) {
      return each.relieved == shared_.pressure ? each.largest.load() : ~uint64_t(0);
    };
    for (WorkerSignals& each : shared_.signals) {
      if (each.is_idle || each.stop.lacks_memory()) continue;
      if (!largest || size(each) > size(*largest)) largest = &each;
    }
    if (!largest) return;
    refused_ = watched_;
    largest->stop.set_lacks_memory(true);
  }

  // What any path covered. A path that skips calls may come to where the program cannot: of those only tests
  // count, which are executed whole.
  const exec::CoverageMap& seen() const { return config_.machine.chop ? kept_ : shared_.covered; }

  void refresh() {
    summary_.seconds = shared_.seconds_before + session_seconds();
    Counts all = before_;
    summary_.live = summary_.parked = unpacked_ = 0;
    summary_.solver.asked = 0;
    summary_.solver.seconds = 0;
    {
      std::lock_guard lock(shared_.mutex);
      for (const Status& status : shared_.status) {
        all.add(status.counts);
        summary_.live += status.live;
        summary_.parked += status.parked;
        unpacked_ += status.unpacked;
        summary_.solver.asked += status.asked;
        summary_.solver.seconds += status.solver_seconds;
      }
    }
    average_live();
    static_cast<Counts&>(summary_) = std::move(all);
    summary_.dehydrated = shared_.board.states();
    summary_.put_away = shared_.put_away;
    if (summary_.points_covered != kept_.count()) {
      summary_.points_covered = kept_.count();
      std::vector<uint32_t> newest = kept_.since(summary_.points_covered - 1);
      summary_.covered = kept_.all();
      summary_.newest = shared_.program.functions[points_.place(newest.back()).function].source_name;
    }
  }

  // Since the last time, there were as many as now.
  void average_live() {
    double now = session_seconds();
    live_seconds_ += double(summary_.live - summary_.parked) * (now - averaged_);
    averaged_ = now;
    summary_.average_live = now > 0 ? live_seconds_ / now : 0;
  }

  // --- checkpoints
  // When some time has passed, or much was found; but writing them takes a small part of the time at most.
  bool is_checkpoint_due(Clock::time_point now) const {
    constexpr double share = 0.05;
    constexpr double most_seconds = 3.5;
    constexpr uint64_t many_unpacked = 100'000;  // packed within some tenths of a second
    constexpr uint64_t many_tests = 512, many_bytes = 64 << 10;
    if (is_open_ || shared_.board.is_over() || !config_.keep_tests) return false;
    double since = std::chrono::duration<double>(now - checkpointed_).count();
    if (since > most_seconds) return true;  // so much is lost at most
    if (since > config_.checkpoint_seconds && unpacked_ > many_unpacked) return true;
    if (since < checkpoint_cost_ / share) return false;
    return since > config_.checkpoint_seconds || tests_since_checkpoint_ > many_tests ||
           bytes_since_checkpoint_ > many_bytes;
  }

  void begin_checkpoint() {
    jobs_ = shared_.board.freeze();
    is_open_ = true;
    for (unsigned i = 0; i < config_.jobs; ++i) is_stalled_[i] = is_done_[i];
    for (WorkerSignals& each : shared_.signals) each.stop.set_wants_pause(true);
    finish_checkpoint_if_all_told();
  }

  void finish_checkpoint_if_all_told() {
    if (std::find(is_stalled_.begin(), is_stalled_.end(), false) != is_stalled_.end()) return;
    is_open_ = false;
    std::fill(is_stalled_.begin(), is_stalled_.end(), false);
    shared_.board.thaw();
    write_checkpoint();
  }

  // How often each error was met, up to what the workers have told.
  void count_errors() {
    for (report::Error& error : summary_.found) {
      uint64_t same = identity(error), count = errors_before_[same];
      for (const Told& told : told_)
        if (auto it = told.errors.find(same); it != told.errors.end()) count += it->second;
      if (count == error.count) continue;
      error.count = count;
      if (config_.keep_tests && !store_failed_) store_failed_ = !listener_.error(error);
    }
  }

  // What a run that ends before any other goes on from.
  void write_first_checkpoint() {
    jobs_ = shared_.board.jobs();
    write_checkpoint();
  }

  // The jobs, and what each worker has told.
  void write_checkpoint() {
    Clock::time_point start = Clock::now();
    Counts all = before_;
    for (const Told& told : told_) {
      all.add(told.counts);
      jobs_.insert(jobs_.end(), told.jobs.begin(), told.jobs.end());
    }
    count_errors();
    Summary summary = summary_;
    static_cast<Counts&>(summary) = std::move(all);
    summary.seconds = shared_.seconds_before + session_seconds();
    // After a fault, the last checkpoint before it is the best there is.
    if (!store_failed_ && config_.keep_tests && summary_.fault.empty()) {
      std::vector<uint32_t> loops(kept_loops_.begin(), kept_loops_.end());
      Checkpoint checkpoint{jobs_, summary, seen().all(), loops};
      uint64_t version = shared_.learner ? shared_.learner->version() : 0;
      if (version != learned_version_) checkpoint.learned = shared_.learner->save();
      learned_version_ = version;
      store_failed_ = !listener_.checkpoint(checkpoint);
      last_ = summary;
      last_.covered = kept_.all();
      last_.live = 0;
      for (const std::shared_ptr<const Job>& job : jobs_) last_.dehydrated += job->states;
    }
    if (store_failed_) shared_.stop("storage");
    jobs_.clear();
    tests_since_checkpoint_ = bytes_since_checkpoint_ = 0;
    checkpointed_ = Clock::now();
    checkpoint_cost_ = std::chrono::duration<double>(checkpointed_ - start).count();
    for (const Told& told : told_) checkpoint_cost_ += told.seconds;
  }

  // There is no time or no memory to hear of all workers: the last checkpoint is what came of the run.
  void go_back() {
    listener_.forget();
    std::string stopped_by;
    {
      std::lock_guard lock(shared_.mutex);
      stopped_by = shared_.stopped_by;
    }
    uint64_t left = last_.dehydrated, peak = summary_.memory_peak;
    last_.warnings = std::move(summary_.warnings);
    last_.seen = seen().all();
    summary_ = std::move(last_);
    summary_.dehydrated = left;
    summary_.memory_peak = peak;
    summary_.stopped_by = stopped_by;
    if (!left && stopped_by != out_of_memory_reason) summary_.stopped_by.clear();
    summary_.output.clear();
    measure_peak();
  }

  void measure_peak() {
    struct rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    summary_.memory_peak = uint64_t(usage.ru_maxrss) << 10;
  }

  void close() {
    join();
    refresh();
    Counts all = before_;
    summary_.live = 0;
    summary_.solver = {};
    summary_.merge = {};
    summary_.chop = {};
    summary_.prune = shared_.learner ? shared_.learner->summary() : PruneSummary();
    for (Told& told : told_) {
      all.add(told.counts);
      for (const std::shared_ptr<const Job>& job : told.jobs) summary_.live += job->states;
      summary_.solver.add(told.solver);
      summary_.merge.add(told.merge);
      summary_.chop.add(told.chop);
      summary_.prune.add(told.prune);
      if (summary_.solver_problem.empty()) summary_.solver_problem = told.solver_problem;
    }
    if (config_.slices) summary_.chop.slices = config_.slices->counts();
    summary_.chop.seconds = config_.chop_seconds;
    summary_.chop.open = all.unrecovered;
    summary_.chop.untested = all.untested;
    static_cast<Counts&>(summary_) = std::move(all);
    {
      std::lock_guard lock(shared_.mutex);
      if (summary_.live || summary_.dehydrated || store_failed_) summary_.stopped_by = shared_.stopped_by;
    }
    if (summary_.tests + summary_.redundant > 1) summary_.output.clear();
    summary_.covered = kept_.all();
    summary_.seen = seen().all();
    measure_peak();
    jobs_ = shared_.board.jobs();
    write_checkpoint();
  }

  const Config config_;
  Listener& listener_;
  Shared shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  const bool may_leave_;
  // Less than the process had when it began plus some cannot be kept to.
  const uint64_t least_bound_ = resident_bytes() + (uint64_t(64) << 20);
  bool is_lost_ = false;  // what workers have not told yet will not be waited for
  Summary last_;          // as of the last checkpoint
  ir::Points points_{shared_.program};
  Summary summary_;
  exec::CoverageMap kept_{shared_.program};  // by tests that came
  std::set<uint32_t> kept_loops_;            // what they show of loops
  Counts before_;                            // of former sessions
  std::unordered_map<uint64_t, uint64_t> errors_before_;
  std::vector<Told> told_;
  // Of an open checkpoint: the jobs when it began, and who has told.
  bool is_open_ = false;
  std::vector<std::shared_ptr<const Job>> jobs_;
  std::vector<bool> is_stalled_;
  std::vector<bool> is_done_;
  Clock::time_point checkpointed_ = Clock::now(), progressed_ = Clock::now(), watched_, pressed_, refused_;
  Allocated allocated_;
  double checkpoint_cost_ = 0;
  uint64_t unpacked_ = 0;  // paths that wait and were in no checkpoint yet
  double live_seconds_ = 0, averaged_ = 0;
  uint64_t learned_version_ = 0;
  uint64_t tests_since_checkpoint_ = 0, bytes_since_checkpoint_ = 0;
  bool store_failed_ = false;
};

}  // namespace

Summary explore(const ir::Program& program, const Config& config, Listener& listener,
                const Resumption* resumption, std::shared_ptr<void>* remains) {
  auto explorer = std::make_shared<Explorer>(program, config, listener, resumption, remains != nullptr);
  Summary summary = explorer->run();
  if (remains) *remains = std::move(explorer);
  return summary;
}

Trace trace(const ir::Program& program, const Config& config, const report::Test& test) {
  expr::TermStore terms;
  solve::Chain chain(terms, config.solver);
  exec::Machine machine(program, chain, config.machine);
  Trace trace;
  machine.set_trace(&trace.points);
  machine.set_symbolic_answers(&trace.symbolic_answers);
  exec::replay(machine, test.tape,
               test.ending == report::Ending::unfinished ? test.instructions
               // One that never ends has an error, too.
               : test.ending == report::Ending::error ? test.instructions + 1'000'000
                                                      : exec::to_the_end);
  return trace;
}

}  // namespace bonsai::explore
