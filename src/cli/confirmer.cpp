#include "cli/confirmer.h"

#include <algorithm>

namespace bonsai::cli {

Confirmer::Confirmer(report::NativeProgram native, const std::filesystem::path& folder)
    : build_(std::move(native), folder.string()) {}

Confirmer::~Confirmer() {
  {
    std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Confirmer::begin() {
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
}

void Confirmer::work() {
  // Most kinds of errors need it; where it cannot be built, the verdicts say so.
  (void)build_.binary(report::Variant::sanitized);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return has_cases_ || is_over_; });
  for (size_t i = 0; i < cases_.size() && !is_over_; ++i) {
    double left = std::chrono::duration<double>(deadline_ - Clock::now()).count();
    if (left <= 0) break;
    report::Limits limits;
    limits.seconds = std::min<decltype(limits.seconds)>(limits.seconds, left);
    lock.unlock();
    report::Verdict verdict = report::confirm_error(build_, cases_[i].test, cases_[i].error, limits);
    bool is_cut = Clock::now() >= deadline_;  // then it says nothing
    lock.lock();
    if (!is_cut) cases_[i].verdict = std::move(verdict);
    changed_.notify_all();
  }
  is_done_ = true;
  changed_.notify_all();
}

bool Confirmer::confirm(std::vector<report::Error>& errors, const std::vector<report::Test>& tests,
                        Clock::time_point deadline, const std::function<bool(size_t done)>& goes_on) {
  std::unique_lock lock(mutex_);
  for (size_t i = 0; i < errors.size() && i < tests.size(); ++i)
    if (errors[i].confirmed == report::Confirmation::untried)
      cases_.push_back({i, errors[i], tests[i], std::nullopt});
  if (cases_.empty()) return true;
  has_cases_ = true;
  deadline_ = deadline;
  changed_.notify_all();
  begin();
  auto is_tried = [](const Case& each) { return each.verdict.has_value(); };
  while (!is_done_ && Clock::now() < deadline) {
    if (!goes_on(size_t(std::count_if(cases_.begin(), cases_.end(), is_tried)))) break;
    changed_.wait_for(lock, std::chrono::milliseconds(50));
  }
  is_over_ = true;
  for (const Case& each : cases_) {
    report::Error& error = errors[each.index];
    if (each.verdict) {
      error.confirmed = each.verdict->confirmation;
      error.reason = each.verdict->reason;
    } else {
      error.reason = "not tried: time";
    }
  }
  return is_done_;
}

}  // namespace bonsai::cli
