#include "cli/progress_line.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(ProgressLine, ShortensNumbers) {
  EXPECT_EQ(shortNumber(0), "0");
  EXPECT_EQ(shortNumber(999), "999");
  EXPECT_EQ(shortNumber(1000), "1.0 k");
  EXPECT_EQ(shortNumber(12'345), "12 k");
  EXPECT_EQ(shortNumber(999'949), "1.0 M");
  EXPECT_EQ(shortNumber(123'456'789), "123 M");
  EXPECT_EQ(shortNumber(9'960'000), "10 M");
  EXPECT_EQ(shortNumber(5'000'000'000'000'000), "5000 T");
}

TEST(ProgressLine, ShortensTimes) {
  EXPECT_EQ(shortTime(0.2), "0 s");
  EXPECT_EQ(shortTime(300), "300 s");
  EXPECT_EQ(shortTime(720), "12 min");
  EXPECT_EQ(shortTime(9000), "2.5 h");
}

class Shown : public testing::Test {
protected:
  explore::Progress progress;
  ProgressLine line;
};

TEST_F(Shown, HasAllFigures) {
  progress.executions = 1000;
  line.text(progress, 1, 300, 80);
  progress.executions = 3000;
  progress.states = 12'345;
  progress.pruned = 7;
  progress.depth = 42;
  EXPECT_EQ(line.text(progress, 2, 300, 100),
            "3.0 k executions, 2.0 k/s, 12 k states, 7 pruned, depth 42, 298 s left");
}

TEST_F(Shown, FitsWhateverTheFigures) {
  for (std::uint64_t number = 1; number < 1'000'000'000'000; number *= 7) {
    progress.executions = number;
    progress.states = number;
    progress.pruned = number;
    progress.depth = number;
    for (const unsigned width : {80U, 40U, 10U, 1U, 0U}) {
      const std::string text = line.text(progress, 1, 86'400, width);
      EXPECT_LT(text.size(), std::max(1U, width));
      if (width == 80) {
        EXPECT_EQ(std::ranges::count(text, ','), 5) << text;
      }
    }
  }
}

TEST_F(Shown, LeavesOutTheLeastTelling) {
  EXPECT_EQ(line.text(progress, 1, 300, 40), "0 executions, 0/s, 0 states, 299 s left");
  EXPECT_EQ(line.text(progress, 1, 300, 39), "0 executions, 0/s, 299 s left");
  EXPECT_EQ(line.text(progress, 1, 300, 14), "0 executions");
}

TEST_F(Shown, RateIsThatOfTheLastLines) {
  for (int i = 0; i < 20; ++i) {
    progress.executions += i < 10 ? 1000 : 10;
    line.text(progress, i, 300, 100);
  }
  progress.executions += 10;
  EXPECT_NE(line.text(progress, 20, 300, 100).find(", 10/s,"), std::string::npos);
}

} // namespace
} // namespace heddle::cli
