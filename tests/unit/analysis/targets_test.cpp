// Lines and functions as places to stand at, and marks there.
#include "analysis/targets.h"

#include "../program/build_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

constexpr const char *ir = R"(
@x = global i32 0
define i32 @main() {
  %a = load i32, ptr @x
  %b = add i32 %a, 1
  store i32 %b, ptr @x
  ret i32 0
}
)";

TEST(Targets, AreReadFromTheirEnd) {
  const auto line = readTargetLine("C:/a.c:12");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->file, "C:/a.c");
  EXPECT_EQ(line->line, 12u);
  for (const char *wrong : {"a.c", "a.c:", ":3", "a.c:0", "a.c:x", "a.c:3x"})
    EXPECT_FALSE(readTargetLine(wrong)) << wrong;
}

TEST(Targets, AFunctionIsItsFirstInstruction) {
  const program::Program program = program::buildProgram(ir);
  const auto goal = goalFunction(program, "main");
  ASSERT_TRUE(goal);
  ASSERT_EQ(goal->places.size(), 1u);
  EXPECT_EQ(goal->places.front(), program.functions().front().first);
  const auto wrong = goalFunction(program, "mainn");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.failure().message, testing::HasSubstr("did you mean 'main'?"));
}

TEST(Targets, APlaceOfSeveralGoalsHasOneMark) {
  const auto marks = marksFor({{"one", {3, 5}}, {"other", {5}}});
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].before, 3u);
  EXPECT_EQ(marks[0].targets, 1u);
  EXPECT_EQ(marks[1].targets, 3u);
}

TEST(Targets, MarksChangeNothingElse) {
  const program::Program program = program::buildProgram(ir);
  const std::vector<program::Mark> marks = {{1, 0}, {2, 1}};
  const auto marked = program::withMarks(program, marks, 1);
  ASSERT_TRUE(marked);
  EXPECT_EQ(marked->locations().size(), program.locations().size() + 2);
  EXPECT_EQ(program::unmarked(*marked, program),
            (std::vector<program::LocationId>{0, 1, 1, 2, 2, 3}));
  // The lasting names of operations are the same.
  EXPECT_EQ(marked->location(*marked->find("main", 1)).kind, program::OpKind::Write);
}

} // namespace
} // namespace heddle::analysis
