#include "report/text.h"

#include "sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string print(const Result &result, TextOptions options = {}) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printText(out, result, support::SourceText(), options);
  return text;
}

Result bug(Finding finding) {
  Result result;
  result.command = "check";
  result.verdict = Verdict::Bug;
  result.findings.push_back(std::move(finding));
  return result;
}

TEST(Text, AFindingStartsLikeACompilersError) {
  Finding finding = lostUpdate();
  finding.place.file =
      sourceFile("account.c", std::string(19, '\n') + "  assert(balance == 200);\n");
  const std::string text = print(bug(finding));
  EXPECT_THAT(text, HasSubstr(finding.place.file +
                              ":20:3: error: assertion failed: balance == 200 [assertion]\n"
                              "   20 |   assert(balance == 200);\n"
                              "      |   ^\n"));
  EXPECT_THAT(text, HasSubstr("\nreplay: heddle replay heddle-out/account-1.heddle\n"));
}

TEST(Text, TheMarkStandsUnderTheColumnDespiteTabsAndWideCharacters) {
  Finding finding;
  finding.kind = "abort";
  finding.message = "aborted";
  finding.place = {sourceFile("wide.c", "\tf(\"größe漢\", abort());\n"), 1, 18, "f", false, 0};
  const std::string text = print(bug(finding));
  EXPECT_THAT(text, HasSubstr("    1 |         f(\"größe漢\", abort());\n"
                              "      |                      ^\n"));
}

TEST(Text, ALongSourceLineIsCutAroundItsMark) {
  Finding finding;
  finding.place = {sourceFile("long.c", std::string(300, 'a') + "b" + std::string(300, 'c')),
                   1,
                   301,
                   "f",
                   false,
                   0};
  const std::string text = print(bug(finding), {60, false, false, false});
  const std::size_t mark = text.find('^') - text.rfind('\n', text.find('^'));
  const std::size_t line = text.find("    1 | ");
  // The ellipsis in front is three bytes and one cell.
  EXPECT_EQ(text[line - 1 + mark + 2], 'b');
}

TEST(Text, WithoutAFileTheFunctionAndInstructionAreNamed) {
  Finding finding;
  finding.kind = "null-pointer";
  finding.message = "null pointer read";
  finding.place = {"", 0, 0, "work", false, 7};
  EXPECT_THAT(print(bug(finding)),
              HasSubstr("in work, instruction 7: error: null pointer read [null-pointer]\n"));
}

TEST(Text, ARaceShowsBothAccessesWithTheirStacks) {
  Finding race;
  race.kind = "data-race";
  race.message = "data race on x";
  race.place = {"r.c", 9, 5, "inc", false, 0};
  race.threads = {{1, "T1", "inc"}, {2, "T2", "dec"}};
  race.participants = {
      {race.place, "write", 1, {race.place, {"/usr/include/x.h", 3, 1, "invoke", true, 0}}},
      {{"r.c", 14, 5, "dec", false, 0},
       "read",
       2,
       {{"r.c", 14, 5, "dec", false, 0}, {"r.c", 20, 3, "outer", false, 0}}}};
  EXPECT_EQ(textOfFinding(race, support::SourceText(), {}),
            "r.c:9:5: error: data race on x [data-race]\n"
            "r.c:9:5: note: write by T1 inc\n"
            "r.c:14:5: note: read by T2 dec\n"
            "      #0 dec at r.c:14:5\n"
            "      #1 outer at r.c:20:3\n");
  TextOptions full;
  full.fullStacks = true;
  EXPECT_THAT(textOfFinding(race, support::SourceText(), full),
              HasSubstr("      #1 invoke at /usr/include/x.h:3:1\n"));
}

TEST(Text, InputsAndOutputAreShownAndCannotSteerATerminal) {
  Finding finding = lostUpdate();
  finding.inputs = {{"n", "3"}, {"größe", "-1"}};
  finding.output = "one\n\x1b[2Jtwo";
  const std::string text = print(bug(finding));
  EXPECT_THAT(text, HasSubstr("inputs:\n  n     = 3\n  größe = -1\n"));
  EXPECT_THAT(text, HasSubstr("program output:\n  one\n  \\x1b[2Jtwo\n"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  finding.areInputsSmallest = false;
  EXPECT_THAT(print(bug(finding)), HasSubstr("inputs (smaller ones may do):\n  n     = 3\n"));
}

TEST(Text, LongOutputShowsItsEnd) {
  Finding finding;
  for (int i = 0; i < 30; ++i)
    finding.output += "line " + std::to_string(i) + "\n";
  const std::string text = print(bug(finding));
  EXPECT_THAT(text, HasSubstr("  … 10 lines before\n  line 10\n"));
  EXPECT_THAT(text, HasSubstr("  line 29\n"));
}

TEST(Text, TheLastLineHoldsTheFigures) {
  Result result;
  result.command = "check";
  result.verdict = Verdict::Unknown;
  result.covers = {"assertion", "deadlock"};
  result.assumes = {"sc"};
  result.stats.executions = 1;
  result.stats.pruned = 2;
  result.stats.blocked = 3;
  result.stats.states = 40;
  result.stats.seconds = 1.234;
  result.incomplete = {{"max-steps", "the loop may run on", {"f.c", 12, 0, "f", false, 0}},
                       {"time", "", {}}};
  EXPECT_EQ(print(result), "incomplete: max-steps at f.c:12: the loop may run on\n"
                           "incomplete: time\n"
                           "unknown: 1 execution, 2 pruned, 3 blocked, 40 states, 1.23 s; covers "
                           "assertion, deadlock; assumes sc\n");
  TextOptions options;
  options.stats = true;
  result.stats.more = {{"solver_cache_hits", "1234567"}};
  EXPECT_THAT(print(result, options), HasSubstr("  states                        40\n"));
  EXPECT_THAT(print(result, options), HasSubstr("  solver cache hits      1 234 567\n"));
}

TEST(Text, ManyPlacesOfOneBoundAreSummedUp) {
  Result result;
  result.verdict = Verdict::Unknown;
  for (unsigned line = 1; line <= 9; ++line)
    result.incomplete.push_back({"unroll", "", {"f.c", line, 0, "f", false, 0}});
  EXPECT_THAT(print(result), HasSubstr("incomplete: unroll at f.c:5\n"
                                       "incomplete: unroll in 4 more places\n"));
  TextOptions options;
  options.whole = true;
  EXPECT_THAT(print(result, options), HasSubstr("incomplete: unroll at f.c:9\n"));
}

TEST(Text, PairsThatLedASearchAreCountedAndTheFirstOnesListed) {
  PairOutcome harmful;
  harmful.kind = "RW";
  harmful.variable = "sum";
  harmful.a = {{"f.c", 3, 5, "one", false, 0}, "read"};
  harmful.b = {{"f.c", 7, 5, "two", false, 0}, "write"};
  harmful.status = "harmful";
  harmful.failure = "assertion";
  harmful.failedAt = Place{"f.c", 20, 3, "main", false, 0};
  harmful.test = "out/f.heddle";
  PairOutcome open = harmful;
  open.status = "not-reached";
  open.failure.clear();
  open.failedAt.reset();
  open.test.clear();
  open.why = "turned away at the branch f.c:6:7";
  Result result;
  result.verdict = Verdict::Bug;
  result.pairOutcomes = {harmful};
  result.pairOutcomes->resize(15, open);
  const std::string text = print(result);
  EXPECT_THAT(text, HasSubstr("15 conflicting pairs: 1 harmful, 14 not reached\n"
                              "  harmful     RW sum: read at f.c:3:5, write at f.c:7:5: assertion "
                              "at f.c:20:3; heddle replay out/f.heddle\n"
                              "  not reached RW sum: read at f.c:3:5, write at f.c:7:5: turned "
                              "away at the branch f.c:6:7\n"));
  EXPECT_THAT(text, HasSubstr("  and 3 more (--verbose)\n"));
  TextOptions options;
  options.whole = true;
  EXPECT_THAT(print(result, options), Not(HasSubstr("more (--verbose)")));
}

TEST(Text, ColourOnlyWhereItIsWanted) {
  const Result result = bug(lostUpdate());
  EXPECT_THAT(print(result), Not(HasSubstr("\x1b")));
  TextOptions options;
  options.colour = true;
  EXPECT_THAT(print(result, options), HasSubstr("\x1b[1;31merror:\x1b[0m"));
}

TEST(Text, AnEmptyResultPrintsNothing) {
  EXPECT_EQ(print(Result()), "");
}

} // namespace
} // namespace heddle::report
