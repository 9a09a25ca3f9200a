// Branches of the source that became values: what tests show of them. See also tests/check_source_branches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/explore_test_util.h"
#include "report/coverage.h"

namespace bonsai::explore {
namespace {

constexpr const char* sign = R"(
#include <klee/klee.h>
static int sign(int x) { if (x == 0) return 0; if (x < 0) return -1; return 1; }
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  return sign(x) == 5;
})";

struct Outcome {
  Summary summary;
  Collector collector;
  report::CoverageTotals totals;  // of the tests
};

Outcome run_source(const std::string& source, int optimisation, Config config = {}) {
  load::Loaded loaded = compile(source, optimisation);
  Outcome outcome;
  outcome.summary = explore(loaded.program, config, outcome.collector);
  std::set<uint32_t> points;
  for (const report::Test& test : outcome.collector.tests)
    points.insert(test.points.begin(), test.points.end());
  std::vector<uint32_t> all(points.begin(), points.end());
  outcome.totals = report::cover(loaded.program, ir::Points(loaded.program), all).totals;
  return outcome;
}

TEST(Observe, OnePathHasATestForEachDirection) {
  Outcome one = run_source(sign, 1);
  EXPECT_EQ(one.summary.completed, 1u);
  EXPECT_EQ(one.collector.tests.size(), 3u);
  EXPECT_TRUE(one.summary.exhaustive());
  EXPECT_EQ(one.totals.branches, 4u);
  EXPECT_EQ(one.totals.branches_total, 4u);
  Outcome plain = run_source(sign, 0);
  EXPECT_EQ(plain.summary.completed, 3u);
  EXPECT_EQ(plain.totals.branches_total, 4u);
}

TEST(Observe, WhatNoInputTakesIsNotCovered) {
  Outcome one = run_source(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int wide = x, r;
  if (wide > 255) r = 1;
  else if (wide > 254) r = 2;
  else r = 3;
  return r == 9;
})",
                           1);
  EXPECT_EQ(one.totals.branches, 3u);
  EXPECT_EQ(one.totals.branches_total, 4u);
}

TEST(Observe, AnInnerConditionCountsUnderItsGuard) {
  // The inner one is evaluated where a > 3 holds as well, and is true there only.
  Outcome one = run_source(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int r;
  if (x > 3) r = 5;
  else if (x > 9) r = 6;
  else r = 7;
  return r == 1;
})",
                           1);
  EXPECT_EQ(one.totals.branches, 3u);
  EXPECT_EQ(one.totals.branches_total, 4u);
}

TEST(Observe, AnInputFollowsThePathToItsEnd) {
  // When the direction is passed, nothing is known of b: the first input for it may fail the assumption.
  Outcome one = run_source(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int r = 4;
  if (a == 7) r = 3;
  klee_assume(b == 200);
  return r == b;
})",
                           1);
  EXPECT_EQ(one.summary.completed, 1u);
  EXPECT_EQ(one.totals.branches, 2u);
  EXPECT_EQ(one.totals.branches_total, 2u);
}

TEST(Observe, ReplayComesToTheSame) {
  Config config;
  config.verify_replay = true;
  Outcome one = run_source(sign, 1, config);
  EXPECT_EQ(one.summary.fault, "");
  EXPECT_EQ(one.collector.tests.size(), 3u);
}

TEST(Observe, NothingIsAskedWhereNoTestIsKept) {
  Config config;
  config.keep_tests = false;
  Outcome one = run_source(sign, 1, config);
  EXPECT_EQ(one.summary.completed, 1u);
  EXPECT_EQ(one.summary.solver.asked, 0u);
}

TEST(Observe, RunsAreTheSameWithTheSameSeed) {
  Outcome first = run_source(sign, 1), second = run_source(sign, 1);
  ASSERT_EQ(first.collector.tests.size(), second.collector.tests.size());
  for (size_t i = 0; i < first.collector.tests.size(); ++i)
    EXPECT_EQ(first.collector.tests[i].inputs[0].bytes, second.collector.tests[i].inputs[0].bytes);
}

}  // namespace
}  // namespace bonsai::explore
