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

// What two versions do not share includes all that differs, in order, and little else.
TEST(PersistentMap, UnsharedEntriesAreThoseThatMayDiffer) {
  std::mt19937_64 rng(11);
  for (int round = 0; round < 200; ++round) {
    Version a;
    a.owner = 1;
    uint64_t size = rng() % 3000;
    for (uint64_t i = 0; i < size; ++i) {
      uint64_t key = rng() % 5000;
      a.map.set(a.owner, key, int(i));
      a.reference[key] = int(i);
    }
    Version b = a;
    a.owner = 2;
    b.owner = 3;
    unsigned changes = rng() % 6;
    for (unsigned i = 0; i < changes; ++i) {
      Version& v = rng() % 2 ? a : b;
      uint64_t key = rng() % 5000;
      if (rng() % 2 && v.reference.contains(key)) {
        v.map.erase(v.owner, key);
        v.reference.erase(key);
      } else {
        v.map.set(v.owner, key, -int(i));
        v.reference[key] = -int(i);
      }
    }
    std::map<uint64_t, std::pair<const int*, const int*>> seen;
    uint64_t before = 0;
    PersistentMap<uint64_t, int>::for_each_unshared(a.map, b.map,
                                                    [&](uint64_t key, const int* mine, const int* other) {
                                                      EXPECT_TRUE(seen.empty() || key > before);
                                                      before = key;
                                                      seen[key] = {mine, other};
                                                    });
    EXPECT_LE(seen.size(), 64u * changes);
    for (uint64_t key = 0; key < 5000; ++key) {
      auto in_a = a.reference.find(key), in_b = b.reference.find(key);
      bool has_a = in_a != a.reference.end(), has_b = in_b != b.reference.end();
      if (auto it = seen.find(key); it != seen.end()) {
        ASSERT_EQ(it->second.first != nullptr, has_a);
        ASSERT_EQ(it->second.second != nullptr, has_b);
        if (has_a) ASSERT_EQ(*it->second.first, in_a->second);
        if (has_b) ASSERT_EQ(*it->second.second, in_b->second);
      } else {
        ASSERT_EQ(has_a, has_b) << key;
        if (has_a) ASSERT_EQ(in_a->second, in_b->second);
      }
    }
  }
}

}  // namespace
}  // namespace bonsai::base
