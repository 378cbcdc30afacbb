#include "report/json.h"

#include "sample.h"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

std::string print(const Result &result) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printJson(out, result);
  return text;
}

llvm::json::Object parse(const Result &result) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(print(result));
  if (!value) {
    ADD_FAILURE() << llvm::toString(value.takeError());
    return {};
  }
  return *value->getAsObject();
}

TEST(Json, AnEmptyResultHasAllFields) {
  Result result;
  result.command = "check";
  result.verdict = Verdict::Safe;
  const llvm::json::Object object = parse(result);
  EXPECT_EQ(object.getInteger("schema"), 1);
  EXPECT_EQ(object.getObject("tool")->getString("name"), "heddle");
  EXPECT_EQ(object.getString("verdict"), "safe");
  for (const char *key : {"covers", "assumes", "incomplete", "findings"})
    ASSERT_NE(object.getArray(key), nullptr) << key;
  for (const char *key : {"executions", "pruned", "blocked", "states", "instructions",
                          "solver_calls", "seconds", "peak_memory_mb"})
    EXPECT_TRUE(object.getObject("stats")->getNumber(key)) << key;
  EXPECT_EQ(object.get("threads"), nullptr);
}

TEST(Json, AFindingKeepsToTheContract) {
  Result result;
  result.verdict = Verdict::Bug;
  result.findings.push_back(lostUpdate());
  result.findings[0].inputs = {{"n", "3"}, {"n", "-9223372036854775808"}, {"text", "abc"}};
  const llvm::json::Object object = parse(result);
  const llvm::json::Object &finding = *(*object.getArray("findings"))[0].getAsObject();
  EXPECT_EQ(finding.getString("kind"), "assertion");
  EXPECT_EQ(finding.getInteger("line"), 20);
  EXPECT_EQ(finding.getInteger("column"), 3);
  EXPECT_EQ(finding.getInteger("events"), 7);
  EXPECT_EQ(finding.getInteger("switches"), 5);
  EXPECT_EQ(finding.getString("test"), "heddle-out/account-1.heddle");
  EXPECT_EQ(finding.getObject("inputs")->getInteger("n"), 3);
  EXPECT_EQ(finding.getObject("inputs")->getInteger("n#2"), INT64_MIN);
  EXPECT_EQ(finding.getObject("inputs")->getString("text"), "abc");
  EXPECT_FALSE(finding.getBoolean("inputs_smallest"));
  result.findings[0].areInputsSmallest = false;
  const llvm::json::Object other = parse(result);
  EXPECT_EQ((*other.getArray("findings"))[0].getAsObject()->getBoolean("inputs_smallest"), false);
  const llvm::json::Object &thread = *(*finding.getArray("threads"))[1].getAsObject();
  EXPECT_EQ(thread.getInteger("id"), 1);
  EXPECT_EQ(thread.getString("name"), "T1");
  EXPECT_EQ(thread.getString("function"), "deposit");
  const llvm::json::Object &location = *(*finding.getArray("locations"))[0].getAsObject();
  EXPECT_EQ(location.getString("role"), "checked");
  EXPECT_EQ(location.getInteger("thread"), 0);
  EXPECT_EQ(location.getArray("stack")->size(), 1u);
  EXPECT_EQ(finding.getArray("interleaving")->size(), 7u);
}

TEST(Json, AnInspectionAddsThreadsAndAccesses) {
  Result result;
  result.command = "inspect";
  result.inspection.emplace();
  result.inspection->threads = {{"work", {{"a.c", 3, 1, "main", false, 0}}, true}};
  result.inspection->sharedGlobals = {{"x", {"a.c", 1, 0, "", false, 0}, {"work"}}};
  result.inspection->accesses = {{"write", {"a.c", 2, 5, "work", false, 0}, "x"},
                                 {"read", {"", 0, 0, "work", false, 4}, ""}};
  const llvm::json::Object object = parse(result);
  EXPECT_EQ(*object.get("verdict"), llvm::json::Value(nullptr));
  const llvm::json::Object &thread = *(*object.getArray("threads"))[0].getAsObject();
  EXPECT_EQ(thread.getBoolean("in_loop"), true);
  EXPECT_EQ(thread.getArray("creations")->size(), 1u);
  EXPECT_EQ(object.getArray("shared_globals")->size(), 1u);
  const llvm::json::Array &accesses = *object.getArray("accesses");
  EXPECT_EQ(accesses[0].getAsObject()->getString("variable"), "x");
  EXPECT_EQ(accesses[0].getAsObject()->getInteger("line"), 2);
  EXPECT_EQ(accesses[1].getAsObject()->getInteger("instruction"), 4);
}

TEST(Json, BytesThatAreNotTextDoNotBreakIt) {
  Result result;
  result.findings.push_back(lostUpdate());
  result.findings[0].output = "\xff\xfe \x01 \"quoted\" \xe2\x82";
  result.findings[0].inputs = {{"\xff", "\xff"}};
  EXPECT_NE(parse(result).getArray("findings"), nullptr);
}

TEST(Json, IsTheSameEachTime) {
  Result result;
  result.findings = {lostUpdate(3), lostUpdate(1)};
  EXPECT_EQ(print(result), print(result));
}

} // namespace
} // namespace heddle::report
