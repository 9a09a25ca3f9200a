// The strategy that keeps promising paths and sets the others aside (prune.h). A worker's own; what is
// learned is shared (learner.h).
//
// Differences from the paper: of many paths with the same features, which loops make, each further one scores
// a little less, so that not all are kept for what one is promising for (spread). The program is not started
// anew for each round: a round begins with the best of all paths, those set aside among them, as many as
// waited before. The input of a path that is pruned, or waits at the end of a round, is executed to its end,
// which tells what it covers (an early test); but that takes a small share of the work, and no input is
// executed twice.
//
// Tested by pruner_test.cpp, prune_test.cpp.
#include <algorithm>
#include <atomic>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "explore/explorer.h"
#include "explore/prune/features.h"
#include "explore/prune/learner.h"
#include "explore/strategy.h"

namespace bonsai::explore {
namespace {

using exec::Outcome;
using exec::Path;
using Clock = std::chrono::steady_clock;

constexpr double share_of_early_tests = 0.1;   // of the work
constexpr uint64_t most_followed = 1'000'000;  // instructions behind the place where a path waits
constexpr uint64_t most_at_once = 50'000'000;  // work of one batch of early tests
constexpr uint64_t work_per_question = 1000;
constexpr size_t most_remembered = 1'000'000;  // inputs, and terms
constexpr size_t most_conditions = 100'000;    // that are told apart

uint64_t hash_of(const expr::Assignment& model) {
  uint64_t hash = 0;
  model.for_each([&](uint32_t slot, uint64_t cell, uint8_t value) {
    hash = base::hash_combine(base::hash_combine(hash, uint64_t(slot) << 8 | value), cell);
  });
  return hash;
}

class Pruner : public Strategy {
 public:
  explicit Pruner(const StrategyContext& context)
      : config_(context.config.prune),
        learner_(*context.learner),
        begin_(*context.begin),
        least_states_(std::max<uint64_t>(1, config_.least_states / context.config.jobs)),
        over_(context.over),
        is_concolic_(context.config.machine.concolic),
        chance_(base::hash_combine(context.seed, learner_.rounds())),
        next_(config_.period) {}

  void ended(Path& path, const Path& shown, Host& host) override {
    if (config_.mode != PruneMode::learned) return;
    look_at(path);
    tell(path, host.own_points(shown));
  }

  bool added(Path& path) override {
    if (config_.mode == PruneMode::learned) look_at(path);
    return false;
  }

  void settle(Host& host) override {
    double now = time(host);
    bool is_over = learner_.is_over(now) || learner_.round() != round_;
    if (!is_over && (now < next_ || config_.mode == PruneMode::restart)) return;
    Clock::time_point start = Clock::now();
    if (is_over)
      begin_round(host);
    else
      prune(host);
    next_ = time(host) + config_.period;  // early tests may have taken long
    counts_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  }

  // The best first.
  void bring_back(Host& host) override {
    std::vector<Path*> all = pointers(host.parked());
    size_t count = std::min<size_t>(all.size(), least_states_);
    std::partial_sort(all.begin(), all.begin() + ptrdiff_t(count), all.end(),
                      [](const Path* a, const Path* b) {
                        float score_a = a->standing.features.score, score_b = b->standing.features.score;
                        return score_a != score_b ? score_a > score_b : a->id < b->id;
                      });
    // Depth first, the last added runs first.
    for (size_t i = count; i > 0; --i) unpark(*all[i - 1], host);
  }

  void count(PruneCounts& counts) const override { counts.add(counts_); }

 private:
  // --- time
  double time(Host& host) {
    if (!config_.by_work) return std::chrono::duration<double>(Clock::now() - begin_).count();
    uint64_t work = host.work();
    learner_.add_work(work - work_);
    work_ = work;
    return learner_.by_work();
  }

  // --- what paths have
  // Numbers of the core conditions that it has met since it was last looked at.
  void look_at(Path& path) {
    exec::PathFeatures& features = path.standing.features;
    if (features.merged != path.merged) features = {nullptr, 0, path.merged, features.score};
    std::vector<ConditionId> found;
    path.condition.for_each_newest(features.decisions, [&](const solve::Decision& decision) {
      if (std::optional<ConditionId> id = id_of(decision.raw)) found.push_back(*id);
    });
    features.decisions = path.condition.decision_count();
    if (path.awaited)
      if (std::optional<ConditionId> id = id_of(path.awaited)) found.push_back(*id);
    if (found.empty()) return;
    if (features.conditions)
      found.insert(found.end(), features.conditions->begin(), features.conditions->end());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    features.conditions = std::make_shared<const std::vector<ConditionId>>(std::move(found));
  }

  std::optional<ConditionId> id_of(const expr::Term* condition) {
    if (ids_.size() > most_remembered) ids_.clear();
    auto [it, is_new] = ids_.try_emplace(condition->id());
    if (is_new && is_core(condition) && learner_.conditions().size() < most_conditions)
      it->second = learner_.conditions().id(condition);
    return it->second;
  }

  void tell(const Path& path, std::vector<uint32_t> points) {
    if (config_.mode != PruneMode::learned) return;
    const exec::PathFeatures& features = path.standing.features;
    learner_.add({std::move(points), features.conditions ? *features.conditions : std::vector<ConditionId>(),
                  sample_ && !sample_->features.empty() ? sample_ : nullptr});
  }

  // --- rounds and prunings
  static std::vector<Path*> pointers(std::span<const std::unique_ptr<Path>> paths) {
    std::vector<Path*> all;
    for (const std::unique_ptr<Path>& path : paths) all.push_back(path.get());
    return all;
  }

  // Those that could have a turn.
  std::vector<Path*> free_paths(Host& host) const {
    std::vector<Path*> all = pointers(host.waiting());
    // A concolic run that is under way goes to its end.
    std::erase_if(
        all, [&](const Path* path) { return path->standing.is_held || (is_concolic_ && !path->unchecked); });
    return all;
  }

  void unpark(Path& path, Host& host) {
    host.unpark(path);
    ++counts_.brought_back;
  }

  // An order of paths that is left to chance.
  std::vector<uint64_t> keys_of(const std::vector<Path*>& paths) {
    std::vector<uint64_t> keys;
    uint64_t salt = chance_.next();
    for (const Path* path : paths) keys.push_back(base::hash_combine(salt, path->id));
    return keys;
  }

  // Scores all. False: there are too few features to tell them apart.
  bool score(const std::vector<Path*>& paths, const Sample& sample) {
    if (config_.mode == PruneMode::random) {
      for (Path* path : paths) path->standing.features.score = float(chance_.weight());
      return true;
    }
    std::vector<uint32_t> place_of(learner_.conditions().size(), UINT32_MAX);
    for (uint32_t i = 0; i < sample.features.size(); ++i) place_of[sample.features[i]] = i;
    FeatureMatrix matrix(sample.features.size());
    matrix.reserve(paths.size());
    for (const Path* path : paths) {
      matrix.add_row();
      if (!path->standing.features.conditions) continue;
      for (ConditionId condition : *path->standing.features.conditions)
        if (place_of[condition] != UINT32_MAX) matrix.set(place_of[condition]);
    }
    if (matrix.telling() <= config_.least_features) return false;
    std::vector<float> scores = matrix.scores(sample.weights);
    spread(scores, matrix.kinds(), keys_of(paths));
    for (size_t i = 0; i < paths.size(); ++i) paths[i]->standing.features.score = scores[i];
    return true;
  }

  // The places of so many with the lowest scores; which of those that score the same is left to chance.
  std::vector<Path*> lowest_of(const std::vector<Path*>& paths, size_t count) {
    std::vector<float> scores;
    for (const Path* path : paths) scores.push_back(path->standing.features.score);
    std::vector<Path*> chosen;
    for (uint32_t place : lowest(scores, keys_of(paths), count)) chosen.push_back(paths[place]);
    return chosen;
  }

  void prune(Host& host) {
    std::shared_ptr<const Sample> sample = learner_.draw(chance_);
    std::vector<Path*> paths = free_paths(host);
    // The first round prunes nothing, whatever paths are chosen by.
    if (paths.size() <= least_states_ || learner_.rounds() == 0 || !score(paths, *sample)) {
      ++counts_.too_few;
      return;
    }
    ++counts_.prunings;
    std::vector<Path*> out = lowest_of(paths, size_t(double(paths.size()) * config_.ratios[sample->ratio]));
    keep(test_early(out, host), out);
    sample_ = std::move(sample);
    for (Path* path : out) host.park(*path);
    counts_.pruned += out.size();
  }

  void begin_round(Host& host) {
    std::vector<Path*> free = free_paths(host), fresh = test_early(free, host);
    learner_.finish_round(round_, time(host));
    round_ = learner_.round();
    if (config_.mode == PruneMode::restart) {
      ++counts_.restarts;
      host.restart();
      return;
    }
    std::shared_ptr<const Sample> sample = learner_.draw(chance_);
    std::vector<Path*> all = free, parked = pointers(host.parked());
    all.insert(all.end(), parked.begin(), parked.end());
    size_t kept = std::max<size_t>(free.size(), least_states_);
    std::vector<Path*> out;
    if (all.size() > kept && score(all, *sample)) {
      out = lowest_of(all, all.size() - kept);
      keep(fresh, out);
      auto without_ratio = std::make_shared<Sample>(*sample);
      without_ratio->ratio = Sample::no_ratio;  // how many are kept was decided otherwise
      sample_ = std::move(without_ratio);
    }
    for (Path* path : out)
      if (!path->standing.is_parked) {
        host.park(*path);
        ++counts_.pruned;
      }
    std::sort(out.begin(), out.end());
    for (Path* path : parked)
      if (!std::binary_search(out.begin(), out.end(), path)) unpark(*path, host);
  }

  // --- early tests
  // Instructions since it covered what no path had.
  static uint64_t since_new(const Path& path) {
    uint64_t at = path.standing.covered_new_at;
    return at == 0 ? UINT64_MAX : path.instructions - std::min(path.instructions, at);
  }

  // Executes what the inputs of paths do, those first that covered something new lately. Gives those whose
  // inputs cover what nothing did: they are as promising as if they had come there themselves.
  std::vector<Path*> test_early(std::vector<Path*> paths, Host& host) {
    std::vector<Path*> fresh;
    // Of a program with one path, the path is the test.
    if (paths.size() < 2) return fresh;
    std::erase_if(paths, [](const Path* path) {
      return path->unchecked || path->instructions == 0 || path->instructions > most_at_once;
    });
    std::sort(paths.begin(), paths.end(), [](const Path* a, const Path* b) {
      uint64_t since_a = since_new(*a), since_b = since_new(*b);
      return since_a != since_b ? since_a < since_b : a->id < b->id;
    });
    if (tested_.size() > most_remembered) tested_.clear();
    uint64_t most = host.cost(work_per_question) + most_at_once;
    for (Path* path : paths) {
      uint64_t before = host.cost(work_per_question);
      if (double(early_work_) > share_of_early_tests * double(before) || before > most ||
          (over_ && over_->load()))
        break;
      if (!tested_.insert(hash_of(*path->condition.model())).second) continue;
      exec::Brought followed = host.follow(*path, path->instructions + most_followed);
      if (config_.mode == PruneMode::learned) look_at(*followed.path);
      tell(*followed.path, host.own_points(*followed.path));
      if (followed.path->standing.covered_new_at) {
        path->standing.covered_new_at = path->instructions;
        fresh.push_back(path);
      }
      host.offer(std::move(followed), "set aside");
      ++counts_.early_tests;
      early_work_ += host.cost(work_per_question) - before;
    }
    std::sort(fresh.begin(), fresh.end());
    return fresh;
  }

  // Takes some, which are sorted, out of those that are to be set aside.
  static void keep(const std::vector<Path*>& some, std::vector<Path*>& out) {
    std::erase_if(out, [&](Path* path) { return std::binary_search(some.begin(), some.end(), path); });
  }

  const PruneConfig& config_;
  Learner& learner_;
  const Clock::time_point begin_;
  const uint64_t least_states_;
  const std::atomic<bool>* over_;  // the run is; null: it never will be
  const bool is_concolic_;
  Chance chance_;
  double next_;         // time of the next pruning
  uint64_t round_ = 0;  // that this worker knows of
  uint64_t work_ = 0;   // that the clock knows of
  uint64_t early_work_ = 0;
  std::shared_ptr<const Sample> sample_;                          // drawn last
  std::unordered_map<uint64_t, std::optional<ConditionId>> ids_;  // by terms' ids
  std::unordered_set<uint64_t> tested_;                           // inputs that had an early test
  PruneCounts counts_;
};

}  // namespace

std::unique_ptr<Strategy> make_pruner(const StrategyContext& context) {
  return context.learner ? std::make_unique<Pruner>(context) : nullptr;
}

}  // namespace bonsai::explore
