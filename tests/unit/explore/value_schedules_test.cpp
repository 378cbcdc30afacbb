// The sample program of the thesis on value schedules (paper 002, figure 5.1): two accounts, the
// second of two threads updates one of them under the lock of the other. Of the schedules that the
// text derives, those that are possible are run, with the outcome that it gives, and those that
// need the write behind the branch are given up there.
#include "sample_programs.h"

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>

namespace heddle::explore {
namespace {

using program::OpKind;

const char *const accountsIr = R"(
@x = global i32 0
@y = global i32 0
@lock_x = global [40 x i8] zeroinitializer
@lock_y = global [40 x i8] zeroinitializer
@text = constant [1 x i8] zeroinitializer

define ptr @first(ptr %unused) {
  call i32 @pthread_mutex_lock(ptr @lock_x)
  %x = load i32, ptr @x
  %x10 = add i32 %x, 10
  store i32 %x10, ptr @x
  call i32 @pthread_mutex_unlock(ptr @lock_x)
  call i32 @pthread_mutex_lock(ptr @lock_y)
  %y = load i32, ptr @y
  %y10 = add i32 %y, 10
  store i32 %y10, ptr @y
  call i32 @pthread_mutex_unlock(ptr @lock_y)
  ret ptr null
}

define ptr @second(ptr %unused) {
  call i32 @pthread_mutex_lock(ptr @lock_y)
  %x = load i32, ptr @x
  %x10 = sub i32 %x, 10
  store i32 %x10, ptr @x
  %now = load i32, ptr @y
  %below = icmp slt i32 %now, 0
  br i1 %below, label %clear, label %on
clear:
  store i32 0, ptr @x
  br label %on
on:
  call i32 @pthread_mutex_unlock(ptr @lock_y)
  call i32 @pthread_mutex_lock(ptr @lock_y)
  %y = load i32, ptr @y
  %y10 = sub i32 %y, 10
  store i32 %y10, ptr @y
  call i32 @pthread_mutex_unlock(ptr @lock_y)
  ret ptr null
}

define i32 @main() {
  %one = alloca i64
  %two = alloca i64
  call i32 @pthread_create(ptr %one, ptr null, ptr @first, ptr null)
  call i32 @pthread_create(ptr %two, ptr null, ptr @second, ptr null)
  %a = load i64, ptr %one
  call i32 @pthread_join(i64 %a, ptr null)
  %b = load i64, ptr %two
  call i32 @pthread_join(i64 %b, ptr null)
  %x = load i32, ptr @x
  %y = load i32, ptr @y
  %same = icmp eq i32 %x, %y
  br i1 %same, label %done, label %bad
bad:
  call void @__assert_fail(ptr @text, ptr @text, i32 1, ptr @text)
  unreachable
done:
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare void @__assert_fail(ptr, ptr, i32, ptr)
)";

constexpr vm::ThreadId first = 1;
constexpr vm::ThreadId second = 2;

/// An execution: who did what, in order.
struct Run {
  std::vector<std::pair<vm::ThreadId, OpKind>> steps;
  bool fails = false;

  /// When a thread did something of a kind for the `nth` time.
  std::size_t when(vm::ThreadId thread, OpKind kind, std::size_t nth = 1) const {
    std::size_t at = 0;
    while (at < steps.size() && !(steps[at] == std::pair(thread, kind) && --nth == 0))
      ++at;
    return at;
  }
};

std::vector<Run> runsOf(Ready &ready, Options options, Answer &answer) {
  std::vector<Run> runs;
  options.all = true;
  options.values.completes = false;
  options.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &path) {
    Run &run = runs.emplace_back();
    run.fails = machine.end() == vm::End::Failed;
    vm::Machine again(ready.code, options.vm);
    again.start();
    for (const vm::Choice &choice : path) {
      run.steps.emplace_back(choice.thread, again.thread(choice.thread).pending.kind);
      again.take(choice);
    }
  };
  answer = search(ready, "value-schedule", options);
  return runs;
}

/// What comes before what in the schedules 5.7 to 5.10.
struct Schedule {
  const char *name;
  bool readsFirst;         ///< The second thread reads `x` before the first one writes it.
  std::size_t locksBefore; ///< How often the second one took the lock of `y` before the first did.
  bool fails;
};
constexpr Schedule possible[] = {{"5.7", false, 0, false},
                                 {"5.8", false, 1, false},
                                 {"5.9", true, 1, true},
                                 {"5.10", true, 2, true}};

bool follows(const Run &run, const Schedule &schedule) {
  const std::size_t reads = run.when(first, OpKind::Read);
  const std::size_t writes = run.when(first, OpKind::Write);
  const std::size_t locks = run.when(first, OpKind::Lock, 2);
  const std::size_t before = (run.when(second, OpKind::Lock, 1) < locks ? 1U : 0U) +
                             (run.when(second, OpKind::Lock, 2) < locks ? 1U : 0U);
  return reads < run.when(second, OpKind::Write) && before == schedule.locksBefore &&
         (run.when(second, OpKind::Read) < writes) == schedule.readsFirst &&
         writes < run.when(second, OpKind::Write);
}

void expectThoseOfTheText(const Options &options) {
  Ready ready(accountsIr);
  Answer answer;
  const std::vector<Run> runs = runsOf(ready, options, answer);
  for (const Schedule &schedule : possible) {
    const auto run =
        std::ranges::find_if(runs, [&](const Run &one) { return follows(one, schedule); });
    ASSERT_NE(run, runs.end()) << schedule.name;
    EXPECT_EQ(run->fails, schedule.fails) << schedule.name;
  }
  // 5.11 and 5.12: the second thread would write three times.
  for (const Run &run : runs)
    EXPECT_EQ(run.when(second, OpKind::Write, 3), run.steps.size());
  if (options.values.accessibility)
    EXPECT_THAT(answer.stats.more,
                testing::Contains(testing::Pair("given_up_branch", testing::Gt(0U))));
}

TEST(ValueSchedules, ThoseOfTheSampleProgramRunAsTheTextSays) {
  expectThoseOfTheText(withoutRaces());
}

TEST(ValueSchedules, NoReductionLeavesOutOneOfThem) {
  Options options = withoutRaces();
  options.values.prioritises = false;
  expectThoseOfTheText(options);
  options.values.accessibility = false;
  expectThoseOfTheText(options);
  options.values.aliases = false;
  options.values.slices = false;
  expectThoseOfTheText(options);
}

} // namespace
} // namespace heddle::explore
