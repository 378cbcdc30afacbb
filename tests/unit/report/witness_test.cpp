#include "report/witness.h"

#include "sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Witness witnessOf(const Finding &finding, std::vector<std::string> files = {}) {
  Result result;
  result.findings = {finding};
  result.files = std::move(files);
  auto witness = makeWitness(result, "2026-01-02T03:04:05Z");
  if (!witness)
    ADD_FAILURE() << witness.failure().message;
  return witness ? *witness : Witness();
}

/// "0:16" for each step: thread and line.
std::vector<std::string> stepsOf(const Finding &finding) {
  std::vector<std::string> steps;
  for (const WitnessStep &step : witnessOf(finding).steps)
    steps.push_back(std::to_string(step.thread) + ":" + std::to_string(step.place.line));
  return steps;
}

std::string yamlOf(const Witness &witness) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printYaml(out, witness);
  return text;
}

std::string graphmlOf(const Witness &witness) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printGraphml(out, witness, support::SourceText());
  return text;
}

using Steps = std::vector<std::string>;

TEST(Witness, StatementsInOrderAndTheViolationLast) {
  EXPECT_EQ(stepsOf(lostUpdate()), (Steps{"0:16", "0:17", "1:8", "2:8", "1:9", "2:9", "0:20"}));
}

TEST(Witness, OperationsOfOneStatementAreOneStep) {
  Finding finding = lostUpdate(1);
  finding.events.insert(finding.events.begin() + 1, finding.events[1]);
  EXPECT_EQ(stepsOf(finding), (Steps{"0:16", "1:8", "1:9", "0:20"}));
}

TEST(Witness, ACreationKeepsItsStep) {
  Finding finding = lostUpdate(2);
  finding.events[0].kind = finding.events[1].kind = "create";
  finding.events[0].other = 1;
  finding.events[1].other = 2;
  finding.events[1].place.line = 16; // A loop.
  Event handle = finding.events[1];
  handle.kind = "write";
  finding.events.insert(finding.events.begin() + 2, handle);
  const Witness witness = witnessOf(finding);
  EXPECT_EQ(stepsOf(finding), (Steps{"0:16", "0:16", "1:8", "2:8", "1:9", "2:9", "0:20"}));
  EXPECT_EQ(witness.steps[0].creates, 1u);
  EXPECT_EQ(witness.steps[1].creates, 2u);
  EXPECT_EQ(witness.steps[0].enters, "main");
  EXPECT_EQ(witness.steps[1].enters, "");
  EXPECT_EQ(witness.steps[2].enters, "deposit");
  finding.participants[0].place.line = 16; // It fails where it creates.
  finding.events.resize(2);
  EXPECT_EQ(stepsOf(finding), (Steps{"0:16", "0:16", "0:16"}));
}

TEST(Witness, OfARaceTheLaterAccessIsTheViolation) {
  Finding finding = lostUpdate(2);
  finding.kind = "data-race";
  const Place first{"account.c", 8, 3, "deposit", false, 0};
  const Place later{"account.c", 9, 3, "deposit", false, 0};
  finding.participants = {{later, "write", 1, {}, 4}, {first, "read", 2, {}, 3}};
  EXPECT_EQ(stepsOf(finding), (Steps{"0:16", "0:17", "1:8", "2:8", "1:9"}));
}

TEST(Witness, OfADeadlockAllWhoAreBlockedComeLast) {
  Finding finding = lostUpdate(2);
  finding.kind = "deadlock";
  const auto at = [](unsigned line) { return Place{"account.c", line, 3, "deposit", false, 0}; };
  finding.participants = {{at(30), "waits for lock a", 1, {}}, {at(31), "waits for lock b", 2, {}}};
  finding.events.resize(2);
  EXPECT_EQ(stepsOf(finding), (Steps{"0:16", "0:17", "2:31", "1:30"}));
}

TEST(Witness, EveryPropertyHasItsSpecification) {
  const auto specification = [](const char *kind) {
    Finding finding = lostUpdate();
    finding.kind = kind;
    return witnessOf(finding).specification;
  };
  EXPECT_EQ(specification("reach-error"), "CHECK( init(main()), LTL(G ! call(reach_error())) )");
  EXPECT_EQ(specification("data-race"), "CHECK( init(main()), LTL(G ! data-race) )");
  EXPECT_EQ(specification("use-after-free"), "CHECK( init(main()), LTL(G valid-deref) )");
  EXPECT_EQ(specification("double-free"), "CHECK( init(main()), LTL(G valid-free) )");
  EXPECT_EQ(specification("leak"), "CHECK( init(main()), LTL(G valid-memtrack) )");
  EXPECT_EQ(specification("overflow"), "CHECK( init(main()), LTL(G ! overflow) )");
  EXPECT_EQ(specification("hang"), "CHECK( init(main()), LTL(F end) )");
}

TEST(Witness, FilesHaveTheirHash) {
  const std::string file = sourceFile("witness_hash.cpp", "abc");
  const Witness witness = witnessOf(lostUpdate(), {file});
  ASSERT_EQ(witness.files.size(), 1u);
  EXPECT_EQ(witness.files[0].first, file);
  EXPECT_EQ(witness.files[0].second,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(witness.language, "C++");
}

TEST(Witness, WithoutALineThereIsNone) {
  Result result;
  result.findings = {lostUpdate()};
  result.findings[0].participants[0] = {{"", 0, 0, "main", false, 7}, "checked", 0, {}};
  EXPECT_FALSE(makeWitness(result, ""));
}

TEST(Witness, NoTextOfTheProgramBecomesAPartOfIt) {
  Finding finding = lostUpdate();
  const std::string evil = "</data>\"<x>\n  - segment: []\n\".c";
  finding.participants[0].place.file = evil;
  finding.threads[0].function = evil;
  const Witness witness = witnessOf(finding);
  EXPECT_THAT(graphmlOf(witness), Not(HasSubstr("<x>")));
  EXPECT_THAT(graphmlOf(witness), Not(HasSubstr("</data>\"")));
  EXPECT_THAT(yamlOf(witness), Not(HasSubstr("segment: []\n")));
}

} // namespace
} // namespace heddle::report
