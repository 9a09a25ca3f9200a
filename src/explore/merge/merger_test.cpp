#include "explore/merge/merger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/explore_test_util.h"

namespace bonsai::explore {
namespace {

Config merging(MergeMode mode = MergeMode::automatic) {
  Config config;
  config.merge.mode = mode;
  config.merge.max_differences = 1'000'000;
  config.verify_replay = true;
  return config;
}

constexpr const char* diamonds = R"(
#include <klee/klee.h>
int main(void) {
  unsigned char in[10];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned sum = 0;
  for (int i = 0; i < 10; i++)
    if (in[i] > 5) sum += in[i] * 3u;
    else sum ^= 7;
  return sum == 12345;
})";

TEST(Merger, WaysThatMeetAreOnePath) {
  load::Loaded loaded = compile(diamonds);
  Collector merged;
  Summary with = explore(loaded.program, merging(), merged);
  EXPECT_EQ(with.fault, "");
  EXPECT_EQ(with.completed, 1u);
  EXPECT_EQ(with.merge.absorbed, 10u);
  EXPECT_TRUE(with.exhaustive());
  // Tests are of whole paths, and cover both sides of the branch.
  for (const report::Test& test : merged.tests) EXPECT_EQ(test.ending, report::Ending::exited);
  EXPECT_EQ(merged.tests.size(), 2u);
}

// Whatever the search, a merged run asks for the same inputs as a plain one, finds the same errors, and what
// it covers its tests cover.
TEST(Merger, FindsWhatAPlainRunFinds) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
#include <assert.h>
int table[4] = {1, 2, 3, 0};
int main(void) {
  unsigned char in[4];
  klee_make_symbolic(in, sizeof in, "in");
  int index = 0, *p = &table[1];
  for (int i = 0; i < 4; i++) {
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
  std::set<std::pair<std::string, uint32_t>> expected;
  for (MergeMode mode : {MergeMode::off, MergeMode::automatic, MergeMode::always})
    for (const char* search : {"dfs", "bfs", "random-path,covnew", "random-state"}) {
      Config config = merging(mode);
      config.search = *parse_search(search);
      Collector collector;
      Summary summary = explore(loaded.program, config, collector);
      EXPECT_EQ(summary.fault, "");
      EXPECT_TRUE(summary.exhaustive());
      std::set<std::pair<std::string, uint32_t>> found;
      for (const report::Error& error : summary.found) found.insert({error.kind, error.stack.front().line});
      if (expected.empty()) expected = found;
      EXPECT_EQ(found, expected) << search << " " << int(mode);
      std::set<uint32_t> tested;
      for (const report::Test& test : collector.tests) tested.insert(test.points.begin(), test.points.end());
      EXPECT_EQ(tested.size(), summary.covered.size()) << search << " " << int(mode);
    }
  EXPECT_EQ(expected.size(), 3u);
}

TEST(Merger, NobodyWaitsForever) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  volatile unsigned n = 0;
  if (c == 1) for (;;) n++;
  if (c == 2) n = 5;
  return c > 7;
})");
  Config config = merging(MergeMode::always);
  config.merge.max_wait = 10'000;
  config.max_instructions = 300'000;
  config.batch = 5'000;
  config.verify_replay = false;
  for (const SearcherInfo& info : searchers()) {
    config.search = {&info};
    Collector collector;
    Summary summary = explore(loaded.program, config, collector);
    if (info.name == "dfs") continue;  // stays in the loop if it begins with it
    EXPECT_GE(summary.completed, 1u) << info.name;
    EXPECT_GT(summary.merge.expired, 0u) << info.name;
  }
}

TEST(Merger, SameSeedSameTests) {
  load::Loaded loaded = compile(matcher);
  for (const SearcherInfo& info : searchers()) {
    Config config = merging(MergeMode::always);
    config.search = {&info};
    Collector first, second;
    Summary summary = explore(loaded.program, config, first);
    EXPECT_EQ(summary.fault, "") << info.name;
    explore(loaded.program, config, second);
    ASSERT_EQ(first.tests.size(), second.tests.size());
    for (size_t i = 0; i < first.tests.size(); ++i) {
      EXPECT_EQ(first.tests[i].inputs, second.tests[i].inputs) << info.name << " test " << i;
      EXPECT_EQ(first.tests[i].tape, second.tests[i].tape);
    }
  }
}

TEST(Merger, CollectionChangesNothing) {
  load::Loaded loaded = compile(matcher);
  Config config = merging(MergeMode::always);
  Collector plain, collected;
  Summary without = explore(loaded.program, config, plain);
  config.collect_terms = 1;
  Summary with = explore(loaded.program, config, collected);
  EXPECT_EQ(with.fault, "");
  EXPECT_GT(with.collections, 0u);
  EXPECT_EQ(with.completed, without.completed);
  EXPECT_EQ(plain.tapes_as_inputs(), collected.tapes_as_inputs());
}

TEST(Merger, MergesWhereTheHarnessSays) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char in[6];
  klee_make_symbolic(in, sizeof in, "in");
  int index = 0, table[8] = {0};
  for (int i = 0; i < 6; i++) {
    klee_open_merge();
    if (in[i] == 'x') index++;
    klee_close_merge();
    table[index]++;
  }
  return table[index];
})");
  Collector plain, merged;
  Config config = merging();
  config.merge.max_queries = 0;
  Summary summary = explore(loaded.program, config, merged);
  EXPECT_EQ(summary.fault, "");
  EXPECT_EQ(summary.merge.absorbed, 6u);
}

// A checkpoint in the middle holds merged paths, and a run goes on from it to the same end.
TEST(Merger, GoesOnFromACheckpoint) {
  load::Loaded loaded = compile(R"(
#include <klee/klee.h>
int main(void) {
  unsigned char in[12];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned sum = 0, odd = 0;
  for (int i = 0; i < 12; i++) {
    if (in[i] > 5) sum += in[i] * 3u;
    else sum ^= 7;
    if (i % 4 == 3 && in[i] == 9) return sum == 77;
  }
  return sum == 12345;
})");
  struct Keeper : Collector {
    bool checkpoint(const Checkpoint& all) override {
      from.jobs.clear();
      for (const auto& job : all.jobs) from.jobs.push_back(*job);
      from.counts = all.summary;
      from.covered = all.covered;
      return true;
    }
    Resumption from;
  };
  Config config = merging();
  Keeper whole;
  Summary expected = explore(loaded.program, config, whole);
  ASSERT_GT(expected.merge.done, 8u);
  unsigned resumed_merged = 0;
  for (uint64_t instructions = 150; instructions < 1'000; instructions += 90) {
    Keeper keeper;
    config.max_instructions = instructions;
    Summary first = explore(loaded.program, config, keeper);
    ASSERT_EQ(first.fault, "");
    if (keeper.from.jobs.empty()) continue;
    resumed_merged += first.merge.done > 0;
    config.max_instructions = 0;
    Keeper rest;
    Summary second = explore(loaded.program, config, rest, &keeper.from);
    EXPECT_EQ(second.fault, "");
    EXPECT_TRUE(second.exhaustive());
    EXPECT_EQ(second.errors, expected.errors);
  }
  EXPECT_GT(resumed_merged, 2u);
}

TEST(Merger, SeveralWorkersFindTheSame) {
  load::Loaded loaded = compile(matcher);
  Config config = merging(MergeMode::always);
  config.jobs = 3;
  config.search = *parse_search("random-path,covnew");
  Collector collector;
  Summary summary = explore(loaded.program, config, collector);
  EXPECT_EQ(summary.fault, "");
  EXPECT_TRUE(summary.exhaustive());
}

}  // namespace
}  // namespace bonsai::explore
