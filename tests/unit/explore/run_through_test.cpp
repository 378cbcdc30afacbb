// Accesses that a dpor search runs through: what is tried instead of stopping there, and what
// becomes of it when such an access races after all.
#include "analysis/race_freedom.h"
#include "sample_programs.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace heddle::explore {
namespace {

using testing::UnorderedElementsAreArray;

/// Two threads change two variables, each under a lock of its own.
const char *const lockedIr = R"(
@one = global i32 0
@other = global i32 0
@oneLock = global [40 x i8] zeroinitializer
@otherLock = global [40 x i8] zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
define ptr @add(ptr %unused) {
  %a = call i32 @pthread_mutex_lock(ptr @oneLock)
  %old = load i32, ptr @one
  %new = add i32 %old, 1
  store i32 %new, ptr @one
  %b = call i32 @pthread_mutex_unlock(ptr @oneLock)
  %c = call i32 @pthread_mutex_lock(ptr @otherLock)
  store i32 %new, ptr @other
  %d = call i32 @pthread_mutex_unlock(ptr @otherLock)
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @add, ptr null)
  %x = call ptr @add(ptr null)
  %h = load i64, ptr %t
  %j = call i32 @pthread_join(i64 %h, ptr null)
  ret i32 0
}
)";

std::vector<std::string> bugsOf(const Answer &answer) {
  std::vector<std::string> keys;
  for (const Found &found : answer.found)
    keys.push_back(bugKey(found.fault));
  return keys;
}

Options everything() {
  Options options;
  options.all = true;
  return options;
}

TEST(RunThrough, LockedAccessesAreNoPoints) {
  Ready ready(lockedIr);
  const Answer whole = search(ready, "dpor", everything());
  Options options = everything();
  options.calm =
      std::make_shared<const std::vector<bool>>(analysis::studyRaces(ready.program).calm);
  EXPECT_EQ(std::ranges::count(*options.calm, true), 4); // With that of the handle.
  const Answer answer = search(ready, "dpor", options);
  EXPECT_EQ(answer.stats.executions, whole.stats.executions);
  EXPECT_LT(answer.stats.states, whole.stats.states);
  EXPECT_TRUE(answer.found.empty());
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(RunThrough, PathsHoldWhatWasRunThrough) {
  Ready ready(lockedIr);
  Options options = everything();
  options.calm =
      std::make_shared<const std::vector<bool>>(analysis::studyRaces(ready.program).calm);
  std::size_t ends = 0;
  options.atEnd = [&](const vm::Machine &, const std::vector<vm::Choice> &path) {
    ++ends;
    vm::Machine plain(ready.code, {});
    plain.start();
    for (const vm::Choice &choice : path) {
      ASSERT_EQ(std::ranges::count(plain.choices(), choice), 1);
      plain.take(choice);
    }
    EXPECT_EQ(plain.end(), vm::End::Normal);
  };
  EXPECT_EQ(search(ready, "dpor", options).stats.executions, ends);
}

TEST(RunThrough, ARaceThatWasExcludedIsSearchedForAgainAndNeverSafe) {
  Ready ready(incrementing(2, 1));
  Options options = everything();
  const Answer whole = search(ready, "dpor", options);
  options.calm = std::make_shared<const std::vector<bool>>(ready.program.locations().size(), true);
  std::vector<std::string> told;
  options.onFound = [&](const Found &found, bool isSmall) {
    if (!isSmall)
      told.push_back(bugKey(found.fault));
  };
  const Answer answer = search(ready, "dpor", options);
  EXPECT_EQ(bugsOf(answer), bugsOf(whole));
  EXPECT_THAT(told, UnorderedElementsAreArray(bugsOf(whole)));
  ASSERT_EQ(answer.gaps.size(), 1u);
  EXPECT_EQ(answer.gaps.front().reason, "internal");
}

TEST(RunThrough, NothingIsRunThroughWhereNobodyLooksForRaces) {
  Ready ready(incrementing(2, 1));
  Options options = withoutRaces();
  options.all = true;
  const Answer whole = search(ready, "dpor", options);
  options.calm = std::make_shared<const std::vector<bool>>(ready.program.locations().size(), true);
  const Answer answer = search(ready, "dpor", options);
  EXPECT_EQ(answer.stats.states, whole.stats.states);
  EXPECT_EQ(bugsOf(answer), bugsOf(whole));
  EXPECT_TRUE(answer.gaps.empty());
}

} // namespace
} // namespace heddle::explore
