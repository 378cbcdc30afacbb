#include "report/sarif.h"

#include "report/kinds.h"
#include "sample.h"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

using llvm::json::Array;
using llvm::json::Object;

Object runOf(const Result &result, const std::string &directory = "/work") {
  std::string text;
  llvm::raw_string_ostream out(text);
  printSarif(out, result, support::SourceText(), directory);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    ADD_FAILURE() << llvm::toString(value.takeError());
    return {};
  }
  Object &log = *value->getAsObject();
  EXPECT_EQ(log.getString("version"), "2.1.0");
  EXPECT_EQ(log.getArray("runs")->size(), 1u);
  return std::move(*(*log.getArray("runs"))[0].getAsObject());
}

const Object &at(const Object &object, llvm::StringRef list, std::size_t i) {
  return *(*object.getArray(list))[i].getAsObject();
}

const Object &physical(const Object &location) {
  return *location.getObject("physicalLocation");
}

Result found(const Finding &finding) {
  Result result;
  result.command = "check";
  result.verdict = Verdict::Bug;
  result.findings = {finding};
  return result;
}

TEST(Sarif, AnEmptyResultHasTheRulesOnly) {
  const Object run = runOf(Result());
  const Object &driver = *run.getObject("tool")->getObject("driver");
  EXPECT_EQ(driver.getString("name"), "heddle");
  EXPECT_EQ(driver.getArray("rules")->size(), kinds().size());
  EXPECT_TRUE(run.getArray("results")->empty());
  EXPECT_TRUE(run.getArray("artifacts")->empty());
  EXPECT_EQ(at(run, "invocations", 0).getBoolean("executionSuccessful"), true);
}

TEST(Sarif, AFindingHasItsRuleAndPlace) {
  const Object run = runOf(found(lostUpdate()));
  const Object &result = at(run, "results", 0);
  EXPECT_EQ(result.getString("ruleId"), "assertion");
  const auto index = static_cast<std::size_t>(result.getInteger("ruleIndex").value_or(99));
  EXPECT_EQ(at(*run.getObject("tool")->getObject("driver"), "rules", index).getString("id"),
            "assertion");
  EXPECT_EQ(result.getObject("message")->getString("text"), "assertion failed: balance == 200");
  const Object &place = physical(at(result, "locations", 0));
  EXPECT_EQ(*place.getObject("region"), Object({{"startLine", 20}, {"startColumn", 3}}));
  EXPECT_EQ(*place.getObject("artifactLocation"),
            Object({{"uri", "account.c"}, {"uriBaseId", "%SRCROOT%"}, {"index", 0}}));
  EXPECT_EQ(*at(run, "artifacts", 0).getObject("location"),
            Object({{"uri", "account.c"}, {"uriBaseId", "%SRCROOT%"}}));
  EXPECT_EQ(at(run, "invocations", 0).getInteger("exitCode"), 1);
  EXPECT_EQ(result.getObject("properties")->getString("test"), "heddle-out/account-1.heddle");
}

TEST(Sarif, TheOrderGoesAcrossThreads) {
  const Object run = runOf(found(lostUpdate(2)));
  const Object &flow = at(at(run, "results", 0), "codeFlows", 0);
  ASSERT_EQ(flow.getArray("threadFlows")->size(), 3u);
  const auto orders = [&](std::size_t thread) {
    std::vector<std::int64_t> all;
    for (const llvm::json::Value &one : *at(flow, "threadFlows", thread).getArray("locations"))
      all.push_back(one.getAsObject()->getInteger("executionOrder").value_or(-1));
    return all;
  };
  EXPECT_EQ(at(flow, "threadFlows", 0).getString("id"), "main");
  EXPECT_EQ(at(flow, "threadFlows", 1).getString("id"), "T1");
  EXPECT_EQ(orders(0), (std::vector<std::int64_t>{1, 2, 7, 8})); // The last is where it fails.
  EXPECT_EQ(orders(1), (std::vector<std::int64_t>{3, 5}));
  EXPECT_EQ(orders(2), (std::vector<std::int64_t>{4, 6}));
  const Object &last = at(at(flow, "threadFlows", 0), "locations", 3);
  EXPECT_EQ(last.getString("importance"), "essential");
  EXPECT_EQ(*last.getArray("kinds"), Array({"danger"}));
  const Object &held = *at(at(flow, "threadFlows", 1), "locations", 1).getObject("state");
  EXPECT_EQ(held.getObject("locks held")->getString("text"), "m");
}

TEST(Sarif, ARaceHasBothStacksAndNoStepBesides) {
  Finding finding = lostUpdate(2);
  finding.kind = "data-race";
  const Place access{"account.c", 9, 3, "deposit", false, 0};
  const Place model{"string.c", 5, 1, "memcpy", true, 0};
  finding.participants = {{access, "write", 1, {model, access}, 4},
                          {access, "read", 2, {access}, 3}};
  const Object run = runOf(found(finding));
  const Object &result = at(run, "results", 0);
  ASSERT_EQ(result.getArray("stacks")->size(), 2u);
  EXPECT_EQ(at(result, "stacks", 0).getObject("message")->getString("text"), "T1 deposit: write");
  EXPECT_EQ(at(result, "stacks", 0).getArray("frames")->size(), 1u);
  EXPECT_EQ(at(result, "relatedLocations", 1).getObject("message")->getString("text"),
            "T2 deposit: read");
  const Object &flow = at(result, "codeFlows", 0);
  std::size_t essential = 0;
  std::size_t steps = 0;
  for (std::size_t thread = 0; thread < 3; ++thread)
    for (const auto &one : *at(flow, "threadFlows", thread).getArray("locations")) {
      ++steps;
      essential += one.getAsObject()->getString("importance") == "essential" ? 1 : 0;
    }
  EXPECT_EQ(steps, finding.events.size());
  EXPECT_EQ(essential, 2u);
}

TEST(Sarif, WhatIsLeftOutIsANotification) {
  Result result;
  result.command = "check";
  result.verdict = Verdict::Unknown;
  result.incomplete = {{"time", "5 minutes", {}}, {"max-steps", "", {"my file.c", 3, 0, "f"}}};
  const Object run = runOf(result);
  const Object &invocation = at(run, "invocations", 0);
  EXPECT_EQ(invocation.getBoolean("executionSuccessful"), false);
  EXPECT_EQ(invocation.getInteger("exitCode"), 3);
  const Object &time = at(invocation, "toolExecutionNotifications", 0);
  EXPECT_EQ(time.getObject("message")->getString("text"), "5 minutes");
  EXPECT_EQ(time.get("locations"), nullptr);
  const Object &steps = at(invocation, "toolExecutionNotifications", 1);
  EXPECT_EQ(steps.getObject("descriptor")->getString("id"), "max-steps");
  EXPECT_EQ(steps.getObject("message")->getString("text"), "max-steps");
  EXPECT_EQ(*physical(at(steps, "locations", 0)).getObject("region"), Object({{"startLine", 3}}));
  EXPECT_EQ(*at(run, "artifacts", 0).getObject("location"),
            Object({{"uri", "my%20file.c"}, {"uriBaseId", "%SRCROOT%"}}));
}

TEST(Sarif, ColumnsCountCharacters) {
  Finding finding = lostUpdate();
  finding.place.file = sourceFile("sarif_columns.c", "/* \xC3\xA4\xE2\x82\xAC */ f();\n");
  finding.place.line = 1;
  finding.place.column = 13;
  const Object run = runOf(found(finding));
  const Object &place = physical(at(at(run, "results", 0), "locations", 0));
  EXPECT_EQ(place.getObject("region")->getInteger("startColumn"), 10);
}

TEST(Sarif, ANameThatComesTwiceIsTwoInputs) {
  Finding finding = lostUpdate();
  finding.inputs = {{"n", "1"}, {"n", "x\xFF"}};
  const Object run = runOf(found(finding));
  const Object &inputs = *at(run, "results", 0).getObject("properties")->getObject("inputs");
  EXPECT_EQ(inputs.getInteger("n"), 1);
  EXPECT_EQ(inputs.getString("n#2"), "x\xEF\xBF\xBD");
}

TEST(Sarif, SaysWhereInputsMayNotBeTheSmallest) {
  Finding finding = lostUpdate();
  finding.inputs = {{"n", "1"}};
  const auto said = [&] {
    const Object run = runOf(found(finding));
    return at(run, "results", 0).getObject("properties")->getBoolean("inputsSmallest");
  };
  EXPECT_FALSE(said());
  finding.areInputsSmallest = false;
  EXPECT_EQ(said(), false);
}

} // namespace
} // namespace heddle::report
