// Random questions, asked as a symbolic execution does (paths grow, siblings fork): core 1 against brute
// force and against z3.
//
// BONSAI_FUZZ_SEED=n repeats a failure alone; BONSAI_FUZZ_COUNT=n asks for more paths.
#include <gtest/gtest.h>

#include <bitset>
#include <cstdlib>
#include <memory>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "solve/bitblast/random_terms_test.h"
#include "solve/bitblast_core.h"

namespace bonsai::solve {
namespace {

using expr::Assignment;
using expr::Term;

struct Seeds {
  uint64_t first = 1;
  uint64_t count;
};

Seeds seeds(uint64_t count) {
  if (const char* seed = std::getenv("BONSAI_FUZZ_SEED"); seed != nullptr)
    return {std::strtoull(seed, nullptr, 10), 1};
  if (const char* more = std::getenv("BONSAI_FUZZ_COUNT"); more != nullptr)
    count = std::strtoull(more, nullptr, 10);
  return {1, count};
}

// Every third seed takes the rare ways: questions given up early and asked again, asserted constraints,
// evictions, forgetting.
BitblastConfig stressed(uint64_t seed) {
  BitblastConfig config;
  if (seed % 3 != 0) return config;
  config.easy_conflicts = 0;
  config.assumed_constraints = 1;
  config.max_instances = 2;
  if (seed % 2 == 0) config.max_circuit = 20'000;
  return config;
}

constexpr size_t kSpace = 1 << 12;  // a byte and a nibble
using Truth = std::bitset<kSpace>;

class BruteForce {
 public:
  BruteForce(expr::TermStore& store, const Term* array) : store_(store) {
    for (size_t i = 0; i < kSpace; ++i) {
      assignments_.emplace_back();
      assignments_.back().set(array, 0, static_cast<uint8_t>(i));
      assignments_.back().set(array, 1, static_cast<uint8_t>(i >> 8));
    }
  }
  Truth truth(const Term* term) {
    Truth result;
    for (size_t i = 0; i < kSpace; ++i) result[i] = expr::holds(store_, term, assignments_[i]);
    return result;
  }

 private:
  expr::TermStore& store_;
  std::vector<Assignment> assignments_;
};

void check_against_brute_force(uint64_t seed) {
  expr::TermStore store;
  const Term* array = store.array("in", 2);
  RandomTerms random(store, seed);
  random.max_width = 20;
  random.leaves = {store.symbolic_byte(array, 0), store.extract(store.symbolic_byte(array, 1), 0, 4)};
  std::vector<uint64_t> elements;
  for (int i = 0; i < 21; ++i) elements.push_back(random.dice().next());
  // Reads from `array` see a byte whose high nibble is outside the space; so only the table, and stores over
  // it.
  random.arrays = {store.table(elements, 11)};
  BruteForce brute(store, array);
  BitblastCore core(store, stressed(seed));

  std::vector<std::pair<const Term*, Truth>> path;
  std::vector<const Term*> constraints;
  for (int step = 0; step < 12; ++step) {
    const Term* question = random.boolean(1 + random.dice().below(4));
    Truth truth = brute.truth(question);
    Truth before;
    before.set();
    for (const auto& [term, t] : path) before &= t;
    for (int side = 0; side < 2; ++side, question = store.lnot(question), truth = ~truth) {
      Assignment model;
      std::vector<uint32_t> unsat_core;
      const Answer answer = core.check(constraints, question, {}, &model, &unsat_core);
      ASSERT_EQ(answer, (before & truth).any() ? Answer::sat : Answer::unsat)
          << "BONSAI_FUZZ_SEED=" << seed << " step " << step << ": " << expr::to_infix(question);
      if (answer == Answer::sat) {
        ASSERT_TRUE(expr::holds(store, question, model)) << "BONSAI_FUZZ_SEED=" << seed;
        for (const Term* c : constraints)
          ASSERT_TRUE(expr::holds(store, c, model)) << "BONSAI_FUZZ_SEED=" << seed;
      } else {
        Truth rest = truth;
        for (uint32_t at : unsat_core) rest &= path.at(at).second;
        ASSERT_TRUE(rest.none()) << "BONSAI_FUZZ_SEED=" << seed << ": the unsat core is satisfiable";
      }
    }
    // Back to an ancestor now and then; else on with a side that is possible.
    if (random.dice().below(4) == 0 && !path.empty()) path.resize(random.dice().below(path.size()));
    before.set();
    for (const auto& [term, t] : path) before &= t;
    if ((before & truth).any()) {
      path.emplace_back(question, truth);
    } else if ((before & ~truth).any()) {
      path.emplace_back(store.lnot(question), ~truth);
    }
    constraints.clear();
    for (const auto& [term, t] : path) constraints.push_back(term);
  }
  ASSERT_EQ(core.statistics().model_mismatch, 0u);
}

TEST(BitblastFuzz, agrees_with_brute_force) {
  const Seeds range = seeds(150);
  for (uint64_t seed = range.first; seed < range.first + range.count; ++seed) {
    check_against_brute_force(seed);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// Counts in `asked` how often z3 confirmed.
void check_against_z3(uint64_t seed, Referee& referee, uint64_t& asked) {
  expr::TermStore store;
  RandomTerms random(store, seed);
  const Term* bytes = store.array("in", 8);
  const Term* large = store.array("large", 100 + seed % 3 * 78);
  std::vector<uint64_t> elements;
  for (uint64_t i = 0; i < 40 + seed % 300; ++i) elements.push_back(random.dice().next());
  for (uint64_t i = 0; i < 6; ++i) random.leaves.push_back(store.symbolic_byte(bytes, i));
  random.leaves.push_back(store.concat(random.leaves[0], random.leaves[1]));
  random.arrays = {large, bytes, store.table(elements, 1 + seed % 33)};
  random.max_width = seed % 4 == 0 ? 40 : 10;
  BitblastCore core(store, stressed(seed));

  std::vector<const Term*> constraints;
  for (int step = 0; step < 8; ++step) {
    const Term* question = random.boolean(2 + random.dice().below(3));
    Assignment model;
    const Limits limits{std::chrono::seconds(2)};
    const Answer answer = core.check(constraints, question, limits, &model, nullptr);
    std::vector<const Term*> all = constraints;
    all.push_back(question);
    if (answer == Answer::sat) {
      for (const Term* term : all)
        ASSERT_TRUE(expr::holds(store, term, model)) << "BONSAI_FUZZ_SEED=" << seed;
    } else if (answer == Answer::unsat) {
      // A model is its own proof; "unsat" needs the referee.
      const std::string verdict = referee.check(all);
      ASSERT_TRUE(verdict == "unsat" || verdict == "unknown" || verdict == "timeout")
          << verdict << " BONSAI_FUZZ_SEED=" << seed << " step " << step;
      if (verdict == "unsat") ++asked;
    }
    if (answer == Answer::sat)
      constraints.push_back(question);
    else if (random.dice().below(3) == 0)
      constraints.clear();
  }
  ASSERT_EQ(core.statistics().model_mismatch, 0u) << "BONSAI_FUZZ_SEED=" << seed;
}

TEST(BitblastFuzz, agrees_with_z3) {
  Referee referee;
  if (!referee.available()) GTEST_SKIP() << "no z3";
  const Seeds range = seeds(150);
  uint64_t asked = 0;
  for (uint64_t seed = range.first; seed < range.first + range.count; ++seed) {
    check_against_z3(seed, referee, asked);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(asked, range.count / 4) << "the referee confirms too little";
  std::printf("  z3 confirmed %lu times unsat\n", asked);
  RecordProperty("unsat_confirmed", static_cast<int>(asked));
}

}  // namespace
}  // namespace bonsai::solve
