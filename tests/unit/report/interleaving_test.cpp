#include "report/text.h"
#include "sample.h"
#include "support/layout.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TextOptions width(unsigned columns) {
  TextOptions options;
  options.width = columns;
  return options;
}

TextOptions unfolded(unsigned columns) {
  TextOptions options = width(columns);
  options.fold = false;
  return options;
}

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

TEST(Interleaving, OneColumnAThreadAndARuleAtEachSwitch) {
  EXPECT_EQ(textOfInterleaving(lostUpdate(), width(100)),
            "interleaving of account.c:\n"
            "line │ main               │ T1 deposit         │ T2 deposit\n"
            "─────┼────────────────────┼────────────────────┼───────────────────\n"
            "  16 │ creates T1         │                    │\n"
            "  17 │ creates T2         │                    │\n"
            "╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌\n"
            "   8 │                    │ reads balance: 0   │\n"
            "╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌\n"
            "   8 │                    │                    │ reads balance: 0\n"
            "╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌\n"
            "   9 │                    │ balance = 100  {m} │\n"
            "╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌\n"
            "   9 │                    │                    │ balance = 100  {m}\n"
            "╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌\n"
            "  20 │ reads balance: 100 │                    │\n"
            "  20 │ ✗ assertion        │                    │\n");
}

TEST(Interleaving, EndsWithWhoCannotGoOn) {
  Finding finding = lostUpdate();
  finding.kind = "deadlock";
  finding.participants = {{finding.place, "waits for lock b, holds a", 1, {}},
                          {finding.place, "waits for lock a, holds b", 2, {}}};
  EXPECT_THAT(
      textOfInterleaving(finding, width(100)),
      testing::EndsWith("  20 │                    │ ✗ waits for lock b │\n"
                        "  20 │                    │                    │ ✗ waits for lock a\n"));
  finding.kind = "data-race";
  EXPECT_THAT(textOfInterleaving(finding, width(100)), Not(HasSubstr("✗")));
}

TEST(Interleaving, TheEndOfAThreadIsNowhere) {
  Finding finding = lostUpdate();
  finding.events.push_back({1, {}, "thread-exit", "", "ends", {}, {}});
  EXPECT_THAT(textOfInterleaving(finding, width(100)),
              HasSubstr("     │                    │ ends               │\n"));
  EXPECT_THAT(textOfInterleaving(finding, width(100)), HasSubstr("interleaving of account.c:\n"));
}

TEST(Interleaving, NeverPassesTheWidth) {
  for (unsigned threads = 1; threads <= 12; ++threads)
    for (const unsigned columns : {40U, 60U, 80U, 100U, 200U}) {
      Finding finding = lostUpdate(threads);
      finding.events.back().text = std::string(90, 'x') + "größe漢字";
      finding.threads.back().function = "a_function_with_a_very_long_name_indeed";
      for (const std::string &line : linesOf(textOfInterleaving(finding, width(columns))))
        ASSERT_LE(support::displayWidth(line), columns) << threads << " threads: " << line;
    }
}

TEST(Interleaving, EveryEventIsThereWhateverTheLayout) {
  for (unsigned threads = 1; threads <= 12; ++threads) {
    const std::string text = textOfInterleaving(lostUpdate(threads), unfolded(80));
    const std::vector<std::string> lines = linesOf(text);
    EXPECT_EQ(std::ranges::count_if(lines,
                                    [](const std::string &line) {
                                      return line.find("balance = 100") != std::string::npos;
                                    }),
              threads);
    EXPECT_THAT(text, HasSubstr("T1 deposit"));
  }
}

TEST(Interleaving, MoreThreadsThanFitStandBelowEachOther) {
  const std::string text = textOfInterleaving(lostUpdate(12), width(80));
  EXPECT_THAT(text, HasSubstr("   8 │ T12 deposit │ reads balance: 0\n"));
  EXPECT_THAT(text, Not(HasSubstr("line │")));
}

TEST(Interleaving, LongRunsOfOneThreadAreFolded) {
  Finding finding = lostUpdate();
  for (int i = 0; i < 47; ++i)
    finding.events.push_back({1,
                              {"account.c", 9, 3, "deposit", false, 0},
                              "write",
                              "x",
                              "x = " + std::to_string(i),
                              {},
                              {}});
  const std::string folded = textOfInterleaving(finding, width(100));
  EXPECT_THAT(folded, HasSubstr("x = 4 "));
  EXPECT_THAT(folded, Not(HasSubstr("x = 5 ")));
  EXPECT_THAT(folded, HasSubstr("… 37 more operations of T1"));
  EXPECT_THAT(folded, Not(HasSubstr("x = 41 ")));
  EXPECT_THAT(folded, HasSubstr("x = 42 "));
  EXPECT_THAT(textOfInterleaving(finding, unfolded(100)), HasSubstr("x = 41 "));
}

TEST(Interleaving, FilesAreNamedWhereThereAreSeveral) {
  Finding finding = lostUpdate();
  finding.events[0].place.file = "src/bank/main.c";
  const std::string text = textOfInterleaving(finding, width(100));
  EXPECT_THAT(text, HasSubstr("   main.c:16 │ creates T1"));
  EXPECT_THAT(text, HasSubstr("account.c:17 │ creates T2"));
}

TEST(Interleaving, AThreadNobodyNamedStillHasAColumn) {
  Finding finding;
  finding.events.push_back({7, {"a.c", 1, 1, "f", false, 0}, "read", "x", "", {}, {}});
  const std::string text = textOfInterleaving(finding, width(100));
  EXPECT_THAT(text, HasSubstr("line │ T7\n"));
  EXPECT_THAT(text, HasSubstr("   1 │ read x\n"));
}

TEST(Interleaving, NoEventsNoTable) {
  EXPECT_EQ(textOfInterleaving({}, width(80)), "");
}

} // namespace
} // namespace heddle::report
