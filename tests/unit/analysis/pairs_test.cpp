// Small programs where all pairs of accesses are known.
#include "../program/build_program.h"
#include "analysis/study.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {
namespace {

constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@g = global i32 0
@h = global i32 0
@m = global [40 x i8] zeroinitializer
@n = global [40 x i8] zeroinitializer
@m2 = global i32 0
@rw = global [56 x i8] zeroinitializer
@cv = global [48 x i8] zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
declare i32 @pthread_rwlock_rdlock(ptr)
declare i32 @pthread_rwlock_wrlock(ptr)
declare i32 @pthread_rwlock_unlock(ptr)
declare ptr @malloc(i64)
)";

std::string threadOf(const std::string &name, const std::string &body) {
  return "define ptr @" + name + "(ptr %a) {\n" + body + "\n  ret ptr null\n}\n";
}

/// Creates `first` and `second` and waits for them.
const std::string mainOfTwo = R"(
define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @first, ptr null)
  %c2 = call i32 @pthread_create(ptr %h2, ptr null, ptr @second, ptr null)
  %t1 = load i64, ptr %h1
  %j1 = call i32 @pthread_join(i64 %t1, ptr null)
  %t2 = load i64, ptr %h2
  %j2 = call i32 @pthread_join(i64 %t2, ptr null)
  %end = load i32, ptr @g
  ret i32 0
}
)";

std::string locked(const std::string &lock, const std::string &body) {
  return "  call i32 @pthread_mutex_lock(ptr @" + lock + ")\n" + body +
         "\n  call i32 @pthread_mutex_unlock(ptr @" + lock + ")";
}

class Fixture {
public:
  explicit Fixture(const std::string &ir, const PairOptions &options = {})
      : program(program::buildProgram(std::string(declarations) + ir)), study(program),
        found(study.findPairs(options)) {}

  std::size_t count(PairKind kind) const {
    return static_cast<std::size_t>(std::ranges::count(found.pairs, kind, &AccessPair::kind));
  }
  std::size_t races() const {
    return static_cast<std::size_t>(std::ranges::count_if(found.pairs, AccessPairs::isRace));
  }
  Protection protection() const {
    return found.pairs.empty() ? Protection::None : found.pairs.front().protection;
  }

  program::Program program;
  Study study;
  AccessPairs found;
};

const std::string writeG = "  store i32 1, ptr @g";
const std::string readG = "  %x = load i32, ptr @g";

TEST(AccessPairs, AReadAndAWrite) {
  const Fixture f(threadOf("first", readG) + threadOf("second", writeG) + mainOfTwo);
  EXPECT_EQ(f.count(PairKind::RW), 1U);
  EXPECT_EQ(f.races(), 1U);
  const AccessPair &pair = f.found.pairs.front();
  EXPECT_NE(f.found.oneOf(pair).thread, f.found.otherOf(pair).thread);
  EXPECT_FALSE(pair.isOrdered);
}

TEST(AccessPairs, TwoReadsAreNone) {
  const Fixture f(threadOf("first", readG) + threadOf("second", readG) + mainOfTwo);
  EXPECT_TRUE(f.found.pairs.empty());
}

TEST(AccessPairs, DifferentVariablesAreNone) {
  const std::string ir =
      threadOf("first", writeG) + threadOf("second", "  store i32 1, ptr @h") + mainOfTwo;
  EXPECT_TRUE(Fixture(ir).found.pairs.empty());
  EXPECT_GE(Fixture(ir, {.alias = false}).count(PairKind::RW), 1U);
}

TEST(AccessPairs, OneLockProtectsAndIsAPairItself) {
  const Fixture f(threadOf("first", locked("m", writeG)) + threadOf("second", locked("m", readG)) +
                  mainOfTwo);
  EXPECT_EQ(f.count(PairKind::RW), 1U);
  EXPECT_EQ(f.races(), 0U);
  EXPECT_EQ(f.count(PairKind::MM), 1U);
}

TEST(AccessPairs, TwoLocksDoNot) {
  const Fixture f(threadOf("first", locked("m", writeG)) + threadOf("second", locked("n", readG)) +
                  mainOfTwo);
  EXPECT_EQ(f.races(), 1U);
  EXPECT_EQ(f.count(PairKind::MM), 0U);
}

TEST(AccessPairs, ReadersOfAReadWriteLockDoNotContend) {
  const std::string unlock = "\n  call i32 @pthread_rwlock_unlock(ptr @rw)";
  const std::string reading = "  call i32 @pthread_rwlock_rdlock(ptr @rw)\n" + readG + unlock;
  const std::string writing = "  call i32 @pthread_rwlock_wrlock(ptr @rw)\n" + writeG + unlock;
  const std::string wrong = "  call i32 @pthread_rwlock_rdlock(ptr @rw)\n" + writeG + unlock;
  const Fixture readers(threadOf("first", reading) + threadOf("second", reading) + mainOfTwo);
  EXPECT_EQ(readers.count(PairKind::MM), 0U);
  const Fixture both(threadOf("first", reading) + threadOf("second", writing) + mainOfTwo);
  EXPECT_EQ(both.count(PairKind::MM), 1U);
  EXPECT_EQ(both.races(), 0U);
  const Fixture written(threadOf("first", reading) + threadOf("second", wrong) + mainOfTwo);
  EXPECT_EQ(written.races(), 1U);
}

TEST(AccessPairs, AtomicAccessesAreNoRace) {
  const std::string store = "  store atomic i32 1, ptr @g seq_cst, align 4";
  const Fixture both(threadOf("first", store) + threadOf("second", store) + mainOfTwo);
  EXPECT_EQ(both.count(PairKind::RW), 1U);
  EXPECT_EQ(both.protection(), Protection::Atomic);
  const Fixture mixed(threadOf("first", store) + threadOf("second", readG) + mainOfTwo);
  EXPECT_EQ(mixed.races(), 1U);
}

TEST(AccessPairs, WhatComesAfterAJoinIsNone) {
  const Fixture f(threadOf("first", "") + threadOf("second", writeG) + mainOfTwo);
  EXPECT_TRUE(f.found.pairs.empty()); // main reads g at its end.
}

TEST(AccessPairs, ManyOfOneKindMeetEachOther) {
  const Fixture f(threadOf("first", writeG) + R"(
define i32 @main(i32 %n, ptr %v) {
  %h = alloca i64
  br label %loop
loop:
  %i = phi i32 [0, %0], [%next, %loop]
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @first, ptr null)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 0
})");
  EXPECT_EQ(f.races(), 1U);
  EXPECT_EQ(f.found.pairs.front().one, f.found.pairs.front().other);
}

TEST(AccessPairs, AContextKnowsTheLocksAroundItsCall) {
  const std::string ir = "define void @set() {\n" + writeG + "\n  ret void\n}\n" +
                         threadOf("first", locked("m", "  call void @set()")) +
                         threadOf("second", locked("m", readG) + "\n  call void @set()") +
                         mainOfTwo;
  const Fixture f(ir);
  // The write of first with that of second, and with its read, which m protects.
  EXPECT_EQ(f.count(PairKind::RW), 2U);
  EXPECT_EQ(f.races(), 1U);
}

TEST(AccessPairs, APlainFlagOrdersButDoesNotSynchronise) {
  const std::string waits = R"(
  br label %loop
loop:
  %f = load i32, ptr @h
  %done = icmp ne i32 %f, 0
  br i1 %done, label %end, label %loop
end:
  %x = load i32, ptr @g
)";
  const Fixture f(threadOf("first", writeG + "\n  store i32 1, ptr @h") +
                  threadOf("second", waits) + mainOfTwo);
  EXPECT_EQ(f.races(), 2U); // On the flag and on what it is about.
  EXPECT_EQ(std::ranges::count(f.found.pairs, true, &AccessPair::isOrdered), 1);
}

TEST(AccessPairs, WhatAThreadKeepsToItself) {
  const std::string own = R"(
  %p = call ptr @malloc(i64 4)
  call void @set(ptr %p)
)";
  const std::string ir = "define void @set(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n" +
                         threadOf("first", own) + threadOf("second", own) + mainOfTwo;
  EXPECT_TRUE(Fixture(ir).found.pairs.empty());
}

/// A block that goes into a list, and is written before that; another thread reads what lies at
/// `place`.
std::string listing(const std::string &make, const std::string &place) {
  return "@list = global ptr null\n@last = global ptr null\n" + make + threadOf("first", R"(
  %p = call ptr @make()
  store i32 1, ptr %p
  store ptr %p, ptr @list)") +
         threadOf("second", "  %p = load ptr, ptr @" + place + "\n  %v = load i32, ptr %p") +
         mainOfTwo;
}

TEST(AccessPairs, WhatAFunctionOfTheProgramHasMadeIsNew) {
  const Fixture f(listing(R"(
define ptr @make() {
  %p = call ptr @malloc(i64 4)
  %isNull = icmp eq ptr %p, null
  br i1 %isNull, label %none, label %some
none:
  ret ptr null
some:
  store i32 0, ptr %p
  ret ptr %p
}
)",
                          "list"));
  EXPECT_EQ(f.races(), 1U); // On the list itself.
}

TEST(AccessPairs, WhatItHasGivenAwayBeforeIsNot) {
  const Fixture f(listing(R"(
define ptr @make() {
  %p = call ptr @malloc(i64 4)
  store ptr %p, ptr @last
  ret ptr %p
}
)",
                          "last"));
  EXPECT_EQ(f.races(), 2U); // On the pointer and on the block.
}

TEST(AccessPairs, APrinterWritesToItsFirstArgument) {
  const auto races = [](const std::string &format) {
    return Fixture(
               "declare i32 @vsnprintf(ptr, i64, ptr, ptr)\ndeclare void @llvm.va_start.p0(ptr)\n"
               "@format = constant [3 x i8] c\"" +
               format + "\\00\"\n" + R"(
define void @print(ptr %format, ...) {
  %list = alloca [24 x i8]
  %text = alloca [8 x i8]
  call void @llvm.va_start.p0(ptr %list)
  %n = call i32 @vsnprintf(ptr %text, i64 8, ptr %format, ptr %list)
  ret void
}
)" + threadOf("first", "  call void (ptr, ...) @print(ptr @format, ptr @g)") +
               threadOf("second", readG) + mainOfTwo)
        .races();
  };
  EXPECT_EQ(races("%p"), 0U);
  EXPECT_EQ(races("%n"), 1U);
}

TEST(AccessPairs, WaitsAndSignals) {
  const std::string waits = locked("m", "  call i32 @pthread_cond_wait(ptr @cv, ptr @m)");
  const std::string signals = locked("m", "  call i32 @pthread_cond_signal(ptr @cv)");
  const Fixture f(threadOf("first", waits) + threadOf("second", signals) + mainOfTwo);
  EXPECT_EQ(f.count(PairKind::WN), 1U);
  EXPECT_EQ(f.count(PairKind::WM), 1U);
  EXPECT_EQ(f.count(PairKind::MM), 1U);
  const auto lost = findWaits(f.study.facts(), f.found);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_TRUE(lost.front().signal.has_value());

  const Fixture nobody(threadOf("first", waits) + threadOf("second", "") + mainOfTwo);
  const auto endless = findWaits(nobody.study.facts(), nobody.found);
  ASSERT_EQ(endless.size(), 1U);
  EXPECT_FALSE(endless.front().signal.has_value());
}

TEST(AccessPairs, AGuardedSignalIsNotLost) {
  const std::string waits = locked("m", R"(  br label %loop
loop:
  %f = load i32, ptr @h
  %done = icmp ne i32 %f, 0
  br i1 %done, label %end, label %wait
wait:
  call i32 @pthread_cond_wait(ptr @cv, ptr @m)
  br label %loop
end:)");
  const std::string signals =
      locked("m", "  store i32 1, ptr @h\n  call i32 @pthread_cond_signal(ptr @cv)");
  const Fixture f(threadOf("first", waits) + threadOf("second", signals) + mainOfTwo);
  EXPECT_EQ(f.count(PairKind::WN), 1U);
  EXPECT_TRUE(findWaits(f.study.facts(), f.found).empty());
}

// while (h == 0 && g == 0) wait: what is looked at first decides too.
TEST(AccessPairs, ASignalThatHalfOfAConditionGuardsIsNotLost) {
  const auto lost = [](const std::string &written) {
    const std::string waits = locked("m", R"(  br label %loop
loop:
  %f = load i32, ptr @h
  %isFirst = icmp eq i32 %f, 0
  br i1 %isFirst, label %more, label %decide
more:
  %s = load i32, ptr @g
  %isSecond = icmp eq i32 %s, 0
  br label %decide
decide:
  %both = phi i1 [ false, %loop ], [ %isSecond, %more ]
  br i1 %both, label %wait, label %end
wait:
  call i32 @pthread_cond_wait(ptr @cv, ptr @m)
  br label %loop
end:)");
    const std::string signals =
        locked("m", "  store i32 1, ptr " + written + "\n  call i32 @pthread_cond_signal(ptr @cv)");
    const Fixture f(threadOf("first", waits) + threadOf("second", signals) + mainOfTwo);
    return findWaits(f.study.facts(), f.found).size();
  };
  EXPECT_EQ(lost("@h"), 0U);
  EXPECT_EQ(lost("@g"), 0U);
  EXPECT_EQ(lost("@m2"), 1U);
}

// Printing an address, or giving memory back, calls nothing.
TEST(AccessPairs, WhatALibraryIsShownItDoesNotCall) {
  const auto count = [](const std::string &shown) {
    const Fixture f("declare void @unknown(ptr)\ndeclare i32 @printf(ptr, ...)\n"
                    "@format = constant [3 x i8] c\"%p\\00\"\n"
                    "define void @step() {\n" +
                    writeG + "\n  ret void\n}\n" + threadOf("first", "  call void @step()") +
                    threadOf("second", shown) + mainOfTwo);
    return f.races();
  };
  EXPECT_EQ(count("  call i32 (ptr, ...) @printf(ptr @format, ptr @step)"), 0U);
  EXPECT_NE(count("  call void @unknown(ptr @step)"), 0U);
}

TEST(AccessPairs, CountsWhatEachFilterLeaves) {
  const Fixture f(threadOf("first", writeG + "\n  store i32 1, ptr @h") +
                      threadOf("second", readG) + mainOfTwo,
                  {.count = true});
  EXPECT_GE(f.found.counts.parallel[0], 2U); // Those of main with the variables of its own, too.
  EXPECT_EQ(f.found.counts.aliased[0], 1U);
  EXPECT_EQ(f.found.counts.left[0], 1U);
  EXPECT_EQ(f.found.counts.unguarded[0], 1U);
}

TEST(AccessPairs, TooManyAreCutShort) {
  const Fixture f(threadOf("first", writeG) + threadOf("second", writeG + "\n" + readG) + mainOfTwo,
                  {.most = 1});
  EXPECT_EQ(f.found.pairs.size(), 1U);
  EXPECT_TRUE(f.found.isCutShort);
}

} // namespace
} // namespace heddle::analysis
