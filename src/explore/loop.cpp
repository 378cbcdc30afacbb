#include "explore/loop.h"

#include "solver/solver.h"

#include <algorithm>

namespace heddle::explore {

namespace {

/// What the solver of a machine was asked.
void countQuestions(const vm::Machine &machine, Stats &stats) {
  const solver::Counters &counters = machine.solverCounters();
  stats.solverCalls += counters.byZ3;
  if (!counters.questions)
    return;
  stats.more.emplace_back("solver_questions", counters.questions);
  stats.more.emplace_back("solver_by_model", counters.byModel);
  stats.more.emplace_back("solver_by_range", counters.byRange);
  stats.more.emplace_back("solver_by_repair", counters.byRepair);
  stats.more.emplace_back("solver_by_cache", counters.byCache);
  stats.more.emplace_back("solver_by_enumeration", counters.byEnumeration);
  stats.more.emplace_back("solver_by_z3", counters.byZ3);
  stats.more.emplace_back("solver_unknown", counters.unknown);
  stats.more.emplace_back("solver_conditions_left_out", counters.leftOut);
  stats.more.emplace_back("z3_milliseconds", static_cast<std::uint64_t>(counters.z3Seconds * 1000));
}

} // namespace

void countEnd(const vm::Machine &machine, Stats &stats) {
  if (machine.end() == vm::End::Assumption || machine.end() == vm::End::Nothing)
    ++stats.blocked;
  else
    ++stats.executions;
}

program::LocationId placeOf(const vm::Machine &machine) {
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto id = static_cast<vm::ThreadId>(i);
    if (!machine.exists(id) || machine.thread(id).status != vm::ThreadStatus::Standing)
      continue;
    for (const vm::Machine::StackEntry &entry : machine.stack(id))
      if (!entry.fromModel && entry.location != program::noLocation)
        return entry.location;
  }
  if (machine.choices().empty())
    return program::noLocation;
  return machine.thread(machine.choices().front().thread).pending.location;
}

vm::Options machineOptions(const Options &options, const Progress &progress, vm::Rounds rounds) {
  vm::Options result = options.vm;
  result.cancel = &progress.cancel;
  result.rounds = rounds;
  return result;
}

bool isCancelled(const Progress &progress) {
  return progress.cancel.load(std::memory_order_relaxed);
}

bool isTooDeep(const Limits &limits, std::size_t length) {
  return limits.maxDepth && length >= limits.maxDepth;
}

vm::Gap depthGap(const vm::Machine &machine, const Limits &limits) {
  return {"max-depth",
          "paths longer than " + std::to_string(limits.maxDepth) + " visible operations",
          machine.thread(machine.choices().front().thread).pending.location};
}

void publish(const Stats &stats, Stats &before, std::size_t depth, Progress &progress) {
  progress.depth.store(depth, std::memory_order_relaxed);
  const auto add = [](std::atomic<std::uint64_t> &to, std::uint64_t now, std::uint64_t &then) {
    if (now != then)
      to.fetch_add(now - then, std::memory_order_relaxed);
    then = now;
  };
  add(progress.executions, stats.executions, before.executions);
  add(progress.states, stats.states, before.states);
  add(progress.pruned, stats.pruned, before.pruned);
}

void addStats(Stats &to, const Stats &from) {
  to.executions += from.executions;
  to.pruned += from.pruned;
  to.blocked += from.blocked;
  to.states += from.states;
  to.instructions += from.instructions;
  to.solverCalls += from.solverCalls;
  for (const auto &[name, value] : from.more) {
    const auto same = std::ranges::find(to.more, name, [](const auto &one) { return one.first; });
    if (same == to.more.end())
      to.more.emplace_back(name, value);
    else
      same->second += value;
  }
}

std::uint64_t workOf(const vm::Machine &machine) {
  constexpr std::uint64_t question = 50'000;
  return machine.instructions() + question * machine.solverCounters().byZ3;
}

void countWork(const vm::Machine &machine, Stats &stats) {
  stats.instructions = machine.instructions();
  stats.more.emplace_back("undo_log_bytes", machine.longestUndoLog());
  countQuestions(machine, stats);
}

} // namespace heddle::explore
