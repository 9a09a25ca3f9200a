// Which tests a run keeps (Config::tests), and what of unfinished paths becomes a test.
#include <gtest/gtest.h>

#include <algorithm>

#include "explore/explore_test_util.h"

namespace bonsai::explore {
namespace {

std::set<uint32_t> points_of(const std::vector<report::Test>& tests) {
  std::set<uint32_t> points;
  for (const report::Test& test : tests) points.insert(test.points.begin(), test.points.end());
  return points;
}

// What a run leaves: its tests, and what the next session goes on from.
struct Stored : Collector {
  bool checkpoint(const Checkpoint& checkpoint) override {
    from = Resumption();
    for (const std::shared_ptr<const Job>& job : checkpoint.jobs) from.jobs.push_back(*job);
    from.counts = checkpoint.summary;
    from.tests = tests.size();
    from.errors = errors;
    from.covered = checkpoint.covered;
    from.loops = checkpoint.loops;
    std::set<uint32_t> points = points_of(tests);
    from.tested.assign(points.begin(), points.end());
    return true;
  }
  Resumption from;
};

Config fresh_tests(const char* search = "dfs") {
  Config config;
  config.tests = Tests::fresh;
  config.search = *parse_search(search);
  return config;
}

TEST(Suite, CoversWhatAllTestsDo) {
  load::Loaded loaded = compile(matcher);
  Collector all;
  Summary whole = explore(loaded.program, Config(), all);
  EXPECT_EQ(whole.redundant, 0u);
  for (const char* search : {"dfs", "bfs", "random-path,covnew"})
    for (unsigned jobs : {1, 3}) {
      Config config = fresh_tests(search);
      config.jobs = jobs;
      Collector some;
      Summary summary = explore(loaded.program, config, some);
      EXPECT_TRUE(summary.exhaustive());
      EXPECT_EQ(summary.completed, whole.completed);
      EXPECT_EQ(summary.tests, some.tests.size());
      EXPECT_EQ(summary.tests + summary.redundant, whole.tests);
      EXPECT_LT(5 * summary.tests, whole.tests);
      EXPECT_EQ(points_of(some.tests), points_of(all.tests)) << search << " " << jobs;
      EXPECT_EQ(summary.covered, whole.covered);
      EXPECT_EQ(summary.seen, summary.covered);
    }
}

// A loop without a branch of its own that differs: only how often it goes round does.
TEST(Suite, CountsOfLoopsInRangesThatDouble) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  if (n > 40) n = 40;
  int sum = 0;
  for (unsigned i = 0; i < n; i++) sum += i;
  return sum > 1000;
})");
  Config config = fresh_tests();
  Collector found;
  Summary summary = explore(loaded.program, config, found);
  EXPECT_EQ(summary.completed, 42u);  // 40 twice: as it is, and cut
  std::set<unsigned> ranges;
  for (const report::Test& test : found.tests) {
    unsigned n = std::min(40u, unsigned(test.inputs.at(0).bytes.at(0)));
    ranges.insert(n < 2 ? n : n == 2 ? 2 : n <= 4 ? 3 : n <= 8 ? 4 : n <= 16 ? 5 : n <= 32 ? 6 : 7);
  }
  EXPECT_EQ(ranges.size(), 8u);
  EXPECT_LE(found.tests.size(), 10u);
}

// A loop that is closed by a switch counts as well.
TEST(Suite, LoopsThatAreClosedByASwitch) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n < 9);
again:
  switch (n) {
    case 0: return 0;
    default: n--; goto again;
  }
})");
  Collector found;
  Summary summary = explore(loaded.program, fresh_tests(), found);
  EXPECT_EQ(summary.completed, 9u);
  EXPECT_GE(found.tests.size(), 5u);  // 0, 1, 2, 3 to 4, 5 to 8
}

// The second path to an error shows what the first did not pass. --tests all has one test for each error.
TEST(Suite, AKnownErrorLeavesATestForNewCode) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, 1, "a");
  int x = 0;
  if (a == 1) x = 1; else if (a == 2) x = 2; else if (a == 3) x = 3;
  if (x < 9) abort();
  return 0;
})");
  for (Tests kept : {Tests::all, Tests::fresh}) {
    Config config = fresh_tests();
    config.tests = kept;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_EQ(found.errors[0].count, 4u);
    if (kept == Tests::all)
      EXPECT_EQ(found.tests.size(), 1u);
    else
      EXPECT_EQ(summary.seen, summary.covered);
    for (const report::Test& test : found.tests) {
      EXPECT_EQ(test.ending, report::Ending::error);
      EXPECT_EQ(test.error, 1u);
    }
    EXPECT_EQ(found.errors[0].test, 1u);
  }
}

TEST(Suite, IsTheSameOverSessions) {
  load::Loaded loaded = compile(matcher);
  Stored whole;
  Summary expected = explore(loaded.program, fresh_tests(), whole);
  Stored stored;
  Config config = fresh_tests();
  config.max_paths = 20;
  Summary summary = explore(loaded.program, config, stored);
  for (int session = 0; session < 1000 && !stored.from.jobs.empty(); ++session) {
    Resumption from = stored.from;
    summary = explore(loaded.program, config, stored, &from);
  }
  EXPECT_EQ(summary.completed, expected.completed);
  EXPECT_EQ(points_of(stored.tests), points_of(whole.tests));
  EXPECT_EQ(stored.from.loops, whole.from.loops);
  EXPECT_EQ(summary.tests + summary.redundant, expected.tests + expected.redundant);
  // No test of what the sessions before showed.
  EXPECT_EQ(stored.tests.size(), whole.tests.size());
}

// What only unfinished paths have come to has a test at the end, and is told apart where it has none.
TEST(Suite, UnfinishedPathsThatCoverMoreLeaveATest) {
  load::Loaded loaded = compile(matcher);
  for (Finish finish : {Finish::drop, Finish::fresh}) {
    Config config = fresh_tests("bfs");
    config.max_paths = 3;
    config.finish = finish;
    Collector found;
    Summary summary = explore(loaded.program, config, found);
    ASSERT_GT(summary.live, 0u);
    std::set<uint32_t> points = points_of(found.tests);
    EXPECT_EQ(std::vector<uint32_t>(points.begin(), points.end()), summary.covered);
    if (finish == Finish::drop)
      EXPECT_LT(summary.covered.size(), summary.seen.size());
    else
      EXPECT_EQ(summary.covered, summary.seen);
  }
}

}  // namespace
}  // namespace bonsai::explore
