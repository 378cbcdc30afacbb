#include "report/html.h"
#include "report/source_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;

Place at(unsigned line) {
  return {"src/cache.c", line, 3, "run", false, 0};
}

PairSide side(unsigned line, const std::string &access, std::vector<std::string> locks) {
  return {at(line), "T1 run", access, "", std::nullopt, std::move(locks)};
}

Result pairs() {
  Result result;
  result.command = "pairs";
  result.pairs.emplace();
  PairReport &report = *result.pairs;
  report.threads = {{"main", "main", std::nullopt, false}, {"T1 run", "run", at(40), true}};
  report.pairs = {
      {"RW", "a", side(1, "read", {"m"}), side(2, "write", {"m"}), true, "both hold m"},
      {"RW", "b", side(3, "read", {"m"}), side(4, "write", {}), false, ""},
      {"RW", "b", side(5, "read", {"m"}), side(4, "write", {"m"}), true, "both hold m"},
  };
  report.deadlocks = {{{{"T1 run", "m", "n", at(6), at(7)}, {"T2 run", "n", "m", at(8), at(9)}}}};
  report.waits = {{"changed", side(10, "wait", {"m"}), side(11, "signal", {})},
                  {"never", side(12, "wait", {"m"}), std::nullopt}};
  return result;
}

std::vector<std::string> titlesOf(const SourcePage &page) {
  std::vector<std::string> titles;
  for (const SourcePage::Section &section : page.sections)
    titles.push_back(section.title);
  return titles;
}

TEST(SourcePage, ListsDeadlocksAndWaitsBeforePairsThatMayBeRaces) {
  const Result result = pairs();
  const SourcePage page = sourcePageOf(*result.pairs, result);
  EXPECT_THAT(titlesOf(page),
              testing::ElementsAre("Possible deadlocks", "Waits that may not end", "b", "a"));
  EXPECT_EQ(page.badge, "candidates");
  EXPECT_EQ(page.message, "3 pairs, 1 unprotected; 1 possible deadlock; 2 waits that may not end");
  EXPECT_THAT(page.about, HasSubstr("T1 run is created at cache.c:40:3, perhaps several times"));
}

TEST(SourcePage, JoinsBothPlacesOfAPair) {
  const Result result = pairs();
  const SourcePage page = sourcePageOf(*result.pairs, result);
  const SourcePage::Section &section = page.sections[2];
  EXPECT_EQ(section.note, "2 pairs, 1 unprotected");
  const SourcePage::Entry &first = section.entries.front();
  EXPECT_THAT(first.lines, testing::ElementsAre("cache.c:3:3: T1 run reads, holds m",
                                                "cache.c:4:3: T1 run writes"));
  ASSERT_EQ(first.marks.size(), 2U);
  EXPECT_EQ(first.marks[1].line, 4U);
  ASSERT_EQ(first.arrows.size(), 1U);
  EXPECT_EQ(first.arrows[0].kind, "found");
  EXPECT_TRUE(first.arrows[0].isEven);
}

TEST(SourcePage, SaysWhenNothingWasFoundAndWhenSomethingWasLeftOut) {
  Result result;
  result.command = "pairs";
  result.pairs.emplace();
  EXPECT_EQ(sourcePageOf(*result.pairs, result).badgeKind, "safe");
  EXPECT_TRUE(sourcePageOf(*result.pairs, result).sections.empty());
  result.incomplete = {{"unsupported-function", "no model for function f", {}}};
  EXPECT_EQ(sourcePageOf(*result.pairs, result).badgeKind, "unknown");
}

TEST(SourcePage, HasACellForEachPairOfAWriteAndARead) {
  Result result;
  result.command = "defuse";
  result.defuse.emplace();
  result.defuse->pairs = {{"x", std::nullopt, at(2), "observed", "a.heddle", false, ""},
                          {"x", at(1), at(2), "inferred", "b.heddle", true, ""},
                          {"x", at(1), at(3), "infeasible", "", false, ""}};
  result.defuse->branchPairs = {{at(4), true, at(5), false, true}};
  result.defuse->invariants = {{"local-remote", at(2), "x", {0, 1}, "both"}};
  const SourcePage page = sourcePageOf(*result.defuse, result);
  EXPECT_THAT(titlesOf(page),
              testing::ElementsAre("x", "Habits that executions break", "Branch pairs"));
  const SourcePage::Section &section = page.sections[0];
  ASSERT_TRUE(section.matrix);
  EXPECT_EQ(section.note, "2 writes, 2 reads");
  EXPECT_EQ(section.matrix->rows[0].text, "initial value");
  using Row = std::vector<std::optional<std::size_t>>;
  EXPECT_THAT(section.matrix->cells, testing::ElementsAre(Row{0, std::nullopt}, Row{1, 2}));
  EXPECT_TRUE(section.entries[0].arrows[0].isInitial);
  EXPECT_EQ(section.entries[1].test, "b.heddle");
  EXPECT_EQ(page.badge, "complete");
  EXPECT_EQ(page.sections[2].note, "1 of 1 covered");
}

TEST(SourcePage, IsWrittenByTheCommandsThatHaveOne) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printHtml(out, pairs(), support::SourceText());
  EXPECT_THAT(text, HasSubstr("Possible deadlocks"));
  const std::string begin = R"(<script type="application/json" id="data">)";
  const std::size_t from = text.find(begin) + begin.size();
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse(text.substr(from, text.find("</script>", from) - from));
  ASSERT_TRUE(bool(value)) << llvm::toString(value.takeError());
  EXPECT_EQ(value->getAsObject()->getArray("sections")->size(), 4U);
}

} // namespace
} // namespace heddle::report
