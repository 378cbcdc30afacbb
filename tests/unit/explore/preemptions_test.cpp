// Bounded preemptions: each execution once, in the round of its number of preemptions.
#include "explore/dice.h"
#include "explore/frontier.h"
#include "sample_programs.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace heddle::explore {
namespace {

/// Executions by how many preemptions they have, counted without any strategy.
void countPaths(vm::Machine &machine, vm::ThreadId running, std::uint64_t preemptions,
                std::map<std::uint64_t, std::uint64_t> &counts) {
  const std::vector<vm::Choice> choices = machine.choices();
  if (choices.empty()) {
    ++counts[preemptions];
    return;
  }
  const bool couldGoOn = std::ranges::count(choices, running, &vm::Choice::thread) > 0;
  const std::size_t mark = machine.mark();
  for (const vm::Choice &choice : choices) {
    machine.take(choice);
    countPaths(machine, choice.thread, preemptions + (couldGoOn && choice.thread != running),
               counts);
    machine.back(mark);
  }
  machine.drop(mark);
}

struct Seen {
  Answer answer;
  std::multiset<std::string> ends;
};

Seen look(Ready &ready, std::optional<std::uint64_t> bound, bool races = false) {
  Seen seen;
  Options options = withoutRaces();
  if (races)
    options.vm.checks.set(static_cast<unsigned>(vm::FaultKind::DataRace));
  options.all = true;
  options.preemptions = bound;
  options.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &) {
    std::string bytes;
    machine.serialise(bytes);
    seen.ends.insert(bytes);
  };
  seen.answer = search(ready, "exhaustive", options);
  return seen;
}

TEST(Preemptions, EachRoundAddsTheExecutionsOfItsNumber) {
  Ready ready(incrementing(3, 1));
  vm::Machine machine(ready.code, withoutRaces().vm);
  machine.start();
  std::map<std::uint64_t, std::uint64_t> counts;
  countPaths(machine, 0, 0, counts);
  ASSERT_GT(counts.size(), 3U);
  std::uint64_t total = 0;
  for (const auto &[bound, count] : counts) {
    total += count;
    const Answer answer = look(ready, bound).answer;
    EXPECT_EQ(answer.stats.executions, total) << bound;
    const bool isLast = bound == counts.rbegin()->first;
    ASSERT_EQ(answer.gaps.size(), isLast ? 0U : 1U) << bound;
    if (!isLast)
      EXPECT_EQ(answer.gaps.front().reason, "preemptions");
  }
}

TEST(Preemptions, WithoutACutItIsExhaustive) {
  for (const std::string &ir : {incrementing(2, 2), incrementing(3, 1), std::string(aloneIr)}) {
    Ready ready(ir);
    const Seen all = look(ready, std::nullopt);
    const Seen bounded = look(ready, 1000);
    EXPECT_EQ(bounded.answer.stats.executions, all.answer.stats.executions);
    EXPECT_EQ(bounded.answer.stats.states, all.answer.stats.states);
    EXPECT_EQ(bounded.ends, all.ends);
    EXPECT_TRUE(bounded.answer.gaps.empty());
    EXPECT_EQ(bounded.answer.found.size(), all.answer.found.size());
  }
}

TEST(Preemptions, RacesAreThoseOfExhaustive) {
  Ready ready(incrementing(2, 2));
  const auto keys = [](const Answer &answer) {
    std::set<std::string> result;
    for (const Found &found : answer.found)
      result.insert(bugKey(found.fault));
    return result;
  };
  EXPECT_EQ(keys(look(ready, 1000, true).answer), keys(look(ready, std::nullopt, true).answer));
}

TEST(Preemptions, ABugComesFromTheSmallestBound) {
  Ready ready(incrementing(2, 3));
  Options options = withoutRaces();
  options.preemptions = 0;
  EXPECT_TRUE(search(ready, "exhaustive", options).found.empty());
  options.preemptions = 9;
  const Answer answer = search(ready, "exhaustive", options);
  ASSERT_EQ(answer.found.size(), 1U);
  EXPECT_TRUE(answer.gaps.empty());
  unsigned switches = 0;
  const std::vector<vm::Choice> &path = answer.found.front().path;
  for (std::size_t i = 1; i < path.size(); ++i)
    switches += path[i].thread != path[i - 1].thread;
  EXPECT_EQ(switches, 2U); // One thread, all of the other, the first again.
}

/// One thread reads `z` and then waits for `y` by rounds of two operations; another sets it.
const char *const waitingIr = R"(
@x = global i32 0
@y = global i32 0
@z = global i32 0

define ptr @waits(ptr %unused) {
  %a = load atomic i32, ptr @z seq_cst, align 4
  br label %head
head:
  %b = load atomic i32, ptr @x seq_cst, align 4
  %c = load atomic i32, ptr @y seq_cst, align 4
  %d = icmp eq i32 %c, 0
  br i1 %d, label %head, label %out
out:
  ret ptr null
}

define ptr @sets(ptr %unused) {
  store atomic i32 1, ptr @y seq_cst, align 4
  ret ptr null
}

define i32 @main() {
  %one = alloca i64
  %two = alloca i64
  call i32 @pthread_create(ptr %one, ptr null, ptr @waits, ptr null)
  call i32 @pthread_create(ptr %two, ptr null, ptr @sets, ptr null)
  %first = load i64, ptr %one
  call i32 @pthread_join(i64 %first, ptr null)
  %second = load i64, ptr %two
  call i32 @pthread_join(i64 %second, ptr null)
  ret i32 0
}

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
)";

TEST(Preemptions, WhoWaitsAtTheHeadOfALoopIsNotPreempted) {
  Ready ready(waitingIr);
  // `y` is set before anything, when the other thread stands at the head, or after a round of it.
  EXPECT_EQ(look(ready, 0).answer.stats.executions, 3U);
  // Or between the two operations of that round.
  const Answer all = look(ready, 1).answer;
  EXPECT_EQ(all.stats.executions, 4U);
  EXPECT_TRUE(all.gaps.empty());
}

TEST(Preemptions, FrontierGivesBackWhatItGot) {
  Dice dice(1, 1);
  std::vector<std::vector<vm::Choice>> paths(1);
  Frontier frontier;
  for (unsigned i = 0; i < 500; ++i) {
    std::vector<vm::Choice> path = paths.back();
    path.resize(dice.below(path.size() + 1));
    for (std::uint64_t more = dice.below(6); more > 0; --more)
      path.push_back({static_cast<vm::ThreadId>(dice.below(3)), 0});
    paths.push_back(path);
    frontier.add(path);
  }
  Frontier::Reader reader(frontier);
  std::vector<vm::Choice> path;
  for (std::size_t i = 1; i < paths.size(); ++i) {
    ASSERT_TRUE(reader.next(path));
    EXPECT_EQ(path, paths[i]);
  }
  EXPECT_FALSE(reader.next(path));
  EXPECT_EQ(frontier.size(), 500U);
}

} // namespace
} // namespace heddle::explore
