#include "build_program.h"

#include "program/internal.h"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

std::vector<std::string> shown(const Program &program) {
  std::vector<std::string> out;
  for (const Access &access : program.accesses())
    out.push_back(std::string(name(access.kind)) + " " + access.variable);
  return out;
}

using Strings = std::vector<std::string>;

TEST(Accesses, LeaveOutWhatNobodyElseCanSee) {
  const Program program = buildProgram(R"(
@shared = global i32 0
@constant = constant i32 7
@mine = thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @keep(ptr)
declare i32 @pthread_mutex_lock(ptr)
define i32 @main() {
  %local = alloca i32
  %lock = alloca [40 x i8]
  %given = alloca i32
  store i32 1, ptr %local
  store i32 1, ptr %given
  call void @keep(ptr %given)
  %a = load i32, ptr @constant
  %t = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  store i32 1, ptr %t
  store i32 1, ptr @shared
  call i32 @pthread_mutex_lock(ptr %lock)
  ret i32 0
})");
  EXPECT_EQ(shown(program), (Strings{"write given", "write shared", "lock lock"}));
  ASSERT_EQ(program.sharedGlobals().size(), 1u);
}

TEST(Accesses, CreationHandsOverTheArgumentButNotTheHandle) {
  const Program program = buildProgram(R"(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @work(ptr %x) { ret ptr null }
define i32 @main() {
  %handle = alloca i64
  %data = alloca i32
  store i32 1, ptr %data
  call i32 @pthread_create(ptr %handle, ptr null, ptr @work, ptr %data)
  %h = load i64, ptr %handle
  ret i32 0
})");
  EXPECT_EQ(shown(program), (Strings{"write data", "create handle"}));
}

TEST(Accesses, WithoutDebugInfoAreNamedByGlobalsAndParameters) {
  const Program program = buildProgram(R"(
%pair = type { i32, i32 }
@p = global %pair zeroinitializer
@a = global [4 x i32] zeroinitializer
define i32 @main(i64 %i, ptr %q) {
  %second = getelementptr %pair, ptr @p, i32 0, i32 1
  store i32 1, ptr %second
  %e = getelementptr [4 x i32], ptr @a, i64 0, i64 %i
  store i32 1, ptr %e
  store i32 1, ptr %q
  %n = getelementptr i32, ptr %q, i64 3
  store i32 1, ptr %n
  ret i32 0
})");
  EXPECT_EQ(shown(program), (Strings{"write p+4", "write a[i]", "write *q", "write q[3]"}));
}

TEST(Accesses, KnowTheCxxLibraryByName) {
  EXPECT_EQ(kindOfLibraryCall("std::mutex::lock()"), OpKind::Lock);
  EXPECT_EQ(kindOfLibraryCall("std::lock_guard<std::mutex>::lock_guard(std::mutex&)"),
            OpKind::Lock);
  EXPECT_EQ(kindOfLibraryCall("std::lock_guard<std::mutex>::~lock_guard()"), OpKind::Unlock);
  EXPECT_EQ(kindOfLibraryCall("std::unique_lock<std::mutex>::unique_lock(std::mutex&, "
                              "std::defer_lock_t)"),
            OpKind::Call);
  EXPECT_EQ(kindOfLibraryCall("std::unique_lock<std::mutex>::unlock()"), OpKind::Unlock);
  EXPECT_EQ(kindOfLibraryCall("std::shared_mutex::lock_shared()"), OpKind::ReadLock);
  EXPECT_EQ(kindOfLibraryCall("std::atomic<int>::operator=(int)"), OpKind::Write);
  EXPECT_EQ(kindOfLibraryCall("std::__atomic_base<int>::operator++()"), OpKind::ReadModifyWrite);
  EXPECT_EQ(kindOfLibraryCall("std::__atomic_base<int>::operator int() const"), OpKind::Read);
  EXPECT_EQ(kindOfLibraryCall("std::atomic<bool>::compare_exchange_strong(bool&, bool)"),
            OpKind::CompareExchange);
  EXPECT_EQ(kindOfLibraryCall("std::condition_variable::wait<main::lambda#1>(std::unique_lock<"
                              "std::mutex>&, main::lambda#1)"),
            OpKind::Wait);
  EXPECT_EQ(kindOfLibraryCall("std::call_once<void (&)()>(std::once_flag&, void (&)())"),
            OpKind::Once);
  EXPECT_EQ(kindOfLibraryCall("std::vector<int>::push_back(int&&)"), OpKind::Call);
  EXPECT_EQ(kindOfLibraryCall("mine::mutex::lock()"), OpKind::Call);
}

} // namespace
} // namespace heddle::program
