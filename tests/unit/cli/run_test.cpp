#include "cli/run.h"

#include "cli/common.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using support::ExitCode;
using testing::HasSubstr;

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

Outcome runWith(const std::vector<std::string> &arguments) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const ExitCode code = run(arguments);
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

TEST(Run, HelpAndVersionGoToStandardOutput) {
  EXPECT_EQ(runWith({"--help"}).code, ExitCode::Nothing);
  EXPECT_THAT(runWith({"--help"}).out, HasSubstr("usage: heddle COMMAND"));
  EXPECT_THAT(runWith({"inspect", "--help"}).out,
              HasSubstr("usage: heddle inspect [OPTIONS] FILES [-- FLAGS]"));
  const Outcome version = runWith({"--version"});
  EXPECT_EQ(version.code, ExitCode::Nothing);
  EXPECT_THAT(version.out, testing::MatchesRegex("heddle [0-9.]+ .LLVM 19[0-9.]+, Z3 4[0-9.]+.\n"));
}

TEST(Run, NothingToDoIsAMistakeThatGetsHelp) {
  const Outcome outcome = runWith({});
  EXPECT_EQ(outcome.code, ExitCode::BadInput);
  EXPECT_THAT(outcome.err, HasSubstr("heddle: error: no command given\n"));
  EXPECT_THAT(outcome.err, HasSubstr("inspect"));
}

TEST(Run, MistypedWordsGetTheNearestOne) {
  EXPECT_THAT(runWith({"inspcet", "a.c"}).err,
              HasSubstr("unknown command 'inspcet'; did you mean 'inspect'?"));
  EXPECT_THAT(runWith({"inspect", "a.c", "--entyr", "f"}).err,
              HasSubstr("unknown option '--entyr'; did you mean '--entry'?"));
  EXPECT_THAT(runWith({"inspect", "a.c", "--entyr=f"}).err,
              HasSubstr("unknown option '--entyr'; did you mean '--entry'?"));
  EXPECT_THAT(runWith({"--versoin"}).err,
              HasSubstr("unknown option '--versoin'; did you mean '--version'?"));
  EXPECT_EQ(runWith({"frobnicate"}).code, ExitCode::BadInput);
}

TEST(Run, AProgramWithoutACommandGetsTheCommandToType) {
  EXPECT_THAT(runWith({"prog.c"}).err, HasSubstr("type 'heddle check prog.c'"));
  EXPECT_THAT(runWith({"inspect"}).err,
              HasSubstr("no program given; type 'heddle inspect prog.c'"));
}

TEST(Run, AnOptionWithoutItsValueIsAnError) {
  const Outcome outcome = runWith({"inspect", "a.c", "--entry"});
  EXPECT_EQ(outcome.code, ExitCode::BadInput);
  EXPECT_THAT(outcome.err, HasSubstr("--entry"));
}

TEST(Run, AMissingFileIsNamed) {
  const Outcome outcome = runWith({"inspect", "/nowhere/prog.c"});
  EXPECT_EQ(outcome.code, ExitCode::BadInput);
  EXPECT_THAT(outcome.err, HasSubstr("heddle: error: "));
  EXPECT_THAT(outcome.err, HasSubstr("/nowhere/prog.c"));
  EXPECT_EQ(outcome.out, "");
}

TEST(Run, FailuresShowTheirDetailBelow) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(fail({"a.c does not compile", "a.c:1: no"}), ExitCode::BadInput);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "heddle: error: a.c does not compile\na.c:1: no\n");
}

} // namespace
} // namespace heddle::cli
