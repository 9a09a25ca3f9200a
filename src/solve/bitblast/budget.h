// Budget: what one question may still cost. Circuits, clauses and lemmas are made under it, so that a huge
// term ends in "unknown" and not in a hang or in exhausted memory.
//
// Time only ever ends a question; it decides nothing else, so that answers given in time do not depend on it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace bonsai::solve {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  void start(std::chrono::nanoseconds time, size_t gates, const std::atomic<bool>* interrupt = nullptr) {
    interrupt_ = interrupt;
    // A limit of centuries must not wrap around.
    const auto longest = std::chrono::hours(24 * 365);
    deadline_ = Clock::now() + (time < longest ? time : longest);
    gates_left_ = gates;
    exhausted_ = false;
    reserve_ = {};
  }

  bool exhausted() const { return exhausted_; }
  Clock::time_point deadline() const { return deadline_; }

  // One more gate. The clock is read rarely: it costs as much as ten gates.
  bool spend_gate() {
    if (exhausted_) return false;
    if (gates_left_ == 0) {
      exhausted_ = true;
    } else if (--gates_left_ % kGatesPerClock == 0) {
      check_time();
    }
    return !exhausted_;
  }
  // False once the time is over.
  bool check_time() { return affords({}); }
  // The same for a step that takes so long and cannot be interrupted.
  bool affords(std::chrono::nanoseconds time) {
    if (exhausted_) return false;
    exhausted_ = Clock::now() + reserve_ + time >= deadline_ ||
                 (interrupt_ && interrupt_->load(std::memory_order_relaxed));
    return !exhausted_;
  }
  // Time to keep for cleaning up: destroying a million gates takes longer than a caller may be kept waiting.
  void reserve(std::chrono::nanoseconds time) { reserve_ = time; }

 private:
  static constexpr size_t kGatesPerClock = 1024;

  Clock::time_point deadline_ = Clock::time_point::max();
  std::chrono::nanoseconds reserve_{};
  const std::atomic<bool>* interrupt_ = nullptr;
  size_t gates_left_ = ~size_t{0};
  bool exhausted_ = false;
};

}  // namespace bonsai::solve
