#include "diff/align.h"

#include <gmock/gmock.h>
#include <string>

namespace heddle::diff {
namespace {

Aligned alignTexts(const std::string &one, const std::string &other) {
  const auto isSame = [&](std::uint32_t i, std::uint32_t j) { return one[i] == other[j]; };
  return align(static_cast<std::uint32_t>(one.size()), static_cast<std::uint32_t>(other.size()),
               isSame, [&](std::uint32_t i, std::uint32_t j) { return isSame(i, j) ? 9U : 0U; });
}

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Align, EqualSequences) {
  EXPECT_THAT(alignTexts("abc", "abc"), ElementsAre(Pair(0, 0), Pair(1, 1), Pair(2, 2)));
}

TEST(Align, WhatIsPutAroundLeavesTheRestPaired) {
  EXPECT_THAT(alignTexts("abc", "aLbUc"), ElementsAre(Pair(0, 0), Pair(1, 2), Pair(2, 4)));
}

TEST(Align, NothingInCommon) {
  EXPECT_THAT(alignTexts("abc", "xyz"), IsEmpty());
  EXPECT_THAT(alignTexts("", "xyz"), IsEmpty());
}

TEST(Align, KeepsTheOrder) {
  const Aligned found = alignTexts("xab", "abx");
  EXPECT_THAT(found, ElementsAre(Pair(1, 0), Pair(2, 1)));
}

/// The most that two sequences can have in common, by trying all.
std::size_t longestCommon(const std::string &one, const std::string &other) {
  if (one.empty() || other.empty())
    return 0;
  if (one.back() == other.back())
    return 1 + longestCommon(one.substr(0, one.size() - 1), other.substr(0, other.size() - 1));
  return std::max(longestCommon(one.substr(0, one.size() - 1), other),
                  longestCommon(one, other.substr(0, other.size() - 1)));
}

TEST(Align, FindsTheMostOnAllShortSequences) {
  const auto textOf = [](unsigned number) {
    std::string text;
    for (unsigned rest = number; rest; rest /= 4)
      if (rest % 4)
        text += static_cast<char>('a' + rest % 4);
    return text;
  };
  for (unsigned i = 0; i < 256; ++i)
    for (unsigned j = 0; j < 256; ++j)
      EXPECT_EQ(alignTexts(textOf(i), textOf(j)).size(), longestCommon(textOf(i), textOf(j)))
          << textOf(i) << " " << textOf(j);
}

} // namespace
} // namespace heddle::diff
