#include "support/terminal.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::support {
namespace {

class TerminalOfPipe : public testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(pipe(ends), 0); }
  void TearDown() override {
    unsetenv("COLUMNS");
    close(ends[0]);
    close(ends[1]);
  }
  int ends[2] = {-1, -1};
};

TEST_F(TerminalOfPipe, HasNoColourAndAHundredColumns) {
  unsetenv("COLUMNS");
  const Terminal terminal = terminalOf(ends[1]);
  EXPECT_FALSE(terminal.colour);
  EXPECT_FALSE(terminal.interactive);
  EXPECT_EQ(terminal.width, 100u);
}

TEST_F(TerminalOfPipe, ColumnsDecideTheWidth) {
  setenv("COLUMNS", "72", 1);
  EXPECT_EQ(terminalOf(ends[1]).width, 72u);
  setenv("COLUMNS", "3", 1);
  EXPECT_EQ(terminalOf(ends[1]).width, 40u);
  setenv("COLUMNS", "99999999", 1);
  EXPECT_EQ(terminalOf(ends[1]).width, 1000u);
  setenv("COLUMNS", "wide", 1);
  EXPECT_EQ(terminalOf(ends[1]).width, 100u);
}

} // namespace
} // namespace heddle::support
