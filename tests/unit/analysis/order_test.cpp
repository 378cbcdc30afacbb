// Small programs where it is known what synchronisation puts in order.
#include "analysis/order.h"

#include "../program/build_program.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {
namespace {

constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_post(ptr)
declare i32 @pthread_barrier_init(ptr, ptr, i32)
declare i32 @pthread_barrier_wait(ptr)
declare i32 @pthread_once(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_signal(ptr)
declare ptr @malloc(i64)
@g = global i32 0
@flag = global i32 0
@s = global [32 x i8] zeroinitializer
@s2 = global [32 x i8] zeroinitializer
@b = global [32 x i8] zeroinitializer
@o = global i32 0
@m = global [40 x i8] zeroinitializer
@c = global [48 x i8] zeroinitializer
)";

/// The usual main: it prepares, and starts `@first` and `@second`.
std::string mainOf(const std::string &prepare) {
  return R"(
define i32 @main() {
  %h1 = alloca i64
  %h2 = alloca i64
)" + prepare +
         R"(
  %begin = load i32, ptr @g
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @first, ptr null)
  %c2 = call i32 @pthread_create(ptr %h2, ptr null, ptr @second, ptr null)
  %j1 = load i64, ptr %h1
  %j1r = call i32 @pthread_join(i64 %j1, ptr null)
  %j2 = load i64, ptr %h2
  %j2r = call i32 @pthread_join(i64 %j2, ptr null)
  %end = load i32, ptr @g
  ret i32 0
}
)";
}

std::string thread(const std::string &name, const std::string &body) {
  return "define ptr @" + name + "(ptr %a) {\n" + body + "\n  ret ptr null\n}\n";
}

class Fixture {
public:
  explicit Fixture(const std::string &ir, OrderOptions options = {})
      : program(program::buildProgram(std::string(declarations) + ir)),
        pointers(PointsTo::analyse(program)), threads(Threads::find(program, pointers)),
        parallel(Parallel::analyse(pointers, threads)),
        order(Order::analyse(pointers, threads, parallel, options)) {}

  /// `function.name`, run by the only thread that runs it.
  const Order::Node &node(const std::string &name) const {
    const auto dot = name.find('.');
    const llvm::Function *function = program.unit().module().getFunction(name.substr(0, dot));
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (instruction.getName() == name.substr(dot + 1))
        return order.node(static_cast<StaticThread>(threads.runners(*function).find_first()),
                          instruction);
    ADD_FAILURE() << "no " << name;
    return order.node(0, function->front().front());
  }
  bool ordered(const std::string &one, const std::string &other) const {
    return order.ordered(node(one), node(other));
  }
  bool synchronised(const std::string &one, const std::string &other) const {
    return order.synchronised(node(one), node(other));
  }
  bool parallelTo(const std::string &one, const std::string &other) const {
    return order.mayHappenInParallel(node(one), node(other));
  }
  bool meet(const std::string &one, const std::string &other) const {
    return order.mayMeet(node(one), node(other));
  }
  bool has(OrderKind kind) const {
    for (const OrderReason &reason : order.reasons())
      if (reason.kind == kind)
        return true;
    return false;
  }

  program::Program program;
  PointsTo pointers;
  Threads threads;
  Parallel parallel;
  Order order;
};

const std::string initZero = "  %i = call i32 @sem_init(ptr @s, i32 0, i32 0)\n";
const std::string post = "  %a1 = load i32, ptr @g\n  %p = call i32 @sem_post(ptr @s)\n"
                         "  %a2 = load i32, ptr @g";
const std::string wait = "  %b1 = load i32, ptr @g\n  %w = call i32 @sem_wait(ptr @s)\n"
                         "  %b2 = load i32, ptr @g";

TEST(Order, CreationsAndJoins) {
  const Fixture f(thread("first", "  %x = load i32, ptr @g") +
                  thread("second", "  %x = load i32, ptr @g") + mainOf(""));
  EXPECT_TRUE(f.ordered("main.begin", "first.x"));
  EXPECT_TRUE(f.synchronised("main.begin", "first.x"));
  EXPECT_TRUE(f.ordered("first.x", "main.end"));
  EXPECT_TRUE(f.synchronised("second.x", "main.end"));
  EXPECT_FALSE(f.ordered("first.x", "second.x"));
  EXPECT_FALSE(f.ordered("first.x", "main.begin"));
  EXPECT_TRUE(f.ordered("main.begin", "second.x"));
  EXPECT_TRUE(f.parallelTo("first.x", "second.x"));
  EXPECT_EQ(f.order.why(f.node("first.x"), f.node("main.end")).front().kind, OrderKind::Join);
}

TEST(Order, ASemaphoreHandsOver) {
  const Fixture f(thread("first", post) + thread("second", wait) + mainOf(initZero));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
  EXPECT_TRUE(f.synchronised("first.a1", "second.b2"));
  EXPECT_FALSE(f.ordered("first.a2", "second.b2"));
  EXPECT_FALSE(f.ordered("first.a1", "second.b1"));
  EXPECT_FALSE(f.parallelTo("first.a1", "second.b2"));
  EXPECT_TRUE(f.meet("first.a1", "second.b2"));
  const auto why = f.order.why(f.node("first.a1"), f.node("second.b2"));
  ASSERT_EQ(why.size(), 1U);
  EXPECT_EQ(why[0].kind, OrderKind::Semaphore);
  EXPECT_EQ(why[0].release->getName(), "p");
  EXPECT_EQ(why[0].acquire->getName(), "w");
  EXPECT_NE(textOf(why[0], f.program).find("the semaphore s"), std::string::npos)
      << textOf(why[0], f.program);
}

TEST(Order, ASemaphoreThatBeginsWithOne) {
  const Fixture f(thread("first", post) + thread("second", wait) +
                  mainOf("  %i = call i32 @sem_init(ptr @s, i32 0, i32 1)\n"));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
  // But a second wait needs the post.
  const Fixture twice(thread("first", post) +
                      thread("second", wait + "\n  %w2 = call i32 @sem_wait(ptr @s)\n"
                                              "  %b3 = load i32, ptr @g") +
                      mainOf("  %i = call i32 @sem_init(ptr @s, i32 0, i32 1)\n"));
  EXPECT_FALSE(twice.ordered("first.a1", "second.b2"));
  EXPECT_TRUE(twice.ordered("first.a1", "second.b3"));
}

TEST(Order, TwoPostsOfDifferentThreads) {
  const std::string third =
      "  %c3 = call i32 @pthread_create(ptr %h1, ptr null, ptr @third, ptr null)\n";
  const Fixture f(thread("first", post) + thread("second", wait) + thread("third", post) +
                  mainOf(initZero + third));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
  EXPECT_FALSE(f.ordered("third.a1", "second.b2"));
  const Fixture both(thread("first", post) +
                     thread("second", wait + "\n  %w2 = call i32 @sem_wait(ptr @s)\n"
                                             "  %b3 = load i32, ptr @g") +
                     thread("third", post) + mainOf(initZero + third));
  EXPECT_FALSE(both.ordered("first.a1", "second.b2"));
  EXPECT_TRUE(both.ordered("first.a1", "second.b3"));
  EXPECT_TRUE(both.ordered("third.a1", "second.b3"));
}

TEST(Order, TwoPostsOfOneThread) {
  const Fixture f(thread("first", post + "\n  %p2 = call i32 @sem_post(ptr @s)\n"
                                         "  %a3 = load i32, ptr @g") +
                  thread("second", wait + "\n  %w2 = call i32 @sem_wait(ptr @s)\n"
                                          "  %b3 = load i32, ptr @g") +
                  mainOf(initZero));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
  EXPECT_FALSE(f.ordered("first.a2", "second.b2"));
  EXPECT_TRUE(f.ordered("first.a2", "second.b3"));
  EXPECT_FALSE(f.ordered("first.a3", "second.b3"));
}

TEST(Order, AnotherSemaphore) {
  const Fixture f(thread("first", "  %a1 = load i32, ptr @g\n  %p = call i32 @sem_post(ptr @s2)") +
                  thread("second", wait) + mainOf(initZero));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, APostInALoop) {
  const std::string loop = R"(  br label %head
head:
  %n = phi i32 [ 0, %0 ], [ %next, %head ]
  %a1 = load i32, ptr @g
  %p = call i32 @sem_post(ptr @s)
  %next = add i32 %n, 1
  %more = icmp slt i32 %next, 3
  br i1 %more, label %head, label %out
out:)";
  const Fixture f(thread("first", "  %a0 = load i32, ptr @g\n" + loop) + thread("second", wait) +
                  mainOf(initZero));
  EXPECT_TRUE(f.ordered("first.a0", "second.b2"));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

/// Threads of this routine are made in a loop.
std::string manyOf(const std::string &prepare, int count) {
  return R"(
define i32 @main() {
  %h = alloca [9 x i64]
  %h2 = alloca i64
)" + prepare +
         R"(
  %c2 = call i32 @pthread_create(ptr %h2, ptr null, ptr @second, ptr null)
  br label %head
head:
  %i0 = phi i64 [ 0, %0 ], [ %next, %head ]
  %slot = getelementptr [9 x i64], ptr %h, i64 0, i64 %i0
  %create = call i32 @pthread_create(ptr %slot, ptr null, ptr @first, ptr null)
  %next = add i64 %i0, 1
  %more = icmp slt i64 %next, )" +
         std::to_string(count) + R"(
  br i1 %more, label %head, label %done
done:
  %end = load i32, ptr @g
  ret i32 0
}
)";
}

TEST(Order, ThreadsMadeInALoopPost) {
  const Fixture f(thread("first", post) + thread("second", wait) + manyOf(initZero, 3));
  EXPECT_EQ(f.order.instances().of(f.node("first.a1").kind()), 3U);
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

const std::string init2 = "  %i = call i32 @pthread_barrier_init(ptr @b, ptr null, i32 2)\n";
const std::string phases = "  %x0 = load i32, ptr @g\n"
                           "  %w1 = call i32 @pthread_barrier_wait(ptr @b)\n"
                           "  %x1 = load i32, ptr @g\n"
                           "  %w2 = call i32 @pthread_barrier_wait(ptr @b)\n"
                           "  %x2 = load i32, ptr @g";

TEST(Order, PhasesOfABarrier) {
  const Fixture f(thread("first", phases) + thread("second", phases) + mainOf(init2));
  EXPECT_TRUE(f.ordered("first.x0", "second.x1"));
  EXPECT_TRUE(f.ordered("first.x1", "second.x2"));
  EXPECT_TRUE(f.synchronised("second.x0", "first.x2"));
  EXPECT_FALSE(f.ordered("first.x1", "second.x1"));
  EXPECT_FALSE(f.ordered("first.x1", "second.x0"));
  EXPECT_FALSE(f.parallelTo("first.x0", "second.x1"));
  EXPECT_TRUE(f.parallelTo("first.x1", "second.x1"));
}

TEST(Order, ABarrierWithAnotherCount) {
  const Fixture more(thread("first", phases) + thread("second", phases) +
                     mainOf("  %i = call i32 @pthread_barrier_init(ptr @b, ptr null, i32 3)\n"));
  EXPECT_FALSE(more.ordered("first.x0", "second.x1"));
  const Fixture fewer(thread("first", phases) + thread("second", phases) +
                      mainOf("  %i = call i32 @pthread_barrier_init(ptr @b, ptr null, i32 1)\n"));
  EXPECT_FALSE(fewer.ordered("first.x0", "second.x1"));
}

TEST(Order, ABarrierOfThreadsMadeInALoop) {
  const std::string three = "  %i = call i32 @pthread_barrier_init(ptr @b, ptr null, i32 3)\n";
  const Fixture f(thread("first", phases) + thread("second", "  %x = load i32, ptr @g") +
                  manyOf(three, 3));
  EXPECT_TRUE(f.ordered("first.x0", "first.x1"));
  EXPECT_FALSE(f.parallelTo("first.x0", "first.x1"));
  EXPECT_TRUE(f.parallelTo("first.x1", "first.x1"));
  const Fixture four(thread("first", phases) + thread("second", "  %x = load i32, ptr @g") +
                     manyOf(three, 4));
  EXPECT_FALSE(four.ordered("first.x0", "first.x1"));
}

TEST(Order, ABarrierOnOneWayOnly) {
  const std::string maybe = R"(  %x0 = load i32, ptr @g
  %t = icmp eq i32 %x0, 0
  br i1 %t, label %yes, label %no
yes:
  %w1 = call i32 @pthread_barrier_wait(ptr @b)
  %inside = load i32, ptr @g
  br label %no
no:
  %after = load i32, ptr @g)";
  const Fixture f(thread("first", phases) + thread("second", maybe) + mainOf(init2));
  EXPECT_TRUE(f.ordered("first.x0", "second.inside"));
  EXPECT_FALSE(f.ordered("first.x0", "second.after"));
  EXPECT_TRUE(f.ordered("second.x0", "first.x1"));
}

std::string setFlag(const std::string &store) {
  return "  %a1 = load i32, ptr @g\n  " + store + "\n  %a2 = load i32, ptr @g";
}
std::string awaitFlag(const std::string &load, const std::string &test = "icmp eq i32 %v, 0",
                      const std::string &inside = "  br label %head") {
  return "  %b1 = load i32, ptr @g\n  br label %head\nhead:\n  %v = " + load + "\n  %t = " + test +
         "\n  br i1 %t, label %again, label %out\nagain:\n" + inside +
         "\nout:\n  %b2 = load i32, ptr @g";
}
const std::string plainStore = "store i32 1, ptr @flag";
const std::string plainLoad = "load i32, ptr @flag";

TEST(Order, APlainFlagOrdersAndDoesNotSynchronise) {
  const Fixture f(thread("first", setFlag(plainStore)) + thread("second", awaitFlag(plainLoad)) +
                  mainOf(""));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
  EXPECT_FALSE(f.synchronised("first.a1", "second.b2"));
  EXPECT_FALSE(f.ordered("first.a2", "second.b2"));
  EXPECT_FALSE(f.ordered("first.a1", "second.b1"));
  EXPECT_FALSE(f.parallelTo("first.a1", "second.b2"));
}

TEST(Order, AtomicFlags) {
  const Fixture f(thread("first", setFlag("store atomic i32 1, ptr @flag release, align 4")) +
                  thread("second", awaitFlag("load atomic i32, ptr @flag acquire, align 4")) +
                  mainOf(""));
  EXPECT_TRUE(f.synchronised("first.a1", "second.b2"));
  const Fixture relaxed(
      thread("first", setFlag("store atomic i32 1, ptr @flag monotonic, align 4")) +
      thread("second", awaitFlag("load atomic i32, ptr @flag acquire, align 4")) + mainOf(""));
  EXPECT_TRUE(relaxed.ordered("first.a1", "second.b2"));
  EXPECT_FALSE(relaxed.synchronised("first.a1", "second.b2"));
}

TEST(Order, AFlagThatDoesNotKeepLooping) {
  const Fixture f(thread("first", setFlag("store i32 0, ptr @flag")) +
                  thread("second", awaitFlag(plainLoad, "icmp eq i32 %v, 1")) + mainOf(""));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, AFlagThatOthersSetToo) {
  const std::string third =
      "  %c3 = call i32 @pthread_create(ptr %h1, ptr null, ptr @third, ptr null)\n";
  const Fixture f(thread("first", setFlag(plainStore)) + thread("second", awaitFlag(plainLoad)) +
                  thread("third", setFlag("store i32 2, ptr @flag")) + mainOf(third));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
  // A value that keeps it looping ends nothing.
  const Fixture kept(thread("first", setFlag(plainStore)) +
                     thread("second", awaitFlag(plainLoad, "icmp ne i32 %v, 1")) +
                     thread("third", setFlag("store i32 2, ptr @flag")) + mainOf(third));
  EXPECT_TRUE(kept.ordered("first.a1", "second.b2"));
  EXPECT_FALSE(kept.ordered("third.a1", "second.b2"));
}

/// A third thread that may set the flag too, by a call of `set`, so that nothing is ordered.
void expectAnotherWriter(const std::string &set, const std::string &call) {
  const std::string third =
      "  %c3 = call i32 @pthread_create(ptr %h1, ptr null, ptr @third, ptr null)\n";
  const Fixture f(set + thread("first", setFlag(plainStore)) +
                  thread("second", awaitFlag(plainLoad)) + thread("third", setFlag(call)) +
                  mainOf(third));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2")) << call;
}

TEST(Order, AFlagThatAPrinterSetsByAList) {
  expectAnotherWriter(R"(
declare i32 @vprintf(ptr, ptr)
declare void @llvm.va_start.p0(ptr)
@format = constant [3 x i8] c"%n\00"
define void @print(ptr %format, ...) {
  %list = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %list)
  %n = call i32 @vprintf(ptr %format, ptr %list)
  ret void
}
)",
                      "call void (ptr, ...) @print(ptr @format, ptr @flag)");
}

TEST(Order, AFlagThatIsSetByACallWithTooManyArguments) {
  expectAnotherWriter(R"(
define void @set(ptr %to, i32 %value) {
  store i32 %value, ptr %to
  ret void
}
)",
                      "call void @set(ptr @flag, i32 1, i32 2)");
  expectAnotherWriter(R"(
define void @set(ptr %to, i32 %value) {
  store i32 %value, ptr %to
  ret void
}
)",
                      "call void @set(ptr @flag)");
}

TEST(Order, AFlagBesideAMutexThatIsTaken) {
  const Fixture f(
      R"(
@both = global { [40 x i8], i32 } zeroinitializer
)" +
      thread("first", setFlag("store i32 1, ptr getelementptr (i8, ptr @both, i64 40)\n"
                              "  %l = call i32 @pthread_mutex_lock(ptr @both)\n"
                              "  %u = call i32 @pthread_mutex_unlock(ptr @both)")) +
      thread("second", awaitFlag("load i32, ptr getelementptr (i8, ptr @both, i64 40)")) +
      mainOf(""));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, AFlagThatIsSetBeforeTheThreads) {
  const Fixture f(thread("first", setFlag(plainStore)) + thread("second", awaitFlag(plainLoad)) +
                  mainOf("  store i32 1, ptr @flag\n"));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, AFlagThatIsResetFirst) {
  // It begins with what ends the loop; that somebody resets it is no help.
  const Fixture f("@f1 = global i32 1\n" +
                  thread("first", "  store i32 0, ptr @f1\n  %a1 = load i32, ptr @g\n"
                                  "  store i32 1, ptr @f1") +
                  thread("second", awaitFlag("load i32, ptr @f1")) + mainOf(""));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, AFlagThatIsResetLater) {
  // When the loop has ended the flag had been set, whatever came after.
  const Fixture f(thread("first", setFlag(plainStore) + "\n  store i32 0, ptr @flag") +
                  thread("second", awaitFlag(plainLoad)) + mainOf(""));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, ALoopWithAnotherExit) {
  const std::string inside = "  %u = load i32, ptr @g\n  %q = icmp eq i32 %u, 7\n"
                             "  br i1 %q, label %out, label %head";
  const Fixture f(thread("first", setFlag(plainStore)) +
                  thread("second", awaitFlag(plainLoad, "icmp eq i32 %v, 0", inside)) + mainOf(""));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, AFlagSetInALoop) {
  const std::string loop = R"(  br label %head
head:
  %a1 = load i32, ptr @g
  store i32 1, ptr @flag
  %more = icmp slt i32 %a1, 3
  br i1 %more, label %head, label %out
out:)";
  const Fixture f(thread("first", loop) + thread("second", awaitFlag(plainLoad)) + mainOf(""));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
}

TEST(Order, ATestOfAFlag) {
  const std::string body = R"(  %v = load i32, ptr @flag
  %t = icmp ne i32 %v, 0
  br i1 %t, label %yes, label %no
yes:
  %inside = load i32, ptr @g
  br label %no
no:
  %after = load i32, ptr @g)";
  const Fixture f(thread("first", setFlag(plainStore)) + thread("second", body) + mainOf(""));
  EXPECT_TRUE(f.ordered("first.a1", "second.inside"));
  EXPECT_FALSE(f.ordered("first.a1", "second.after"));
}

TEST(Order, AFlagBehindAPointerThatMayBeAnother) {
  const std::string choose = "  %u = load i32, ptr @g\n  %q = icmp eq i32 %u, 7\n"
                             "  %where = select i1 %q, ptr @flag, ptr @o\n";
  const Fixture f(thread("first", setFlag(plainStore)) +
                  thread("second", choose + awaitFlag("load i32, ptr %where")) + mainOf(""));
  EXPECT_FALSE(f.ordered("first.a1", "second.b2"));
  // Whoever may write it counts.
  const Fixture written(thread("first", setFlag(plainStore)) +
                        thread("second", awaitFlag(plainLoad)) +
                        thread("third", choose + "  store i32 1, ptr %where") +
                        mainOf("  %c3 = call i32 @pthread_create(ptr %h1, ptr null, ptr @third, "
                               "ptr null)\n"));
  EXPECT_FALSE(written.ordered("first.a1", "second.b2"));
}

TEST(Order, AFlagOnTheHeap) {
  const std::string shared = "@p = global ptr null\n";
  const std::string setter = "  %q = load ptr, ptr @p\n  %a1 = load i32, ptr @g\n"
                             "  store i32 1, ptr %q";
  const std::string waiter = "  %q = load ptr, ptr @p\n" + awaitFlag("load i32, ptr %q");
  const std::string make = "  %block = call ptr @malloc(i64 4)\n";
  const std::string publish = "  store ptr %block, ptr @p\n";
  const Fixture f(shared + thread("first", setter) + thread("second", waiter) +
                  mainOf(make + "  store i32 0, ptr %block\n" + publish));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
  const Fixture unset(shared + thread("first", setter) + thread("second", waiter) +
                      mainOf(make + publish));
  EXPECT_FALSE(unset.ordered("first.a1", "second.b2"));
}

const std::string lock = "  %l = call i32 @pthread_mutex_lock(ptr @m)\n";
const std::string unlock = "  %u = call i32 @pthread_mutex_unlock(ptr @m)\n";
const std::string signal = "  %sig = call i32 @pthread_cond_signal(ptr @c)\n";
const std::string condWait = "  %cw = call i32 @pthread_cond_wait(ptr @c, ptr @m)\n";

TEST(Order, AFlagUnderTheMutexOfACondition) {
  const std::string setter =
      "  %a1 = load i32, ptr @g\n" + lock + "  store i32 1, ptr @flag\n" + signal + unlock;
  const std::string waiter =
      lock + awaitFlag(plainLoad, "icmp eq i32 %v, 0", condWait + "  br label %head") + "\n" +
      unlock + "  %b3 = load i32, ptr @g";
  const Fixture f(thread("first", setter) + thread("second", waiter) + mainOf(""));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
  EXPECT_TRUE(f.synchronised("first.a1", "second.b3"));
  const Fixture bare(
      thread("first", "  %a1 = load i32, ptr @g\n  store i32 1, ptr @flag\n" + signal) +
      thread("second", waiter) + mainOf(""));
  EXPECT_TRUE(bare.ordered("first.a1", "second.b3"));
  EXPECT_FALSE(bare.synchronised("first.a1", "second.b3"));
}

TEST(Order, ASignalAloneOrdersIfNobodyWakesByItself) {
  const std::string signaller = "  %a1 = load i32, ptr @g\n" + signal;
  const std::string waiter = lock + condWait + unlock + "  %b2 = load i32, ptr @g";
  const std::string ir = thread("first", signaller) + thread("second", waiter) + mainOf("");
  EXPECT_FALSE(Fixture(ir).ordered("first.a1", "second.b2"));
  const Fixture f(ir, {.spurious = false});
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
  EXPECT_FALSE(f.synchronised("first.a1", "second.b2"));
  const Fixture two(thread("first", signaller) + thread("second", waiter) +
                        thread("third", signaller) +
                        mainOf("  %c3 = call i32 @pthread_create(ptr %h1, ptr null, ptr @third, "
                               "ptr null)\n"),
                    {.spurious = false});
  EXPECT_FALSE(two.ordered("first.a1", "second.b2"));
}

const std::string routine = "define void @init() {\n  %x = load i32, ptr @g\n  ret void\n}\n";
const std::string once = "  %b1 = load i32, ptr @g\n"
                         "  %oc = call i32 @pthread_once(ptr @o, ptr @init)\n"
                         "  %b2 = load i32, ptr @g";

TEST(Order, WhatIsDoneOnce) {
  const Fixture f(routine + thread("first", once) + thread("second", once) + mainOf(""));
  const llvm::Instruction &x = *f.node("init.x").place();
  const Order::Node &inFirst = f.order.node(f.node("first.b1").kind(), x);
  EXPECT_TRUE(f.order.ordered(inFirst, f.node("second.b2")));
  EXPECT_TRUE(f.order.synchronised(inFirst, f.node("second.b2")));
  EXPECT_FALSE(f.order.ordered(inFirst, f.node("second.b1")));
  EXPECT_FALSE(f.ordered("first.b1", "second.b2"));
}

TEST(Order, WhatIsDoneForTwoFlags) {
  const std::string other = "  %oc = call i32 @pthread_once(ptr @flag, ptr @init)\n"
                            "  %b2 = load i32, ptr @g";
  const Fixture f(routine + thread("first", once) + thread("second", other) + mainOf(""));
  EXPECT_FALSE(f.has(OrderKind::Once));
}

TEST(Order, WhatIsAlsoCalledOtherwise) {
  const Fixture f(routine + thread("first", once) + thread("second", "  call void @init()") +
                  mainOf(""));
  EXPECT_FALSE(f.has(OrderKind::Once));
}

TEST(Order, OrdersAreChained) {
  const std::string third =
      "  %i2 = call i32 @sem_init(ptr @s2, i32 0, i32 0)\n"
      "  %c3 = call i32 @pthread_create(ptr %h1, ptr null, ptr @third, ptr null)\n";
  const Fixture f(thread("first", post) +
                  thread("second", wait + "\n  %p = call i32 @sem_post(ptr @s2)") +
                  thread("third", "  %w = call i32 @sem_wait(ptr @s2)\n  %z = load i32, ptr @g") +
                  mainOf(initZero + third));
  EXPECT_TRUE(f.ordered("first.a1", "third.z"));
  EXPECT_FALSE(f.ordered("first.a2", "third.z"));
  EXPECT_EQ(f.order.why(f.node("first.a1"), f.node("third.z")).size(), 2U);
}

TEST(Order, AnOrderBeforeACreation) {
  // The waiter creates another thread: that one comes later too.
  const Fixture f(thread("first", post) +
                  thread("second", wait +
                                       "\n  %h = alloca i64\n  %c = call i32 @pthread_create(ptr "
                                       "%h, ptr null, ptr @third, ptr null)") +
                  thread("third", "  %z = load i32, ptr @g") + mainOf(initZero));
  EXPECT_TRUE(f.ordered("first.a1", "third.z"));
}

TEST(Order, AcrossCalls) {
  const Fixture f("define void @give() {\n  %r = call i32 @sem_post(ptr @s)\n  ret void\n}\n"
                  "define void @take() {\n  %r = call i32 @sem_wait(ptr @s)\n  ret void\n}\n" +
                  thread("first", "  %a1 = load i32, ptr @g\n  call void @give()\n"
                                  "  %a2 = load i32, ptr @g") +
                  thread("second", "  call void @take()\n  %b2 = load i32, ptr @g") +
                  mainOf(initZero));
  EXPECT_TRUE(f.ordered("first.a1", "second.b2"));
  EXPECT_FALSE(f.ordered("first.a2", "second.b2"));
}

} // namespace
} // namespace heddle::analysis
