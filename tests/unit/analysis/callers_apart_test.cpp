// Library functions that are copied for their callers: what the copies know that the original does
// not.
#include "analysis/callers_apart.h"

#include "../program/build_program.h"
#include "analysis/points_to.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <set>

namespace heddle::analysis {
namespace {

constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@a = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @other(ptr %x) {
  %made = call i32 @pthread_create(ptr %x, ptr null, ptr @other, ptr null)
  ret ptr null
}
@b = global i32 0
define linkonce_odr void @_ZNSt4keepEPPvS_(ptr %at, ptr %what) {
  store ptr %what, ptr %at
  ret void
}
)";

/// The globals that `%name` of main may point to.
std::set<std::string> pointees(const program::Program &program, const std::string &name) {
  const PointsTo pointers = PointsTo::analyse(program);
  std::set<std::string> result;
  for (const llvm::Instruction &instruction : llvm::instructions(program.entry()))
    if (instruction.getName() == name)
      for (const ObjectId id : pointers.objectsOf(instruction))
        result.insert(pointers.object(id).value->getName().str());
  return result;
}

program::Program apart(const program::Program &program, const CopyLimits &limits = {}) {
  auto result = withCallersApart(program, limits);
  EXPECT_TRUE(result);
  return std::move(*result);
}

using Names = std::set<std::string>;

constexpr std::string_view twoCallers = R"(
define i32 @main() {
  %x = alloca ptr
  %y = alloca ptr
  call void @_ZNSt4keepEPPvS_(ptr %x, ptr @a)
  call void @_ZNSt4keepEPPvS_(ptr %y, ptr @b)
  %kept = load ptr, ptr %x
  %use = load i32, ptr %kept
  ret i32 %use
}
)";

TEST(CallersApart, TellsApartWhatALibraryFunctionIsGiven) {
  const auto program = program::buildProgram(std::string(declarations).append(twoCallers));
  EXPECT_EQ(pointees(program, "kept"), (Names{"a", "b"}));
  EXPECT_EQ(pointees(apart(program), "kept"), Names{"a"});
}

TEST(CallersApart, SharesWhatIsOverTheLimit) {
  const auto program = program::buildProgram(std::string(declarations).append(twoCallers));
  CopyLimits limits;
  limits.instructions = 0;
  EXPECT_EQ(pointees(apart(program, limits), "kept"), (Names{"a", "b"}));
}

TEST(CallersApart, LeavesTheProgramAsItWas) {
  const auto program = program::buildProgram(std::string(declarations).append(twoCallers));
  const std::size_t before = program.locations().size();
  const program::Program copy = apart(program);
  EXPECT_EQ(program.locations().size(), before);
  EXPECT_GT(copy.functions().size(), program.functions().size());
  EXPECT_EQ(copy.unit().hash(), program.unit().hash());
}

TEST(CallersApart, FollowsPointersToLibraryFunctions) {
  const auto program = program::buildProgram(std::string(declarations).append(R"(
define linkonce_odr void @_ZNSt4callEPFvPPvS_ES0_S_(ptr %f, ptr %at, ptr %what) {
  call void %f(ptr %at, ptr %what)
  ret void
}
define i32 @main() {
  %x = alloca ptr
  %y = alloca ptr
  call void @_ZNSt4callEPFvPPvS_ES0_S_(ptr @_ZNSt4keepEPPvS_, ptr %x, ptr @a)
  call void @_ZNSt4callEPFvPPvS_ES0_S_(ptr @_ZNSt4keepEPPvS_, ptr %y, ptr @b)
  %kept = load ptr, ptr %x
  %use = load i32, ptr %kept
  ret i32 %use
}
)"));
  EXPECT_EQ(pointees(apart(program), "kept"), Names{"a"});
}

TEST(CallersApart, EndsWhereFunctionsCallThemselves) {
  const auto program = program::buildProgram(std::string(declarations).append(R"(
define linkonce_odr void @_ZNSt5againEPPvS_i(ptr %at, ptr %what, i32 %n) {
  %last = icmp eq i32 %n, 0
  br i1 %last, label %keep, label %on
keep:
  call void @_ZNSt4keepEPPvS_(ptr %at, ptr %what)
  ret void
on:
  %less = sub i32 %n, 1
  call void @_ZNSt5againEPPvS_i(ptr %at, ptr %what, i32 %less)
  ret void
}
define i32 @main() {
  %x = alloca ptr
  %y = alloca ptr
  call void @_ZNSt5againEPPvS_i(ptr %x, ptr @a, i32 3)
  call void @_ZNSt5againEPPvS_i(ptr %y, ptr @b, i32 3)
  %kept = load ptr, ptr %x
  %use = load i32, ptr %kept
  ret i32 %use
}
)"));
  EXPECT_EQ(pointees(apart(program), "kept"), Names{"a"});
}

} // namespace
} // namespace heddle::analysis
