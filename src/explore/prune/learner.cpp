#include "explore/prune/learner.h"

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "explore/prune/cover.h"

namespace bonsai::explore {
namespace {

constexpr size_t most_known = 1'000'000;
constexpr size_t most_fresh = 4096;  // tests of a round, before those that are not needed are dropped

uint64_t hash_of(const std::vector<uint32_t>& points) {
  uint64_t hash = points.size();
  for (uint32_t point : points) hash = base::hash_combine(hash, point);
  return hash;
}

}  // namespace

void PruneCounts::add(const PruneCounts& other) {
  prunings += other.prunings;
  pruned += other.pruned;
  brought_back += other.brought_back;
  early_tests += other.early_tests;
  too_few += other.too_few;
  restarts += other.restarts;
  seconds += other.seconds;
}

Learner::Learner(const PruneConfig& config, uint64_t seed, unsigned workers)
    : config_(config), workers_(workers), chance_(seed) {
  if (!config.learned.empty())
    if (std::optional<Learned> learned = unpack_learned(config.learned, conditions_)) {
      learned_ = std::move(*learned);
      if (config.is_taught) learned_.taught = learned_.rounds;
      if (config.is_learned_elsewhere) {
        for (Evidence& each : learned_.good) {
          each.points.clear();
          learned_.inherited.push_back(std::move(each));
        }
        learned_.good.clear();
      }
      for (const Evidence& each : learned_.good) known_.insert(hash_of(each.points));
    }
  std::lock_guard lock(mutex_);
  rounds_before_ = learned_.rounds;
  if (rounds_before_) version_ = 1;
  chance_ = Chance(base::hash_combine(~seed, rounds_before_));
  learn();
  begin_round(0);
}

double Learner::by_work() const {
  return double(work_.load(std::memory_order_relaxed)) / double(work_per_second) / workers_;
}

Sample::Way Learner::draw_way(Chance& chance) const {
  return learned_.rounds < config_.exploring ? Sample::Way::explore : Sample::Way(chance.below(3));
}

void Learner::begin_round(double now) {
  round_length_ = draw_way(chance_) == Sample::Way::explore ? chance_.below(config_.rounds.size())
                                                            : draw_by_count(round_counts_, chance_);
  round_end_ = now + config_.rounds[round_length_];
}

void Learner::finish_round(uint64_t round, double now) {
  std::lock_guard lock(mutex_);
  if (round_ != round) return;
  ++learned_.rounds;
  learn();
  begin_round(now);
  ++version_;
  round_.store(round + 1, std::memory_order_release);
}

// Drops the tests of which nothing can be learned: others cover the same.
void Learner::reduce() {
  for (Evidence& each : fresh_) learned_.good.push_back(std::move(each));
  fresh_.clear();
  std::vector<const std::vector<uint32_t>*> sets;
  for (const Evidence& each : learned_.good) sets.push_back(&each.points);
  std::vector<Evidence> good;
  for (size_t chosen : cover(sets)) good.push_back(std::move(learned_.good[chosen]));
  learned_.good = std::move(good);
}

void Learner::learn() {
  reduce();
  features_.clear();
  std::map<ConditionId, std::vector<float>> weights;
  ratio_counts_.assign(config_.ratios.size(), 0);
  round_counts_.assign(config_.rounds.size(), 0);
  for (const std::vector<Evidence>* some : {&learned_.good, &learned_.inherited})
    for (const Evidence& test : *some) {
      features_.insert(features_.end(), test.conditions.begin(), test.conditions.end());
      if (!test.sample) continue;
      for (size_t i = 0; i < test.sample->features.size(); ++i)
        weights[test.sample->features[i]].push_back(test.sample->weights[i]);
      if (test.sample->ratio < ratio_counts_.size()) ++ratio_counts_[test.sample->ratio];
      if (test.sample->round < round_counts_.size()) ++round_counts_[test.sample->round];
    }
  std::sort(features_.begin(), features_.end());
  features_.erase(std::unique(features_.begin(), features_.end()), features_.end());
  distributions_.clear();
  for (ConditionId feature : features_) distributions_.push_back(WeightDistribution::fit(weights[feature]));
}

std::shared_ptr<const Sample> Learner::draw(Chance& chance) const {
  auto sample = std::make_shared<Sample>();
  std::lock_guard lock(mutex_);
  sample->way = draw_way(chance);
  sample->features = features_;
  for (const WeightDistribution& each : distributions_)
    sample->weights.push_back(float(sample->way == Sample::Way::explore   ? chance.weight()
                                    : sample->way == Sample::Way::exploit ? each.draw(chance)
                                                                          : each.draw_reverse(chance)));
  sample->ratio = sample->way == Sample::Way::explore ? chance.below(config_.ratios.size())
                                                      : draw_by_count(ratio_counts_, chance);
  sample->round = round_length_;
  return sample;
}

void Learner::add(Evidence evidence) {
  uint64_t hash = hash_of(evidence.points);
  std::lock_guard lock(mutex_);
  if (known_.size() > most_known) known_.clear();
  if (!known_.insert(hash).second) return;
  fresh_.push_back(std::move(evidence));
  if (fresh_.size() >= most_fresh) reduce();
}

PruneSummary Learner::summary() const {
  std::lock_guard lock(mutex_);
  PruneSummary summary;
  summary.rounds = learned_.rounds - learned_.taught;
  summary.features = features_.size();
  summary.good = learned_.good.size() + learned_.inherited.size();
  std::map<ConditionId, WeighedCondition> all;
  for (size_t i = 0; i < features_.size(); ++i)
    if (distributions_[i].is_known)
      all[features_[i]] = {conditions_[features_[i]].words, distributions_[i].mean, 0, 0};
  for (const std::vector<Evidence>* some : {&learned_.good, &learned_.inherited})
    for (const Evidence& test : *some) {
      for (ConditionId each : test.conditions)
        if (auto it = all.find(each); it != all.end()) ++it->second.on_path;
      if (!test.sample) continue;
      for (ConditionId each : test.sample->features)
        if (auto it = all.find(each); it != all.end()) ++it->second.tests;
    }
  for (auto& [id, condition] : all) summary.weights.push_back(std::move(condition));
  std::sort(summary.weights.begin(), summary.weights.end(),
            [](const WeighedCondition& a, const WeighedCondition& b) {
              return a.weight != b.weight ? a.weight > b.weight : a.condition < b.condition;
            });
  return summary;
}

std::string Learner::save() const {
  std::lock_guard lock(mutex_);
  return pack(learned_, conditions_);
}

}  // namespace bonsai::explore
