#include "cli/recorder.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <csignal>

#include "cli/session.h"
#include "report/point_set.h"
#include "report/run_folder.h"

namespace bonsai::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;
std::atomic<int64_t> interrupted_at = 0;  // nanoseconds

// A signal that comes a moment after another is the same interrupt: `timeout` sends it to the process and to
// its group.
constexpr int64_t a_moment = 300'000'000;

void interrupt(int number) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t at = int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec, first = 0;
  interrupted = 1;
  if (interrupted_at.compare_exchange_strong(first, at) || at - first < a_moment) return;
  std::signal(number, SIG_DFL);
  raise(number);
}

}  // namespace

bool is_interrupted() { return interrupted != 0; }

void watch_interrupts() {
  struct sigaction action{};
  action.sa_handler = interrupt;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // What is ignored when the process starts stays so: nohup does that.
    struct sigaction before{};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
  // A file that reached its limit is a write that fails, as on a full disk. Not ignored: programs that we
  // start would inherit that.
  struct sigaction nothing{};
  nothing.sa_handler = [](int) {};
  sigaction(SIGXFSZ, &nothing, nullptr);
}

bool Recorder::keep(const base::Result<void>& result) {
  if (!result && problem.empty()) problem = result.error().message;
  return bool(result);
}

bool Recorder::test(const report::Test& test) {
  if (test.error > error_tests.size()) error_tests.push_back(test);
  if (!unused_inputs.empty())
    for (const report::Input& input : test.inputs) unused_inputs.erase(input.name);
  if (!ktests.empty() &&
      !keep(report::write_file(ktests / report::file_name(*report::find_test_writer("ktest"), test.id),
                               report::write_ktest(test, invocation))))
    return false;
  if (output && !keep(output->add(test))) return false;
  return !store_ || keep(store_->add(test));
}

bool Recorder::error(const report::Error& error) {
  if (error.id <= errors.size()) {
    errors[error.id - 1].count = error.count;
    return !store_ || keep(store_->update(errors[error.id - 1]));
  }
  errors.push_back(error);
  if (when_error_found) when_error_found();
  return !store_ || keep(store_->add(error));
}

bool Recorder::checkpoint(const explore::Checkpoint& checkpoint) {
  errors_kept_ = errors.size();
  if (!store_) return true;
  if (checkpoint.covered.size() != covered_) {
    covered_ = checkpoint.covered.size();
    if (!keep(store_->set_covered(checkpoint.covered))) return false;
  }
  if (checkpoint.loops.size() != loops_) {
    loops_ = checkpoint.loops.size();
    std::vector<uint8_t> bytes = report::encode_points(checkpoint.loops);
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!keep(store_->set_meta(report::meta_key::loops, text))) return false;
  }
  if (!checkpoint.learned.empty() && !keep(store_->set_meta(report::meta_key::learned, checkpoint.learned)))
    return false;
  return keep(store_->set_frontier(checkpoint.jobs)) &&
         keep(store_->set_meta(report::meta_key::progress, counts_to_json(checkpoint.summary))) &&
         keep(store_->commit());
}

void Recorder::forget() {
  if (store_) store_->undo();
  errors.resize(std::min(errors.size(), errors_kept_));
  error_tests.resize(std::min(error_tests.size(), errors_kept_));
}

bool Recorder::progress(const explore::Summary& s) {
  if (store_ && s.seconds >= next_statistics_) {
    next_statistics_ = s.seconds + 0.5;
    std::pair<std::string, double> values[] = {
        {"paths", double(s.completed + s.errors)}, {"live", double(s.live)},
        {"dehydrated", double(s.dehydrated)},      {"instructions", double(s.instructions)},
        {"points", double(s.points_covered)},      {"memory", double(s.memory)}};
    if (!keep(store_->add_statistics(s.seconds, values))) return false;
  }
  if (view_) view_->show(s);
  return true;
}

}  // namespace bonsai::cli
