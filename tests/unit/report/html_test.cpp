#include "report/html.h"

#include "report/json.h"
#include "sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string pageOf(const Result &result) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printHtml(out, result, support::SourceText());
  return text;
}

std::string dataText(const std::string &page) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const std::size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find("</script>", from) - from);
}

llvm::json::Value parsed(const std::string &text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError());
  return nullptr;
}

llvm::json::Object dataOf(const Result &result) {
  llvm::json::Value value = parsed(dataText(pageOf(result)));
  return value.getAsObject() ? std::move(*value.getAsObject()) : llvm::json::Object();
}

/// A result with every part filled.
Result full() {
  Result result;
  result.command = "check";
  result.verdict = Verdict::Bug;
  result.strategy = "dpor";
  result.covers = {"assertion", "race"};
  result.assumes = {"sc"};
  result.incomplete = {{"time", "5 minutes", {"account.c", 3, 1, "main", false, 0}}};
  result.findings = {lostUpdate(2), lostUpdate(1)};
  result.findings[0].inputs = {{"n", "3"}};
  result.findings[0].output = "hello\n";
  result.findings[0].events[6].links = {{"reads-from", 5}};
  result.findings[0].events[6].value = "100";
  return result;
}

TEST(Html, HasTheResultAsJsonPrintsIt) {
  for (const Result &result : {Result(), full()}) {
    std::string json;
    llvm::raw_string_ostream out(json);
    printJson(out, result);
    const llvm::json::Object data = dataOf(result);
    ASSERT_NE(data.get("result"), nullptr);
    EXPECT_EQ(*data.get("result"), parsed(json));
  }
}

TEST(Html, NoTextOfTheProgramIsMarkup) {
  const std::string evil = "</script><img src=x onerror=alert(1)><!--<script>";
  Result result = full();
  Finding &finding = result.findings[0];
  finding.message = finding.output = finding.test = finding.kind = evil;
  finding.inputs = {{evil, evil}};
  finding.place = {evil, 1, 1, evil, false, 0};
  finding.threads[0].function = evil;
  finding.participants[0].role = evil;
  finding.events[0] = {0, finding.place, evil, evil, evil, {evil}, {finding.place}};
  result.incomplete[0].detail = evil;
  const std::string page = pageOf(result);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(dataText(page), Not(HasSubstr("<")));
  const llvm::json::Object data = dataOf(result);
  const llvm::json::Object &shown =
      *(*data.getObject("result")->getArray("findings"))[0].getAsObject();
  EXPECT_EQ(shown.getString("message"), evil);
}

TEST(Html, APlaceholderInTheDataIsData) {
  Result result = full();
  result.findings[0].message = "{{script}} {{data}} {{policy}}";
  const llvm::json::Object data = dataOf(result);
  const llvm::json::Object &shown =
      *(*data.getObject("result")->getArray("findings"))[0].getAsObject();
  EXPECT_EQ(shown.getString("message"), "{{script}} {{data}} {{policy}}");
}

TEST(Html, TheSourceIsThereOnceAndWithoutLibraries) {
  Result result = full();
  const std::string own = sourceFile("html_own.c", "int a;\nint <b>;\n");
  const std::string foreign = sourceFile("html_library.h", "int secret;\n");
  result.findings.resize(1);
  Finding &finding = result.findings[0];
  finding.place = {own, 2, 1, "main", false, 0};
  finding.participants = {{finding.place, "fails here", 0, {{foreign, 1, 1, "f", true, 0}}}};
  const llvm::json::Object data = dataOf(result);
  const llvm::json::Array &sources = *data.getArray("sources");
  ASSERT_EQ(sources.size(), 1u);
  const llvm::json::Object &source = *sources[0].getAsObject();
  EXPECT_EQ(source.getString("file"), own);
  EXPECT_EQ(source.getInteger("lines"), 2);
  const llvm::json::Object &piece = *(*source.getArray("pieces"))[0].getAsObject();
  EXPECT_EQ(*piece.getArray("text"), llvm::json::Array({"int a;", "int <b>;"}));
}

TEST(Html, OfALongFileWhatIsNearALineThatCounts) {
  std::string text;
  for (int i = 1; i <= 20000; ++i)
    text += "line " + std::to_string(i) + "\n";
  Result result = full();
  result.findings.resize(1);
  Finding &finding = result.findings[0];
  const std::string file = sourceFile("html_long.c", text);
  const auto at = [&](unsigned line) { return Place{file, line, 1, "f", false, 0}; };
  finding.events = {{0, at(50), "read", "x", "reads x: 0", {}, {}},
                    {0, at(9000), "read", "x", "reads x: 0", {}, {at(9150)}},
                    {0, at(19990), "read", "x", "reads x: 0", {}, {}},
                    {0, at(90000), "read", "x", "reads x: 0", {}, {}}};
  const llvm::json::Object data = dataOf(result);
  const llvm::json::Array &pieces =
      *(*data.getArray("sources"))[0].getAsObject()->getArray("pieces");
  ASSERT_EQ(pieces.size(), 3u);
  const auto first = [&](std::size_t i) { return pieces[i].getAsObject()->getInteger("first"); };
  const auto size = [&](std::size_t i) {
    return pieces[i].getAsObject()->getArray("text")->size();
  };
  EXPECT_EQ(first(0), 1);
  EXPECT_EQ(size(0), 150u);
  EXPECT_EQ(first(1), 8900);
  EXPECT_EQ(size(1), 351u);
  EXPECT_EQ(first(2), 19890);
  EXPECT_EQ(size(2), 111u);
}

TEST(Html, StacksAreSharedAndEndsAreTold) {
  Result result = full();
  result.findings.resize(1);
  Finding &finding = result.findings[0];
  for (Event &event : finding.events)
    event.stack = {event.place, {"account.c", 16, 3, "main", false, 0}};
  const llvm::json::Object data = dataOf(result);
  const llvm::json::Object &extra = *(*data.getArray("findings"))[0].getAsObject();
  EXPECT_EQ(extra.getArray("stacks")->size(), finding.events.size());
  EXPECT_EQ(*extra.getArray("rows"), llvm::json::Array({0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(data.getArray("stacks")->size(), 5u); // Lines 16, 17, 8, 9 and 20.
  EXPECT_EQ(data.getArray("places")->size(), 5u);
  const llvm::json::Object &end = *(*extra.getArray("ends"))[0].getAsObject();
  EXPECT_EQ(end.getString("why"), "assertion");
  EXPECT_EQ(end.getInteger("line"), 20);
}

} // namespace
} // namespace heddle::report
