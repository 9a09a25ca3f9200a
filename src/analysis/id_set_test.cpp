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

TEST(IdSet, ErasesAndSeesMarks) {
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    IdSet a, b;
    std::set<uint32_t> x, unmarked;
    std::vector<uint64_t> marks(1000 / 64 + 1);
    for (int i = 0; i < 100; ++i) {
      uint32_t id = random() % 1000, other = random() % 1000, mark = random() % 1000;
      a.insert(id), x.insert(id);
      b.insert(other);
      marks[mark / 64] |= uint64_t(1) << mark % 64;
    }
    a.erase(b);
    std::erase_if(x, [&](uint32_t id) { return b.contains(id); });
    EXPECT_EQ(listed(a), x);
    IdSet same;
    for (uint32_t id : x) same.insert(id);
    EXPECT_EQ(a, same);
    EXPECT_EQ(a.hash(), same.hash());
    std::set<uint32_t> seen;
    a.for_each_unmarked(marks, [&](uint32_t id) { seen.insert(id); });
    for (uint32_t id : x)
      if (!(marks[id / 64] >> id % 64 & 1)) unmarked.insert(id);
    EXPECT_EQ(seen, unmarked);
    EXPECT_EQ(a.intersects(marks), unmarked.size() < x.size());
  }
}

}  // namespace
}  // namespace bonsai::analysis
