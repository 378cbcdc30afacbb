#include "support/nearest.h"

#include <gtest/gtest.h>
#include <vector>

namespace heddle::support {
namespace {

const std::vector<std::string> commands = {"check", "inspect", "replay", "diff"};

TEST(Nearest, FindsTypingErrors) {
  EXPECT_EQ(nearest("inspekt", commands), "inspect");
  EXPECT_EQ(nearest("chekc", commands), "check");
  EXPECT_EQ(nearest("chek", commands), "check");
  EXPECT_EQ(nearest("insp", commands), "inspect");
  EXPECT_EQ(nearest("dif", commands), "diff");
}

TEST(Nearest, LeavesOtherWordsAlone) {
  EXPECT_EQ(nearest("banana", commands), std::nullopt);
  EXPECT_EQ(nearest("", commands), std::nullopt);
  EXPECT_EQ(nearest("x", {}), std::nullopt);
}

} // namespace
} // namespace heddle::support
