// What is learned over the rounds of a run, from what its tests cover: which features tell promising paths,
// what they should weigh, how much to prune and how long a round should be.
//
// After a round, the good tests are a small choice of all tests so far that covers what all cover. Features
// are the core conditions on their paths. A feature's weight is drawn by the weights with which good tests
// were found. In the first rounds, and in one of three draws later, it is drawn by chance alone; in another
// one of three as far as possible from what was good.
//
// Threads: the workers of a run share one. What it gives depends on what it is told, in which order, and the
// seed. Tested by learner_test.cpp.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "explore/prune/chance.h"
#include "explore/prune/core_conditions.h"
#include "explore/prune/prune.h"

namespace bonsai::explore {

// What was drawn for one pruning.
struct Sample {
  enum class Way : uint8_t { explore, exploit, reverse };
  Way way = Way::explore;
  std::vector<ConditionId> features;
  std::vector<float> weights;  // of each
  static constexpr size_t no_ratio = SIZE_MAX;
  size_t ratio = 0, round = 0;  // places in PruneConfig::ratios and rounds
};

// A test, as far as something can be learned from it.
struct Evidence {
  std::vector<uint32_t> points;          // that it covers (ir/points.h), ascending
  std::vector<ConditionId> conditions;   // core ones on its path, ascending
  std::shared_ptr<const Sample> sample;  // that paths were last chosen by; null: none were
};

// What outlives a session.
struct Learned {
  uint64_t rounds = 0;  // that ended,
  uint64_t taught = 0;  // and of them, those of another run
  std::vector<Evidence> good;
  std::vector<Evidence> inherited;  // of another program: they stay, for nothing here can replace them
};

std::string pack(const Learned& learned, const CoreConditions& conditions);
// The conditions get numbers of that table. Nothing: the bytes are damaged.
std::optional<Learned> unpack_learned(std::string_view bytes, CoreConditions& conditions);

class Learner {
 public:
  Learner(const PruneConfig& config, uint64_t seed, unsigned workers);

  CoreConditions& conditions() { return conditions_; }

  // --- rounds
  uint64_t rounds() const { return rounds_before_ + round(); }  // those of former sessions included
  uint64_t round() const { return round_.load(std::memory_order_acquire); }
  bool is_over(double now) const { return now >= round_end_.load(std::memory_order_relaxed); }
  // Learns from the round, if it is not over already, and begins the next.
  void finish_round(uint64_t round, double now);
  // A clock that all workers drive by what they do; in seconds.
  void add_work(uint64_t work) { work_.fetch_add(work, std::memory_order_relaxed); }
  double by_work() const;

  // --- what a worker asks and tells
  // Weights for each feature, a ratio. Never null; without features in the first round.
  std::shared_ptr<const Sample> draw(Chance& chance) const;
  void add(Evidence evidence);

  // --- for the report, and for who keeps it
  PruneSummary summary() const;
  uint64_t version() const { return version_.load(std::memory_order_relaxed); }  // of what is kept
  std::string save() const;

 private:
  void learn();
  void reduce();
  void begin_round(double now);
  Sample::Way draw_way(Chance& chance) const;

  const PruneConfig config_;
  const unsigned workers_;
  uint64_t rounds_before_ = 0;
  CoreConditions conditions_;
  std::atomic<uint64_t> work_ = 0, round_ = 0, version_ = 0;
  std::atomic<double> round_end_ = 0;

  mutable std::mutex mutex_;  // of what follows
  Chance chance_;
  Learned learned_;
  std::vector<Evidence> fresh_;         // of this round
  std::unordered_set<uint64_t> known_;  // hashes of the points of all evidence
  size_t round_length_ = 0;             // a place in PruneConfig::rounds
  std::vector<ConditionId> features_;
  std::vector<WeightDistribution> distributions_;  // by feature
  std::vector<uint64_t> ratio_counts_, round_counts_;
};

}  // namespace bonsai::explore
