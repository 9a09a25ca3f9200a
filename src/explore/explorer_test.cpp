#include "explore/explorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/explore_test_util.h"

namespace bonsai::explore {
namespace {

Summary run(const ir::Program& program, Config config, Listener& listener) {
  return explore(program, config, listener);
}

TEST(Explorer, SameSeedSameTests) {
  load::Loaded loaded = compile(matcher);
  for (const SearcherInfo& info : searchers()) {
    std::string_view search = info.name;
    Config config;
    config.search = {&info};
    config.seed = 7;
    Collector first, second;
    run(loaded.program, config, first);
    run(loaded.program, config, second);
    ASSERT_EQ(first.tests.size(), second.tests.size());
    for (size_t i = 0; i < first.tests.size(); ++i) {
      EXPECT_EQ(first.tests[i].inputs, second.tests[i].inputs) << search << " test " << i;
      EXPECT_EQ(first.tests[i].tape, second.tests[i].tape);
      EXPECT_EQ(first.tests[i].points, second.tests[i].points);
    }
  }
}

// Reclaiming dead terms all the time changes nothing.
TEST(Explorer, CollectionChangesNothing) {
  load::Loaded loaded = compile(matcher);
  for (const char* search : {"dfs", "random"}) {
    Config config;
    config.search = *parse_search(search);
    Collector plain, collected;
    Summary without = run(loaded.program, config, plain);
    EXPECT_EQ(without.collections, 0u);
    config.collect_terms = 1;
    config.verify_replay = true;
    Summary with = run(loaded.program, config, collected);
    EXPECT_EQ(with.fault, "");
    EXPECT_EQ(with.completed, without.completed);
    ASSERT_EQ(plain.tests.size(), collected.tests.size());
    EXPECT_EQ(plain.tapes_as_inputs(), collected.tapes_as_inputs());
    EXPECT_GT(with.collections, 0u);
  }
}

TEST(Explorer, LimitsEndARun) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned n = 0;
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c == 1) for (;;) n++;
  return c > 7;
})");
  Config config;
  Collector none;
  config.max_instructions = 3'000'000;
  Summary summary = run(loaded.program, config, none);
  EXPECT_EQ(summary.stopped_by, "instructions");
  EXPECT_FALSE(summary.exhaustive());
  config.max_instructions = 0;
  config.seconds = 0.3;
  summary = run(loaded.program, config, none);
  EXPECT_EQ(summary.stopped_by, "time");
  config.search = *parse_search("bfs");
  summary = run(loaded.program, config, none);
  EXPECT_EQ(summary.completed, 1u);
  EXPECT_EQ(summary.live, 1u);
  load::Loaded many = compile(matcher);
  config = Config();
  config.max_paths = 5;
  summary = run(many.program, config, none);
  EXPECT_EQ(summary.stopped_by, "paths");
  EXPECT_EQ(summary.completed, 5u);
  config = Config();
  config.machine.max_depth = 2;
  summary = run(many.program, config, none);
  EXPECT_GT(summary.given_up, 0u);
  EXPECT_LE(summary.completed, 4u);
  EXPECT_FALSE(summary.exhaustive());
}

TEST(Explorer, WhateverIsInTheLedgerMakesARunNotExhaustive) {
  EXPECT_TRUE(Summary().exhaustive());
  for (base::Reason reason : base::all_reasons) {
    Summary summary;
    summary.ledger.add(reason, "", {});
    EXPECT_FALSE(summary.exhaustive()) << base::word(reason);
  }
  Summary left;
  left.dehydrated = 2;
  left.stopped_by = time_reason;
  EXPECT_EQ(left.not_explored().count(base::Reason::time), 2u);
  left.stopped_by = "paths";
  EXPECT_EQ(left.not_explored().count(base::Reason::stopped), 2u);
  Summary faulty;
  faulty.fault = "a defect";
  EXPECT_EQ(faulty.not_explored().count(base::Reason::fault), 1u);
  EXPECT_FALSE(faulty.exhaustive());
}

TEST(Explorer, MoreOutputThanAPathMayWriteIsInTheLedger) {
  load::Loaded loaded = compile(R"(
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 100; i++) puts("a line");
  return 0;
})");
  Config config;
  config.machine.output_bytes = 50;
  Collector none;
  Summary summary = run(loaded.program, config, none);
  EXPECT_EQ(summary.given_up, 1u);
  EXPECT_EQ(summary.not_explored().count(base::Reason::output), 1u);
  EXPECT_FALSE(summary.exhaustive());
}

// Neither as text nor as a directive whose argument is symbolic: both would be made when the test is.
TEST(Explorer, AWidthOfPrintfIsOutputBeforeItIsPrinted) {
  for (const char* call :
       {"printf(\"%2000000000d\", 1)", "printf(\"%.2000000000f\", 1.0)", "printf(\"%*d\", 2000000000, 1)",
        "printf(\"%2000000000d\", c)", "printf(\"%2000000000s\", \"a\")"}) {
    load::Loaded loaded = compile(std::string(R"(
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  )") + call + "; return 0; }");
    Collector none;
    Summary summary = run(loaded.program, Config(), none);
    EXPECT_EQ(summary.not_explored().count(base::Reason::output), 1u) << call;
  }
  load::Loaded loaded = compile(R"(
#include <stdio.h>
int main(void) {
  printf("%.2147483647s %-5d|", "all of it", 1);
  return 0;
})");
  Collector one;
  EXPECT_TRUE(run(loaded.program, Config(), one).exhaustive());
  EXPECT_EQ(one.tests[0].output, "all of it 1    |");
}

TEST(Explorer, WhatTheEndOfTheTimeLeavesUndecidedIsLeftAndNotGivenUp) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned long a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a > 1 & a < 1ul << 32);
  klee_assume(b > 1 & b < 1ul << 32);
  if (a * b == 7500000050500000019ul) return 1;
  return 0;
})");
  Config config;
  config.seconds = 0.3;
  Collector none;
  Summary summary = run(loaded.program, config, none);
  EXPECT_EQ(summary.given_up, 0u);
  EXPECT_FALSE(summary.exhaustive());
}

TEST(Explorer, AnErrorIsReportedOnceWithACount) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
static int table[4];
static int get(int i) { return table[i]; }
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  int sum = 0;
  if (a == 1) sum = 1; else if (a == 2) sum = 2; else if (a == 3) sum = 3;
  return get(b) + sum;
})");
  Config config;
  Collector found;
  Summary summary = run(loaded.program, config, found);
  ASSERT_EQ(found.errors.size(), 1u);
  EXPECT_EQ(found.errors[0].kind, "out-of-bounds");
  EXPECT_EQ(found.errors[0].count, 4u);
  EXPECT_EQ(found.errors[0].stack.size(), 2u);
  EXPECT_EQ(summary.errors, 4u);
  EXPECT_EQ(summary.completed, 4u);
  // Its test shows it: b is behind the table's end, but near.
  const report::Test& test = found.tests.at(found.errors[0].test - 1);
  EXPECT_EQ(test.ending, report::Ending::error);
  EXPECT_GE(test.inputs[1].bytes[0], 4);
}

TEST(Explorer, PreferredValuesWhereTheyCanBeHad) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  char c[3];
  klee_make_symbolic(c, 3, "c");
  for (int i = 0; i < 3; i++) klee_prefer_cex(c, (c[i] >= 'a') & (c[i] <= 'z'));
  if (c[0] == 7) return 1;
  return 0;
})");
  Config config;
  Collector found;
  run(loaded.program, config, found);
  ASSERT_EQ(found.tests.size(), 2u);
  for (const report::Test& test : found.tests) {
    const std::vector<uint8_t>& bytes = test.inputs[0].bytes;
    if (test.exit_status == 1)
      EXPECT_EQ(bytes[0], 7);
    else
      EXPECT_TRUE(bytes[0] >= 'a' && bytes[0] <= 'z');
    EXPECT_TRUE(bytes[1] >= 'a' && bytes[1] <= 'z' && bytes[2] >= 'a' && bytes[2] <= 'z');
  }
}

TEST(Explorer, RepeatedNamesAreNumbered) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += klee_int("x");
  return klee_int("x_1") + sum > 5;
})");
  Config config;
  Collector found;
  run(loaded.program, config, found);
  std::vector<std::string> names;
  for (const report::Input& input : found.tests.at(0).inputs) names.push_back(input.name);
  EXPECT_THAT(names, testing::ElementsAre("x", "x_1", "x_2", "x_1_1"));
}

// What a listener cannot store ends the run.
TEST(Explorer, AFullDiskEndsTheRun) {
  struct Full : Listener {
    bool test(const report::Test&) override { return ++tests < 3; }
    int tests = 0;
  } full;
  load::Loaded loaded = compile(matcher);
  Summary summary = run(loaded.program, Config(), full);
  EXPECT_EQ(summary.stopped_by, "storage");
  EXPECT_EQ(full.tests, 3);
}

}  // namespace
}  // namespace bonsai::explore
