#include "report/explanation.h"

#include "report/kinds.h"
#include "report/result.h"
#include "report/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>
#include <set>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Explanation find(const std::string &word) {
  for (const Explanation &one : explanations())
    if (one.word == word)
      return one;
  ADD_FAILURE() << word;
  return {};
}

TEST(Explanations, EveryKindIsExplainedAsFormatsDescribeIt) {
  const std::vector<Explanation> all = explanations();
  for (std::size_t i = 0; i < kinds().size(); ++i) {
    EXPECT_EQ(all[i].word, kinds()[i].name);
    EXPECT_EQ(all[i].summary, kinds()[i].description);
    EXPECT_EQ(all[i].sort, Explanation::Sort::Finding);
    EXPECT_FALSE(all[i].text.empty());
  }
}

TEST(Explanations, EveryWordIsExplainedOnce) {
  std::set<std::string> words;
  // A word may be of two sorts: the outcome of a test, and what stands in the way of a search.

  for (const Explanation &one : explanations()) {
    EXPECT_TRUE(words.insert(std::string(name(one.sort)) + one.word).second) << one.word;
    EXPECT_TRUE(one.summary.ends_with('.')) << one.word << ": " << one.summary;
    EXPECT_THAT(one.summary, Not(HasSubstr("\n"))) << one.word;
  }
}

TEST(Explanations, ExamplesAreTheProgramsOfThePage) {
  const Explanation race = find("data-race");
  EXPECT_EQ(race.property, "race");
  EXPECT_EQ(race.language, "c");
  EXPECT_TRUE(race.example.starts_with("#include <pthread.h>\n"));
  EXPECT_TRUE(race.example.ends_with("}\n"));
  EXPECT_THAT(race.example, Not(HasSubstr("pthread_mutex_lock")));
  EXPECT_THAT(race.mended, HasSubstr("pthread_mutex_lock"));
  EXPECT_EQ(find("uncaught-exception").language, "cpp");
  EXPECT_EQ(find("safe").example, "");
}

TEST(Explanations, AReasonHasASentenceAndTheRest) {
  const Explanation time = find("time");
  EXPECT_EQ(time.sort, Explanation::Sort::Reason);
  EXPECT_EQ(time.summary, "The limit of `--time` was reached (300 seconds if nothing is said).");
  EXPECT_TRUE(time.text.starts_with("Give more"));
  EXPECT_EQ(find("max-depth").text, "");
}

TEST(Explanations, ADifferenceHasTwoVersions) {
  unsigned count = 0;
  for (const Explanation &one : explanations()) {
    if (one.sort != Explanation::Sort::Difference || one.word == "difference")
      continue;
    ++count;
    EXPECT_TRUE(one.example.ends_with("}\n")) << one.word;
    EXPECT_TRUE(one.mended.ends_with("}\n")) << one.word;
    EXPECT_NE(one.example, one.mended) << one.word;
  }
  EXPECT_EQ(count, 9U);
  EXPECT_EQ(find("difference").example, "");
}

TEST(Explanations, TextKeepsToItsWidth) {
  TextOptions narrow;
  narrow.width = 60;
  for (const Explanation &one : explanations()) {
    std::string text = textOfExplanations({one}, narrow);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      const std::string line = text.substr(at, end - at);
      // Code stays as it is.
      if (!line.starts_with("    "))
        EXPECT_LE(line.size(), narrow.width) << one.word << ": " << line;
      at = end + 1;
    }
  }
}

TEST(Explanations, CodeIsBoldWhereThereIsColour) {
  Explanation one;
  one.word = "word";
  one.summary = "Take `a lock` twice.";
  TextOptions colour;
  colour.colour = true;
  EXPECT_THAT(textOfExplanations({one}, colour), HasSubstr("Take \x1b[1ma lock\x1b[0m twice."));
  EXPECT_EQ(textOfExplanations({one}, {}), "word: Take `a lock` twice.\n");
}

TEST(Explanations, AReportMaySayHowToLearnMore) {
  Result result;
  result.verdict = Verdict::Safe;
  TextOptions options;
  const auto ending = [&] {
    std::string text;
    llvm::raw_string_ostream out(text);
    printText(out, result, support::SourceText(), options);
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
  };
  EXPECT_THAT(ending(), testing::StartsWith("safe: "));
  options.hint = true;
  EXPECT_EQ(ending(), "what that means: heddle explain safe\n");
  result.incomplete.push_back({"time", "", {}});
  EXPECT_EQ(ending(), "what that means: heddle explain incomplete\n");
  result.findings.push_back({});
  result.findings.back().kind = "deadlock";
  EXPECT_EQ(ending(), "what that means: heddle explain deadlock\n");
}

} // namespace
} // namespace heddle::report
