// A worker: terms, solver, machine and paths of its own, and the loop that runs them.
//
// It takes jobs from the board, lets the searcher pick a path, runs it to the next fork or for its share of
// instructions, and tells what paths came to. Between two turns, at a safepoint, it does what others ask:
// tells its paths to a checkpoint, gives some away, puts some out of memory, reclaims terms.
//
// Threads: a worker is one; what it shares is in Shared.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/distance.h"
#include "analysis/joins.h"
#include "base/stop_signal.h"
#include "exec/replay.h"
#include "explore/board.h"
#include "explore/explorer.h"
#include "explore/loop_counts.h"
#include "explore/mailbox.h"
#include "explore/pieces.h"
#include "explore/prune/learner.h"
#include "explore/search/place_counts.h"
#include "explore/strategy.h"

namespace bonsai::explore {

// The errors that any worker has met, by what makes them the same.
class ErrorBook {
 public:
  // True if it is a new one.
  bool add(uint64_t identity) {
    std::lock_guard lock(mutex_);
    return known_.insert(identity).second;
  }

 private:
  std::mutex mutex_;
  std::unordered_set<uint64_t> known_;
};

// A worker's counts, for whoever looks at the run while it goes on.
struct Status {
  Counts counts;
  uint64_t live = 0, parked = 0;
  uint64_t unpacked = 0;  // of `live`, those that no checkpoint has
  uint64_t asked = 0;     // of the solver
  double solver_seconds = 0;
};

// What the thread that watches the memory and a worker tell each other.
struct WorkerSignals {
  explicit WorkerSignals(const std::atomic<bool>& over) : stop(&over) {}
  base::StopSignal stop;
  std::atomic<bool> is_idle = false;   // it waits for a job, with no path of its own
  std::atomic<uint64_t> relieved = 0;  // the last pressure that it has done something about
  std::atomic<uint64_t> largest = 0;   // bytes of its largest state, as of then
};

// What the workers of a run share.
struct Shared {
  Shared(const ir::Program& program, const Config& config);

  // Ends the run. The first reason counts.
  void stop(const char* reason);
  // The same where whoever waits for the end waits no longer than some seconds.
  void stop_soon(const char* reason);
  // An allocation failed: frees what is kept for this case, and ends the run.
  void out_of_memory();
  // May what is done at the end go on?
  bool has_time() const { return !is_urgent || std::chrono::steady_clock::now() < leave_by; }
  // The same for tests of what is unfinished, so that what comes after them has time as well.
  bool has_time_for_tests() const {
    return !is_urgent || std::chrono::steady_clock::now() < leave_by - std::chrono::milliseconds(600);
  }

  const ir::Program& program;
  const Config& config;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  double seconds_before = 0;                  // of former sessions
  exec::CoverageMap covered;                  // by any path
  exec::CoverageMap tested;                   // by tests; and all of the C library, which no test is kept for
  LoopCounts tested_loops;                    // the same of loops
  std::unique_ptr<analysis::FlowGraph> flow;  // if a searcher needs it
  std::unique_ptr<analysis::Joins> joins;     // if paths are merged
  std::unique_ptr<Learner> learner;           // if paths are pruned
  Board board;
  Mailbox mailbox;
  ErrorBook errors;
  std::atomic<uint64_t> paths = 0;
  std::atomic<uint64_t> instructions = 0;
  std::atomic<uint64_t> unrecovered = 0;  // of all sessions, as in Counts
  std::atomic<uint64_t> pressure = 0;     // counts the times that memory was short
  std::atomic<bool> has_room = false;     // there is memory for states that were put away
  std::atomic<uint64_t> put_away = 0;
  std::deque<WorkerSignals> signals;  // by worker
  // The run must end by `leave_by`, which is set before.
  std::atomic<bool> is_urgent = false;
  std::chrono::steady_clock::time_point leave_by;

  std::unique_ptr<char[]> reserve;  // memory for the end of a run whose allocations fail

  std::mutex mutex;  // of what follows
  std::string stopped_by;
  std::vector<uint8_t> errors_found;  // by place of Config::stop_at_errors
  std::vector<Status> status;         // by worker
};

class Worker : private Host {
 public:
  Worker(Shared& shared, unsigned number);
  ~Worker() override;
  // Works until the board is over.
  void run();

 private:
  // What is made when there is something to do.
  struct Engine;
  using Clock = std::chrono::steady_clock;

  void work();
  void step();
  // The turn was stopped within an instruction: the running path is kept for the checkpoint, or abandoned.
  void leave_turn(base::StopReason reason);
  void abandon(std::unique_ptr<exec::Path> path);
  bool is_large(const exec::Path& path) const;
  void make_room();
  bool fetch();
  void take_up(std::shared_ptr<const Job> job);
  void add(std::unique_ptr<exec::Path> path);
  std::unique_ptr<exec::Path> remove(exec::Path& path);
  void settle();
  void turn();
  bool goes_on(exec::Path& path, const exec::Outcome& outcome);
  void take_forked();
  std::unique_ptr<exec::Path> take_from(std::vector<std::unique_ptr<exec::Path>>& list, exec::Path& path);
  std::vector<exec::Path*> all_paths() const;
  bool is_stopping() const { return shared_.board.is_over(); }
  WorkerSignals& signals() { return shared_.signals[number_]; }

  // --- safepoints
  void look_around();
  void tell(bool is_last);
  void tell_within_turn();
  void give();
  void relieve(size_t least);
  bool put_up(const std::vector<exec::Path*>& paths);
  void put_up(std::unique_ptr<exec::Path> path);
  void give_back(const Job& job);
  void collect_terms(bool now);
  void follow_coverage();
  void follow_targets();
  void publish();
  Counts counts() const;
  void flush() { shared_.mailbox.send(number_, outbox_); }

  // --- for strategies
  exec::Machine& machine() override;
  const exec::CoverageMap& covered() const override { return shared_.covered; }
  void test(exec::Path& path, std::string reason) override;
  void found(exec::Path& path, exec::Outcome& outcome) override;
  exec::Brought follow(const exec::Path& path) override;
  exec::Brought follow(const exec::Path& path, uint64_t instructions) override;
  uint64_t work() const override;
  uint64_t cost(uint64_t per_question) const override;
  void release(exec::Path& path) override;
  void replace(std::span<exec::Path* const> paths, std::unique_ptr<exec::Path> by) override;
  std::span<const std::unique_ptr<exec::Path>> waiting() const override { return paths_; }
  std::span<const std::unique_ptr<exec::Path>> parked() const override { return parked_; }
  void park(exec::Path& path) override;
  void unpark(exec::Path& path) override;
  void restart() override;
  std::vector<uint32_t> own_points(const exec::Path& path) const override;
  void offer(exec::Brought followed, std::string reason) override;
  exec::Brought follow(const solve::Model& model, uint64_t instructions);
  void stop(const char* reason) override { shared_.stop(reason); }

  // --- endings (worker_endings.cpp)
  // False: it must go on, for skipped calls may not return.
  bool finish(exec::Path& path, exec::Outcome& outcome);
  void count_unrecovered();
  // The same; what it counted does not count if it is stopped in between.
  bool finish_whole(exec::Path& path, exec::Outcome& outcome);
  bool ends_as_others(const exec::Path& path, const exec::Outcome& outcome);
  bool ends_alike(const exec::Path& path, const exec::Outcome& outcome, const exec::Brought& one) const;
  void check_limits();
  void check_error(const report::Error& error);
  void prefer(exec::Path& path);
  report::Test to_test(const exec::Path& path, const exec::Outcome& outcome, report::Ending ending);
  // What decides whether a test is kept: Config::tests, or somebody asked for it.
  enum class Keep : uint8_t { configured, always };
  void send_test(exec::Path& path, const exec::Outcome& outcome, report::Ending ending,
                 std::optional<report::Error> error, bool is_kept);
  void finish_test(exec::Path& path, exec::Outcome& outcome, report::Ending ending,
                   Keep keep = Keep::configured);
  void finish_followed(exec::Brought one, std::string reason, Keep keep = Keep::configured);
  void test_unfinished(exec::Path& path, std::string reason, Keep keep);
  bool shows_new(const exec::Path& path, const std::vector<uint32_t>& loops) const;
  bool diverges(const exec::Path& path, const exec::Outcome& outcome);
  bool is_repeated(const exec::Path& path);
  bool is_fresh(const exec::Path& path, std::unordered_set<const exec::Covered*>& known) const;
  void absorb(exec::Path& path);
  void test_found_inputs(uint64_t instructions);
  void write_condition(const exec::Path& path);
  void verify(const exec::Path& path, const exec::Outcome& outcome);
  void dump();
  void dump_fresh();
  double elapsed() const {
    return shared_.seconds_before + std::chrono::duration<double>(Clock::now() - shared_.begin).count();
  }

  Shared& shared_;
  const Config& config_;
  unsigned number_;
  std::unique_ptr<Engine> engine_;
  std::vector<std::unique_ptr<exec::Path>> paths_;   // that wait; Standing::places' last says where
  size_t held_ = 0;                                  // of them, those that a strategy holds back
  std::vector<std::unique_ptr<exec::Path>> parked_;  // that are set aside; the same says where
  Pieces pieces_;                                    // of checkpoints
  // The path whose turn it is, and how many instructions it had executed when it was last sure to go on.
  std::unique_ptr<exec::Path> running_;
  uint64_t sure_until_ = 0;
  uint64_t began_at_ = 0, counted_before_ = 0;     // its instructions, and all, when its turn began
  std::vector<std::unique_ptr<exec::Path>> torn_;  // stopped within an instruction: to be stored, not run
  std::shared_ptr<const Job> taken_;               // whose paths are being brought back
  std::vector<std::shared_ptr<const Job>> stopped_jobs_;  // whose paths were, when the run ended
  std::vector<Job> kept_back_;                            // that go onto the board when it takes any
  std::unordered_set<uint64_t> ended_;                    // hashes of tapes, where the program begins anew
  std::vector<Message> outbox_;
  Counts counts_;
  std::unordered_map<uint64_t, uint64_t> errors_;  // met by this worker, by identity
  std::string fault_;
  uint64_t told_ = 0;      // the last checkpoint
  uint64_t followed_ = 0;  // points of the coverage that the distances know
  uint64_t turns_ = 0;
  uint64_t runs_ = 0;  // concolic
  uint64_t next_collection_;
  Clock::time_point published_;
};

// What makes two errors the same: kind, place and stack.
uint64_t identity(const report::Error& error);

}  // namespace bonsai::explore
