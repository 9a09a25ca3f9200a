// Runs that prune: they come to the same paths as plain ones, whatever cuts them, and a seed reproduces them.
#include "explore/prune/prune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/explore_test_util.h"
#include "explore/prune/learner.h"

namespace bonsai::explore {
namespace {

using Tapes = std::multiset<std::vector<uint8_t>>;

// Prunes every few paths. A second is 4 million instructions: a round takes some 1,600 or 3,200.
PruneConfig sharp(PruneMode mode) {
  PruneConfig config;
  config.mode = mode;
  config.period = 0.0001;
  config.rounds = {0.0004, 0.0008};
  config.exploring = 2;
  config.least_states = 3;
  config.least_features = 0;
  config.by_work = true;
  return config;
}

Config pruning(PruneMode mode = PruneMode::learned, const char* search = "bfs") {
  Config config;
  config.search = *parse_search(search);
  config.prune = sharp(mode);
  return config;
}

Tapes tapes_of(const std::vector<report::Test>& tests) {
  Tapes tapes;
  for (const report::Test& test : tests) tapes.insert(test.tape);
  return tapes;
}

// With so many characters, the last of them 0.
std::string longer_matcher(unsigned length) {
  std::string text = matcher;
  return text.replace(text.find("pattern[5]"), 10, "pattern[" + std::to_string(length) + "]")
      .replace(text.find("pattern[4] = 0"), 14, "pattern[" + std::to_string(length - 1) + "] = 0");
}

// What it does, natively.
int match(const uint8_t* p, const char* t) {
  for (; *p; p++) {
    if (*p == '*') {
      do
        if (match(p + 1, t)) return 1;
      while (*t++);
      return 0;
    }
    if (!*t || (*p != '?' && char(*p) != *t)) return 0;
    t++;
  }
  return !*t;
}

// Keeps the last checkpoint, and what was told before it.
struct Disk : Collector {
  bool checkpoint(const Checkpoint& checkpoint) override {
    from = Resumption();
    for (const std::shared_ptr<const Job>& job : checkpoint.jobs) from.jobs.push_back(*job);
    from.counts = checkpoint.summary;
    from.tests = tests.size();
    from.errors = errors;
    from.covered = checkpoint.covered;
    for (const report::Test& test : tests)
      from.tested.insert(from.tested.end(), test.points.begin(), test.points.end());
    if (!checkpoint.learned.empty()) learned = checkpoint.learned;
    return true;
  }
  Resumption from;
  std::string learned;
};

class PruneRun : public testing::Test {
 protected:
  // Once for all: 438 paths.
  struct Plain {
    Plain() {
      loaded = compile(longer_matcher(6));
      Collector collector;
      summary = explore(loaded.program, Config(), collector);
      tapes = tapes_of(collector.tests);
      for (const report::Test& test : collector.tests) tests[test.tape] = test;
    }
    load::Loaded loaded;
    Summary summary;
    Tapes tapes;
    std::map<std::vector<uint8_t>, report::Test> tests;
  };
  static const Plain& plain() {
    static const Plain plain;
    return plain;
  }
  static const ir::Program& program() { return plain().loaded.program; }
  void SetUp() override {
    ASSERT_TRUE(plain().summary.exhaustive());
    ASSERT_EQ(plain().summary.completed, 438u);
  }

  // Each path once, each with its test; beyond these, early tests, which do what they should as well.
  static void expect_whole(const std::vector<report::Test>& tests, const Summary& summary,
                           uint64_t most_early) {
    EXPECT_EQ(summary.fault, "");
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(summary.completed, plain().summary.completed);
    EXPECT_EQ(summary.paths(), plain().summary.paths());
    EXPECT_EQ(summary.covered, plain().summary.covered);
    EXPECT_EQ(summary.live, 0u);
    Tapes tapes = tapes_of(tests);
    for (const std::vector<uint8_t>& tape : plain().tapes) {
      EXPECT_TRUE(tapes.contains(tape));
      if (auto it = tapes.find(tape); it != tapes.end()) tapes.erase(it);
    }
    EXPECT_LE(tapes.size(), most_early);
    for (size_t i = 0; i < tests.size(); ++i) {
      EXPECT_EQ(tests[i].id, i + 1);
      std::vector<uint8_t> pattern = tests[i].inputs.at(0).bytes;
      pattern.back() = 0;
      if (tests[i].ending == report::Ending::exited)
        EXPECT_EQ(tests[i].exit_status, match(pattern.data(), "abc")) << "test " << i;
    }
  }
  static void expect_pruned(const PruneSummary& prune, uint64_t least) {
    EXPECT_GE(prune.pruned, least);
    EXPECT_GT(prune.prunings, 0u);
    EXPECT_GT(prune.rounds, 0u);
    EXPECT_GT(prune.brought_back, 0u);
  }
};

TEST_F(PruneRun, AllPathsWithEachSearcher) {
  for (const SearcherInfo& info : searchers())
    for (PruneMode mode : {PruneMode::learned, PruneMode::random}) {
      if (info.needs_target) continue;
      SCOPED_TRACE(std::string(info.name) + ", mode " + std::to_string(int(mode)));
      Config config = pruning(mode, std::string(info.name).c_str());
      Collector collector;
      Summary summary = explore(program(), config, collector);
      expect_whole(collector.tests, summary, summary.prune.early_tests);
      expect_pruned(summary.prune, 50);
      EXPECT_EQ(summary.prune.pruned, summary.prune.brought_back) << "nobody else took any";
      EXPECT_EQ(summary.prune.restarts, 0u);
      // It costs nothing that would count as the program's.
      EXPECT_EQ(summary.instructions, plain().summary.instructions);
      EXPECT_EQ(summary.forks, plain().summary.forks);
    }
}

TEST_F(PruneRun, SeveralSearchersInTurn) {
  Config config = pruning(PruneMode::learned, "random-path,covnew");
  Collector collector;
  Summary summary = explore(program(), config, collector);
  expect_whole(collector.tests, summary, summary.prune.early_tests);
  expect_pruned(summary.prune, 50);
}

// How many rounds there are depends on the machine: with one of these lengths there are several, and time to
// prune in them.
TEST_F(PruneRun, ByTime) {
  for (PruneMode mode : {PruneMode::learned, PruneMode::random}) {
    PruneCounts all;
    for (double round : {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1}) {
      Config config = pruning(mode);
      config.prune.by_work = false;
      config.prune.period = 0.00001;
      config.prune.rounds = {round};
      Collector collector;
      Summary summary = explore(program(), config, collector);
      expect_whole(collector.tests, summary, summary.prune.early_tests);
      all.add(summary.prune);
    }
    EXPECT_GT(all.prunings, 0u);
    EXPECT_GT(all.pruned, 0u);
    EXPECT_GT(all.brought_back, 0u);
    EXPECT_GT(all.seconds, 0);
  }
}

// --- the same seed, the same decisions

// What may differ takes time, and nothing else.
void expect_same(const PruneSummary& a, const PruneSummary& b) {
  EXPECT_EQ(a.prunings, b.prunings);
  EXPECT_EQ(a.pruned, b.pruned);
  EXPECT_EQ(a.brought_back, b.brought_back);
  EXPECT_EQ(a.early_tests, b.early_tests);
  EXPECT_EQ(a.too_few, b.too_few);
  EXPECT_EQ(a.restarts, b.restarts);
  EXPECT_EQ(a.rounds, b.rounds);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.good, b.good);
  ASSERT_EQ(a.weights.size(), b.weights.size());
  for (size_t i = 0; i < a.weights.size(); ++i) {
    EXPECT_EQ(a.weights[i].condition, b.weights[i].condition);
    EXPECT_EQ(a.weights[i].weight, b.weights[i].weight);
    EXPECT_EQ(a.weights[i].tests, b.weights[i].tests);
    EXPECT_EQ(a.weights[i].on_path, b.weights[i].on_path);
  }
}

std::vector<std::vector<uint8_t>> order_of(const Collector& collector) {
  std::vector<std::vector<uint8_t>> order;
  for (const report::Test& test : collector.tests) order.push_back(test.tape);
  return order;
}

TEST_F(PruneRun, TheSameSeedDecidesAlike) {
  for (const char* search : {"dfs", "bfs", "random-path", "covnew"})
    for (PruneMode mode : {PruneMode::learned, PruneMode::random}) {
      SCOPED_TRACE(std::string(search) + ", mode " + std::to_string(int(mode)));
      Config config = pruning(mode, search);
      config.seed = 7;
      Disk first, second, other;
      Summary a = explore(program(), config, first), b = explore(program(), config, second);
      expect_same(a.prune, b.prune);
      EXPECT_EQ(order_of(first), order_of(second));
      ASSERT_EQ(first.tests.size(), second.tests.size());
      for (size_t i = 0; i < first.tests.size(); ++i) {
        EXPECT_EQ(first.tests[i].inputs, second.tests[i].inputs);
        EXPECT_EQ(first.tests[i].points, second.tests[i].points);
      }
      EXPECT_EQ(first.learned, second.learned);
      config.seed = 8;
      Summary c = explore(program(), config, other);
      EXPECT_NE(order_of(first), order_of(other));
      EXPECT_NE(std::tuple(a.prune.prunings, a.prune.pruned, a.prune.rounds, a.prune.too_few),
                std::tuple(c.prune.prunings, c.prune.pruned, c.prune.rounds, c.prune.too_few));
    }
}

// --- too little to prune

TEST_F(PruneRun, FewPathsAreLeftAlone) {
  Collector without, with;
  explore(program(), pruning(PruneMode::off), without);
  Config config = pruning(PruneMode::random);
  config.prune.least_states = 1'000'000;
  config.prune.rounds = {1000};
  Summary summary = explore(program(), config, with);
  EXPECT_EQ(summary.prune.prunings, 0u);
  EXPECT_EQ(summary.prune.pruned, 0u);
  EXPECT_GT(summary.prune.too_few, 0u);
  EXPECT_EQ(order_of(with), order_of(without)) << "nothing changes";
}

TEST_F(PruneRun, PathsThatFewFeaturesTellApartAreLeftAlone) {
  Config config = pruning(PruneMode::learned);
  config.prune.least_features = 1'000;
  Collector collector;
  Summary summary = explore(program(), config, collector);
  EXPECT_EQ(summary.prune.prunings, 0u);
  EXPECT_GT(summary.prune.too_few, 0u);
  expect_whole(collector.tests, summary, summary.prune.early_tests);
}

// --- cut and shared runs

// Those that are set aside are in the checkpoints as all others.
TEST_F(PruneRun, InPieces) {
  for (PruneMode mode : {PruneMode::learned, PruneMode::random})
    for (unsigned jobs : {1u, 2u}) {
      SCOPED_TRACE("mode " + std::to_string(int(mode)) + ", jobs " + std::to_string(jobs));
      Config config = pruning(mode);
      config.jobs = jobs;
      config.max_instructions = 6000;
      Disk disk;
      disk.from.jobs = {{0, 1, ""}};
      Summary summary;
      uint64_t early = 0, rounds = 0, left_aside = 0;
      int sessions = 0;
      while (!disk.from.jobs.empty()) {
        ASSERT_LT(++sessions, 100);
        Resumption from = disk.from;
        config.prune.learned = disk.learned;
        summary = explore(program(), config, disk, &from);
        early += summary.prune.early_tests;
        left_aside += summary.prune.pruned > summary.prune.brought_back;
        if (mode == PruneMode::learned) EXPECT_GE(summary.prune.rounds, rounds) << "over all sessions";
        rounds = summary.prune.rounds;
        uint64_t states = 0;
        for (const Job& job : disk.from.jobs) states += job.states;
        EXPECT_EQ(states, summary.live + summary.dehydrated);
        if (states) EXPECT_EQ(summary.stopped_by, "instructions");
      }
      EXPECT_GT(sessions, 5);
      if (jobs == 1) EXPECT_GT(left_aside, 0u) << "some session ended while paths were set aside";
      expect_whole(disk.tests, summary, early);
    }
}

TEST_F(PruneRun, WorkersShareWhatIsSetAside) {
  for (PruneMode mode : {PruneMode::learned, PruneMode::random})
    for (unsigned jobs : {2u, 4u})
      for (const char* search : {"bfs", "random-path"}) {
        Config config = pruning(mode, search);
        config.jobs = jobs;
        config.checkpoint_seconds = 0.001;
        Disk disk;
        Summary summary = explore(program(), config, disk);
        expect_whole(disk.tests, summary, summary.prune.early_tests);
        EXPECT_GT(summary.prune.pruned, 0u);
      }
}

// Paths of which nobody but the pruner knows need their terms.
TEST_F(PruneRun, TermsOfWhatIsSetAsideStay) {
  Config config = pruning();
  config.collect_terms = 1;
  config.verify_replay = true;
  Collector collector;
  Summary summary = explore(program(), config, collector);
  EXPECT_GT(summary.collections, 0u);
  expect_whole(collector.tests, summary, summary.prune.early_tests);
  expect_pruned(summary.prune, 50);
}

// So little memory that paths are put away all the time, those that are set aside first.
TEST(Prune, WithLittleMemory) {
  load::Loaded loaded = compile(longer_matcher(8));
  Collector collector;
  const Summary plain = explore(loaded.program, Config(), collector);
  const std::set<std::vector<uint8_t>> tapes = collector.tapes_as_inputs();
  uint64_t put_away = 0;
  for (PruneMode mode : {PruneMode::learned, PruneMode::random})
    for (unsigned jobs : {1u, 2u}) {
      Config config = pruning(mode);
      config.jobs = jobs;
      config.memory = 1;
      Collector pruned;
      Summary summary = explore(loaded.program, config, pruned);
      EXPECT_EQ(summary.fault, "");
      EXPECT_TRUE(summary.exhaustive());
      EXPECT_EQ(summary.completed, plain.completed);
      std::set<std::vector<uint8_t>> found = pruned.tapes_as_inputs();
      EXPECT_TRUE(std::includes(found.begin(), found.end(), tapes.begin(), tapes.end()));
      EXPECT_GT(summary.prune.pruned, 0u);
      put_away += summary.put_away;
    }
  EXPECT_GT(put_away, 0u);
}

TEST_F(PruneRun, TestsOfAllThatIsLeft) {
  Config config = pruning();
  config.max_instructions = 20'000;
  config.finish = Finish::dump;
  Disk disk;
  Summary summary = explore(program(), config, disk);
  EXPECT_GT(summary.prune.pruned, summary.prune.brought_back);
  uint64_t dumped = 0;
  for (const report::Test& test : disk.tests) dumped += test.reason == "the run was stopped";
  EXPECT_EQ(dumped, summary.live);
}

// --- with other strategies

// How many paths there are when ways are merged depends on the order; what is found does not.
TEST(PruneMerge, FindsWhatAPlainRunFinds) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
#include <assert.h>
int table[4] = {1, 2, 3, 0};
int main(void) {
  unsigned char in[5];
  klee_make_symbolic(in, sizeof in, "in");
  int index = 0, *p = &table[1];
  for (int i = 0; i < 5; i++) {
    switch (in[i]) {
      case 'a': index++; break;
      case 'b': index += 2; break;
      case 'c': p = &table[3]; break;
      default: break;
    }
  }
  assert(index != 7);
  return table[index] / *p;
})");
  auto found = [](const Summary& summary) {
    std::set<std::pair<std::string, uint32_t>> all;
    for (const report::Error& error : summary.found) all.insert({error.kind, error.stack.front().line});
    return all;
  };
  Collector plain;
  Summary without = explore(loaded.program, Config(), plain);
  ASSERT_EQ(found(without).size(), 3u);
  uint64_t pruned = 0, absorbed = 0;
  for (MergeMode merge : {MergeMode::automatic, MergeMode::always})
    for (PruneMode mode : {PruneMode::learned, PruneMode::random})
      for (const char* search : {"dfs", "bfs", "random-path"}) {
        SCOPED_TRACE(std::string(search) + ", merge " + std::to_string(int(merge)) + ", mode " +
                     std::to_string(int(mode)));
        Config config = pruning(mode, search);
        config.merge.mode = merge;
        config.merge.max_differences = 1'000'000;
        config.prune.least_states = 1;
        config.prune.least_features = 0;
        config.prune.period = 0.00001;
        config.prune.rounds = {0.00005};
        config.prune.ratios = {0.5, 0.9};
        config.verify_replay = true;
        Collector collector;
        Summary summary = explore(loaded.program, config, collector);
        EXPECT_EQ(summary.fault, "");
        EXPECT_TRUE(summary.exhaustive());
        EXPECT_EQ(found(summary), found(without));
        EXPECT_EQ(summary.covered, without.covered);
        std::set<uint32_t> tested;
        for (const report::Test& test : collector.tests)
          tested.insert(test.points.begin(), test.points.end());
        EXPECT_EQ(tested.size(), summary.covered.size());
        pruned += summary.prune.pruned;
        absorbed += summary.merge.absorbed;
      }
  EXPECT_GT(pruned, 0u);
  EXPECT_GT(absorbed, 0u);
}

TEST_F(PruneRun, ConcolicRuns) {
  for (const char* search : {"dfs", "generational", "random-state"})
    for (PruneMode mode : {PruneMode::learned, PruneMode::random}) {
      SCOPED_TRACE(std::string(search) + ", mode " + std::to_string(int(mode)));
      Config config = pruning(mode, search);
      config.machine.concolic = true;
      Collector collector;
      Summary summary = explore(program(), config, collector);
      EXPECT_EQ(summary.fault, "");
      EXPECT_TRUE(summary.exhaustive());
      EXPECT_EQ(summary.completed, plain().summary.completed);
      EXPECT_EQ(summary.covered, plain().summary.covered);
      EXPECT_GT(summary.prune.pruned, 0u);
    }
}

// --- errors

constexpr const char* failing = R"(
#include <klee/klee.h>
static int table[4];
static int get(int i) { return table[i]; }
int main(void) {
  unsigned char in[5];
  klee_make_symbolic(in, sizeof in, "in");
  int sum = 0;
  for (int i = 0; i < 4; i++)
    if (in[i] == 'a') sum++;
    else if (in[i] == 'b') sum += 2;
    else if (in[i] == 'c') klee_silent_exit(0);
  return get(in[4] ^ 255) + sum;
})";

// 3 ways for each of 4 bytes that do not end: 81 paths with an error, 81 without. A 'c' ends at once: 1 + 3 +
// 9 + 27 paths. An input of zeros meets the error: so do early tests, which are none of these paths.
TEST(Prune, ErrorsAreCountedOnce) {
  load::Loaded loaded = compile(failing);
  for (PruneMode mode : {PruneMode::off, PruneMode::learned, PruneMode::random, PruneMode::restart})
    for (const char* search : {"dfs", "bfs", "random-path"}) {
      SCOPED_TRACE(std::string(search) + ", mode " + std::to_string(int(mode)));
      Config config = pruning(mode, search);
      if (mode == PruneMode::restart) config.prune.rounds = {0.0004, 10};
      Collector collector;
      Summary summary = explore(loaded.program, config, collector);
      EXPECT_TRUE(summary.exhaustive());
      EXPECT_EQ(summary.errors, 81u);
      EXPECT_EQ(summary.completed, 81u);
      EXPECT_EQ(summary.silent, 40u);
      ASSERT_EQ(collector.errors.size(), 1u);
      EXPECT_EQ(collector.errors[0].kind, "out-of-bounds");
      EXPECT_EQ(collector.errors[0].count, 81u);
      EXPECT_EQ(summary.found.at(0).count, 81u);
    }
}

// The first sessions end when early tests have met the error, and no path has.
TEST(Prune, ErrorsAreCountedOnceOverSessions) {
  load::Loaded loaded = compile(failing);
  for (unsigned jobs : {1u, 2u}) {
    Config config = pruning(PruneMode::learned);
    config.jobs = jobs;
    config.prune.rounds = {0.00002};
    config.max_instructions = 100;
    Disk disk;
    disk.from.jobs = {{0, 1, ""}};
    Summary summary;
    for (int session = 0; !disk.from.jobs.empty(); ++session) {
      ASSERT_LT(session, 100);
      Resumption from = disk.from;
      config.prune.learned = disk.learned;
      summary = explore(loaded.program, config, disk, &from);
    }
    EXPECT_TRUE(summary.exhaustive());
    EXPECT_EQ(summary.errors, 81u);
    EXPECT_EQ(summary.completed, 81u);
    EXPECT_EQ(summary.silent, 40u);
    ASSERT_EQ(disk.errors.size(), 1u);
    EXPECT_EQ(disk.errors[0].count, 81u) << jobs << " workers";
  }
}

// --- restarts

TEST_F(PruneRun, RestartsCountEachPathOnce) {
  for (const char* search : {"dfs", "bfs", "random-path", "random-state"})
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(std::string(search) + ", seed " + std::to_string(seed));
      Config config = pruning(PruneMode::restart, search);
      config.prune.rounds = {0.001, 0.002, 0.004, 10};  // the whole takes 0.018
      config.seed = seed;
      Collector collector;
      Summary summary = explore(program(), config, collector);
      expect_whole(collector.tests, summary, summary.prune.early_tests);
      EXPECT_EQ(summary.prune.prunings, 0u);
      EXPECT_EQ(summary.prune.restarts, summary.prune.rounds);
      EXPECT_EQ(summary.instructions > plain().summary.instructions, summary.prune.restarts > 0);
    }
}

// Rounds of 4,000 instructions never come to the end of all paths.
TEST_F(PruneRun, RestartsGoOnUntilSomethingStopsThem) {
  Config config = pruning(PruneMode::restart, "random-path");
  config.prune.rounds = {0.001};
  config.max_instructions = 100'000;
  Collector collector;
  Summary summary = explore(program(), config, collector);
  EXPECT_EQ(summary.stopped_by, "instructions");
  EXPECT_FALSE(summary.exhaustive());
  EXPECT_NEAR(double(summary.prune.restarts), 25, 3);
  // A path that comes again has its test already.
  std::set<std::vector<uint8_t>> found = collector.tapes_as_inputs();
  EXPECT_LE(collector.tests.size(), found.size() + summary.prune.early_tests);
  EXPECT_GE(found.size(), summary.completed);
  EXPECT_LT(found.size(), plain().tapes.size());
  EXPECT_GT(found.size(), 30u);
}

// --- what is learned

constexpr const char* options_program = R"(
#include <klee/klee.h>
int main(void) {
  char in[6];
  klee_make_symbolic(in, sizeof in, "in");
  int all = 0;
  for (int i = 0; i < 6; i++) {
    if (in[i] == 'v') all += 1;
    else if (in[i] == 'q') all *= 3;
    else if (in[i] == 'x') return 2;
  }
  if (all == 6) return 3;
  return 4;
})";

TEST(Prune, GoodTestsCoverWhatAllDo) {
  load::Loaded loaded = compile(options_program);
  Config config = pruning(PruneMode::learned, "random-state");
  Disk disk;
  Summary summary = explore(loaded.program, config, disk);
  EXPECT_TRUE(summary.exhaustive());
  EXPECT_GT(summary.prune.rounds, 10u);
  EXPECT_GT(summary.prune.early_tests, 0u);
  CoreConditions conditions;
  std::optional<Learned> learned = unpack_learned(disk.learned, conditions);
  ASSERT_TRUE(learned);
  EXPECT_LE(learned->rounds, summary.prune.rounds);
  EXPECT_EQ(learned->good.size(), summary.prune.good);
  std::set<uint32_t> good;
  for (const Evidence& each : learned->good) good.insert(each.points.begin(), each.points.end());
  EXPECT_EQ(good.size(), summary.points_covered);
  // Three tests would do, greedily chosen there are few more.
  EXPECT_LE(learned->good.size(), 5u);
  std::set<ConditionId> features;
  for (const Evidence& each : learned->good) {
    features.insert(each.conditions.begin(), each.conditions.end());
    for (ConditionId id : each.conditions)
      EXPECT_THAT(conditions[id].words, testing::MatchesRegex("in.[0-5]. == '[vqx]'"));
  }
  EXPECT_EQ(features.size(), summary.prune.features);
  for (size_t i = 1; i < summary.prune.weights.size(); ++i)
    EXPECT_GE(summary.prune.weights[i - 1].weight, summary.prune.weights[i].weight);
}

// Without, nothing is pruned in the first round, for there are no features.
TEST(Prune, WhatAnotherRunLearnedIsOfUseAtOnce) {
  load::Loaded loaded = compile(options_program);
  Config config = pruning(PruneMode::learned, "random-state");
  Disk teacher;
  explore(loaded.program, config, teacher);
  ASSERT_FALSE(teacher.learned.empty());
  config.prune.rounds = {1000};
  Collector without, with, elsewhere;
  Summary summary = explore(loaded.program, config, without);
  EXPECT_EQ(summary.prune.prunings, 0u);
  EXPECT_EQ(summary.prune.rounds, 0u);
  uint64_t paths = summary.paths();
  config.prune.learned = teacher.learned;
  summary = explore(loaded.program, config, with);
  EXPECT_GT(summary.prune.prunings, 0u);
  EXPECT_GT(summary.prune.pruned, 0u);
  EXPECT_EQ(summary.paths(), paths);
  EXPECT_TRUE(summary.exhaustive());
  config.prune.is_learned_elsewhere = true;
  summary = explore(loaded.program, config, elsewhere);
  EXPECT_GT(summary.prune.pruned, 0u);
  EXPECT_EQ(summary.paths(), paths);
  EXPECT_TRUE(summary.exhaustive());
}

// The input of a path that waits shows what will come of it. Here a path takes 30,000 instructions, and the
// first round, of 3,200 at most, ends long before.
TEST(Prune, EarlyTestsComeEarly) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char in[8];
  klee_make_symbolic(in, sizeof in, "in");
  int many = 0;
  for (int i = 0; i < 8; i++)
    if (in[i] == 'a' + i) many++;
  for (volatile int i = 0; i < 3000; i++) {}
  return many;
})");
  Config config = pruning(PruneMode::learned, "bfs");
  config.max_instructions = 20'000;
  Collector collector;
  Summary summary = explore(loaded.program, config, collector);
  EXPECT_LE(summary.paths(), 1u);
  EXPECT_GE(summary.prune.early_tests, 1u);
  EXPECT_GT(collector.tests.size(), summary.paths());
  EXPECT_GT(summary.replayed, 20'000u) << "not counted as the program's instructions";
  const report::Test& test = collector.tests.at(0);
  EXPECT_EQ(test.ending, report::Ending::exited);
  int many = 0;
  for (int i = 0; i < 8; ++i) many += test.inputs.at(0).bytes.at(size_t(i)) == 'a' + i;
  EXPECT_EQ(test.exit_status, many);
}

}  // namespace
}  // namespace bonsai::explore
