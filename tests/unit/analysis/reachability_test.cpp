// Distances that can be counted by hand.
#include "sliced.h"

namespace heddle::analysis {
namespace {

constexpr const char *calls = R"(
define i32 @leaf(i32 %a) {
  %deep = add i32 %a, 1
  %deeper = add i32 %deep, 1
  ret i32 %deeper, !n !{!"back"}
}
define i32 @main() {
  %first = load i32, ptr @x
  %one = call i32 @leaf(i32 %first)
  %between = load i32, ptr @y
  %two = call i32 @leaf(i32 %between)
  %last = load i32, ptr @z
  ret i32 %last
}
)";

std::optional<std::uint32_t> distance(Sliced &s, std::initializer_list<const char *> stack,
                                      const char *target) {
  std::vector<const llvm::Instruction *> instructions;
  for (const char *name : stack)
    instructions.push_back(&s.at(name));
  return s.reachability.to(s.at(target)).distance(instructions);
}

TEST(Reachability, ThroughCalls) {
  Sliced s(calls);
  EXPECT_EQ(distance(s, {"first"}, "first"), 0u);
  EXPECT_EQ(distance(s, {"first"}, "one"), 1u);
  EXPECT_EQ(distance(s, {"first"}, "deep"), 2u);
  EXPECT_EQ(distance(s, {"first"}, "between"), 5u); // Load, call, two additions, return.
  EXPECT_EQ(distance(s, {"first"}, "last"), 10u);
  EXPECT_EQ(distance(s, {"last"}, "deep"), std::nullopt);
}

TEST(Reachability, ReturnsToWhoCalled) {
  Sliced s(calls);
  EXPECT_EQ(distance(s, {"deeper", "one"}, "between"), 2u);
  EXPECT_EQ(distance(s, {"deeper", "one"}, "deep"), 4u); // By way of the second call.
  EXPECT_EQ(distance(s, {"deeper", "two"}, "last"), 2u);
  EXPECT_EQ(distance(s, {"deeper", "two"}, "between"), std::nullopt);
  EXPECT_EQ(distance(s, {"deeper", "two"}, "deep"), std::nullopt);
}

constexpr const char *choice = R"(
define void @forever() {
  br label %loop
loop:
  br label %loop
}
define void @left() {
  %inleft = load i32, ptr @x
  ret void
}
define void @right() {
  %inright = load i32, ptr @x
  ret void
}
define i32 @main() {
  %i = call i32 @heddle_int(ptr @name)
  %zero = icmp eq i32 %i, 0
  br i1 %zero, label %one, label %other, !n !{!"branch"}
one:
  %a = load i32, ptr @y
  call void @forever(), !n !{!"never"}
  %unreached = load i32, ptr @y
  ret i32 0
other:
  %f = select i1 %zero, ptr @left, ptr @right
  call void %f(), !n !{!"call"}
  %b = load i32, ptr @z
  ret i32 0
}
)";

TEST(Reachability, NotBehindWhatNeverReturns) {
  Sliced s(choice);
  EXPECT_EQ(distance(s, {"i"}, "a"), 3u);
  EXPECT_EQ(distance(s, {"i"}, "unreached"), std::nullopt);
  EXPECT_EQ(distance(s, {"i"}, "b"), 7u);
}

TEST(Reachability, WithKnownBranchesAndCalls) {
  Sliced s(choice);
  const llvm::Instruction *start[] = {&s.at("i")};
  Resolution known;
  known.branches[&s.at("branch")] = 0;
  EXPECT_TRUE(s.reachability.to({&s.at("a")}, known).mayReach(start));
  EXPECT_FALSE(s.reachability.to({&s.at("b")}, known).mayReach(start));
  known.branches[&s.at("branch")] = 1;
  known.calls[&llvm::cast<llvm::CallBase>(s.at("call"))] =
      s.program.unit().module().getFunction("left");
  EXPECT_FALSE(s.reachability.to({&s.at("a")}, known).mayReach(start));
  EXPECT_TRUE(s.reachability.to({&s.at("inleft")}, known).mayReach(start));
  EXPECT_FALSE(s.reachability.to({&s.at("inright")}, known).mayReach(start));
  EXPECT_TRUE(s.reachability.to({&s.at("b")}, known).mayReach(start));
}

TEST(Reachability, RecursionIsAsLongAsItsShortestWay) {
  Sliced s(R"(
define i32 @down(i32 %n) {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %end, label %on
on:
  %less = sub i32 %n, 1
  %r = call i32 @down(i32 %less)
  ret i32 %r
end:
  ret i32 0
}
define i32 @main() {
  %call = call i32 @down(i32 3)
  %last = load i32, ptr @x
  ret i32 0
}
)");
  EXPECT_EQ(distance(s, {"call"}, "last"), 4u); // Call, comparison, branch, return.
  EXPECT_EQ(distance(s, {"less", "r", "call"}, "last"), 7u);
}

TEST(Reachability, ExceptionsLeaveSeveralCalls) {
  Sliced s(R"(
define void @throw() {
  %deep = load i32, ptr @x
  call void @__heddle_raise(ptr @z), !n !{!"raise"}
  unreachable
}
define void @middle() {
  call void @throw(), !n !{!"inner"}
  %passed = load i32, ptr @x
  ret void
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @middle() to label %fine unwind label %caught, !n !{!"outer"}
fine:
  %good = load i32, ptr @y
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %bad = load i32, ptr @y
  ret i32 1
}
)");
  EXPECT_EQ(distance(s, {"deep", "inner", "outer"}, "bad"), 2u);
  EXPECT_EQ(distance(s, {"deep", "inner", "outer"}, "good"), std::nullopt);
  EXPECT_EQ(distance(s, {"deep", "inner", "outer"}, "passed"), std::nullopt);
}

TEST(Reachability, IntoThreadsIfAsked) {
  Sliced s(R"(
define ptr @one(ptr %a) {
  %there = load i32, ptr @x
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  ret i32 0
}
)");
  EXPECT_EQ(distance(s, {"h"}, "there"), std::nullopt);
  const llvm::Instruction *start[] = {&s.at("h")};
  EXPECT_EQ(s.acrossThreads.to(s.at("there")).distance(start), 2u);
}

} // namespace
} // namespace heddle::analysis
