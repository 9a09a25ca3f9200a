// Pruning: what is asked for, and what came of it.
//
// Most paths that wait never come to anything: a few are kept, the others are set aside. Which are promising
// is learned while the run goes on (S. Cha, H. Oh: Making Symbolic Execution Promising by Learning Aggressive
// State-Pruning Strategy, ESEC/FSE 2020). A run is a sequence of rounds. In a round, once in each period, the
// paths that wait are scored by the core conditions on them (core_conditions.h), with weights drawn by
// chance, and the share with the lowest scores is set aside. After a round it is seen with which weights the
// tests were found that cover most, and the next weights are drawn by that (learner.h). Nothing is lost: with
// a new round, or when nothing else is left, paths come back. docs/pruning.md is the user's page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bonsai::explore {

// Restart: no path is set aside, but each round begins the program anew. Random and restart are what the
// paper compares with.
enum class PruneMode : uint8_t { off, learned, random, restart };

struct PruneConfig {
  PruneMode mode = PruneMode::off;
  double period = 30;                                 // seconds between two prunings
  std::vector<double> rounds = {200, 400, 600, 800};  // seconds that a round may take
  std::vector<double> ratios = {0.2, 0.4, 0.6};       // shares that may be pruned at once
  uint64_t exploring = 10;                            // rounds that draw weights by chance alone
  uint64_t least_states = 500;                        // so many or fewer are not pruned,
  uint64_t least_features = 5;                        // nor those that so few features or fewer tell apart
  bool by_work = false;               // a second is `work_per_second`: the same seed gives the same decisions
  std::string learned;                // by a former session of the run, or another run; empty: nothing
  bool is_taught = false;             // by another run, of the same program or
  bool is_learned_elsewhere = false;  // of another one: its points mean nothing here
};

// Instructions, and 1,000 for each question to the solver's core, that are taken for a second.
inline constexpr uint64_t work_per_second = 4'000'000;

// What a worker counts.
struct PruneCounts {
  uint64_t prunings = 0;
  uint64_t pruned = 0;  // paths that were set aside, each time counted
  uint64_t brought_back = 0;
  uint64_t early_tests = 0;  // inputs of paths that were not finished, executed to their end
  uint64_t too_few = 0;      // times that there were too few paths, or features that tell them apart
  uint64_t restarts = 0;
  double seconds = 0;  // that all this took
  void add(const PruneCounts& other);
};

// A condition, what it weighs, and how many of the good tests were found with a weight for it, and have it on
// their path.
struct WeighedCondition {
  std::string condition;
  double weight = 0;
  uint64_t tests = 0;
  uint64_t on_path = 0;
};

struct PruneSummary : PruneCounts {
  uint64_t rounds = 0;                    // that ended
  uint64_t features = 0;                  // of the present round
  uint64_t good = 0;                      // tests that together cover what all do
  std::vector<WeighedCondition> weights;  // the heaviest first
};

}  // namespace bonsai::explore
