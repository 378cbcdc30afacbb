#include "report/dot.h"

#include "sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string printed(void (*print)(llvm::raw_ostream &, const Finding &), const Finding &finding) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(out, finding);
  return text;
}

TEST(Dot, ThreadsAreInOrderAndLinksGoBetweenThem) {
  Finding finding = lostUpdate(2);
  finding.events[2].links = {{"create", 0}};
  finding.events[6].links = {{"reads-from", 5}, {"reads-from", 0}, {"reads-from", 99}};
  const std::string graph = printed(printHappensBefore, finding);
  EXPECT_THAT(graph, HasSubstr("label=\"T1 deposit\""));
  EXPECT_THAT(graph, HasSubstr("e2 [label=\"account.c:8:3\\nreads balance: 0\"]"));
  EXPECT_THAT(graph, HasSubstr("e2 -> e4 [weight=10]"));
  EXPECT_THAT(graph, HasSubstr("e6 -> end0 [weight=10]"));
  EXPECT_THAT(graph, HasSubstr("e0 -> e2 [label=\"create\"]"));
  EXPECT_THAT(graph, HasSubstr("e5 -> e6 [label=\"reads-from\", style=dashed]"));
  EXPECT_THAT(graph, Not(HasSubstr("e0 -> e6"))); // Of the same thread.
  EXPECT_THAT(graph, Not(HasSubstr("e99")));
}

TEST(Dot, ARaceJoinsItsAccesses) {
  Finding finding = lostUpdate(2);
  finding.kind = "data-race";
  const Place at{"account.c", 9, 3, "deposit", false, 0};
  finding.participants = {{at, "write", 1, {}, 4}, {at, "read", 2, {}, 3}};
  EXPECT_THAT(printed(printHappensBefore, finding), HasSubstr("e3 -> e4 [label=race"));
}

TEST(Dot, LocksAreOrderedByWhoHoldsThem) {
  Finding finding = lostUpdate(2);
  finding.kind = "deadlock";
  const auto at = [](unsigned line) { return Place{"account.c", line, 3, "deposit", false, 0}; };
  finding.events = {{1, at(5), "lock", "a", "locks a", {"a"}, {}},
                    {1, at(6), "lock", "b", "locks b", {"a", "b"}, {}},
                    {1, at(7), "unlock", "a", "unlocks a", {"b"}, {}},
                    {2, at(8), "lock", "c", "locks c", {"c"}, {}}};
  finding.participants = {{at(9), "waits for lock c, holds b", 1, {}},
                          {at(10), "waits for lock b, holds c", 2, {}}};
  const std::string graph = printed(printLockOrder, finding);
  EXPECT_THAT(graph, HasSubstr("\"a\" -> \"b\" [label=\"T1 deposit\\naccount.c:6:3\"]"));
  EXPECT_THAT(graph, HasSubstr("\"b\" -> \"c\" [label=\"T1 deposit waits\\naccount.c:9:3\", "
                               "color=red, style=dashed]"));
  EXPECT_THAT(graph, HasSubstr("\"c\" -> \"b\" [label=\"T2 deposit waits\\naccount.c:10:3\""));
  EXPECT_THAT(graph, Not(HasSubstr("\"a\" -> \"c\"")));
}

TEST(Dot, NoTextOfTheProgramIsAPartOfTheGraph) {
  Finding finding = lostUpdate();
  const std::string evil = "\"]; x -> y; \\";
  finding.message = finding.threads[0].function = finding.events[0].text = evil;
  finding.events[0].held = {evil};
  for (const auto print : {printHappensBefore, printLockOrder}) {
    const std::string graph = printed(print, finding);
    EXPECT_THAT(graph, HasSubstr("\\\"]; x -> y; \\\\"));
    EXPECT_THAT(graph, Not(HasSubstr(" \"];")));
  }
}

TEST(Dot, AnEmptyFindingIsAnEmptyGraph) {
  EXPECT_THAT(printed(printHappensBefore, Finding()), Not(HasSubstr("->")));
  EXPECT_THAT(printed(printLockOrder, Finding()), Not(HasSubstr("->")));
}

} // namespace
} // namespace heddle::report
