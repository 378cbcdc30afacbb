// Small programs where it is known which accesses another thread can meet.
#include "analysis/sharing.h"

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
        parallel(Parallel::analyse(pointers, threads)),
        sharing(Sharing::analyse(pointers, threads, parallel)) {}

  /// The accesses of a function, in their order: `r` or `w` for one that meets others, `-` for one
  /// that is private, `?` for what is neither. Calls that touch nothing are left out.
  std::string of(const std::string &function) const {
    std::string text;
    for (const llvm::Instruction &at :
         llvm::instructions(*program.unit().module().getFunction(function))) {
      const bool isCall = llvm::isa<llvm::CallBase>(at);
      const bool isAccess = llvm::isa<llvm::LoadInst>(at) || llvm::isa<llvm::StoreInst>(at) ||
                            llvm::isa<llvm::AtomicRMWInst>(at);
      if (!isAccess && !(isCall && (sharing.isVisible(at) || sharing.isPrivate(at))))
        continue;
      const char kind = isCall ? 'c' : llvm::isa<llvm::LoadInst>(at) ? 'r' : 'w';
      EXPECT_FALSE(sharing.isVisible(at) && sharing.isPrivate(at));
      text += sharing.isVisible(at) ? kind : sharing.isPrivate(at) ? '-' : '?';
    }
    return text;
  }

  program::Program program;
  PointsTo pointers;
  Threads threads;
  Parallel parallel;
  Sharing sharing;

private:
  static constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @pthread_exit(ptr)
declare i32 @pthread_mutex_lock(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @puts(ptr)
declare i32 @printf(ptr, ...)
declare ptr @memcpy(ptr, ptr, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
@g = global i32 0
@h = global i32 0
@p = global ptr null
@pair = global { i32, i32 } zeroinitializer
@array = global [4 x i32] zeroinitializer
@text = global [4 x i8] c"abc\00"
@mutex = global [40 x i8] zeroinitializer
@local = thread_local global i32 0
)";
};

constexpr std::string_view mainWithOne = R"(
define i32 @main() {
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  call void @work()
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  ret i32 0
}
)";

std::string withOne(std::string_view ir) {
  return std::string(ir).append(mainWithOne);
}

TEST(Sharing, AWriteThatMeetsARead) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr @g
  ret ptr null
}
define void @work() {
  store i32 1, ptr @g
  %y = load i32, ptr @h
  store i32 1, ptr @h
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "r");
  EXPECT_EQ(f.of("work"), "w--"); // Nobody else looks at h.
  EXPECT_TRUE(f.sharing.sharedObjects().test(
      f.pointers.objectOf(*f.program.unit().module().getNamedValue("g"))));
  EXPECT_FALSE(f.sharing.sharedObjects().test(
      f.pointers.objectOf(*f.program.unit().module().getNamedValue("h"))));
}

TEST(Sharing, ReadsDoNotMeet) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr @g
  ret ptr null
}
define void @work() {
  %x = load i32, ptr @g
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "-");
  EXPECT_EQ(f.of("work"), "-");
}

TEST(Sharing, WrittenBeforeThereAreThreads) {
  const Fixture f(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr @g
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  store i32 7, ptr @g
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %y = load i32, ptr @g
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  store i32 8, ptr @g
  ret i32 0
}
)");
  EXPECT_EQ(f.of("one"), "-");
  EXPECT_EQ(f.of("main"), "-----"); // The handle, too.
}

TEST(Sharing, OneThreadAfterTheOther) {
  const Fixture f(R"(
define ptr @one(ptr %a) {
  store i32 1, ptr @g
  ret ptr null
}
define ptr @two(ptr %a) {
  store i32 2, ptr @g
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  %d = call i32 @pthread_create(ptr %h, ptr null, ptr @two, ptr null)
  ret i32 0
}
)");
  EXPECT_EQ(f.of("one"), "-");
  EXPECT_EQ(f.of("two"), "-");
}

constexpr std::string_view mainWithMany = R"(
define i32 @main() {
entry:
  %h = alloca i64
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
)";

TEST(Sharing, SeveralOfOneKind) {
  const Fixture f(std::string(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr @g
  store i32 %x, ptr @g
  %y = load i32, ptr @h
  ret ptr null
}
)")
                      .append(mainWithMany));
  EXPECT_EQ(f.of("one"), "rw-");
}

// Figure 4.14 of paper 002: what a thread allocates and keeps is its own.
TEST(Sharing, AllocatedAndKept) {
  const Fixture f(std::string(R"(
define void @fill(ptr %b) {
  store i32 1, ptr %b
  ret void
}
define ptr @one(ptr %a) {
  %b = call ptr @malloc(i64 8)
  call void @fill(ptr %b)
  %x = load i32, ptr %b
  call void @free(ptr %b)
  ret ptr null
}
)")
                      .append(mainWithMany));
  EXPECT_EQ(f.of("fill"), "-");
  EXPECT_EQ(f.of("one"), "-"); // free is no plain access, and meets nobody.
}

TEST(Sharing, AllocatedAndGivenAway) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %b = call ptr @malloc(i64 8)
  store i32 1, ptr %b
  store ptr %b, ptr @p
  %x = load i32, ptr %b
  ret ptr null
}
define void @work() {
  %b = load ptr, ptr @p
  store i32 2, ptr %b
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "-wr"); // The first store comes before anybody knows the block.
  EXPECT_EQ(f.of("work"), "rw");
}

TEST(Sharing, HandedToANewOwner) {
  const Fixture f(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr %a
  store i32 %x, ptr %a
  ret ptr null
}
define i32 @main() {
entry:
  %h = alloca i64
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %b = call ptr @malloc(i64 4)
  store i32 %i, ptr %b
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr %b)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
)");
  // Each block has one owner at a time, but blocks of one place are not told apart.
  EXPECT_EQ(f.of("one"), "rw");
  EXPECT_EQ(f.of("main"), "--"); // New at each store; the handle.
}

TEST(Sharing, ReadByANewOwner) {
  const Fixture f(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr %a
  ret ptr null
}
define i32 @main() {
entry:
  %h = alloca i64
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %b = call ptr @malloc(i64 4)
  store i32 %i, ptr %b
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr %b)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
)");
  EXPECT_EQ(f.of("one"), "-");
}

TEST(Sharing, FieldsAreToldApart) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  store i32 1, ptr @pair
  ret ptr null
}
define void @work() {
  %second = getelementptr { i32, i32 }, ptr @pair, i32 0, i32 1
  store i32 1, ptr %second
  %x = load i32, ptr @pair
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "w");
  EXPECT_EQ(f.of("work"), "-r");
}

TEST(Sharing, ElementsOfAnArrayAreNot) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %i = load i32, ptr @g
  %at = getelementptr [4 x i32], ptr @array, i32 0, i32 %i
  store i32 1, ptr %at
  ret ptr null
}
define void @work() {
  %i = load i32, ptr @h
  %at = getelementptr [4 x i32], ptr @array, i32 0, i32 %i
  %x = load i32, ptr %at
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "-w");
  EXPECT_EQ(f.of("work"), "-r");
}

TEST(Sharing, ALibraryFunctionReadsToo) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  store i8 0, ptr @text
  ret ptr null
}
define void @work() {
  %x = call i32 @puts(ptr @text)
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "w");
  EXPECT_EQ(f.of("work"), "c");
}

TEST(Sharing, PrintingReadsWhatItIsGiven) {
  const Fixture f(withOne(R"(
@format = constant [3 x i8] c"%s\00"
define ptr @one(ptr %a) {
  store i8 0, ptr @text
  store i32 0, ptr @g
  ret ptr null
}
define void @work() {
  %x = call i32 (ptr, ...) @printf(ptr @format, ptr @text)
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "w-");
}

TEST(Sharing, FreeingIsAWriteOfAll) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %b = load ptr, ptr @p
  %at = getelementptr i8, ptr %b, i64 4
  %x = load i32, ptr %at
  ret ptr null
}
define void @work() {
  %old = load ptr, ptr @p
  %new = call ptr @malloc(i64 8)
  store ptr %new, ptr @p
  call void @free(ptr %old)
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "rr");
  EXPECT_EQ(f.of("work"), "-wc");
}

TEST(Sharing, BulkCopies) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %x = call ptr @memcpy(ptr @array, ptr @text, i64 4)
  ret ptr null
}
define void @work() {
  %third = getelementptr [4 x i32], ptr @array, i32 0, i32 2
  store i32 1, ptr %third
  call void @llvm.memset.p0.i64(ptr @array, i8 0, i64 8, i1 false)
  %x = load i8, ptr @text
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "c");
  EXPECT_EQ(f.of("work"), "-c-");
}

TEST(Sharing, ThreadLocalVariables) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  store i32 1, ptr @local
  ret ptr null
}
define void @work() {
  store i32 1, ptr @local
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "-");
  EXPECT_EQ(f.of("work"), "-");
}

TEST(Sharing, AThreadLocalVariableThatOthersKnow) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  store i32 1, ptr @local
  ret ptr null
}
define void @work() {
  store ptr @local, ptr @p
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "w");
}

TEST(Sharing, ALocalVariableEndsWithItsCall) {
  const Fixture f(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr %a
  ret ptr null
}
define void @start() {
  %h = alloca i64
  %v = alloca i32
  store i32 1, ptr %v
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr %v)
  ret void
}
define i32 @main() {
  call void @start()
  ret i32 0
}
)");
  EXPECT_EQ(f.of("one"), "r"); // It may be gone by then.
  EXPECT_EQ(f.of("start"), "--");
}

TEST(Sharing, ALocalVariableThatOutlivesTheThread) {
  const Fixture f(R"(
define ptr @one(ptr %a) {
  %x = load i32, ptr %a
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %v = alloca i32
  store i32 1, ptr %v
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr %v)
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr null)
  ret i32 0
}
)");
  EXPECT_EQ(f.of("one"), "-");
}

TEST(Sharing, EndingTheThreadEndsItsVariables) {
  const Fixture f(R"(
define ptr @two(ptr %a) {
  %x = load i32, ptr %a
  ret ptr null
}
define ptr @one(ptr %a) {
  %h = alloca i64
  %v = alloca i32
  store i32 1, ptr %v
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @two, ptr %v)
  call void @pthread_exit(ptr null)
  unreachable
}
define i32 @main() {
  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  ret i32 0
}
)");
  EXPECT_EQ(f.of("two"), "r");
}

TEST(Sharing, BytesOfALock) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %x = call i32 @pthread_mutex_lock(ptr @mutex)
  ret ptr null
}
define void @work() {
  %end = getelementptr i8, ptr @mutex, i64 32
  store i8 0, ptr @mutex
  store i8 0, ptr %end
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "c");
  EXPECT_EQ(f.of("work"), "w-");
}

TEST(Sharing, WhatAThreadEndsWith) {
  const Fixture f(R"(
define ptr @one(ptr %a) {
  %b = call ptr @malloc(i64 4)
  store i32 1, ptr %b
  ret ptr %b
}
define ptr @two(ptr %a) {
  %b = load ptr, ptr @p
  %x = load i32, ptr %b
  ret ptr null
}
define i32 @main() {
  %h = alloca i64
  %r = alloca ptr
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @one, ptr null)
  %handle = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %handle, ptr %r)
  %b = load ptr, ptr %r
  store ptr %b, ptr @p
  %d = call i32 @pthread_create(ptr %h, ptr null, ptr @two, ptr null)
  store i32 2, ptr %b
  ret i32 0
}
)");
  EXPECT_EQ(f.of("one"), "-");
  EXPECT_EQ(f.of("two"), "-r");
}

TEST(Sharing, AtomicsAreAccessesLikeOthers) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  %x = atomicrmw add ptr @g, i32 1 seq_cst
  %y = load atomic i32, ptr @h seq_cst, align 4
  ret ptr null
}
define void @work() {
  %x = load atomic i32, ptr @g seq_cst, align 4
  %y = load atomic i32, ptr @h seq_cst, align 4
  ret void
}
)"));
  EXPECT_EQ(f.of("one"), "w-");
  EXPECT_EQ(f.of("work"), "r-");
}

TEST(Sharing, APointerToNothingKnownMayBeAny) {
  const Fixture f(withOne(R"(
define ptr @one(ptr %a) {
  ret ptr null
}
define void @work() {
  %b = load ptr, ptr @p
  %x = load i32, ptr %b
  ret void
}
)"));
  EXPECT_EQ(f.of("work"), "-r");
}

} // namespace
} // namespace heddle::analysis
