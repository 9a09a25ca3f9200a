// Searches backwards besides forwards, and lets paths from the program's beginning try what is found so.
//
// Shares are equal by cost: a question to the solver counts as many instructions as the configuration says.
// One worker searches backwards; suffixes are tried by all.
//
// A path that has called a function with suffixes tries them instead of exploring the function. It then
// waits: for more suffixes, which it tries as they come, for the others to end, or, where forwards and
// backwards are mixed, until as much again was done without it.
#include <algorithm>

#include "explore/direct/arrivals.h"
#include "explore/direct/backward.h"
#include "explore/explorer.h"
#include "explore/strategy.h"

namespace bonsai::explore {
namespace {

using exec::Path;

class Mix : public Strategy {
 public:
  explicit Mix(const StrategyContext& context)
      : config_(context.config), direct_(config_.direct), over_(*context.over), deadline_(context.deadline) {}

  bool added(Path& path) override {
    begin();
    bool is_held = is_waiting_ || entered_ == &path;
    if (is_held) held_.push_back({&path, is_waiting_ ? 0 : tried_now_, held_at_});
    entered_ = nullptr;
    return is_held;
  }
  void removed(Path& path) override {
    std::erase_if(held_, [&](const Held& each) { return each.path == &path; });
  }

  void settle(Host& host) override {
    begin();
    if (has_backward_ && !backward_)
      backward_ = std::make_unique<Backward>(host.machine().program(), config_, over_, deadline_);
    if (backward_) search_backwards(host);
    if (direct_.book->version() != version_) learn(host);
    // What a path waits for may never be found.
    while (direct_.backwards == Backwards::mixed && !held_.empty() &&
           cost(host) > 2 * held_.front().since + least_wait)
      release_first(host);
  }

  bool entered(Path& path, Host& host) override {
    tried_now_ = 0;
    if (!try_suffixes(path, tried_now_, host)) return false;
    entered_ = &path;
    held_at_ = cost(host);
    return true;
  }

  bool let_go(Host& host) override {
    if (is_waiting_ || held_.empty()) return false;
    release_first(host);
    return true;
  }

  std::string fault() const override { return backward_ ? backward_->fault() : ""; }

 private:
  static constexpr uint64_t portion = 3'000'000;     // cost of what is done between two turns
  static constexpr uint64_t head_start = 100'000;    // cost: before a way to a target is known
  static constexpr uint64_t least_wait = 1'000'000;  // cost

  // A path that waits: for the search backwards to come to main, or at the beginning of a function that has
  // suffixes, of which it has tried some.
  struct Held {
    Path* path;
    size_t tried;
    uint64_t since;  // cost
  };

  // The first worker that has a path has the one that begins the program.
  void begin() {
    if (std::exchange(has_begun_, true)) return;
    has_backward_ = direct_.book->claim();
    is_waiting_ = has_backward_ && direct_.backwards == Backwards::first;
  }

  uint64_t cost(Host& host) const { return host.cost(direct_.query_cost); }

  void release_first(Host& host) {
    Path* path = held_.front().path;
    held_.erase(held_.begin());
    host.release(*path);
  }

  void search_backwards(Host& host) {
    uint64_t begin = backward_->cost();
    auto is_due = [&] {
      if (!backward_->has_work() || over_.load(std::memory_order_relaxed)) return false;
      if (is_waiting_) return !backward_->is_at_main();
      return (direct_.backwards == Backwards::mixed || config_.targets->all().size() > 1) &&
             backward_->cost() < cost(host) + (direct_.book->version() ? 0 : head_start);
    };
    while (is_due() && backward_->cost() - begin < portion) backward_->step();
    if (config_.max_instructions && backward_->instructions() >= config_.max_instructions)
      host.stop("instructions");
    if (!is_waiting_ || is_due()) return;
    is_waiting_ = false;
    while (!held_.empty()) release_first(host);
  }

  // Paths stop where functions begin that have suffixes; those that wait there try what is new.
  void learn(Host& host) {
    version_ = direct_.book->version();
    for (ir::FunctionId function : direct_.book->functions(watched_)) {
      host.machine().watch(function, true);
      ++watched_;
    }
    if (is_waiting_) return;
    // One that another strategy has released is in the searcher, and stays where it is in the tree.
    for (Held& each : held_)
      if (each.path->standing.is_held) try_suffixes(*each.path, each.tried, host);
  }

  // Those that it has not tried yet, at the beginning of their function. False: it has none.
  bool try_suffixes(Path& path, size_t& tried, Host& host) {
    std::vector<SuffixRef> fresh = direct_.book->of(path.top->function->id, tried);
    bool has_any = tried || !fresh.empty();
    tried += fresh.size();
    BackwardCounts counts;
    uint64_t before = host.machine().counters().instructions;
    for (const SuffixRef& suffix : fresh) {
      if (over_.load(std::memory_order_relaxed)) break;
      if (config_.targets->is_reached(suffix->target)) continue;
      ++counts.tried;
      std::optional<Followed> there = follow_suffix(host.machine(), path, *config_.targets, *suffix, over_);
      if (!there) continue;
      ++counts.followed;
      note_arrivals(*config_.targets, *there->path, there->outcome, host);
      if (there->outcome.kind == exec::Outcome::Kind::error) host.found(*there->path, there->outcome);
    }
    counts.instructions = host.machine().counters().instructions - before;
    direct_.book->count(counts);
    return has_any;
  }

  const Config& config_;
  const DirectConfig& direct_;
  const std::atomic<bool>& over_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::unique_ptr<Backward> backward_;
  bool has_begun_ = false;
  bool has_backward_ = false;  // the search is this worker's
  bool is_waiting_ = false;    // paths from the program's beginning do
  std::vector<Held> held_;     // oldest first
  Path* entered_ = nullptr;    // has just called a function with suffixes
  size_t tried_now_ = 0;       // of those
  uint64_t held_at_ = 0;
  uint64_t version_ = 0;  // of the book, that is known
  size_t watched_ = 0;    // functions
};

}  // namespace

std::unique_ptr<Strategy> make_mix(const StrategyContext& context) {
  return context.config.targets && context.config.direct.backwards != Backwards::never
             ? std::make_unique<Mix>(context)
             : nullptr;
}

}  // namespace bonsai::explore
