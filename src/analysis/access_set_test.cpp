#include "analysis/access_set.h"

#include <gtest/gtest.h>

namespace bonsai::analysis {
namespace {

constexpr uint64_t end = Range::to_the_end;

TEST(AccessSet, HoldsWhatListsHold) {
  Accesses first, second;
  first.reads = {{3, 0, 8}, {5, 0, end}};
  first.writes = {{3, 0, end}};
  first.frees = {4};
  second.reads = {{3, 0, 8}, {3, 16, 24}, {5, 8, 16}, {7, 0, 4}};
  second.writes = {{2, 8, 16}, {3, 0, 8}};
  second.allocations = {6};
  second.writes_anything = true;
  AccessSet a(10), b(10);
  a.add(first);
  b.add(second);
  a.add(b);
  Accesses all = a.list();
  EXPECT_EQ(all.reads, (std::vector<Range>{{3, 0, 8}, {3, 16, 24}, {5, 0, end}, {7, 0, 4}}));
  EXPECT_EQ(all.writes, (std::vector<Range>{{2, 8, 16}, {3, 0, end}}));
  EXPECT_EQ(all.frees, std::vector<SiteId>{4});
  EXPECT_EQ(all.allocations, std::vector<SiteId>{6});
  EXPECT_TRUE(all.writes_anything);
  EXPECT_FALSE(all.reads_anything);
}

TEST(AccessSet, ManyPartsAreTheWhole) {
  AccessSet set(10);
  for (uint64_t i = 0; i < 40; ++i) {
    Accesses one;
    one.reads = {{1, 16 * i, 16 * i + 8}};
    set.add(one);
  }
  set.settle();
  EXPECT_EQ(set.list().reads, (std::vector<Range>{{1, 0, end}}));
}

TEST(AccessSet, LeavesSitesOut) {
  AccessSet set(10);
  Accesses some;
  some.reads = {{1, 0, 8}, {2, 0, end}, {3, 0, 8}};
  some.writes = {{2, 0, end}};
  some.allocations = {1, 4};
  set.add(some);
  IdSet gone;
  gone.insert(1);
  gone.insert(2);
  set.leave_out(gone);
  Accesses all = set.list();
  EXPECT_EQ(all.reads, (std::vector<Range>{{3, 0, 8}}));
  EXPECT_TRUE(all.writes.empty());
  EXPECT_EQ(all.allocations, std::vector<SiteId>{4});
}

}  // namespace
}  // namespace bonsai::analysis
