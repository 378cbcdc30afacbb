// Searches by chance: a seed stands for one search, and what they say is not more than they know.
#include "explore/dice.h"
#include "sample_programs.h"
#include "trace/trace.h"

#include <gtest/gtest.h>
#include <set>

namespace heddle::explore {
namespace {

class Sampled : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(Strategies, Sampled, testing::Values("pct", "random"),
                         [](const auto &param) { return std::string(param.param); });

std::multiset<std::string> outcomes(Ready &ready, const std::string &strategy, std::uint64_t seed) {
  Options options = withoutRaces();
  options.all = true;
  options.runs = 200;
  options.seed = seed;
  std::multiset<std::string> ends;
  options.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &) {
    std::string bytes;
    machine.serialise(bytes);
    ends.insert(bytes);
  };
  search(ready, strategy, options);
  return ends;
}

TEST_P(Sampled, ASeedStandsForOneSearch) {
  Ready ready(incrementing(3, 3));
  EXPECT_EQ(outcomes(ready, GetParam(), 1), outcomes(ready, GetParam(), 1));
  EXPECT_NE(outcomes(ready, GetParam(), 1), outcomes(ready, GetParam(), 2));
}

TEST_P(Sampled, WhatIsFoundRunsAgain) {
  Ready ready(incrementing(3, 2));
  const Options options = withoutRaces();
  const Answer answer = search(ready, GetParam(), options);
  ASSERT_EQ(answer.found.size(), 1U);
  EXPECT_TRUE(answer.gaps.empty()) << "a search that a bug ends has left nothing open";
  const Found &found = answer.found.front();
  EXPECT_EQ(found.fault.kind, vm::FaultKind::Assertion);
  const trace::Trace trace = trace::record(ready.code, options.vm, found.path, found.fault);
  EXPECT_TRUE(trace.hasFault);
  EXPECT_TRUE(trace::replay(ready.code, options.vm, trace.test).hasFault);
}

TEST_P(Sampled, NothingFoundIsNotSafe) {
  Options options = withoutRaces();
  options.runs = 7;
  options.all = true;
  Ready ready(incrementing(2, 2));
  const Answer answer = search(ready, GetParam(), options);
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_EQ(answer.gaps.front().reason, "sampled");
  EXPECT_EQ(answer.gaps.front().detail, "7 runs were sampled; what others do is not known");
  EXPECT_EQ(answer.stats.executions, 7U);
}

TEST_P(Sampled, OneExecutionIsAllThereIs) {
  Ready ready(aloneIr);
  const Answer answer = search(ready, GetParam(), withoutRaces());
  EXPECT_TRUE(answer.gaps.empty());
  EXPECT_EQ(answer.stats.executions, 1U);
  EXPECT_EQ(answer.stats.states, 0U);
}

TEST_P(Sampled, ABoundOnThePathIsSaid) {
  Ready ready(incrementing(2, 2));
  Options options = withoutRaces();
  options.limits.maxDepth = 3;
  options.runs = 5;
  const Answer answer = search(ready, GetParam(), options);
  EXPECT_EQ(answer.stats.executions, 0U);
  std::set<std::string> reasons;
  for (const vm::Gap &gap : answer.gaps)
    reasons.insert(gap.reason);
  EXPECT_EQ(reasons, (std::set<std::string>{"max-depth", "sampled"}));
}

/// Every final state that exhaustive search meets, chance meets too if it tries long enough.
TEST_P(Sampled, AllEndsAreMetInTheEnd) {
  Ready ready(incrementing(2, 2));
  Options options = withoutRaces();
  options.all = true;
  options.runs = 3000;
  const auto endsOf = [&](const std::string &strategy) {
    std::set<std::string> ends;
    options.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &) {
      std::string bytes;
      machine.serialise(bytes);
      ends.insert(bytes);
    };
    search(ready, strategy, options);
    return ends;
  };
  EXPECT_EQ(endsOf(GetParam()), endsOf("exhaustive"));
}

/// One change at the right point of k loses an update of one of two threads: a run finds it with
/// probability 1 / (n k) at least, and 20 n k runs miss it once in e^20 times.
TEST(Pct, KeepsItsPromise) {
  Ready ready(incrementing(2, 20));
  Options options = withoutRaces();
  options.depth = 2;
  constexpr std::uint64_t k = 80; // Two operations of each of the 40 increments.
  options.runs = 40 * k;
  for (options.seed = 0; options.seed < 5; ++options.seed)
    EXPECT_EQ(search(ready, "pct", options).found.size(), 1U) << "seed " << options.seed;
}

/// Without changes threads run one after the other, so no update is lost.
TEST(Pct, DepthOneNeverPreempts) {
  Ready ready(incrementing(3, 4));
  Options options = withoutRaces();
  options.depth = 1;
  options.runs = 500;
  EXPECT_TRUE(search(ready, "pct", options).found.empty());
}

TEST(Dice, NumbersAreEvenlySpreadAndComeAgain) {
  Dice dice(0, 0);
  std::vector<unsigned> counts(7);
  for (unsigned i = 0; i < 70000; ++i)
    ++counts[dice.below(7)];
  for (const unsigned count : counts)
    EXPECT_NEAR(count, 10000, 500);
  Dice first(42, 1);
  Dice again(42, 1);
  Dice other(42, 2);
  const std::uint64_t number = first.next();
  EXPECT_EQ(number, again.next());
  EXPECT_NE(number, other.next());
}

} // namespace
} // namespace heddle::explore
