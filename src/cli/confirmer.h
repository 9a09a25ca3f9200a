// Confirms the errors of a run natively, beside what else is done.
//
// Compiling the program takes longer than all else: it begins with the first error, while the run goes on.
// What is not done when the time is over is said to be not tried.
//
// Threads: its members are for one thread; a thread of its own does the work.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "report/confirm.h"

namespace bonsai::cli {

class Confirmer {
 public:
  using Clock = std::chrono::steady_clock;

  // Builds go to `folder`.
  Confirmer(report::NativeProgram native, const std::filesystem::path& folder);
  // Waits for what is under way.
  ~Confirmer();
  Confirmer(const Confirmer&) = delete;
  Confirmer& operator=(const Confirmer&) = delete;

  // Begins to build the program. Further calls do nothing.
  void begin();
  // Confirms those errors that were not tried, until `deadline` or as long as `goes_on` says so, which hears
  // how many are done. False: the thread is still at work. REQUIRES: a test for each error; called once.
  bool confirm(std::vector<report::Error>& errors, const std::vector<report::Test>& tests,
               Clock::time_point deadline, const std::function<bool(size_t done)>& goes_on);

 private:
  struct Case {
    size_t index;
    report::Error error;
    report::Test test;
    std::optional<report::Verdict> verdict;
  };

  void work();

  report::NativeBuild build_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Case> cases_;
  bool has_cases_ = false, is_over_ = false, is_done_ = false;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::thread thread_;
};

}  // namespace bonsai::cli
