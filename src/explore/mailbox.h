// What workers tell the thread that explores, each in its own order.
//
// Threads: a worker sends under its number; one thread receives.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "explore/explorer.h"

namespace bonsai::explore {

// A worker's paths and counts at one moment.
struct Told {
  bool is_last = false;                          // the worker is done
  bool is_lost = false;                          // an allocation failed: what it has is not known
  std::vector<std::shared_ptr<const Job>> jobs;  // all its paths
  double seconds = 0;                            // that it took to put them so
  Counts counts;
  std::unordered_map<uint64_t, uint64_t> errors;  // how often each was met, by identity
  solve::ChainStatistics solver;
  MergeCounts merge;
  PruneCounts prune;
  ChopSummary chop;
  std::string solver_problem;
  std::string fault;
};

struct Message {
  std::optional<report::Test> test;
  std::vector<uint32_t> loops;         // that the test shows (Machine::loops_of)
  std::optional<report::Error> error;  // that the test shows; neither has a number yet
  std::optional<Told> told;
  std::string warning;

  // About the bytes that it takes.
  uint64_t size() const {
    if (!test) return 0;
    uint64_t bytes = test->output.size() + test->tape.size() + 4 * (test->points.size() + loops.size());
    for (const report::Input& input : test->inputs) bytes += 64 + input.name.size() + input.bytes.size();
    return bytes;
  }
};

class Mailbox {
 public:
  explicit Mailbox(unsigned workers) : boxes_(workers), bytes_(workers) {}

  // Waits while the receiver is far behind.
  void send(unsigned worker, std::vector<Message>& messages) {
    if (messages.empty()) return;
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return is_free(worker) || open_; });
    for (Message& each : messages) {
      bytes_[worker] += each.size();
      boxes_[worker].push_back(std::move(each));
    }
    messages.clear();
    came_.notify_one();
  }
  // The next message of a worker, if there is one.
  std::optional<Message> receive(unsigned worker) {
    std::lock_guard lock(mutex_);
    std::deque<Message>& box = boxes_[worker];
    if (box.empty()) return std::nullopt;
    Message message = std::move(box.front());
    box.pop_front();
    bool was_free = is_free(worker);
    bytes_[worker] -= message.size();
    if (box.size() == most / 2 || (!was_free && is_free(worker))) room_.notify_all();
    return message;
  }
  // Returns when a message came, or after a while.
  void wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, time);
  }
  // Nobody has to wait any more.
  void open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    room_.notify_all();
  }

 private:
  static constexpr size_t most = 4096;
  static constexpr uint64_t most_bytes = 8 << 20;  // is written in some tenths of a second
  bool is_free(unsigned worker) const { return boxes_[worker].size() < most && bytes_[worker] < most_bytes; }

  std::mutex mutex_;
  std::condition_variable came_, room_;
  std::vector<std::deque<Message>> boxes_;
  std::vector<uint64_t> bytes_;  // in each
  bool open_ = false;
};

}  // namespace bonsai::explore
