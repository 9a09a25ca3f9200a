#include "analysis/points_to_solver.h"

#include <gtest/gtest.h>

namespace bonsai::analysis {
namespace {

class PointsToSolverTest : public testing::Test {
 protected:
  bool has(PointsToSolver::Node node, SiteId site, Offsets place) const {
    bool found = false;
    solver.facts(node).for_each([&](uint32_t id) {
      PointsToSolver::Fact fact = solver.fact(id);
      found |= fact.site == site && fact.place == place;
    });
    return found;
  }
  PointsToSolver solver{8};
  SiteId a = solver.add_site(64), b = solver.add_site(64);
  PointsToSolver::Node p = solver.add_nodes(8), q = p + 1, r = p + 2, s = p + 3, t = p + 4;
};

TEST(Offsets, Moves) {
  EXPECT_EQ(moved({8, 0}, {.offset = -4}), (Offsets{4, 0}));
  EXPECT_EQ(moved({8, 0}, {.offset = 4, .scale = 16}), (Offsets{12, 16}));
  EXPECT_EQ(moved({12, 16}, {.offset = 8}), (Offsets{4, 16}));
  EXPECT_EQ(moved({4, 16}, {.offset = 0, .scale = 24}), (Offsets{4, 8}));
  EXPECT_EQ(moved({-8, 0}, {.offset = 0, .scale = 16}), (Offsets{8, 16}));
  EXPECT_TRUE(moved({4, 16}, Move::anywhere()).is_any());
}

TEST_F(PointsToSolverTest, FieldsAreApart) {
  solver.seed(p, a, {});
  solver.seed(q, b, {});
  solver.store(p, {.offset = 8}, 8, q);
  solver.load(p, {.offset = 8}, 8, r);
  solver.load(p, {.offset = 16}, 8, s);
  solver.solve();
  EXPECT_TRUE(has(r, b, {}));
  EXPECT_TRUE(solver.facts(s).empty());
}

TEST_F(PointsToSolverTest, ElementsOfAnArrayOfStructuresHaveFields) {
  solver.seed(p, a, {});
  solver.seed(q, b, {});
  solver.store(p, {.offset = 8, .scale = 16}, 8, q);
  solver.load(p, {.offset = 40}, 8, r);
  solver.load(p, {.offset = 0, .scale = 16}, 8, s);
  solver.solve();
  EXPECT_TRUE(has(r, b, {}));
  EXPECT_TRUE(solver.facts(s).empty());
}

TEST_F(PointsToSolverTest, PiecesOfAPointerAreNotLost) {
  solver.seed(p, a, {});
  solver.seed(q, b, {8, 0});
  solver.store(p, {}, 8, q);
  solver.load(p, {.offset = 3}, 1, r);    // a byte of it
  solver.store(p, {.offset = 35}, 1, r);  // goes elsewhere
  solver.load(p, {.offset = 32}, 8, s);   // and is read with others
  solver.solve();
  EXPECT_TRUE(has(s, b, Offsets::any()));
}

TEST_F(PointsToSolverTest, AWalkThroughAnArrayEnds) {
  SiteId heap = solver.add_site(PointsToSolver::unknown_size);
  solver.seed(p, heap, {});
  solver.flow(p, q);
  solver.flow(q, p, {.offset = 24});
  solver.solve();
  EXPECT_TRUE(has(q, heap, {0, 24}));
}

TEST_F(PointsToSolverTest, CopiesKeepDistances) {
  solver.seed(p, a, {});
  solver.seed(q, b, {8, 0});
  SiteId target = solver.add_site(8);
  solver.seed(r, target, {});
  solver.store(p, {.offset = 16}, 8, r);
  solver.copy_memory(q, p, 24);
  solver.load(q, {.offset = 16}, 8, s);
  solver.load(q, {.offset = 8}, 8, t);
  solver.solve();
  EXPECT_TRUE(has(s, target, {}));
  EXPECT_TRUE(solver.facts(t).empty());
}

TEST_F(PointsToSolverTest, WhatIsStoredThroughAnUnknownPointerIsEverywhere) {
  solver.seed(p, PointsToSolver::outside, Offsets::any());
  solver.seed(q, b, {});
  solver.seed(r, a, {});
  solver.load(r, {}, 8, s);
  solver.store(p, {}, 8, q);
  solver.load(p, {}, 8, t);
  solver.solve();
  EXPECT_TRUE(has(s, b, {}));
  EXPECT_TRUE(has(t, PointsToSolver::outside, Offsets::any()));
}

TEST_F(PointsToSolverTest, TheDistanceOfTwoPointersIsANumber) {
  solver.seed(p, a, {8, 0});
  solver.seed(q, a, {});
  solver.subtract(p, q, r);
  solver.subtract(p, t, s);  // an address minus a number
  solver.solve();
  EXPECT_TRUE(solver.facts(r).empty());
  EXPECT_TRUE(has(s, a, Offsets::any()));
}

TEST_F(PointsToSolverTest, CirclesAndLateEdges) {
  solver.flow(p, q);
  solver.flow(q, r);
  solver.flow(r, p);
  solver.watch(r, [&](SiteId site) {
    if (site == a) solver.seed(q, b, {});
  });
  solver.seed(p, a, {});
  solver.flow(q, s);
  solver.solve();
  EXPECT_TRUE(has(s, a, {}));
  EXPECT_TRUE(has(p, b, {}));
}

}  // namespace
}  // namespace bonsai::analysis
