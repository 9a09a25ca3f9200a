// Budget: what one question may still cost. Circuits, clauses, lemmas and search are paid for with it, so
// that a huge term ends in "unknown" and not in a hang or in exhausted memory.
//
// Work is counted, not measured (solve/core.h): the same questions are given up at the same point on every
// run. The clock and the interrupt are looked at now and then; what they cut is not reproducible, and
// by_clock() says so.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "solve/core.h"

namespace bonsai::solve {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  void start(const Limits& limits, size_t gates) {
    interrupt_ = limits.interrupt;
    // A limit of centuries must not wrap around.
    const std::chrono::nanoseconds longest = std::chrono::hours(24 * 365);
    deadline_ = Clock::now() + std::min(limits.time, longest);
    limit_ = limits.work;
    gates_left_ = gates;
    spent_ = next_look_ = 0;
    exhausted_ = by_clock_ = false;
    reserve_ = {};
  }

  bool exhausted() const { return exhausted_; }
  // True if the clock or the interrupt ended it, not the count of work or gates.
  bool by_clock() const { return by_clock_; }
  Work spent() const { return spent_; }

  // Pays for work before it is done; false when there is none left.
  bool spend(Work work) {
    spent_ += work;
    if (spent_ >= next_look_) look(work);
    return !exhausted_;
  }
  // Pays for one more gate.
  bool spend_gate() {
    if (gates_left_ == 0) exhausted_ = true;
    if (exhausted_) return false;
    --gates_left_;
    return spend(kGate);
  }
  // Sets the time to keep for cleaning up: destroying a million gates takes longer than a caller may be kept
  // waiting.
  void reserve(std::chrono::nanoseconds time) { reserve_ = time; }

 private:
  static constexpr Work kGate = 150;     // made and hashed, or made clauses of; measured
  static constexpr Work kLook = 50'000;  // between two looks at the clock, which costs as much as a gate

  // `ahead`: what is about to be done and cannot be interrupted.
  void look(Work ahead) {
    next_look_ = spent_ + kLook;
    if (exhausted_) return;
    exhausted_ = spent_ >= limit_;
    if (exhausted_) return;
    by_clock_ = Clock::now() + reserve_ + std::chrono::nanoseconds(ahead) >= deadline_ ||
                (interrupt_ && interrupt_->load(std::memory_order_relaxed));
    exhausted_ = by_clock_;
  }

  Clock::time_point deadline_ = Clock::time_point::max();
  std::chrono::nanoseconds reserve_{};
  const std::atomic<bool>* interrupt_ = nullptr;
  Work limit_ = ~Work{0};
  Work spent_ = 0;
  Work next_look_ = 0;
  size_t gates_left_ = ~size_t{0};
  bool exhausted_ = false;
  bool by_clock_ = false;
};

}  // namespace bonsai::solve
