#include "report/result.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

support::ExitCode codeOf(Verdict verdict) {
  Result result;
  result.verdict = verdict;
  return exitCode(result);
}

TEST(Result, VerdictsEndTheProcess) {
  using support::ExitCode;
  EXPECT_EQ(codeOf(Verdict::Bug), ExitCode::Found);
  EXPECT_EQ(codeOf(Verdict::Reached), ExitCode::Found);
  EXPECT_EQ(codeOf(Verdict::Different), ExitCode::Found);
  EXPECT_EQ(codeOf(Verdict::Unknown), ExitCode::Incomplete);
  EXPECT_EQ(codeOf(Verdict::Safe), ExitCode::Nothing);
  EXPECT_EQ(codeOf(Verdict::Unreachable), ExitCode::Nothing);
  EXPECT_EQ(codeOf(Verdict::Equal), ExitCode::Nothing);
  EXPECT_EQ(codeOf(Verdict::None), ExitCode::Nothing);
}

TEST(Result, PlacesAreShownAsFarAsTheyAreKnown) {
  EXPECT_EQ(shown(Place{"a.c", 3, 7, "f", false, 0}), "a.c:3:7");
  EXPECT_EQ(shown(Place{"a.c", 3, 0, "f", false, 0}), "a.c:3");
  EXPECT_EQ(shown(Place{"a.c", 0, 0, "f", false, 0}), "a.c");
  EXPECT_EQ(shown(Place{"", 0, 0, "f", false, 4}), "f, instruction 4");
  EXPECT_EQ(shown(Place{}), "");
}

TEST(Result, ThreadsAreNamedWithTheirRoutines) {
  Finding finding;
  finding.threads = {{0, "main", "main"}, {1, "T1", "work"}, {2, "T2", ""}};
  EXPECT_EQ(shownThread(finding, 0), "main");
  EXPECT_EQ(shownThread(finding, 1), "T1 work");
  EXPECT_EQ(shownThread(finding, 2), "T2");
  EXPECT_EQ(shownThread(finding, 9), "T9");
}

} // namespace
} // namespace heddle::report
