#include "support/layout.h"

#include <gtest/gtest.h>

namespace heddle::support {
namespace {

using Widths = std::vector<unsigned>;

TEST(Layout, PrintableWritesControlCharactersOut) {
  EXPECT_EQ(printable("a\tb"), "a       b");
  EXPECT_EQ(printable("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(printable("gr\xc3\xb6\xc3\x9f"
                      "e"),
            "größe");
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable(""), "");
}

TEST(Layout, WidthsAreCells) {
  EXPECT_EQ(displayWidth("größe"), 5u);
  EXPECT_EQ(displayWidth("漢字"), 4u);
  EXPECT_EQ(displayWidth("\xff"), 1u);
}

TEST(Layout, CutsBetweenCharacters) {
  EXPECT_EQ(cut("balance", 7), "balance");
  EXPECT_EQ(cut("balance", 4), "bal…");
  EXPECT_EQ(cut("漢字漢字", 4), "漢…");
  EXPECT_EQ(cut("balance", 1), "…");
  EXPECT_EQ(cut("balance", 0), "");
}

TEST(Layout, FitsExactly) {
  for (const char *text : {"", "x", "größe", "漢字漢字", "a long text"})
    for (unsigned width = 0; width < 14; ++width) {
      EXPECT_EQ(displayWidth(fit(text, width)), width) << text;
      EXPECT_EQ(displayWidth(fitRight(text, width)), width) << text;
    }
  EXPECT_EQ(fitRight("12", 4), "  12");
}

TEST(Layout, WrapsAtSpacesAndLosesNothing) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrap("reads x: 1", 20), (Lines{"reads x: 1"}));
  EXPECT_EQ(wrap("", 20), (Lines{""}));
  EXPECT_EQ(wrap("reads x: 1", 9), (Lines{"reads x:", "  1"}));
  EXPECT_EQ(wrap("reads values[10]: 1", 8), (Lines{"reads", "  values", "  [10]:", "  1"}));
  EXPECT_EQ(wrap("calls std::deque<int>::push_back", 20),
            (Lines{"calls", "  std::deque<int>::", "  push_back"}));
  EXPECT_EQ(wrap("größe漢字漢字", 7), (Lines{"größe漢", "  字漢", "  字"}));
  for (unsigned width = 0; width < 30; ++width)
    for (const std::string &line : wrap("table[2] = &heap@33#2  {a.lock, b.lock} 漢字", width))
      EXPECT_LE(displayWidth(line), width);
}

TEST(Layout, TheWidestColumnsGiveWayFirst) {
  EXPECT_EQ(shareWidth({10, 30, 20}, 100, 5), (Widths{10, 30, 20}));
  EXPECT_EQ(shareWidth({10, 30, 20}, 50, 5), (Widths{10, 20, 20}));
  EXPECT_EQ(shareWidth({10, 30, 20}, 40, 5), (Widths{10, 15, 15}));
  EXPECT_EQ(shareWidth({30, 30, 30}, 40, 15), Widths{});
  EXPECT_EQ(shareWidth({4, 4, 30}, 23, 15), (Widths{4, 4, 15}));
  EXPECT_EQ(shareWidth({}, 10, 5), Widths{});
}

} // namespace
} // namespace heddle::support
