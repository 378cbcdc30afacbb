// Where thrown exceptions go: by type, by base, through frames that clean up, to nobody; and
// threads that end within such frames.
#include "../program/build_program.h"
#include "vm/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::vm {
namespace {

using testing::HasSubstr;

/// Classes as the Itanium ABI describes them: A, B derived from A, D of A and (at 8) of C, and P,
/// whose base A is private. The exception is of type %thrown.
constexpr std::string_view types = R"(
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global [0 x ptr]
@_ZTS1A = constant [3 x i8] c"1A\00"
@_ZTS1B = constant [3 x i8] c"1B\00"
@_ZTS1C = constant [3 x i8] c"1C\00"
@_ZTS1D = constant [3 x i8] c"1D\00"
@_ZTS1P = constant [3 x i8] c"1P\00"
@_ZTI1A = constant { ptr, ptr } { ptr getelementptr (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS1A }
@other.A = constant { ptr, ptr } { ptr getelementptr (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS1A }
@_ZTI1C = constant { ptr, ptr } { ptr getelementptr (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS1C }
@_ZTI1B = constant { ptr, ptr, ptr } { ptr getelementptr (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS1B, ptr @_ZTI1A }
@_ZTI1D = constant { ptr, ptr, i32, i32, ptr, i64, ptr, i64 } { ptr getelementptr (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2), ptr @_ZTS1D, i32 0, i32 2, ptr @_ZTI1A, i64 2, ptr @_ZTI1C, i64 2050 }
@_ZTI1P = constant { ptr, ptr, i32, i32, ptr, i64 } { ptr getelementptr (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2), ptr @_ZTS1P, i32 0, i32 1, ptr @_ZTI1A, i64 0 }
@object = global [2 x i64] zeroinitializer
@exception = global [3 x ptr] [ptr %thrown, ptr @object, ptr null]
@cleaned = constant [9 x i8] c"cleaned \00"
declare void @__heddle_raise(ptr)
declare void @pthread_exit(ptr)
declare i32 @printf(ptr, ...)
declare i32 @__gxx_personality_v0(...)
declare i32 @llvm.eh.typeid.for.p0(ptr)
define void @throws() {
  call void @__heddle_raise(ptr @exception)
  unreachable
}
define void @ends() {
  call void @pthread_exit(ptr null)
  unreachable
}
define void @cleans(ptr %next) personality ptr @__gxx_personality_v0 {
  invoke void %next() to label %fine unwind label %pad
fine:
  ret void
pad:
  %thrown = landingpad { ptr, i32 } cleanup
  call i32 (ptr, ...) @printf(ptr @cleaned)
  resume { ptr, i32 } %thrown
}
)";

/// Calls @cleans(@throws) and catches %wanted: the distance of what the catcher sees from the
/// object, plus 1.
constexpr std::string_view catcher = R"(
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @cleans(ptr %callee) to label %fine unwind label %pad
fine:
  ret i32 100
pad:
  %l = landingpad { ptr, i32 } catch ptr %wanted
  %selector = extractvalue { ptr, i32 } %l, 1
  %type = call i32 @llvm.eh.typeid.for.p0(ptr %wanted)
  %isIt = icmp eq i32 %selector, %type
  br i1 %isIt, label %caught, label %other
other:
  ret i32 101
caught:
  %adjusted = load i64, ptr getelementptr ([3 x ptr], ptr @exception, i64 0, i64 2)
  %distance = sub i64 %adjusted, ptrtoint (ptr @object to i64)
  %code = trunc i64 %distance to i32
  %more = add i32 %code, 1
  ret i32 %more
}
)";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

struct Result {
  std::uint32_t exitCode = 0;
  std::string output;
  std::vector<Fault> faults;
};

Result run(std::string_view thrown, std::string_view wanted, std::string_view callee = "@throws",
           std::string_view body = catcher) {
  std::string text =
      replaced(std::string(types), "ptr %thrown,", "ptr " + std::string(thrown) + ",");
  text += replaced(replaced(std::string(body), "%wanted", wanted), "%callee", callee);
  const program::Program program = program::buildProgram(text);
  SharedCode code(program, false);
  Machine machine(code, {});
  machine.start();
  while (!machine.choices().empty())
    machine.take(machine.choices().front());
  return {machine.exitCode(), machine.output(), machine.takeFaults()};
}

TEST(Unwind, CatchesTheTypeItself) {
  const Result result = run("@_ZTI1A", "@_ZTI1A");
  EXPECT_EQ(result.exitCode, 1u);
  EXPECT_EQ(result.output, "cleaned ");
}

TEST(Unwind, CatchesABase) {
  EXPECT_EQ(run("@_ZTI1B", "@_ZTI1A").exitCode, 1u);
}

TEST(Unwind, KnowsATypeByItsName) {
  EXPECT_EQ(run("@other.A", "@_ZTI1A").exitCode, 1u);
}

TEST(Unwind, ShowsTheBaseWhereItLies) {
  EXPECT_EQ(run("@_ZTI1D", "@_ZTI1A").exitCode, 1u);
  EXPECT_EQ(run("@_ZTI1D", "@_ZTI1C").exitCode, 9u);
}

TEST(Unwind, CatchesEverything) {
  const Result result = run("@_ZTI1A", "null");
  EXPECT_TRUE(result.faults.empty());
  EXPECT_EQ(result.output, "cleaned ");
}

TEST(Unwind, DoesNotCatchWhatIsNoBase) {
  for (const auto &[thrown, wanted] :
       {std::pair("@_ZTI1A", "@_ZTI1B"), {"@_ZTI1C", "@_ZTI1A"}, {"@_ZTI1P", "@_ZTI1A"}}) {
    const Result result = run(thrown, wanted);
    ASSERT_EQ(result.faults.size(), 1u) << thrown;
    EXPECT_EQ(result.faults[0].kind, FaultKind::UncaughtException);
    EXPECT_THAT(result.faults[0].message,
                HasSubstr(std::string("of type ") + std::string(thrown).back()));
    EXPECT_EQ(result.output, "") << "the stack is left as it was";
  }
}

TEST(Unwind, AThreadThatEndsCleansUp) {
  const Result result = run("@_ZTI1A", "@_ZTI1A", "@ends");
  EXPECT_TRUE(result.faults.empty());
  EXPECT_EQ(result.output, "cleaned ");
  EXPECT_EQ(result.exitCode, 0u) << "a catch of a type does not see it";
}

TEST(Unwind, CatchAllSeesAThreadThatEnds) {
  constexpr std::string_view rethrows = R"(
define i32 @main() personality ptr @__gxx_personality_v0 {
  invoke void @cleans(ptr %callee) to label %fine unwind label %pad
fine:
  ret i32 100
pad:
  %l = landingpad { ptr, i32 } catch ptr %wanted
  %head = extractvalue { ptr, i32 } %l, 0
  call i32 (ptr, ...) @printf(ptr @cleaned)
  call void @__heddle_raise(ptr %head)
  unreachable
}
)";
  const Result result = run("@_ZTI1A", "null", "@ends", rethrows);
  EXPECT_TRUE(result.faults.empty());
  EXPECT_EQ(result.output, "cleaned cleaned ");
}

} // namespace
} // namespace heddle::vm
