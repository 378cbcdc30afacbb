// Small programs where it is known what may happen at the same time.
#include "analysis/parallel.h"

#include "../program/build_program.h"

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
        parallel(Parallel::analyse(pointers, threads)) {}

  const llvm::Instruction &at(const std::string &function, const std::string &name) const {
    for (const llvm::Instruction &instruction :
         llvm::instructions(*program.unit().module().getFunction(function)))
      if (instruction.getName() == name)
        return instruction;
    ADD_FAILURE() << "no " << name << " in " << function;
    return program.unit().module().getFunction(function)->front().front();
  }
  StaticThread running(const std::string &routine) const {
    for (StaticThread thread = 0; thread < threads.all().size(); ++thread)
      if (threads.all()[thread].routine->getName() == routine)
        return thread;
    ADD_FAILURE() << "nobody runs " << routine;
    return 0;
  }
  /// Whether main may be there while a thread with this routine is at `%x`.
  bool meets(const std::string &name, const std::string &routine) const {
    return parallel.mayHappen(0, at("main", name), running(routine), at(routine, "x"));
  }

  program::Program program;
  PointsTo pointers;
  Threads threads;
  Parallel parallel;

private:
  static constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
@g = global i32 0
define ptr @one(ptr %a) {
  %x = load i32, ptr @g
  ret ptr null
}
define ptr @two(ptr %a) {
  %x = load i32, ptr @g
  ret ptr null
}
)";
};

TEST(Parallel, FromTheCreationToTheJoin) {
  const Fixture f(R"(
define i32 @main() {
  %h = alloca i64
  %before = load i32, ptr @g
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %between = load i32, ptr @g
  %handle = load i64, ptr %h
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_FALSE(f.meets("before", "one"));
  EXPECT_TRUE(f.meets("create", "one"));
  EXPECT_TRUE(f.meets("between", "one"));
  EXPECT_TRUE(f.meets("join", "one"));
  EXPECT_FALSE(f.meets("after", "one"));
  EXPECT_FALSE(f.parallel.areParallel(f.running("one"), f.running("one")));
}

TEST(Parallel, OneAfterTheOther) {
  const Fixture f(R"(
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %handle = load i64, ptr %h
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  %again = call i32 @pthread_create(ptr %h, ptr null, ptr @two, ptr null)
  ret i32 0
}
)");
  EXPECT_FALSE(f.parallel.areParallel(f.running("one"), f.running("two")));
}

TEST(Parallel, AHandleThatIsLost) {
  const Fixture f(R"(
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %again = call i32 @pthread_create(ptr %h, ptr null, ptr @two, ptr null)
  %handle = load i64, ptr %h
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_TRUE(f.parallel.areParallel(f.running("one"), f.running("two")));
  EXPECT_TRUE(f.meets("after", "one"));
}

TEST(Parallel, AJoinOnOneWayOnly) {
  const Fixture f(R"(
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %value = load i32, ptr @g
  %test = icmp eq i32 %value, 0
  br i1 %test, label %yes, label %no
yes:
  %handle = load i64, ptr %h
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  %joined = load i32, ptr @g
  br label %no
no:
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_FALSE(f.meets("joined", "one"));
  EXPECT_TRUE(f.meets("after", "one"));
}

/// Creates `made` threads in a loop and joins as many as `joined`.
std::string loops(int made, int joined) {
  return R"(
define i32 @main() {
  %h = alloca [4 x i64]
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %i, )" +
         std::to_string(made) + R"(
  br i1 %more, label %body, label %done
body:
  %slot = getelementptr [4 x i64], ptr %h, i64 0, i64 %i
  %create = call i32 @pthread_create(ptr %slot, ptr null, ptr @one, ptr null)
  %next = add i64 %i, 1
  br label %head
done:
  br label %second
second:
  %j = phi i64 [ 0, %done ], [ %after_j, %wait ]
  %left = icmp slt i64 %j, )" +
         std::to_string(joined) + R"(
  br i1 %left, label %wait, label %end
wait:
  %place = getelementptr [4 x i64], ptr %h, i64 0, i64 %j
  %handle = load i64, ptr %place
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  %after_j = add i64 %j, 1
  br label %second
end:
  %after = load i32, ptr @g
  ret i32 0
}
)";
}

TEST(Parallel, LoopsOverAnArray) {
  const Fixture all(loops(4, 4));
  EXPECT_TRUE(all.parallel.areParallel(all.running("one"), all.running("one")));
  EXPECT_TRUE(all.meets("join", "one"));
  EXPECT_FALSE(all.meets("after", "one"));
  const Fixture some(loops(4, 3));
  EXPECT_TRUE(some.meets("after", "one"));
}

TEST(Parallel, AnotherOneMakesSuchThreads) {
  const Fixture f(R"(
define void @start() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %handle = load i64, ptr %h
  %join = call i32 @pthread_join(i64 %handle, ptr null)
  ret void
}
define ptr @helper(ptr %a) {
  %x = load i32, ptr @g
  call void @start()
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %create = call i32 @pthread_create(ptr %h, ptr null, ptr @helper, ptr null)
  call void @start()
  %after = load i32, ptr @g
  ret i32 0
}
)");
  EXPECT_TRUE(f.meets("after", "one"));
  EXPECT_TRUE(f.parallel.areParallel(f.running("one"), f.running("one")));
}

} // namespace
} // namespace heddle::analysis
