#include "native/judge.h"

#include <csignal>
#include <gmock/gmock.h>

namespace heddle::native {
namespace {

using testing::HasSubstr;

std::string place(std::uint32_t mark) {
  return "a.c:" + std::to_string(mark);
}

Plan planFor(vm::FaultKind kind) {
  Plan plan;
  plan.kind = kind;
  plan.names = {"main", "T1"};
  plan.expected = {{1, 5}};
  return plan;
}

Answer judged(const Plan &plan, std::vector<std::string> lines, int signal = 0) {
  return judge(plan, {std::move(lines), signal, false}, place);
}

TEST(Judge, WantsTheSameThreadAtTheSamePlaceAndARealAbort) {
  const Plan plan = planFor(vm::FaultKind::Assertion);
  EXPECT_TRUE(judged(plan, {"failed assertion 1 5 x == 1"}, SIGABRT).same);
  EXPECT_FALSE(judged(plan, {"failed assertion 1 5 x == 1"}).same);
  EXPECT_FALSE(judged(plan, {"failed assertion 0 5 x == 1"}, SIGABRT).same);
  EXPECT_FALSE(judged(plan, {"failed assertion 1 6 x == 1"}, SIGABRT).same);
  EXPECT_FALSE(judged(plan, {"failed abort 1 5 abort is called"}, SIGABRT).same);
  EXPECT_FALSE(judged(plan, {}, SIGABRT).same);
  EXPECT_EQ(judged(plan, {}).reason, "native-not-reproduced");
}

TEST(Judge, KnowsWhatAddressSanitizerCallsIt) {
  const Plan free = planFor(vm::FaultKind::UseAfterFree);
  const Plan bounds = planFor(vm::FaultKind::OutOfBounds);
  const std::vector<std::string> freed = {"failed asan 1 5 heap-use-after-free on address 0x1"};
  const std::vector<std::string> beyond = {"failed asan 1 5 global-buffer-overflow on address 0x1"};
  EXPECT_TRUE(judged(free, freed).same);
  EXPECT_FALSE(judged(free, beyond).same);
  EXPECT_TRUE(judged(bounds, beyond).same);
  EXPECT_FALSE(judged(bounds, freed).same);
}

TEST(Judge, WantsAllWhoAreBlockedToBeBlocked) {
  Plan plan = planFor(vm::FaultKind::Deadlock);
  plan.isBlocking = true;
  plan.expected = {{0, 3}, {1, 5}};
  EXPECT_TRUE(judged(plan, {"state 0 3 lock 0x1", "state 1 5 lock 0x2", "stuck"}).same);
  EXPECT_FALSE(judged(plan, {"state 0 3 lock 0x1", "state 1 6 lock 0x2", "stuck"}).same);
  EXPECT_FALSE(judged(plan, {"state 0 3 lock 0x1", "state 1 5 spins 0", "stuck"}).same);
  EXPECT_FALSE(judged(plan, {"state 0 3 lock 0x1", "state 1 5 ended 0", "stuck"}).same);
  plan.kind = vm::FaultKind::Hang;
  plan.expected = {{1, 5}};
  EXPECT_TRUE(judged(plan, {"state 0 3 join 0x1", "state 1 2009 spins 0", "stuck"}).same);
}

TEST(Judge, SaysWhereAThreadWentElsewhere) {
  const Answer answer = judged(planFor(vm::FaultKind::Assertion), {"elsewhere T1 7 9"});
  EXPECT_FALSE(answer.same);
  EXPECT_THAT(answer.text, HasSubstr("it comes to a.c:7, not to a.c:9"));
}

TEST(Judge, SaysWhatAMachineDoesNotShow) {
  EXPECT_NE(unsupported(vm::FaultKind::Leak), "");
  EXPECT_NE(unsupported(vm::FaultKind::Uninitialised), "");
  EXPECT_EQ(unsupported(vm::FaultKind::DataRace), "");
}

} // namespace
} // namespace heddle::native
