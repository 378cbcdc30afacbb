// Small programs where it is known which locks are held, and which cycles there are.
#include "analysis/locks.h"

#include "../program/build_program.h"
#include "analysis/lock_order.h"

#include <chrono>
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {
namespace {

class Fixture {
public:
  explicit Fixture(std::string_view ir)
      : program(program::buildProgram(std::string(declarations).append(ir))),
        pointers(PointsTo::analyse(program)), threads(Threads::find(program, pointers)),
        parallel(Parallel::analyse(pointers, threads)),
        locks(Locks::analyse(program, pointers, threads)),
        order(LockOrder::analyse(program, pointers, threads, parallel, locks)) {}

  const llvm::Instruction &at(const std::string &function, const std::string &name) const {
    for (const llvm::Instruction &instruction :
         llvm::instructions(*program.unit().module().getFunction(function)))
      if (instruction.getName() == name)
        return instruction;
    ADD_FAILURE() << "no " << name << " in " << function;
    return program.unit().module().getFunction(function)->front().front();
  }
  /// The names of what main holds at an instruction, with "/r" for reading.
  std::string held(const std::string &name, const std::string &function = "main",
                   StaticThread thread = 0) const {
    std::string result;
    for (const HeldLock &lock : locks.held(thread, at(function, name)))
      result += (result.empty() ? "" : " ") + locks.all()[lock.lock].name +
                (lock.mode == LockMode::Reading ? "/r" : "");
    return result;
  }

  program::Program program;
  PointsTo pointers;
  Threads threads;
  Parallel parallel;
  Locks locks;
  LockOrder order;

private:
  static constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_trylock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_rwlock_rdlock(ptr)
declare i32 @pthread_rwlock_wrlock(ptr)
declare i32 @pthread_rwlock_unlock(ptr)
declare void @heddle_atomic_begin()
declare void @heddle_atomic_end()
declare i32 @nobody()
declare ptr @malloc(i64)
@a = global [40 x i8] zeroinitializer
@b = global [40 x i8] zeroinitializer
@c = global [48 x i8] zeroinitializer
@rw = global [56 x i8] zeroinitializer
@several = global [4 x [40 x i8]] zeroinitializer
@g = global i32 0
)";
};

TEST(Locks, BetweenLockAndUnlock) {
  const Fixture f(R"(
define i32 @main() {
  %before = load i32, ptr @g
  %lock = call i32 @pthread_mutex_lock(ptr @a)
  %inside = load i32, ptr @g
  %again = call i32 @pthread_mutex_lock(ptr @b)
  %both = load i32, ptr @g
  %first = call i32 @pthread_mutex_unlock(ptr @a)
  %one = load i32, ptr @g
  %second = call i32 @pthread_mutex_unlock(ptr @b)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("before"), "");
  EXPECT_EQ(f.held("lock"), "");
  EXPECT_EQ(f.held("inside"), "a");
  EXPECT_EQ(f.held("both"), "a b");
  EXPECT_EQ(f.held("first"), "a b");
  EXPECT_EQ(f.held("one"), "b");
  EXPECT_EQ(f.held("after"), "");
  ASSERT_EQ(f.order.edges().size(), 1U);
  EXPECT_EQ(f.order.nodes()[f.order.edges()[0].held].name, "a");
  EXPECT_EQ(f.order.nodes()[f.order.edges()[0].taken].name, "b");
  EXPECT_EQ(f.order.edges()[0].heldAt, &f.at("main", "lock"));
  EXPECT_TRUE(f.order.candidates().empty());
}

// What clang makes of `for (;;) { for (…) { int k; if (…) { unlock; return; } } }`: both ways out
// of the inner scope come by the blocks %scope and %loop, which tell them apart by a number.
TEST(Locks, AReturnOutOfTheScopesOfLoops) {
  const Fixture f(R"(
define i32 @main() {
entry:
  %lock = call i32 @pthread_mutex_lock(ptr @a)
  br label %outer
outer:
  br label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %next, %on ]
  %more = icmp slt i32 %i, 2
  br i1 %more, label %body, label %end
end:
  br label %loop
body:
  %seen = load i32, ptr @g
  %isset = icmp ne i32 %seen, 0
  br i1 %isset, label %leave, label %stay
leave:
  %unlock = call i32 @pthread_mutex_unlock(ptr @a)
  br label %scope
stay:
  br label %scope
scope:
  %way = phi i32 [ 0, %stay ], [ 1, %leave ]
  switch i32 %way, label %loop [ i32 0, label %on ]
on:
  %next = add i32 %i, 1
  br label %inner
loop:
  %which = phi i32 [ %way, %scope ], [ 4, %end ]
  switch i32 %which, label %never [
    i32 4, label %again
    i32 1, label %done
  ]
again:
  %still = load i32, ptr @g
  br label %outer
done:
  %after = load i32, ptr @g
  ret i32 0
never:
  unreachable
}
)");
  EXPECT_EQ(f.held("seen"), "a");
  EXPECT_EQ(f.held("unlock"), "a");
  EXPECT_EQ(f.held("still"), "a");
  EXPECT_EQ(f.held("after"), "");
}

TEST(Locks, CountsOfARecursiveOne) {
  const Fixture f(R"(
define i32 @main() {
  %l1 = call i32 @pthread_mutex_lock(ptr @a)
  %l2 = call i32 @pthread_mutex_lock(ptr @a)
  %u1 = call i32 @pthread_mutex_unlock(ptr @a)
  %once = load i32, ptr @g
  %u2 = call i32 @pthread_mutex_unlock(ptr @a)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("once"), "a");
  EXPECT_EQ(f.held("after"), "");
}

TEST(Locks, ARecursiveFunctionWithARecursiveOne) {
  const Fixture f(R"(
define void @down(i32 %n) {
  %l = call i32 @pthread_mutex_lock(ptr @a)
  %in = load i32, ptr @g
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %more
more:
  %m = sub i32 %n, 1
  call void @down(i32 %m)
  br label %end
end:
  %still = load i32, ptr @g
  %u = call i32 @pthread_mutex_unlock(ptr @a)
  ret void
}
define i32 @main() {
  call void @down(i32 5)
  %after = load i32, ptr @g
  %l = call i32 @pthread_mutex_lock(ptr @b)
  ret i32 0
}
)");
  EXPECT_EQ(f.held("in", "down"), "a");
  EXPECT_EQ(f.held("still", "down"), "a");
  EXPECT_EQ(f.held("after"), "");
  EXPECT_TRUE(f.order.edges().empty());
}

TEST(Locks, ASecondTimeThatIsRefused) {
  const Fixture f(R"(
@e = global { i32, i32, i32, i32, i32, [20 x i8] } { i32 0, i32 0, i32 0, i32 0, i32 2, [20 x i8] zeroinitializer }
define i32 @main() {
  %l1 = call i32 @pthread_mutex_lock(ptr @e)
  %l2 = call i32 @pthread_mutex_lock(ptr @e)
  %twice = load i32, ptr @g
  %u1 = call i32 @pthread_mutex_unlock(ptr @e)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("twice"), "e");
  EXPECT_EQ(f.held("after"), "");
  const Fixture words(R"(
@e = global [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0]
define i32 @main() {
  %l1 = call i32 @pthread_mutex_lock(ptr @e)
  %l2 = call i32 @pthread_mutex_lock(ptr @e)
  %u1 = call i32 @pthread_mutex_unlock(ptr @e)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(words.held("after"), "");
}

TEST(Locks, OnTheWayWhereATrySucceeds) {
  const Fixture f(R"(
define i32 @main() {
  %r = call i32 @pthread_mutex_trylock(ptr @a)
  %unknown = load i32, ptr @g
  %test = icmp eq i32 %r, 0
  br i1 %test, label %yes, label %no
yes:
  %got = load i32, ptr @g
  %u = call i32 @pthread_mutex_unlock(ptr @a)
  %gone = load i32, ptr @g
  ret i32 0
no:
  %failed = load i32, ptr @g
  ret i32 1
}
)");
  EXPECT_EQ(f.held("unknown"), "");
  EXPECT_EQ(f.held("got"), "a");
  EXPECT_EQ(f.held("gone"), "");
  EXPECT_EQ(f.held("failed"), "");
}

TEST(Locks, ATryInALoopAndInAFunction) {
  const Fixture f(R"(
define zeroext i1 @enter(ptr %m) {
  %r = call i32 @pthread_mutex_trylock(ptr %m)
  %busy = icmp ne i32 %r, 0
  %ok = xor i1 %busy, true
  ret i1 %ok
}
define i32 @main() {
  br label %head
head:
  %entered = call zeroext i1 @enter(ptr @a)
  br i1 %entered, label %in, label %head
in:
  %got = load i32, ptr @g
  %u = call i32 @pthread_mutex_unlock(ptr @a)
  ret i32 0
}
)");
  EXPECT_EQ(f.held("got"), "a");
  EXPECT_EQ(f.held("entered"), "");
}

TEST(Locks, WhatDependsOnAFlag) {
  const Fixture f(R"(
define i32 @main() {
  %v = load i32, ptr @g
  %c = icmp ne i32 %v, 0
  br i1 %c, label %take, label %join
take:
  %l = call i32 @pthread_mutex_lock(ptr @a)
  br label %join
join:
  %has = phi i32 [ 1, %take ], [ 0, %0 ]
  %either = load i32, ptr @g
  %d = icmp ne i32 %has, 0
  br i1 %d, label %leave, label %end
leave:
  %mine = load i32, ptr @g
  %u = call i32 @pthread_mutex_unlock(ptr @a)
  br label %end
end:
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("either"), "");
  EXPECT_EQ(f.held("mine"), "a");
  EXPECT_EQ(f.held("after"), "");
}

TEST(Locks, ForReadingAndForWriting) {
  const Fixture f(R"(
define i32 @main() {
  %r = call i32 @pthread_rwlock_rdlock(ptr @rw)
  %reads = load i32, ptr @g
  %u = call i32 @pthread_rwlock_unlock(ptr @rw)
  %none = load i32, ptr @g
  %w = call i32 @pthread_rwlock_wrlock(ptr @rw)
  %writes = load i32, ptr @g
  %v = call i32 @pthread_rwlock_unlock(ptr @rw)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("reads"), "rw/r");
  EXPECT_EQ(f.held("none"), "");
  EXPECT_EQ(f.held("writes"), "rw");
  EXPECT_EQ(f.held("after"), "");
  EXPECT_TRUE(f.locks.common(0, f.at("main", "reads"), 0, f.at("main", "reads")).empty());
  EXPECT_EQ(f.locks.common(0, f.at("main", "reads"), 0, f.at("main", "writes")).size(), 1U);
}

TEST(Locks, AWaitBeginsAnotherSection) {
  const Fixture f(R"(
define i32 @main() {
  %l = call i32 @pthread_mutex_lock(ptr @a)
  %one = load i32, ptr @g
  %two = load i32, ptr @g
  %w = call i32 @pthread_cond_wait(ptr @c, ptr @a)
  %three = load i32, ptr @g
  %u = call i32 @pthread_mutex_unlock(ptr @a)
  ret i32 0
}
)");
  EXPECT_EQ(f.held("three"), "a");
  const LockId lock = f.locks.held(0, f.at("main", "one")).front().lock;
  const auto &one = f.at("main", "one");
  const auto &two = f.at("main", "two");
  const auto &three = f.at("main", "three");
  EXPECT_TRUE(f.locks.inSameSection(0, one, two, lock));
  EXPECT_FALSE(f.locks.inSameSection(0, one, three, lock));
  EXPECT_TRUE(f.locks.inDifferentSections(0, one, 0, three, lock));
  ASSERT_EQ(f.locks.sections().size(), 2U);
  const auto covered = f.locks.instructionsOf(f.locks.held(0, one).front().section);
  EXPECT_EQ(covered.size(), 3U); // Both loads, and the wait.
}

TEST(Locks, AtomicSections) {
  const Fixture f(R"(
define void @__VERIFIER_atomic_step() {
  %in = load i32, ptr @g
  ret void
}
define i32 @main() {
  call void @heddle_atomic_begin()
  %x = load i32, ptr @g
  call void @heddle_atomic_end()
  %y = load i32, ptr @g
  call void @__VERIFIER_atomic_step()
  %z = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("x"), "atomic section");
  EXPECT_EQ(f.held("y"), "");
  EXPECT_EQ(f.held("in", "__VERIFIER_atomic_step"), "atomic section");
  EXPECT_EQ(f.held("z"), "");
}

TEST(Locks, ThroughCalls) {
  const Fixture f(R"(
define void @take(ptr %m) {
  %l = call i32 @pthread_mutex_lock(ptr %m)
  ret void
}
define void @drop(ptr %m) {
  %u = call i32 @pthread_mutex_unlock(ptr %m)
  ret void
}
define void @work() {
  %inner = load i32, ptr @g
  ret void
}
define i32 @main() {
  call void @take(ptr @a)
  call void @take(ptr @b)
  %both = load i32, ptr @g
  call void @work()
  call void @drop(ptr @b)
  %one = load i32, ptr @g
  call void @work()
  call void @drop(ptr @a)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("both"), "a b");
  EXPECT_EQ(f.held("one"), "a");
  EXPECT_EQ(f.held("after"), "");
  EXPECT_EQ(f.held("inner", "work"), "a");
  ASSERT_EQ(f.order.edges().size(), 1U);
  EXPECT_EQ(f.order.edges()[0].chain.size(), 2U);
}

TEST(Locks, WhatAnUnknownFunctionIsHanded) {
  const Fixture f(R"(
declare void @unknown(ptr)
@box = global ptr @a
define void @hand(ptr %m) {
  call void @unknown(ptr %m)
  ret void
}
define i32 @main() {
  %l = call i32 @pthread_mutex_lock(ptr @a)
  %o = call i32 @pthread_mutex_lock(ptr @b)
  %both = load i32, ptr @g
  call void @unknown(ptr @box)
  %lost = load i32, ptr @g
  %again = call i32 @pthread_mutex_lock(ptr @b)
  %taken = load i32, ptr @g
  call void @hand(ptr @a)
  %handed = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("both"), "a b");
  EXPECT_EQ(f.held("lost"), "");
  EXPECT_EQ(f.held("taken"), "b");
  EXPECT_EQ(f.held("handed"), "");

  const Fixture other(R"(
declare void @unknown(ptr)
define i32 @main() {
  %l = call i32 @pthread_mutex_lock(ptr @a)
  call void @unknown(ptr @g)
  %kept = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(other.held("kept"), "a");
}

TEST(Locks, AGuardThatKeepsItsMutex) {
  const Fixture f(R"(
define void @begin(ptr %guard, ptr %m) {
  store ptr %m, ptr %guard
  %kept = load ptr, ptr %guard
  %l = call i32 @pthread_mutex_lock(ptr %kept)
  ret void
}
define void @end(ptr %guard) {
  %kept = load ptr, ptr %guard
  %u = call i32 @pthread_mutex_unlock(ptr %kept)
  ret void
}
define i32 @main() {
  %outer = alloca ptr
  %inner = alloca ptr
  call void @begin(ptr %outer, ptr @a)
  call void @begin(ptr %inner, ptr @b)
  %both = load i32, ptr @g
  call void @end(ptr %inner)
  %one = load i32, ptr @g
  call void @end(ptr %outer)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("both"), "a b");
  EXPECT_EQ(f.held("one"), "a");
  EXPECT_EQ(f.held("after"), "");
}

TEST(Locks, AnExceptionRunsTheDestructors) {
  const Fixture f(R"(
declare i32 @__gxx_personality_v0(...)
declare void @throws()
define i32 @main() personality ptr @__gxx_personality_v0 {
  %l = call i32 @pthread_mutex_lock(ptr @a)
  invoke void @throws() to label %fine unwind label %thrown
fine:
  %normal = load i32, ptr @g
  %u1 = call i32 @pthread_mutex_unlock(ptr @a)
  br label %end
thrown:
  %pad = landingpad { ptr, i32 } cleanup
  %unwinding = load i32, ptr @g
  %u2 = call i32 @pthread_mutex_unlock(ptr @a)
  br label %end
end:
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("normal"), "a");
  EXPECT_EQ(f.held("unwinding"), "a");
  EXPECT_EQ(f.held("after"), "");
}

TEST(Locks, OneOfSeveralProtectsNothing) {
  const Fixture f(R"(
define i32 @main() {
  %i = load i64, ptr @g
  %m = getelementptr [4 x [40 x i8]], ptr @several, i64 0, i64 %i
  %l = call i32 @pthread_mutex_lock(ptr %m)
  %inside = load i32, ptr @g
  %la = call i32 @pthread_mutex_lock(ptr getelementptr ([4 x [40 x i8]], ptr @several, i64 0, i64 1))
  %one = load i32, ptr @g
  %u = call i32 @pthread_mutex_unlock(ptr %m)
  %maybe = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.held("inside"), "");
  EXPECT_FALSE(f.held("one").empty());
  EXPECT_EQ(f.held("maybe"), "");
}

TEST(Locks, OfTheObjectThatIsAccessed) {
  const Fixture f(R"(
define ptr @use(ptr %p) {
  %m = getelementptr i8, ptr %p, i64 8
  %l = call i32 @pthread_mutex_lock(ptr %m)
  %x = load i32, ptr %p
  %u = call i32 @pthread_mutex_unlock(ptr %m)
  %y = load i32, ptr %p
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %one = call ptr @malloc(i64 48)
  %two = call ptr @malloc(i64 48)
  %c1 = call i32 @pthread_create(ptr %h, ptr null, ptr @use, ptr %one)
  %c2 = call i32 @pthread_create(ptr %h, ptr null, ptr @use, ptr %two)
  ret i32 0
}
)");
  const auto &x = f.at("use", "x");
  const auto own = f.locks.ownLocks(1, x, *x.getOperand(0));
  ASSERT_EQ(own.size(), 2U);
  EXPECT_EQ(own[0], (OwnLock{OwnLock::Access, 8, LockMode::Exclusive}));
  EXPECT_EQ(own[1], (OwnLock{OwnLock::Object, 8, LockMode::Exclusive}));
  const auto &y = f.at("use", "y");
  EXPECT_TRUE(f.locks.ownLocks(1, y, *y.getOperand(0)).empty());
  EXPECT_EQ(f.held("x", "use", 1), "");
}

/// Two threads; `one` takes a, then b, and `two` takes `first`, then `second`, both inside `gate`.
std::string twoThreads(const std::string &first, const std::string &second, bool hasGate,
                       const std::string &how = "pthread_mutex_lock") {
  const auto body = [&](const std::string &name, const std::string &a, const std::string &b) {
    const std::string gate =
        hasGate ? "  %gate = call i32 @pthread_mutex_lock(ptr @several)\n" : "";
    const std::string open =
        hasGate ? "  %open = call i32 @pthread_mutex_unlock(ptr @several)\n" : "";
    return "define ptr @" + name + "(ptr %x) {\n" + gate +
           "  %l1 = call i32 @pthread_mutex_lock(ptr @" + a + ")\n  %l2 = call i32 @" + how +
           "(ptr @" + b + ")\n  %u2 = call i32 @pthread_mutex_unlock(ptr @" + b +
           ")\n  %u1 = call i32 @pthread_mutex_unlock(ptr @" + a + ")\n" + open +
           "  ret ptr null\n}\n";
  };
  return body("one", "a", "b") + body("two", first, second) + R"(
define i32 @main() {
  %h = alloca i64
  %c1 = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %c2 = call i32 @pthread_create(ptr %h, ptr null, ptr @two, ptr null)
  ret i32 0
}
)";
}

TEST(LockOrder, ACycleOfTwoThreads) {
  const Fixture f(twoThreads("b", "a", false));
  ASSERT_EQ(f.order.candidates().size(), 1U);
  const DeadlockCandidate &candidate = f.order.candidates()[0];
  ASSERT_EQ(candidate.links.size(), 2U);
  ASSERT_EQ(candidate.links[0].edges.size(), 1U);
  const LockEdge &edge = f.order.edges()[candidate.links[0].edges[0]];
  EXPECT_EQ(edge.heldAt, &f.at("one", "l1"));
  EXPECT_EQ(edge.takenAt, &f.at("one", "l2"));
  EXPECT_EQ(edge.thread, 1U);
}

TEST(LockOrder, NoCycleInOneOrderBehindAGateOrByTrying) {
  EXPECT_TRUE(Fixture(twoThreads("a", "b", false)).order.candidates().empty());
  EXPECT_TRUE(Fixture(twoThreads("b", "a", true)).order.candidates().empty());
  const Fixture tries(twoThreads("b", "a", false, "pthread_mutex_trylock"));
  EXPECT_TRUE(tries.order.edges().empty());
}

TEST(LockOrder, ReadersDoNotBlockEachOther) {
  const auto program = [](const std::string &how) {
    const std::string both = R"(
@other = global [56 x i8] zeroinitializer
define ptr @one(ptr %x) {
  %l1 = call i32 @pthread_rwlock_rdlock(ptr @rw)
  %l2 = call i32 @pthread_rwlock_rdlock(ptr @other)
  ret ptr null
}
define ptr @two(ptr %x) {
  %l1 = call i32 @)" + how + R"((ptr @other)
  %l2 = call i32 @)" + how + R"((ptr @rw)
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %c1 = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %c2 = call i32 @pthread_create(ptr %h, ptr null, ptr @two, ptr null)
  ret i32 0
}
)";
    return both;
  };
  EXPECT_TRUE(Fixture(program("pthread_rwlock_rdlock")).order.candidates().empty());
  EXPECT_EQ(Fixture(program("pthread_rwlock_wrlock")).order.candidates().size(), 1U);
}

TEST(LockOrder, Philosophers) {
  const Fixture f(R"(
define ptr @eat(ptr %x) {
  %i = ptrtoint ptr %x to i64
  %left = getelementptr [4 x [40 x i8]], ptr @several, i64 0, i64 %i
  %j = add i64 %i, 1
  %k = urem i64 %j, 4
  %right = getelementptr [4 x [40 x i8]], ptr @several, i64 0, i64 %k
  %l1 = call i32 @pthread_mutex_lock(ptr %left)
  %l2 = call i32 @pthread_mutex_lock(ptr %right)
  %u2 = call i32 @pthread_mutex_unlock(ptr %right)
  %u1 = call i32 @pthread_mutex_unlock(ptr %left)
  %l3 = call i32 @pthread_mutex_lock(ptr @a)
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  br label %loop
loop:
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @eat, ptr null)
  br label %loop
}
)");
  ASSERT_EQ(f.order.edges().size(), 1U); // Nothing is held any more when a is taken.
  ASSERT_EQ(f.order.candidates().size(), 1U);
  EXPECT_EQ(f.order.candidates()[0].links.size(), 2U);
}

TEST(LockOrder, ManyRegionsAndThreadsTakeNoTime) {
  constexpr int regions = 10'000;
  constexpr int workers = 32;
  std::string text;
  for (int worker = 0; worker < workers; ++worker) {
    text += "define ptr @w" + std::to_string(worker) + "(ptr %x) {\n";
    for (int i = 0; i < regions / workers; ++i) {
      const std::string lock = i % 2 ? "@a" : "@l" + std::to_string(worker);
      text += "  call i32 @pthread_mutex_lock(ptr ";
      text += lock;
      text += ")\n  store i32 1, ptr @g\n  call i32 @pthread_mutex_unlock(ptr ";
      text += lock;
      text += ")\n";
    }
    text +=
        "  ret ptr null\n}\n@l" + std::to_string(worker) + " = global [40 x i8] zeroinitializer\n";
  }
  text += "define i32 @main() {\n  %h = alloca i64\n";
  for (int worker = 0; worker < workers; ++worker)
    text += "  call i32 @pthread_create(ptr %h, ptr null, ptr @w" + std::to_string(worker) +
            ", ptr null)\n";
  const Fixture f(text + "  ret i32 0\n}\n");
  const auto begin = std::chrono::steady_clock::now();
  const auto locks = Locks::analyse(f.program, f.pointers, f.threads);
  const auto order = LockOrder::analyse(f.program, f.pointers, f.threads, f.parallel, locks);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(locks.sections().size(), static_cast<std::size_t>(regions / workers * workers));
  EXPECT_TRUE(order.edges().empty());
  RecordProperty("seconds", std::to_string(time.count()));
  EXPECT_LT(time.count(), 20); // A few tenths of one, but the machine may be busy.
}

} // namespace
} // namespace heddle::analysis
