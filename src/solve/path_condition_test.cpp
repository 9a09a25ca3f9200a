#include "solve/path_condition.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "expr/evaluate.h"

namespace bonsai::solve {
namespace {

using expr::Term;

class PathConditionTest : public ::testing::Test {
 protected:
  const Term* byte(uint64_t i) { return store_.symbolic_byte(x_, i); }
  const Term* sum_below(uint64_t i, uint64_t j, uint64_t limit) {
    return store_.ult(store_.add(byte(i), byte(j)), store_.constant(8, limit));
  }
  void add(PathCondition& pc, const Term* condition) { pc.add(store_, condition, condition); }
  std::vector<const Term*> touched(const PathCondition& pc, const Term* term) {
    std::vector<const Term*> out;
    pc.touched(*term->support(), out);
    return out;
  }

  expr::TermStore store_;
  const Term* x_ = store_.array("x", 1 << 16);
};

TEST_F(PathConditionTest, GroupsMergeAndKeepTheOrderOfInsertion) {
  PathCondition pc;
  const Term* a = sum_below(0, 1, 100);
  const Term* b = sum_below(4, 5, 101);
  const Term* c = sum_below(1, 2, 102);
  const Term* d = sum_below(2, 4, 103);
  add(pc, a);
  add(pc, b);
  add(pc, c);
  EXPECT_EQ(pc.group_count(), 2u);
  EXPECT_EQ(touched(pc, byte(2)), (std::vector<const Term*>{a, c}));
  EXPECT_EQ(touched(pc, byte(3)), (std::vector<const Term*>{}));
  EXPECT_EQ(touched(pc, store_.concat(byte(0), byte(5))), (std::vector<const Term*>{a, b, c}));
  add(pc, d);
  EXPECT_EQ(pc.group_count(), 1u);
  EXPECT_EQ(touched(pc, byte(5)), (std::vector<const Term*>{a, b, c, d}));
}

TEST_F(PathConditionTest, WholeArraysTouchEverything) {
  PathCondition pc;
  for (uint64_t i = 0; i < 100; i += 2) add(pc, store_.ult(byte(i), store_.constant(8, 9)));
  EXPECT_EQ(pc.group_count(), 50u);
  const Term* index = store_.zext(store_.concat(byte(5), byte(9)), 64);
  add(pc, store_.ult(store_.read(x_, index), store_.constant(8, 200)));
  EXPECT_EQ(pc.group_count(), 1u);
  EXPECT_EQ(touched(pc, byte(40000)).size(), 51u);
}

TEST_F(PathConditionTest, ConjunctionsAreSplit) {
  PathCondition pc;
  const Term* a = store_.ult(byte(0), store_.constant(8, 9));
  const Term* b = store_.eq(byte(1), store_.constant(8, 7));
  const Term* c = store_.eq(byte(2), store_.constant(8, 7));
  const Term* all = store_.land(a, store_.lnot(store_.lor(b, c)));
  add(pc, all);
  EXPECT_EQ(pc.constraint_count(), 3u);
  EXPECT_EQ(pc.group_count(), 3u);
  ASSERT_EQ(pc.decisions().size(), 1u);
  EXPECT_EQ(pc.decisions()[0].raw, all);
}

TEST_F(PathConditionTest, CopiesAreIndependent) {
  PathCondition pc;
  for (uint64_t i = 0; i < 50; ++i) add(pc, store_.ult(byte(i), store_.constant(8, 200)));
  PathCondition copy = pc;
  add(copy, sum_below(0, 1, 50));
  add(pc, sum_below(2, 3, 50));
  EXPECT_EQ(pc.group_count(), 49u);
  EXPECT_EQ(touched(pc, byte(0)).size(), 1u);
  EXPECT_EQ(touched(copy, byte(0)).size(), 3u);
  EXPECT_EQ(touched(copy, byte(2)).size(), 1u);
  EXPECT_EQ(copy.decisions().size(), 51u);
}

TEST_F(PathConditionTest, TheModelIsKeptOrLost) {
  PathCondition pc;
  add(pc, store_.ult(byte(0), store_.constant(8, 9)));
  EXPECT_TRUE(pc.model());
  add(pc, store_.ult(store_.constant(8, 3), byte(0)));
  EXPECT_FALSE(pc.model());
  EXPECT_FALSE(pc.infeasible());
  add(pc, store_.eq(byte(0), store_.constant(8, 100)));
  EXPECT_TRUE(pc.infeasible());
}

TEST_F(PathConditionTest, FactsFollowFromConstraints) {
  PathCondition pc;
  const Term* word = store_.concat(byte(1), byte(0));
  add(pc, store_.eq(word, store_.constant(16, 0x4142)));
  ASSERT_TRUE(pc.facts().find(byte(1)));
  EXPECT_EQ(pc.facts().find(byte(1))->low, 0x41u);
  EXPECT_TRUE(pc.facts().find(byte(0))->is_value());
  add(pc, store_.ult(byte(3), store_.constant(8, 10)));
  add(pc, store_.ne(byte(3), store_.constant(8, 0)));
  EXPECT_EQ(pc.facts().find(byte(3))->low, 1u);
  EXPECT_EQ(pc.facts().find(byte(3))->high, 9u);
  add(pc, store_.slt(byte(4), store_.constant(8, 0)));
  add(pc, store_.sle(byte(5), store_.constant(8, 20)));
  add(pc, store_.sle(store_.zero(8), byte(5)));
  add(pc, store_.ult(byte(6), byte(3)));
  EXPECT_EQ(pc.facts().find(byte(6))->high, 8u);
}

// Against sets computed from scratch.
TEST_F(PathConditionTest, RandomGroupsAgreeWithTheDefinition) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    PathCondition pc;
    std::vector<std::pair<std::set<uint64_t>, const Term*>> all;
    for (int i = 0; i < 60; ++i) {
      const uint64_t a = random() % 64, b = random() % 64, c = a + random() % 3;
      const Term* term = store_.ult(store_.add(store_.add(byte(a), byte(b)), byte(c)),
                                    store_.constant(8, 1 + random() % 254));
      if (term->is_constant()) continue;
      add(pc, term);
      all.push_back({{a, b, c}, term});
      const uint64_t asked = random() % 64;
      std::set<uint64_t> reach{asked};
      for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [bytes, t] : all) {
          if (std::none_of(bytes.begin(), bytes.end(), [&](uint64_t x) { return reach.contains(x); }))
            continue;
          for (uint64_t x : bytes) grown |= reach.insert(x).second;
        }
      }
      std::vector<const Term*> expected;
      for (const auto& [bytes, t] : all)
        if (reach.contains(*bytes.begin())) expected.push_back(t);
      EXPECT_EQ(touched(pc, byte(asked)), expected);
      if (random() % 4 == 0) pc = PathCondition(pc);
    }
  }
}

// The 10,000th constraint costs at most twice the 100th, counted in steps, and so does one after a fork.
TEST_F(PathConditionTest, AddingStaysCheap) {
  using Make = std::function<const Term*(uint64_t)>;
  const std::pair<const char*, Make> shapes[] = {
      {"independent", [&](uint64_t i) { return store_.ult(byte(i), store_.constant(8, 200)); }},
      {"chain", [&](uint64_t i) { return sum_below(i, i + 1, 200); }},
      {"one byte",
       [&](uint64_t i) { return store_.ne(store_.concat(byte(0), byte(i)), store_.constant(16, 77)); }},
      {"all so far", [&](uint64_t i) {
         // Neighbours first, then joined: every constraint unites two groups.
         return i % 2 == 0 ? sum_below(2 * i, 2 * i + 1, 99) : sum_below(2 * i - 1, 2 * i + 2, 98);
       }}};
  for (const auto& [name, make] : shapes) {
    PathCondition pc;
    uint64_t early = 0, late = 0, forked = 0;
    for (uint64_t i = 0; i < 10100; ++i) {
      const Term* term = make(i);
      const uint64_t before = pc.work();
      PathCondition fork = pc;
      if (i >= 10000) {
        add(fork, term);
        forked += fork.work() - before;
      }
      add(pc, term);
      if (i >= 100 && i < 200) early += pc.work() - before;
      if (i >= 10000) late += pc.work() - before;
    }
    EXPECT_LE(late, 2 * early) << name;
    EXPECT_LE(forked, 2 * early) << name;
  }
}

TEST_F(PathConditionTest, CollectionKeepsWhatIsHeld) {
  PathCondition pc;
  for (uint64_t i = 0; i < 10; ++i)
    add(pc,
        store_.lnot(store_.lor(store_.eq(byte(i), byte(i + 20)), store_.eq(byte(i), store_.constant(8, i)))));
  const PathCondition copy = pc;
  uint64_t marked = 0;
  store_.collect([&](const expr::TermStore::Mark& mark) {
    auto count = [&](const Term* term) {
      ++marked;
      mark(term);
    };
    pc.visit_roots(count, 1);
    const uint64_t first = marked;
    copy.visit_roots(count, 1);
    EXPECT_EQ(marked, first);  // shared, visited once
  });
  EXPECT_EQ(touched(pc, byte(3)).size(), 2u);
  expr::Assignment zero;
  for (const Term* term : touched(pc, byte(3))) EXPECT_FALSE(term->is_constant());
}

}  // namespace
}  // namespace bonsai::solve
