#include "analysis/id_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace bonsai::analysis {
namespace {

std::set<uint32_t> listed(const IdSet& set) {
  std::set<uint32_t> all;
  set.for_each([&](uint32_t id) { all.insert(id); });
  return all;
}

TEST(IdSet, IsASet) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    IdSet a, b, fresh;
    std::set<uint32_t> x, y, news;
    uint32_t range = round % 2 ? 200 : 100000;
    for (int i = 0; i < 60 * (1 + round % 3); ++i) {
      uint32_t id = random() % range;
      EXPECT_EQ(a.insert(id), x.insert(id).second);
      if (i % 4 == 0) b.insert(id = random() % range), y.insert(id);
    }
    for (uint32_t id : y)
      if (!x.contains(id)) news.insert(id);
    EXPECT_EQ(a.insert(b, fresh), !news.empty());
    x.insert(y.begin(), y.end());
    EXPECT_EQ(listed(a), x);
    EXPECT_EQ(listed(fresh), news);
    EXPECT_EQ(a.size(), x.size());
    for (uint32_t id = 0; id < 300; ++id) EXPECT_EQ(a.contains(id), x.contains(id));
    EXPECT_FALSE(a.insert(b, fresh));
  }
}

}  // namespace
}  // namespace bonsai::analysis
