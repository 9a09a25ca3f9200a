#include "explore/board.h"

namespace bonsai::explore {

void Board::changed() {
  wanting_.store(int(waiting_) - int(jobs_.size()), std::memory_order_relaxed);
  if (waiting_ == workers_ && jobs_.empty()) over_ = true;
  woken_.notify_all();
}

bool Board::put(uint64_t states, std::string bytes, uint64_t told) {
  std::lock_guard lock(mutex_);
  if (told != checkpoint_) return false;
  jobs_.push_back(std::make_shared<Job>(Job{new_id(), states, std::move(bytes)}));
  states_ += states;
  changed();
  return true;
}

std::optional<std::shared_ptr<const Job>> Board::take() {
  std::lock_guard lock(mutex_);
  if (frozen_ || over_ || jobs_.empty()) return std::nullopt;
  std::shared_ptr<const Job> job = std::move(jobs_.back());
  jobs_.pop_back();
  states_ -= job->states;
  changed();
  return job;
}

std::optional<std::shared_ptr<const Job>> Board::wait(uint64_t told) {
  std::unique_lock lock(mutex_);
  ++waiting_;
  changed();
  woken_.wait(lock, [&] { return over_ || told != checkpoint_ || (!frozen_ && !jobs_.empty()); });
  --waiting_;
  if (over_ || frozen_ || jobs_.empty()) {
    wanting_.store(int(waiting_) - int(jobs_.size()), std::memory_order_relaxed);
    return std::nullopt;
  }
  std::shared_ptr<const Job> job = std::move(jobs_.back());
  jobs_.pop_back();
  states_ -= job->states;
  changed();
  return job;
}

std::vector<std::shared_ptr<const Job>> Board::freeze() {
  std::lock_guard lock(mutex_);
  frozen_ = true;
  ++checkpoint_;
  woken_.notify_all();
  return jobs_;
}

void Board::thaw() {
  std::lock_guard lock(mutex_);
  frozen_ = false;
  woken_.notify_all();
}

void Board::drop() {
  std::lock_guard lock(mutex_);
  jobs_.clear();
  states_ = 0;
  changed();
}

void Board::stop() {
  std::lock_guard lock(mutex_);
  over_ = true;
  woken_.notify_all();
}

std::vector<std::shared_ptr<const Job>> Board::jobs() const {
  std::lock_guard lock(mutex_);
  return jobs_;
}

}  // namespace bonsai::explore
