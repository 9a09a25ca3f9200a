// Tells a thread that works to stop at once, however far it is.
//
// Other threads set what is read here. The thread that works looks in every loop whose length the program
// under test decides: a look costs a subtraction, and reads the flags once in some thousand steps. Such loops
// lie many calls deep, and nothing of what they were making is used afterwards: so a look that finds a flag
// throws Stopped, which is caught in one place per room (exec/dispatch.cpp, explore/worker.cpp).
//
// Threads: one calls look() and its kin; any may call the others. Tested by stop_signal_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace bonsai::base {

// Why work was stopped: the run is over, or the running state takes more memory than there is.
enum class StopReason : uint8_t { over, memory };

struct Stopped {
  StopReason reason;
};

class StopSignal {
 public:
  // `over`, which outlives the signal, becomes true when the run is over.
  explicit StopSignal(const std::atomic<bool>* over = nullptr) : over_(over) {}

  // Notes `steps` steps of a loop, each of some ten nanoseconds; throws Stopped if there is a reason.
  void look(uint64_t steps = 1) {
    if (steps < left_) {
      left_ -= steps;
      return;
    }
    left_ = interval;
    throw_if_set();
  }
  // The same for code that must not be left while the run goes on.
  void look_for_end(uint64_t steps = 1) {
    if (steps < left_for_end_) {
      left_for_end_ -= steps;
      return;
    }
    left_for_end_ = interval;
    if (is_over()) throw Stopped{StopReason::over};
  }
  void throw_if_set() {
    if (is_over()) throw Stopped{StopReason::over};
    if (is_armed_ && lacks_memory()) throw Stopped{StopReason::memory};
  }
  // While it is disarmed no look throws: what must be done after a stop is not stopped itself.
  void disarm() { is_armed_ = false; }
  void arm() { is_armed_ = true; }

  bool lacks_memory() const { return lacks_memory_.load(std::memory_order_relaxed); }
  void set_lacks_memory(bool lacks) { lacks_memory_.store(lacks, std::memory_order_relaxed); }

  // Somebody waits for the thread to come to a place where its states are at rest.
  bool wants_pause() const { return wants_pause_.load(std::memory_order_relaxed); }
  void set_wants_pause(bool wants) { wants_pause_.store(wants, std::memory_order_relaxed); }

 private:
  static constexpr uint64_t interval = 4096;
  bool is_over() const { return is_armed_ && over_ && over_->load(std::memory_order_relaxed); }

  const std::atomic<bool>* over_;
  std::atomic<bool> lacks_memory_ = false;
  std::atomic<bool> wants_pause_ = false;
  bool is_armed_ = true;
  uint64_t left_ = interval, left_for_end_ = interval;
};

}  // namespace bonsai::base
