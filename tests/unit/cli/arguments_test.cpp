#include "cli/arguments.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using Strings = std::vector<std::string>;

TEST(Arguments, FlagsStandAfterTheFirstDoubleDash) {
  const Arguments parts = split({"inspect", "a.c", "--", "-DN=3", "--", "x"});
  EXPECT_EQ(parts.own, (Strings{"inspect", "a.c"}));
  EXPECT_EQ(parts.flags, (Strings{"-DN=3", "--", "x"}));
  EXPECT_TRUE(split({"--"}).own.empty());
  EXPECT_TRUE(split({}).flags.empty());
}

TEST(Arguments, EverythingAfterArgsIsTheProgramsOwn) {
  EXPECT_EQ(split({"run", "a.c", "--args", "-n", "3", "--json", "--", "-O1"}).own,
            (Strings{"run", "a.c", "--args=:-n", "--args=:3", "--args=:--json"}));
  EXPECT_EQ(split({"run", "a.c", "--args=x", "", "--args"}).own,
            (Strings{"run", "a.c", "--args=:x", "--args=:", "--args=:--args"}));
  EXPECT_EQ(split({"run", "a.c", "--args"}).own, (Strings{"run", "a.c"}));
}

TEST(Arguments, JsonBeforeAProgramPrints) {
  EXPECT_EQ(split({"inspect", "--json", "a.c"}).own, (Strings{"inspect", "--json=-", "a.c"}));
  EXPECT_EQ(split({"inspect", "a.c", "--json"}).own, (Strings{"inspect", "a.c", "--json=-"}));
  EXPECT_EQ(split({"inspect", "--json", "--entry", "f"}).own,
            (Strings{"inspect", "--json=-", "--entry", "f"}));
  EXPECT_EQ(split({"inspect", "a.c", "--json", "--", "x"}).own,
            (Strings{"inspect", "a.c", "--json=-"}));
}

TEST(Arguments, JsonWithATargetKeepsIt) {
  EXPECT_EQ(split({"--json", "-", "a.c"}).own, (Strings{"--json", "-", "a.c"}));
  EXPECT_EQ(split({"--json", "out.json", "a.c"}).own, (Strings{"--json", "out.json", "a.c"}));
  EXPECT_EQ(split({"--json", "out", "a.c"}).own, (Strings{"--json", "out", "a.c"}));
}

} // namespace
} // namespace heddle::cli
