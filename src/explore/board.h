// The job board: paths that wait as bytes, for whichever worker has time or room for them.
//
// A worker that runs dry takes a job and waits if there is none; one that has more than it needs puts some up
// when others wait, or when memory is short. A checkpoint must see every path exactly once: from freeze() to
// thaw() no job changes hands, and a worker that puts one up must have told its paths to the checkpoint
// before, so that the job is part of what it told.
//
// Threads: any number may call everything.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "explore/job.h"

namespace bonsai::explore {

class Board {
 public:
  explicit Board(unsigned workers) : workers_(workers) {}

  // --- for workers. `told`: the last checkpoint to which the worker has told its paths.
  // False: a checkpoint began meanwhile; to be tried again when the worker has told its paths.
  bool put(uint64_t states, std::string bytes, uint64_t told);
  std::optional<std::shared_ptr<const Job>> take();
  // Waits for a job. Nothing: everything is done, the run stops, or a checkpoint began.
  std::optional<std::shared_ptr<const Job>> wait(uint64_t told);
  bool is_over() const { return over_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& over() const { return over_; }
  // Are there more workers that wait than jobs?
  bool is_wanting() const { return wanting_.load(std::memory_order_relaxed) > 0; }
  // Forgets all jobs.
  void drop();
  // A name for a job that no other has.
  uint64_t new_id() { return next_id_.fetch_add(1, std::memory_order_relaxed); }
  uint64_t checkpoint() const { return checkpoint_.load(std::memory_order_acquire); }
  uint64_t states() const { return states_.load(std::memory_order_relaxed); }

  // --- for the one who writes checkpoints
  // Begins one: the jobs that are up. None may be open.
  std::vector<std::shared_ptr<const Job>> freeze();
  void thaw();
  // No more jobs are given out, and waiting workers come back.
  void stop();
  std::vector<std::shared_ptr<const Job>> jobs() const;

 private:
  void changed();  // REQUIRES: the mutex is held

  const unsigned workers_;
  mutable std::mutex mutex_;
  std::condition_variable woken_;
  std::vector<std::shared_ptr<const Job>> jobs_;  // the last is taken first
  unsigned waiting_ = 0;
  bool frozen_ = false;
  std::atomic<uint64_t> next_id_ = 1;
  std::atomic<uint64_t> checkpoint_ = 0;
  std::atomic<uint64_t> states_ = 0;
  std::atomic<int> wanting_ = 0;
  std::atomic<bool> over_ = false;
};

}  // namespace bonsai::explore
