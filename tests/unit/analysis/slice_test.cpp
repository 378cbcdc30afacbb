// Small programs for which it is known on what an assertion depends.
#include "sliced.h"

namespace heddle::analysis {
namespace {

TEST(Slice, OfFigure5) {
  // Paper 004, figure 5: the assertion hangs on lines 3 to 5, not on 1 and 2.
  const Sliced s(R"(
@v = global i32 0
@w = global i32 0
define i32 @main() {
  %p = call i32 @heddle_int(ptr @name)
  %q = call i32 @heddle_int(ptr @name)
  %ifp = icmp ne i32 %p, 0
  br i1 %ifp, label %one, label %three, !n !{!"b1"}
one:
  %v = load i32, ptr @v
  store i32 %v, ptr @y, !n !{!"w2"}
  br label %three
three:
  %w = load i32, ptr @w
  %w5 = mul i32 %w, 5
  store i32 %w5, ptr @z, !n !{!"w3"}
  %ifq = icmp ne i32 %q, 0
  br i1 %ifq, label %five, label %six, !n !{!"b4"}
five:
  %z = load i32, ptr @z
  %z2 = mul i32 %z, 2
  store i32 %z2, ptr @x, !n !{!"w5"}
  br label %six
six:
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret i32 0
}
)",
                 {.uninitialised = false});
  EXPECT_EQ(s.namesIn("check"),
            (Names{"check", "x", "w5", "z2", "z", "b4", "ifq", "q", "w3", "w5", "w"}));
}

TEST(Slice, ThroughAnotherThread) {
  const Sliced s(R"(
define ptr @one(ptr %a) {
  %y = load i32, ptr @y
  store i32 %y, ptr @x, !n !{!"wx"}
  store i32 1, ptr @z, !n !{!"wz"}
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  store i32 3, ptr @y, !n !{!"wy"}
  store i32 4, ptr @z, !n !{!"wz0"}
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "x", "wx", "y", "wy", "create", "h"}));
}

TEST(Slice, NoFlowBackFromBehindAJoin) {
  const Sliced s(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  store i32 3, ptr @x, !n !{!"before"}
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  store i32 4, ptr @x, !n !{!"beside"}
  %handle = load i64, ptr %h
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  store i32 5, ptr @x, !n !{!"behind"}
  ret i32 0
}
)");
  EXPECT_EQ(s.writersOf("x"), (Names{"before", "beside"}));
}

TEST(Slice, ThroughPointersAndFields) {
  const Sliced s(R"(
@pair = global { i32, i32 } zeroinitializer
@p = global ptr null
define i32 @main() {
  store ptr @x, ptr @p, !n !{!"wp"}
  store i32 1, ptr @pair, !n !{!"first"}
  store i32 2, ptr getelementptr (i8, ptr @pair, i64 4), !n !{!"second"}
  %p = load ptr, ptr @p
  %from = load i32, ptr getelementptr (i8, ptr @pair, i64 4)
  store i32 %from, ptr %p, !n !{!"wx"}
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "x", "wx", "from", "second", "p", "wp"}));
}

TEST(Slice, ThroughArgumentsAndResults) {
  const Sliced s(R"(
define i32 @sum(i32 %a, i32 %b, i32 %unused) {
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @main() {
  %i = call i32 @heddle_int(ptr @name)
  %j = call i32 @heddle_int(ptr @name)
  %k = call i32 @heddle_int(ptr @name)
  %r = call i32 @sum(i32 %i, i32 %j, i32 %k)
  call void @heddle_assert(i32 %r), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "r", "s", "i", "j"}));
}

TEST(Slice, ACallThatOnlyReturnsIsLeftOut) {
  const Sliced s(R"(
define void @note() {
  store i32 1, ptr @y, !n !{!"wy"}
  ret void
}
define i32 @main() {
  call void @note(), !n !{!"call"}
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "x"}));
}

TEST(Slice, ACallThatMayExitStays) {
  const Sliced s(R"(
define void @maybe() {
  %i = call i32 @heddle_int(ptr @name)
  %zero = icmp eq i32 %i, 0
  br i1 %zero, label %end, label %back, !n !{!"branch"}
end:
  call void @exit(i32 1), !n !{!"exit"}
  unreachable
back:
  store i32 1, ptr @y, !n !{!"wy"}
  ret void
}
define i32 @main() {
  call void @maybe(), !n !{!"call"}
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "x", "call", "branch", "zero", "i", "exit"}));
}

TEST(Slice, RecursionMayNotEnd) {
  const Sliced s(R"(
define void @down(i32 %n) {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %end, label %on, !n !{!"branch"}
on:
  %less = sub i32 %n, 1
  call void @down(i32 %less), !n !{!"again"}
  br label %end
end:
  ret void
}
define i32 @main() {
  call void @down(i32 3), !n !{!"call"}
  call void @heddle_assert(i32 0), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "call", "branch", "zero", "less", "again"}));
}

constexpr const char *loops = R"(
define i32 @main() {
entry:
  %i = call i32 @heddle_int(ptr @name)
  br label %head
head:
  %n = phi i32 [ 0, %entry ], [ %next, %body ]
  %on = icmp slt i32 %n, LIMIT
  br i1 %on, label %body, label %behind, !n !{!"loop"}
body:
  store i32 %n, ptr @y, !n !{!"wy"}
  %next = add i32 %n, 1
  br label %head
behind:
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret i32 0
}
)";

std::string loopTo(const std::string &limit) {
  std::string text = loops;
  return text.replace(text.find("LIMIT"), 5, limit);
}

TEST(Slice, ALoopThatMayNotEndStays) {
  const Sliced s(loopTo("%i"), {.uninitialised = false});
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "x", "loop", "on", "n", "next", "i"}));
}

TEST(Slice, ALoopThatCountsIsLeftOut) {
  const Sliced s(loopTo("10"));
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "x"}));
}

TEST(Slice, EarlyReturn) {
  const Sliced s(R"(
define i32 @main() {
  %i = call i32 @heddle_int(ptr @name)
  %j = call i32 @heddle_int(ptr @name)
  %zero = icmp eq i32 %i, 0
  br i1 %zero, label %early, label %late, !n !{!"branch"}
early:
  ret i32 1
late:
  %one = icmp eq i32 %j, 1
  br i1 %one, label %then, label %check, !n !{!"other"}
then:
  store i32 %j, ptr @y, !n !{!"wy"}
  br label %check
check:
  call void @heddle_assert(i32 0), !n !{!"check"}
  ret i32 0
}
)",
                 {.uninitialised = false});
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "branch", "zero", "i"}));
  EXPECT_EQ(s.controlsOf("check"), (Names{"branch"}));
  EXPECT_EQ(s.controlsOf("wy"), (Names{"other"}));
}

constexpr const char *locks = R"(
define ptr @one(ptr %a) {
  %lock = call i32 @pthread_mutex_lock(ptr @m)
  store i32 1, ptr @y, !n !{!"wy"}
  %unlock = call i32 @pthread_mutex_unlock(ptr @m)
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %take = call i32 @pthread_mutex_lock(ptr @m)
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  %give = call i32 @pthread_mutex_unlock(ptr @m)
  ret i32 0
}
)";

TEST(Slice, WhatHoldsALockThatIsWaitedFor) {
  // Without the other thread's unlock the assertion might not be reached.
  const Sliced s(locks);
  EXPECT_EQ(s.namesIn("check"),
            (Names{"check", "x", "take", "give", "lock", "unlock", "create", "h"}));
}

TEST(Slice, AWaitAndItsSignal) {
  const Sliced s(R"(
define ptr @one(ptr %a) {
  store i32 7, ptr @y, !n !{!"wy"}
  %signal = call i32 @pthread_cond_signal(ptr @c)
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %lock = call i32 @pthread_mutex_lock(ptr @m)
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  call void @heddle_assert(i32 0), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "wait", "lock", "signal", "create", "h"}));
}

TEST(Slice, AJoinWaitsForHowItsThreadEnds) {
  const Sliced s(R"(
define ptr @one(ptr %a) {
  %lock = call i32 @pthread_mutex_lock(ptr @m)
  store i32 1, ptr @y, !n !{!"wy"}
  ret ptr null
}
define ptr @two(ptr %a) {
  %other = call i32 @pthread_mutex_lock(ptr @c)
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %k = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %handle = load i64, ptr %h
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  call void @heddle_assert(i32 0), !n !{!"check"}
  %later = call i32 @pthread_create(ptr %k, ptr null, ptr @two, ptr null)
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "join", "handle", "h", "create", "lock"}));
}

TEST(Slice, APrinterMayWriteWhatItsListLeadsTo) {
  const auto writers = [](const std::string &format) {
    return Sliced("declare i32 @vprintf(ptr, ptr)\ndeclare void @llvm.va_start.p0(ptr)\n"
                  "@seen = global i32 0\n@format = constant [3 x i8] c\"" +
                  format + "\\00\"\n" + R"(
define void @print(ptr %format, ...) {
  %list = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %list)
  %prints = call i32 @vprintf(ptr %format, ptr %list)
  ret void
}
define i32 @main() {
  call void (ptr, ...) @print(ptr @format, ptr @seen)
  %reads = load i32, ptr @seen
  ret i32 %reads
}
)")
        .writersOf("reads");
  };
  EXPECT_TRUE(writers("%n").contains("prints"));
  EXPECT_FALSE(writers("%p").contains("prints"));
}

TEST(Slice, FunctionPointers) {
  const Sliced s(R"(
@f = global ptr @set
define void @set() {
  store i32 1, ptr @x, !n !{!"wx"}
  ret void
}
define void @other() {
  store i32 1, ptr @y, !n !{!"wy"}
  ret void
}
define i32 @main() {
  store ptr @other, ptr @f, !n !{!"wf"}
  %f = load ptr, ptr @f
  call void %f(), !n !{!"call"}
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "x", "wx", "call", "f", "wf"}));
}

TEST(Slice, AnExceptionLeadsThere) {
  const Sliced s(R"(
define void @throw() {
  %i = call i32 @heddle_int(ptr @name)
  %zero = icmp eq i32 %i, 0
  br i1 %zero, label %raise, label %back, !n !{!"branch"}
raise:
  call void @__heddle_raise(ptr @z), !n !{!"raise"}
  unreachable
back:
  store i32 1, ptr @y, !n !{!"wy"}
  ret void
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @throw() to label %fine unwind label %caught, !n !{!"call"}
fine:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  call void @heddle_assert(i32 0), !n !{!"check"}
  ret i32 1
}
)",
                 {.uninitialised = false});
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "call", "branch", "zero", "i", "raise"}));
}

TEST(Slice, AccessesThatMayFail) {
  constexpr const char *program = R"(
@p = global ptr null
define i32 @main() {
  %p = load ptr, ptr @p
  %there = load i32, ptr %p
  call void @heddle_assert(i32 0), !n !{!"check"}
  ret i32 0
}
)";
  EXPECT_EQ(Sliced(program).namesIn("check"), (Names{"check", "there", "p"}));
  EXPECT_EQ(Sliced(program, {.memory = false}).namesIn("check"), (Names{"check"}));
}

TEST(Slice, ADivisionThatMayFail) {
  constexpr const char *program = R"(
define i32 @main() {
  %x = load i32, ptr @x
  %half = udiv i32 %x, 2
  %part = udiv i32 3, %x
  call void @heddle_assert(i32 0), !n !{!"check"}
  ret i32 0
}
)";
  EXPECT_EQ(Sliced(program).namesIn("check"), (Names{"check", "part", "x"}));
  EXPECT_EQ(Sliced(program, {.arithmetic = false}).namesIn("check"), (Names{"check"}));
}

TEST(Slice, APhiHangsOnTheBranchBeforeIt) {
  const Sliced s(R"(
define i32 @main() {
entry:
  %i = call i32 @heddle_int(ptr @name)
  %zero = icmp eq i32 %i, 0
  br i1 %zero, label %left, label %right, !n !{!"branch"}
left:
  br label %meet
right:
  br label %meet
meet:
  %v = phi i32 [ 1, %left ], [ 2, %right ]
  call void @heddle_assert(i32 %v), !n !{!"check"}
  ret i32 0
}
)");
  EXPECT_EQ(s.namesIn("check"), (Names{"check", "v", "branch", "zero", "i"}));
}

TEST(Slice, BothTypesOfPointsOutside) {
  const Sliced s(R"(
define ptr @one(ptr %a) {
  %y = load i32, ptr @y
  %x = load i32, ptr @x
  call void @heddle_assert(i32 %x), !n !{!"check"}
  %late = load i32, ptr @z
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %before = load i32, ptr @y
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %after = load i32, ptr @y
  ret i32 0
}
)");
  const Slice slice = s.of("check");
  const auto canReach = [&](const char *name) {
    const llvm::Instruction *stack[] = {&s.at(name)};
    return slice.canReach(stack);
  };
  EXPECT_FALSE(slice.contains(s.at("y"))); // Type B:
  EXPECT_TRUE(canReach("y"));
  EXPECT_FALSE(slice.contains(s.at("late"))); // type A.
  EXPECT_FALSE(canReach("late"));
  EXPECT_TRUE(canReach("before"));
  EXPECT_TRUE(canReach("create"));
  EXPECT_FALSE(canReach("after"));
  EXPECT_TRUE(slice.canReach(*s.program.unit().module().getFunction("one")));
}

} // namespace
} // namespace heddle::analysis
