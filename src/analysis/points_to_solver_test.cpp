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

// Many pointers share a node for their loads and stores: the solution is that of edges of their own.
TEST_F(PointsToSolverTest, LargeSetsGoThroughHubs) {
  constexpr uint32_t count = 40;
  std::vector<SiteId> sites;
  for (uint32_t i = 0; i < count; ++i) sites.push_back(solver.add_site(64));
  SiteId target = solver.add_site(8), other = solver.add_site(8);
  for (uint32_t i = 0; i < count; ++i) solver.seed(p, sites[i], i % 2 ? Offsets::any() : Offsets{});
  solver.seed(q, target, {});
  solver.seed(r, other, {});
  solver.store(p, {.offset = 8}, 8, q);   // all
  solver.store(p, {.offset = 16}, 8, r);  // all, at another offset
  PointsToSolver::Node loaded = solver.add_nodes(3);
  solver.load(p, {.offset = 8}, 8, loaded);
  solver.load_at(sites[0], {8, 0}, 8, loaded + 1);  // a known place
  solver.load_at(sites[1], {8, 0}, 8, loaded + 2);  // stored to at any place
  // Nodes that hold the same have the same hub.
  for (int i = 0; i < 20; ++i) {
    PointsToSolver::Node copy = solver.add_nodes(2);
    solver.flow(p, copy);
    solver.load(copy, {.offset = 8}, 8, copy + 1);
  }
  solver.solve();
  EXPECT_TRUE(has(loaded, target, {}));
  EXPECT_TRUE(has(loaded, other, {}));  // of those whose place is not known
  EXPECT_TRUE(has(loaded + 1, target, {}));
  EXPECT_FALSE(has(loaded + 1, other, {}));
  EXPECT_TRUE(has(loaded + 2, target, {}));
  EXPECT_TRUE(has(loaded + 2, other, {}));
  EXPECT_LT(solver.edge_count(), 20 * count);
}

TEST_F(PointsToSolverTest, LateFactsComeToOldAndNewLoads) {
  solver.seed(p, a, {});
  solver.seed(q, b, {});
  solver.store(p, {}, 8, q);
  solver.load(p, {}, 8, r);
  solver.watch(r, [&](SiteId site) {
    if (site == b) {
      solver.flow(p, s);
      solver.load(s, {}, 8, t);
      solver.seed(q, a, {8, 0});
    }
  });
  solver.solve();
  EXPECT_TRUE(has(t, b, {}));
  EXPECT_TRUE(has(t, a, {8, 0}));
  EXPECT_TRUE(has(r, a, {8, 0}));
}

TEST_F(PointsToSolverTest, AnUnknownOffsetStandsForTheOthers) {
  solver.seed(p, a, {});
  solver.seed(p, a, {8, 0});
  solver.flow(p, q);
  solver.watch(q, [&](SiteId) { solver.seed(p, a, Offsets::any()); });
  solver.load(q, {}, 8, r);
  solver.seed(s, b, {});
  solver.store_at(a, {40, 0}, 8, s);
  solver.solve();
  EXPECT_TRUE(has(q, a, Offsets::any()));
  EXPECT_FALSE(has(q, a, {8, 0}));
  EXPECT_TRUE(has(r, b, {}));
}

TEST_F(PointsToSolverTest, ObjectsThatBecomeOneKeepTheirOffsetsWhileTheyAreFew) {
  SiteId few = solver.add_site(64), many = solver.add_site(64);
  SiteId target = solver.add_site(8);
  solver.seed(q, target, {});
  solver.store_at(a, {16, 0}, 8, q);
  solver.seed(p, a, {});
  solver.copy_objects(few, p);
  solver.flow(p, r);
  for (int i = 0; i < 100; ++i) solver.seed(r, solver.add_site(64), {});
  solver.copy_objects(many, r);
  PointsToSolver::Node loaded = solver.add_nodes(4);
  solver.load_at(few, {16, 0}, 8, loaded);
  solver.load_at(few, {8, 0}, 8, loaded + 1);
  solver.load_at(many, {16, 0}, 8, loaded + 2);
  solver.load_at(many, {8, 0}, 8, loaded + 3);
  solver.solve();
  EXPECT_TRUE(has(loaded, target, {}));
  EXPECT_TRUE(solver.facts(loaded + 1).empty());
  EXPECT_TRUE(has(loaded + 2, target, {}));
  EXPECT_TRUE(has(loaded + 3, target, {}));
}

TEST_F(PointsToSolverTest, WhatEscapesIsWrittenToWhatItReaches) {
  solver.seed(p, a, {});
  solver.seed(q, b, {});
  solver.store_at(a, {}, 8, q);
  solver.escape(p);
  solver.load_at(b, {8, 0}, 8, r);
  solver.solve();
  EXPECT_TRUE(has(r, a, Offsets::any()));
  EXPECT_TRUE(has(r, b, Offsets::any()));
}

}  // namespace
}  // namespace bonsai::analysis
