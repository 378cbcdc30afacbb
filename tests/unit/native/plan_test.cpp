#include "native/plan.h"

#include <gmock/gmock.h>

namespace heddle::native {
namespace {

using testing::HasSubstr;

/// T2 reads at its third mark what T1 wrote at its second; T1 goes on in between.
Plan race() {
  Plan plan;
  plan.kind = vm::FaultKind::DataRace;
  plan.names = {"main", "T1", "T2"};
  plan.stretches = {{0, {4, 0, Where::AtMark}, 11}, {1, {1, 0, Where::AtMark}, 12},
                    {1, {5, 0, Where::AtMark}, 13}, {2, {1, 0, Where::Behind}, 14},
                    {1, {7, 0, Where::Ended}, 15},  {2, {3, 0, Where::AtMark}, 16}};
  plan.expected = {{2, 3}, {1, 2}};
  return plan;
}

TEST(Plan, LetsTheEarlierAccessOfARaceStand) {
  const Plan both = standingAtBoth(race());
  ASSERT_EQ(both.stretches.size(), 5U);
  EXPECT_EQ(both.stretches[1].until.marks, 1U); // Before it is reached, all is as it was.
  EXPECT_EQ(both.stretches[2].thread, 1);
  EXPECT_EQ(both.stretches[2].until.marks, 2U);
  EXPECT_EQ(both.stretches[2].until.where, Where::AtMark);
  EXPECT_EQ(both.stretches[3].thread, 2); // T1 does nothing more.
  EXPECT_EQ(both.stretches[4].thread, 2);
  EXPECT_THAT(write(both), HasSubstr("end race-both\n"));
  EXPECT_THAT(write(race()), HasSubstr("end race\n"));
}

TEST(Plan, TellsAllThatTheRuntimeNeeds) {
  Plan plan;
  plan.kind = vm::FaultKind::Deadlock;
  plan.isBlocking = true;
  plan.allStuck = true;
  plan.names = {"main", "", "T2"};
  plan.stretches = {{2, {3, 1, Where::Behind}, 99}};
  plan.operations[2] = {{program::OpKind::Signal, 0, 0},
                        {program::OpKind::SemTimedWait, ~std::uint64_t{0}, vm::noThread}};
  plan.choices[2] = {1};
  plan.ways[0] = {7, 8};
  plan.inputs = {{"a b", vm::InputType::Unsigned, {1, 255}}};
  plan.expected = {{2, 3}};
  EXPECT_EQ(write(plan), "end stuck\n"
                         "thread 0 main\n"
                         "thread 2 T2\n"
                         "stretch 2 3 1 1 99\n"
                         "operation 2 signal 0 0\n"
                         "operation 2 semaphore-timed-wait -1 -1\n"
                         "way 0 7\n"
                         "way 0 8\n"
                         "choose 2 1\n"
                         "input x612062 x01ff\n"
                         "expect 2 3\n");
  plan.allStuck = false;
  EXPECT_THAT(write(plan), HasSubstr("end ring\n"));
}

} // namespace
} // namespace heddle::native
