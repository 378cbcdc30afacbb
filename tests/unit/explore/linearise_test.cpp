// Orders in which every read sees the write it is to see.
#include "explore/linearise.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <numeric>

namespace heddle::explore {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t nobody = Placed::nobody;

Linearised order(const std::vector<Placed> &events, std::size_t cells,
                 std::vector<std::uint32_t> wanted = {}, std::uint64_t deadEnds = 1000) {
  if (wanted.empty()) {
    wanted.resize(events.size());
    std::iota(wanted.begin(), wanted.end(), 0);
  }
  return linearise(events, wanted, cells, deadEnds);
}

/// Whether each read sees what it is to see, and all comes after what it follows.
bool isRight(const std::vector<Placed> &events, const std::vector<std::uint32_t> &found,
             std::size_t cells) {
  std::vector<std::uint32_t> last(cells, nobody);
  std::vector<bool> done(events.size());
  for (const std::uint32_t i : found) {
    for (const std::uint32_t a : events[i].after)
      if (!done[a])
        return false;
    for (const Placed::Read &read : events[i].reads)
      if (last[read.cell] != read.writer)
        return false;
    for (const CellId cell : events[i].writes)
      last[cell] = i;
    done[i] = true;
  }
  return found.size() == events.size();
}

TEST(Linearise, KeepsTheOrderThatIsWanted) {
  const std::vector<Placed> events(3);
  EXPECT_THAT(*order(events, 0, {2, 0, 1}).order, ElementsAre(2, 0, 1));
}

TEST(Linearise, PutsTheWriterLastThatIsSeen) {
  const std::vector<Placed> events = {
      {{}, {}, {0}, false}, {{}, {}, {0}, false}, {{}, {{0, 0}}, {}, false}};
  EXPECT_THAT(*order(events, 1).order, ElementsAre(0, 2, 1));
  const std::vector<Placed> first = {
      {{}, {}, {0}, false}, {{}, {}, {0}, false}, {{}, {{0, nobody}}, {}, false}};
  EXPECT_THAT(*order(first, 1).order, ElementsAre(2, 0, 1));
}

TEST(Linearise, TwoUpdatesCannotSeeTheSame) {
  const std::vector<Placed> events = {{{}, {{0, nobody}}, {0}, false},
                                      {{}, {{0, nobody}}, {0}, false}};
  const Linearised found = order(events, 1);
  EXPECT_FALSE(found.order);
  EXPECT_FALSE(found.gaveUp);
}

TEST(Linearise, StoreBufferingNeedsTwoReadsOfOldValuesNotBoth) {
  // x = 1; read y  beside  y = 1; read x: both reads cannot see what was there at the beginning.
  const std::vector<Placed> events = {{{}, {}, {0}, false},
                                      {{0}, {{1, nobody}}, {}, false},
                                      {{}, {}, {1}, false},
                                      {{2}, {{0, nobody}}, {}, false}};
  EXPECT_FALSE(order(events, 2).order);
}

TEST(Linearise, GoesBackWhereTheFirstThatFitsDoesNot) {
  // The writers of the two places come in opposite orders, which only the search finds out.
  const std::vector<Placed> events = {{{}, {}, {0}, false},      {{}, {}, {1}, false},
                                      {{}, {}, {0, 1}, false},   {{}, {{0, 0}}, {}, false},
                                      {{}, {{1, 1}}, {}, false}, {{}, {{0, 2}, {1, 2}}, {}, false}};
  for (std::vector<std::uint32_t> wanted = {0, 1, 2, 3, 4, 5};
       std::ranges::next_permutation(wanted).found;) {
    const Linearised found = order(events, 2, wanted);
    ASSERT_TRUE(found.order);
    EXPECT_TRUE(isRight(events, *found.order, 2));
  }
}

TEST(Linearise, WhatIsSilentHappensAtOnce) {
  // The silent one follows 0 and 1 and overwrites what 3 is to see of 2.
  std::vector<Placed> events = {{{}, {}, {}, false},
                                {{}, {}, {}, false},
                                {{}, {}, {0}, false},
                                {{}, {{0, 2}}, {}, false},
                                {{0, 1}, {}, {0}, true}};
  EXPECT_TRUE(isRight(events, *order(events, 1).order, 1));
  events[2].after = {0};
  events[1].after = {2};
  EXPECT_THAT(*order(events, 1).order, ElementsAre(0, 2, 3, 1, 4));
  // It cannot wait for 3, which follows what lets it go.
  events[3].after = {1};
  EXPECT_FALSE(order(events, 1).order);
}

/// The same by trying all orders.
bool hasOrder(const std::vector<Placed> &events, std::size_t cells) {
  std::vector<std::uint32_t> some(events.size());
  std::iota(some.begin(), some.end(), 0);
  const auto isAtOnce = [&](std::size_t at) { // Nothing that could wait comes in between.
    const Placed &event = events[some[at]];
    while (at-- > 0)
      if (std::ranges::count(event.after, some[at]))
        return true;
      else if (!events[some[at]].isSilent)
        return false;
    return event.after.empty();
  };
  do {
    bool fits = isRight(events, some, cells);
    for (std::size_t i = 0; i < some.size() && fits; ++i)
      fits = !events[some[i]].isSilent || isAtOnce(i);
    if (fits)
      return true;
  } while (std::ranges::next_permutation(some).found);
  return false;
}

TEST(Linearise, AgreesWithTryingAllOrders) {
  constexpr std::size_t cells = 2;
  std::uint32_t state = 1;
  const auto below = [&](std::uint32_t count) {
    state = state * 1664525 + 1013904223;
    return (state >> 16) % count;
  };
  unsigned possible = 0;
  unsigned impossible = 0;
  unsigned givenUp = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    std::vector<Placed> events(6);
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      if (i && below(3) == 0)
        events[i].after.push_back(below(i));
      // Of several that happen at once each order will do, but not all of them are tried.
      events[i].isSilent = !events[i].after.empty() && below(3) == 0 &&
                           std::ranges::none_of(events, &Placed::isSilent);
      for (CellId cell = 0; cell < cells; ++cell) {
        std::vector<std::uint32_t> writers = {nobody};
        for (std::uint32_t k = 0; k < i; ++k)
          if (std::ranges::count(events[k].writes, cell))
            writers.push_back(k);
        if (below(3) == 0)
          events[i].reads.push_back(
              {cell, writers[below(static_cast<std::uint32_t>(writers.size()))]});
        if (below(2) == 0)
          events[i].writes.push_back(cell);
      }
    }
    const Linearised found = order(events, cells);
    ASSERT_FALSE(found.gaveUp);
    ASSERT_EQ(found.order.has_value(), hasOrder(events, cells)) << "round " << round;
    ASSERT_TRUE(!found.order || isRight(events, *found.order, cells)) << "round " << round;
    ++(found.order ? possible : impossible);
    const Linearised hasty = order(events, cells, {}, 0);
    givenUp += hasty.gaveUp;
    ASSERT_TRUE(hasty.gaveUp || hasty.order.has_value() == found.order.has_value());
    ASSERT_FALSE(hasty.gaveUp && hasty.order);
  }
  // All of that is there.
  EXPECT_GT(possible, 500u);
  EXPECT_GT(impossible, 500u);
  EXPECT_GT(givenUp, 0u);
}

} // namespace
} // namespace heddle::explore
