// A found execution made shorter: the same bug, at no higher cost, whatever it began as.
#include "trace/minimise.h"

#include "../explore/sample_programs.h"
#include "explore/dice.h"
#include "trace/rerun.h"

#include <cstring>
#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

using explore::Ready;

explore::Found findByChance(Ready &ready, const explore::Options &given, std::uint64_t seed) {
  explore::Options options = given;
  options.seed = seed;
  const explore::Answer answer = explore::search(ready, "random", options);
  EXPECT_FALSE(answer.found.empty());
  return answer.found.front();
}

Trace record(Ready &ready, const vm::Options &options, const explore::Found &found) {
  const Trace trace = trace::record(ready.code, options, found.path, found.fault);
  EXPECT_TRUE(trace.hasFault);
  EXPECT_TRUE(replay(ready.code, options, trace.test).hasFault);
  return trace;
}

TEST(Minimise, FindsTheFewestSwitchesFromAnywhere) {
  Ready ready(explore::incrementing(3, 3));
  const explore::Options options = explore::withoutRaces();
  std::size_t longest = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const explore::Found found = findByChance(ready, options, seed);
    const Trace before = record(ready, options.vm, found);
    longest = std::max<std::size_t>(longest, before.switches);
    const Minimised small = minimise(ready.code, options.vm, before, found.fault, {});
    const Trace after = record(ready, options.vm, {found.fault, small.path, {}});
    // main, one thread, all of another, the first again, the third, main.
    EXPECT_EQ(after.switches, 5U) << "seed " << seed;
    EXPECT_LE(after.events.size(), before.events.size());
  }
  EXPECT_GT(longest, 9U);
}

TEST(Minimise, TheAccessesOfARaceComeTogether) {
  Ready ready(explore::incrementing(2, 6));
  explore::Options options;
  options.runs = 1;
  const explore::Answer answer = explore::search(ready, "random", options);
  for (const explore::Found &found : answer.found) {
    if (found.fault.kind != vm::FaultKind::DataRace)
      continue;
    const Trace before = record(ready, options.vm, found);
    const Minimised small = minimise(ready.code, options.vm, before, found.fault, {});
    const Trace after = record(ready, options.vm, {found.fault, small.path, {}});
    EXPECT_EQ(after.switches, 2U) << "main, one thread, the other";
  }
}

TEST(Minimise, KeepsToItsBudget) {
  Ready ready(explore::incrementing(3, 3));
  const explore::Options options = explore::withoutRaces();
  const explore::Found found = findByChance(ready, options, 3);
  const Trace before = record(ready, options.vm, found);
  Effort effort;
  effort.reruns = 7;
  EXPECT_EQ(minimise(ready.code, options.vm, before, found.fault, effort).reruns, 7U);
  effort = {};
  effort.seconds = 0;
  EXPECT_EQ(minimise(ready.code, options.vm, before, found.fault, effort).path, before.path);
  const std::atomic<bool> cancelled = true;
  effort = {};
  effort.cancel = &cancelled;
  const Minimised same = minimise(ready.code, options.vm, before, found.fault, effort);
  EXPECT_EQ(same.path, before.path);
  EXPECT_EQ(same.reruns, 0U);
}

constexpr const char *inputIr = R"(
@name = constant [2 x i8] c"n\00"
@other = constant [2 x i8] c"m\00"
declare i32 @heddle_int(ptr)
declare void @__assert_fail(ptr, ptr, i32, ptr)
define i32 @main() {
  %n = call i32 @heddle_int(ptr @name)
  %m = call i32 @heddle_int(ptr @other)
  %high = icmp sgt i32 %n, 1234
  %low = icmp slt i32 %m, -77
  %both = and i1 %high, %low
  br i1 %both, label %bad, label %done
bad:
  call void @__assert_fail(ptr @name, ptr @name, i32 1, ptr @name)
  unreachable
done:
  ret i32 0
}
)";

vm::InputValue number(const std::string &name, std::int32_t value) {
  vm::InputValue input{name, vm::InputType::Signed, std::vector<std::uint8_t>(4)};
  std::memcpy(input.bytes.data(), &value, 4);
  return input;
}

TEST(Minimise, InputsGoAsNearToZeroAsTheBugLets) {
  Ready ready(inputIr);
  vm::Options options = explore::withoutRaces().vm;
  options.symbolic = false;
  options.inputs = {number("n", 1 << 30), number("m", -(1 << 29))};
  vm::Machine machine(ready.code, options);
  machine.start();
  const std::vector<vm::Fault> faults = machine.takeFaults();
  ASSERT_EQ(faults.size(), 1U);
  const Trace before = record(ready, options, {faults.front(), {}, {}});
  const Minimised small = minimise(ready.code, options, before, faults.front(), {});
  ASSERT_EQ(small.inputs.size(), 2U);
  EXPECT_EQ(vm::textOf(small.inputs[0]), "1235");
  EXPECT_EQ(vm::textOf(small.inputs[1]), "-78");
}

TEST(Rerun, APlanLeadsBackToItsPath) {
  Ready ready(explore::incrementing(3, 2));
  const explore::Options options = explore::withoutRaces();
  const explore::Found found = findByChance(ready, options, 5);
  constexpr std::size_t any = ~std::size_t{0};
  Rerun rerun(ready.code, options.vm, [](const vm::Fault &) { return true; }, [] { return true; });
  const auto run = rerun.follow(planOf(found.path), {any, any, any}, any);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->path, found.path);
  const Trace trace = record(ready, options.vm, found);
  EXPECT_EQ(run->cost.switches, trace.switches);
  EXPECT_EQ(run->cost.events, trace.events.size());
  EXPECT_FALSE(rerun.follow(planOf(found.path), {run->cost.switches - 1, any, any}, any));
  EXPECT_TRUE(rerun.follow(planOf(found.path), {any, any, any}, run->cost.events));
  EXPECT_FALSE(rerun.follow(planOf(found.path), {any, any, any}, run->cost.events - 1));
  EXPECT_FALSE(rerun.follow({}, {any, any, any}, any))
      << "one thread after the other loses nothing";
}

} // namespace
} // namespace heddle::trace
