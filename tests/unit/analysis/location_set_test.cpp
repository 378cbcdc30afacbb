#include "analysis/location_set.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace heddle::analysis {
namespace {

std::set<std::uint32_t> listed(const LocationSet &set) {
  std::set<std::uint32_t> result;
  set.forEach([&](std::uint32_t id) { result.insert(id); });
  EXPECT_EQ(result.size(), set.count());
  return result;
}

struct Pair {
  LocationSet set;
  std::set<std::uint32_t> plain;
};

Pair makeRandom(std::mt19937 &random) {
  const unsigned spread = 1u << random() % 14;
  Pair pair;
  for (unsigned i = random() % 100; i > 0; --i) {
    const std::uint32_t id = random() % spread;
    EXPECT_EQ(pair.set.insert(id), pair.plain.insert(id).second);
  }
  return pair;
}

/// Random sets against those of the standard library.
TEST(LocationSet, AgreesWithPlainSets) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 2000; ++round) {
    Pair a = makeRandom(random);
    const Pair b = makeRandom(random);
    for (const std::uint32_t id : b.plain)
      EXPECT_EQ(a.set.contains(id), a.plain.contains(id));

    LocationSet without = a.set;
    without.subtract(b.set);
    std::set<std::uint32_t> plainWithout = a.plain;
    for (const std::uint32_t id : b.plain)
      plainWithout.erase(id);
    EXPECT_EQ(listed(without), plainWithout);

    LocationSet both = a.set;
    both.unite(b.set);
    LocationSet added;
    const bool isChanged = a.set.unite(b.set, added);
    EXPECT_EQ(both, a.set);
    for (const std::uint32_t id : listed(added))
      EXPECT_TRUE(b.plain.contains(id) && !a.plain.contains(id));
    EXPECT_EQ(isChanged, !added.empty());
    std::set<std::uint32_t> all = a.plain;
    all.insert(b.plain.begin(), b.plain.end());
    EXPECT_EQ(listed(a.set), all);
    EXPECT_EQ(added.count() + a.plain.size(), all.size());
  }
}

TEST(LocationSet, SplitsByAMask) {
  std::vector<std::uint32_t> ids = {200, 3, 64, 3};
  LocationSet set = LocationSet::of(ids);
  EXPECT_EQ(listed(set), (std::set<std::uint32_t>{3, 64, 200}));
  const LocationSet taken = set.split({1u << 3, 1});
  EXPECT_EQ(listed(taken), (std::set<std::uint32_t>{3, 64}));
  EXPECT_EQ(listed(set), (std::set<std::uint32_t>{200}));
}

} // namespace
} // namespace heddle::analysis
