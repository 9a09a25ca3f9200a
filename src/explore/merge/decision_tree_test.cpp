#include "explore/merge/decision_tree.h"

#include <gtest/gtest.h>

#include <random>

#include "expr/evaluate.h"

namespace bonsai::explore {
namespace {

using expr::Term;
using solve::Decision;

class DecisionTreeTest : public testing::Test {
 protected:
  const Term* byte(unsigned i) { return terms.symbolic_byte(array, i); }
  const Term* less(unsigned i, uint64_t than) { return terms.ult(byte(i), terms.constant(8, than)); }
  static Decision decision(const Term* term) { return {term, term}; }

  expr::TermStore terms;
  const Term* array = terms.array("x", 8);
};

TEST_F(DecisionTreeTest, BothSidesOfABranchAreEverything) {
  const Term* a = less(0, 10);
  DecisionTree tree(terms, {{decision(a)}, {decision(terms.lnot(a))}});
  ASSERT_TRUE(tree.is_valid());
  EXPECT_EQ(tree.common(), 0u);
  EXPECT_TRUE(tree.any()->is_true());
  EXPECT_EQ(tree.select({terms.constant(32, 1), terms.constant(32, 2)}),
            terms.ite(a, terms.constant(32, 1), terms.constant(32, 2)));
}

TEST_F(DecisionTreeTest, WhatAllDecidedAlikeIsCommon) {
  const Term *a = less(0, 10), *b = less(1, 20);
  DecisionTree tree(terms, {{decision(a), decision(b)}, {decision(a), decision(terms.lnot(b))}});
  EXPECT_EQ(tree.common(), 1u);
  EXPECT_TRUE(tree.any()->is_true());
}

TEST_F(DecisionTreeTest, ABeginningOfAnotherIsNotValid) {
  const Term *a = less(0, 10), *b = less(1, 20);
  EXPECT_FALSE(DecisionTree(terms, {{decision(a)}, {decision(a), decision(b)}}).is_valid());
  EXPECT_FALSE(DecisionTree(terms, {{decision(a)}, {decision(a)}}).is_valid());
}

// Random trees of decisions, some of them not by opposites (as after a merge): under every assignment that
// one path's decisions hold for, its value is chosen; under others the condition is false.
TEST_F(DecisionTreeTest, ChoosesThePathWhoseDecisionsHold) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::vector<Decision>> paths, done;
    paths.push_back({});
    while (!paths.empty()) {
      std::vector<Decision> path = std::move(paths.back());
      paths.pop_back();
      if (done.size() + paths.size() > 10 || random() % 4 == 0) {
        if (random() % 5 && !path.empty()) done.push_back(path);  // some paths are not there
        continue;
      }
      const Term* a = less(random() % 3, 1 + random() % 6);
      for (const Term* side : {a, terms.lnot(a)}) {
        paths.push_back(path);
        paths.back().push_back(decision(side));
        // Several decisions in one, as a merged path has them.
        if (random() % 3 == 0 && paths.back().size() >= 2) {
          std::vector<Decision>& all = paths.back();
          const Term* both = terms.land(all[all.size() - 2].raw, all.back().raw);
          all.resize(all.size() - 2);
          all.push_back(decision(both));
        }
      }
    }
    if (done.size() < 2) continue;
    DecisionTree tree(terms, done);
    if (!tree.is_valid()) continue;
    std::vector<const Term*> values;
    for (size_t i = 0; i < done.size(); ++i) values.push_back(terms.constant(16, i + 1));
    const Term* selected = tree.select(values);
    const Term* condition = tree.any();
    for (size_t i = 0; i < tree.common(); ++i) condition = terms.land(done[0][i].raw, condition);
    for (unsigned input = 0; input < 8 * 8 * 8; ++input) {
      expr::Assignment assignment;
      for (unsigned i = 0; i < 3; ++i) assignment.set(array, i, uint8_t(input >> 3 * i & 7));
      size_t holds = 0;
      for (size_t i = 0; i < done.size(); ++i) {
        bool all = true;
        for (const Decision& each : done[i]) all &= expr::holds(terms, each.raw, assignment);
        if (all) holds = i + 1;
      }
      ASSERT_EQ(expr::holds(terms, condition, assignment), holds != 0);
      if (holds) ASSERT_EQ(expr::evaluate(terms, selected, assignment), holds);
    }
  }
}

}  // namespace
}  // namespace bonsai::explore
