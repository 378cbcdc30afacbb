#include "build_program.h"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

std::vector<std::string> namesOf(const Program &program) {
  std::vector<std::string> names;
  for (const ThreadEntry &entry : program.threads())
    names.push_back(entry.shownName);
  return names;
}

constexpr std::string_view declarations = R"(
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @thrd_create(ptr, ptr, ptr)
define ptr @a(ptr %x) { ret ptr null }
define ptr @b(ptr %x) { ret ptr null }
)";

Program withMain(std::string_view main) {
  return buildProgram(std::string(declarations).append(main));
}

TEST(Threads, MainComesFirst) {
  const Program program = withMain("define i32 @main() { ret i32 0 }");
  ASSERT_EQ(namesOf(program), std::vector<std::string>{"main"});
  EXPECT_TRUE(program.threads()[0].creations.empty());
  EXPECT_EQ(program.threads()[0].function, &program.entry());
}

TEST(Threads, DirectRoutinesOfBothLibraries) {
  const Program program = withMain(R"(define i32 @main() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @a, ptr null)
  call i32 @pthread_create(ptr %t, ptr null, ptr @a, ptr null)
  call i32 @thrd_create(ptr %t, ptr @b, ptr null)
  ret i32 0
})");
  EXPECT_EQ(namesOf(program), (std::vector<std::string>{"main", "a", "b"}));
  EXPECT_EQ(program.threads()[1].creations.size(), 2u);
  EXPECT_FALSE(program.threads()[1].inLoop);
}

TEST(Threads, RoutinesFromTablesLocalsAndParameters) {
  const Program program = withMain(R"(
@table = internal global [2 x ptr] [ptr @a, ptr @b]
define internal void @spawn(ptr %f) {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr %f, ptr null)
  ret void
}
define i32 @main(i32 %n) {
  %t = alloca i64
  %p = getelementptr [2 x ptr], ptr @table, i64 0, i32 %n
  %f = load ptr, ptr %p
  call i32 @pthread_create(ptr %t, ptr null, ptr %f, ptr null)
  call void @spawn(ptr @b)
  ret i32 0
})");
  EXPECT_EQ(namesOf(program), (std::vector<std::string>{"main", "b", "a"}));
  EXPECT_EQ(program.threads()[1].creations.size(), 2u);
}

TEST(Threads, AnUnknownRoutineIsSaidToBeUnknown) {
  const Program program = withMain(R"(
declare ptr @pick()
define i32 @main() {
  %t = alloca i64
  %f = call ptr @pick()
  call i32 @pthread_create(ptr %t, ptr null, ptr %f, ptr null)
  ret i32 0
})");
  ASSERT_EQ(namesOf(program), (std::vector<std::string>{"main", "?"}));
  EXPECT_EQ(program.threads()[1].function, nullptr);
}

TEST(Threads, LoopsAreSeenHereAndInCallers) {
  const Program program = withMain(R"(
define internal void @spawn() {
  %t = alloca i64
  call i32 @pthread_create(ptr %t, ptr null, ptr @b, ptr null)
  ret void
}
define i32 @main(i1 %again) {
  %t = alloca i64
  br label %loop
loop:
  call i32 @pthread_create(ptr %t, ptr null, ptr @a, ptr null)
  call void @spawn()
  br i1 %again, label %loop, label %end
end:
  ret i32 0
})");
  ASSERT_EQ(program.threads().size(), 3u);
  EXPECT_TRUE(program.threads()[1].inLoop);
  EXPECT_TRUE(program.threads()[2].inLoop);
}

} // namespace
} // namespace heddle::program
