#include "base/persistent_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace bonsai::base {
namespace {

struct Version {
  PersistentMap<uint64_t, int> map;
  std::map<uint64_t, int> reference;
  Owner owner;
};

void expect_equal(const Version& version) {
  ASSERT_EQ(version.map.size(), version.reference.size());
  auto it = version.reference.begin();
  version.map.for_each([&](uint64_t key, int value) {
    ASSERT_EQ(key, it->first);
    ASSERT_EQ(value, it->second);
    ++it;
  });
}

TEST(PersistentMap, BehavesLikeStdMapAcrossForks) {
  std::mt19937_64 rng(7);
  Owner next_owner = 1;
  std::vector<Version> versions(1);
  versions[0].owner = next_owner++;
  for (int step = 0; step < 60000; ++step) {
    Version& v = versions[rng() % versions.size()];
    uint64_t key = rng() % 700;
    switch (rng() % 8) {
      case 0:
        if (versions.size() < 12) {
          Version copy = v;
          v.owner = next_owner++;
          copy.owner = next_owner++;
          versions.push_back(copy);
        } else {
          versions.pop_back();
        }
        break;
      case 1:
      case 2:
        if (v.reference.erase(key)) v.map.erase(v.owner, key);
        break;
      case 3: {
        auto it = v.reference.upper_bound(key);
        auto* above = v.map.find_above(key);
        ASSERT_EQ(above != nullptr, it != v.reference.end());
        if (above) {
          ASSERT_EQ(above->key, it->first);
        }
        auto* at_most = v.map.find_at_most(key);
        ASSERT_EQ(at_most != nullptr, it != v.reference.begin());
        if (at_most) {
          ASSERT_EQ(at_most->key, std::prev(it)->first);
        }
        break;
      }
      default: {
        int value = int(rng() % 1000);
        v.map.set(v.owner, key, value);
        v.reference[key] = value;
      }
    }
    if (step % 500 == 0)
      for (const Version& each : versions) expect_equal(each);
  }
}

TEST(PersistentMap, StackLikeUse) {
  PersistentMap<uint64_t, int> map;
  for (int depth = 0; depth < 1000; ++depth) map.set(1, uint64_t(depth), depth);
  for (int depth = 999; depth >= 0; --depth) {
    ASSERT_EQ(map.find_at_most(5000)->value, depth);
    map.erase(1, uint64_t(depth));
  }
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(map.find_at_most(1), nullptr);
}

}  // namespace
}  // namespace bonsai::base
