// Small programs where the exact answer is known.
#include "analysis/points_to.h"

#include "../program/build_program.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <set>

namespace heddle::analysis {
namespace {

class Fixture {
public:
  explicit Fixture(std::string_view ir)
      : program(program::buildProgram(std::string(declarations).append(ir))),
        pointers(PointsTo::analyse(program)) {}

  /// "g+8", "heap+0%16" (stride 16), "stack+?" (anywhere).
  std::set<std::string> at(const std::string &function, const std::string &value) const {
    return shown(pointers.pointsTo(*find(function, value)));
  }
  std::set<std::string> inside(const std::string &global) const {
    return shown(pointers.contents(pointers.objectOf(*module().getNamedValue(global))));
  }
  const llvm::Value *find(const std::string &function, const std::string &value) const {
    const llvm::Function *in = module().getFunction(function);
    for (const llvm::Argument &argument : in->args())
      if (argument.getName() == value)
        return &argument;
    for (const llvm::Instruction &instruction : llvm::instructions(*in))
      if (instruction.getName() == value)
        return &instruction;
    ADD_FAILURE() << "no " << value << " in " << function;
    return nullptr;
  }
  std::set<std::string> callees(const std::string &function, const std::string &call) const {
    std::set<std::string> names;
    for (const auto *callee : pointers.callees(*llvm::cast<llvm::CallBase>(find(function, call))))
      names.insert(callee->getName().str());
    return names;
  }
  bool mayAlias(const std::string &a, std::uint64_t sizeA, const std::string &b,
                std::uint64_t sizeB) const {
    return pointers.mayAlias({find("main", a), sizeA}, {find("main", b), sizeB});
  }
  const llvm::Module &module() const { return program.unit().module(); }

  program::Program program;
  PointsTo pointers;

private:
  static constexpr std::string_view declarations = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare ptr @malloc(i64)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @pthread_exit(ptr)
declare i32 @pthread_key_create(ptr, ptr)
declare i32 @pthread_setspecific(i32, ptr)
declare ptr @pthread_getspecific(i32)
declare ptr @strange(ptr)
@g = global i64 0
@h = global i64 0
@p = global ptr null
)";

  std::set<std::string> shown(const std::vector<Target> &targets) const {
    std::set<std::string> names;
    for (const Target &target : targets) {
      const AbstractObject &object = pointers.object(target.object);
      std::string name = "other";
      if (object.kind == ObjectKind::Heap)
        name = object.calls.empty() ? object.value->getName().str()
                                    : object.calls.back()->getName().str();
      else if (object.value)
        name = object.value->getName().str();
      else if (object.kind == ObjectKind::Unknown)
        name = "unknown";
      name += target.stride == 1 ? "+?"
              : target.stride == 0
                  ? "+" + std::to_string(target.offset)
                  : "+" + std::to_string(target.offset) + "%" + std::to_string(target.stride);
      names.insert(name);
    }
    return names;
  }
};

using Names = std::set<std::string>;

TEST(PointsTo, CopiesLoadsAndStores) {
  const Fixture f(R"(
define i32 @main(i1 %c) {
  %a = alloca ptr
  %b = alloca ptr
  store ptr @g, ptr %a
  %x = select i1 %c, ptr %a, ptr %b
  store ptr @h, ptr %x
  %la = load ptr, ptr %a
  %lb = load ptr, ptr %b
  store i64 1, ptr %la
  store i64 1, ptr %lb
  ret i32 0
})");
  EXPECT_EQ(f.at("main", "x"), (Names{"a+0", "b+0"}));
  EXPECT_EQ(f.at("main", "la"), (Names{"g+0", "h+0"}));
  EXPECT_EQ(f.at("main", "lb"), (Names{"h+0"}));
}

TEST(PointsTo, TellsFieldsApart) {
  const Fixture f(R"(
%S = type { i64, ptr, [4 x { ptr, ptr }] }
define i32 @main(i64 %i) {
  %s = alloca %S
  %f1 = getelementptr %S, ptr %s, i32 0, i32 1
  store ptr @g, ptr %f1
  %f2 = getelementptr %S, ptr %s, i64 0, i32 2, i64 %i, i32 1
  store ptr @h, ptr %f2
  %l1 = load ptr, ptr %f1
  %f3 = getelementptr %S, ptr %s, i64 0, i32 2, i64 2, i32 1
  %l3 = load ptr, ptr %f3
  %f4 = getelementptr %S, ptr %s, i64 0, i32 2, i64 2, i32 0
  %l4 = load ptr, ptr %f4
  %back = getelementptr i8, ptr %f3, i64 -56
  call void @use(ptr %l1, ptr %l3, ptr %l4, ptr %back)
  ret i32 0
}
define void @use(ptr %a, ptr %b, ptr %c, ptr %d) { ret void })");
  EXPECT_EQ(f.at("main", "f2"), (Names{"s+8%16"}));
  EXPECT_EQ(f.at("main", "l1"), (Names{"g+0", "h+0"})); // An index may leave its array.
  EXPECT_EQ(f.at("main", "l3"), (Names{"h+0"}));
  EXPECT_EQ(f.at("main", "l4"), (Names{}));
  EXPECT_EQ(f.at("use", "d"), (Names{"s+0"}));
}

TEST(PointsTo, FollowsPointersThroughIntegersAndBytes) {
  const Fixture f(R"(
define i32 @main(i64 %n) {
  %q = alloca [8 x i8]
  %from = alloca ptr
  store ptr @g, ptr %from
  %b = load i8, ptr %from
  store i8 %b, ptr %q
  %whole = load ptr, ptr %q
  store i64 1, ptr %whole
  %i = ptrtoint ptr @h to i64
  %tagged = add i64 %i, 1
  %masked = xor i64 %tagged, %n
  store i64 %masked, ptr @p
  %r = load ptr, ptr @p
  store i64 1, ptr %r
  %untagged = add i64 %tagged, -1
  %exact = inttoptr i64 %untagged to ptr
  store i64 1, ptr %exact
  ret i32 0
})");
  EXPECT_EQ(f.at("main", "whole"), (Names{"g+?"}));
  EXPECT_EQ(f.at("main", "r"), (Names{"h+?"}));
  EXPECT_EQ(f.at("main", "exact"), (Names{"h+0"}));
}

TEST(PointsTo, StepsOfALoopBecomeAStride) {
  const Fixture f(R"(
@table = global [100 x { ptr, i64 }] zeroinitializer
define i32 @main(i1 %c) {
  br label %loop
loop:
  %at = phi ptr [ @table, %0 ], [ %next, %loop ]
  store ptr @g, ptr %at
  %next = getelementptr { ptr, i64 }, ptr %at, i64 1
  br i1 %c, label %loop, label %end
end:
  %second = getelementptr i8, ptr @table, i64 24
  %no = load ptr, ptr %second
  %first = getelementptr i8, ptr @table, i64 32
  %yes = load ptr, ptr %first
  store ptr %no, ptr @p
  store ptr %yes, ptr @p
  ret i32 0
})");
  EXPECT_EQ(f.at("main", "next"), (Names{"table+0%16"}));
  EXPECT_EQ(f.at("main", "no"), (Names{}));
  EXPECT_EQ(f.at("main", "yes"), (Names{"g+0"}));
}

TEST(PointsTo, FindsCalleesByTables) {
  const Fixture f(R"(
@vtable = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @one, ptr @two] }
@other = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @three, ptr @three] }
define ptr @one(ptr %this) { ret ptr %this }
define ptr @two(ptr %this) { ret ptr null }
define ptr @three(ptr %this) { ret ptr null }
define i32 @main() {
  %object = alloca { ptr, i64 }
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @vtable, i32 0, i32 0, i32 1), ptr %object
  %v = load ptr, ptr %object
  %f1 = load ptr, ptr %v
  %r1 = call ptr %f1(ptr %object)
  %slot = getelementptr ptr, ptr %v, i64 1
  %f2 = load ptr, ptr %slot
  %r2 = call ptr %f2(ptr @g)
  ret i32 0
})");
  EXPECT_EQ(f.callees("main", "r1"), (Names{"one"}));
  EXPECT_EQ(f.callees("main", "r2"), (Names{"two"}));
  EXPECT_EQ(f.at("main", "r1"), (Names{"object+0"}));
  EXPECT_FALSE(f.pointers.isReachable(*f.module().getFunction("three")));
}

TEST(PointsTo, PassesThreadsTheirArgumentsAndResults) {
  const Fixture f(R"(
define ptr @work(ptr %mine) {
  store i64 1, ptr %mine
  call void @pthread_exit(ptr @h)
  ret ptr @g
}
define i32 @main() {
  %t = alloca i64
  %r = alloca ptr
  call i32 @pthread_create(ptr %t, ptr null, ptr @work, ptr %r)
  %id = load i64, ptr %t
  call i32 @pthread_join(i64 %id, ptr %r)
  %result = load ptr, ptr %r
  store i64 1, ptr %result
  ret i32 0
})");
  EXPECT_EQ(f.at("work", "mine"), (Names{"r+0"}));
  EXPECT_EQ(f.at("main", "result"), (Names{"g+0", "h+0"}));
  ASSERT_EQ(f.pointers.threadRoutines().size(), 1u);
  EXPECT_EQ(f.pointers.threadRoutines()[0]->getName(), "work");
}

TEST(PointsTo, GivesThreadSpecificDataToDestructors) {
  const Fixture f(R"(
define void @drop(ptr %data) { ret void }
define i32 @main() {
  %key = alloca i32
  call i32 @pthread_key_create(ptr %key, ptr @drop)
  %k = load i32, ptr %key
  call i32 @pthread_setspecific(i32 %k, ptr @g)
  %got = call ptr @pthread_getspecific(i32 %k)
  store i64 1, ptr %got
  ret i32 0
})");
  EXPECT_EQ(f.at("drop", "data"), (Names{"g+0"}));
  EXPECT_EQ(f.at("main", "got"), (Names{"g+0"}));
}

TEST(PointsTo, NamesBlocksByTheCallsOfWrappers) {
  const Fixture f(R"(
define ptr @xmalloc(i64 %n) {
  %m = call ptr @malloc(i64 %n)
  %bad = icmp eq ptr %m, null
  br i1 %bad, label %none, label %some
none:
  ret ptr null
some:
  store ptr null, ptr %m
  ret ptr %m
}
define ptr @cached(i64 %n) {
  %old = load ptr, ptr @p
  %isOld = icmp ne ptr %old, null
  br i1 %isOld, label %known, label %new
known:
  ret ptr %old
new:
  %made = call ptr @xmalloc(i64 %n)
  store ptr %made, ptr @p
  ret ptr %made
}
define i32 @main() {
  %a = call ptr @xmalloc(i64 8)
  %b = call ptr @xmalloc(i64 8)
  %c = call ptr @cached(i64 8)
  %d = call ptr @cached(i64 8)
  ret i32 0
})");
  EXPECT_EQ(f.at("main", "a"), (Names{"a+0"}));
  EXPECT_EQ(f.at("main", "b"), (Names{"b+0"}));
  EXPECT_EQ(f.at("main", "c"), (Names{"made+0"})); // What it returns may be an older block.
  EXPECT_EQ(f.at("main", "d"), (Names{"made+0"}));
  EXPECT_EQ(f.at("xmalloc", "m"), (Names{"a+0", "b+0", "made+0"}));
}

TEST(PointsTo, LetsUnknownFunctionsDoAnything) {
  const Fixture f(R"(
define void @callback(ptr %x) { ret void }
@inner = global ptr null
define i32 @main() {
  %a = alloca [2 x ptr]
  store ptr @inner, ptr %a
  %second = getelementptr ptr, ptr %a, i64 1
  store ptr @callback, ptr %second
  %r = call ptr @strange(ptr %a)
  %l = load ptr, ptr @inner
  store i64 0, ptr %l
  store i64 0, ptr %r
  ret i32 0
})");
  ASSERT_EQ(f.pointers.unknownFunctions().size(), 1u);
  EXPECT_TRUE(f.pointers.isReachable(*f.module().getFunction("callback")));
  for (const char *value : {"r", "l"}) {
    EXPECT_TRUE(f.at("main", value).contains("r+?")); // Memory of its own.
    EXPECT_TRUE(f.at("main", value).contains("inner+?"));
    EXPECT_TRUE(f.at("main", value).contains("a+?"));
    EXPECT_FALSE(f.at("main", value).contains("g+?"));
  }
}

TEST(PointsTo, TellsWhetherAccessesMeet) {
  const Fixture f(R"(
define i32 @main(i64 %i) {
  %a = alloca [64 x i8]
  %at8 = getelementptr i8, ptr %a, i64 8
  %at12 = getelementptr i8, ptr %a, i64 12
  %odd = getelementptr { i64, i64 }, ptr %at8, i64 %i
  %end = getelementptr i8, ptr %a, i64 30
  store i8 0, ptr %a
  store i8 0, ptr %at8
  store i8 0, ptr %at12
  store i8 0, ptr %odd
  store i8 0, ptr %end
  store i8 0, ptr @g
  ret i32 0
})");
  EXPECT_FALSE(f.mayAlias("a", 8, "at8", 8));
  EXPECT_TRUE(f.mayAlias("a", 9, "at8", 1));
  EXPECT_TRUE(f.mayAlias("at8", 8, "at12", 4));
  EXPECT_FALSE(f.mayAlias("at8", 4, "at12", 4));
  EXPECT_FALSE(f.mayAlias("a", 8, "odd", 8));
  EXPECT_TRUE(f.mayAlias("end", 1, "odd", 8));
  EXPECT_FALSE(f.mayAlias("end", 2, "odd", 6));
}

} // namespace
} // namespace heddle::analysis
