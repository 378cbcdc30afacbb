#include "trace/rerun.h"

#include "trace/watcher.h"

#include <algorithm>

namespace heddle::trace {

namespace {

vm::Options withCancel(vm::Options options, const std::atomic<bool> &flag) {
  options.cancel = &flag;
  return options;
}

} // namespace

Plan planOf(const std::vector<vm::Choice> &path) {
  Plan plan;
  std::map<vm::ThreadId, std::size_t> steps;
  for (const vm::Choice &choice : path) {
    const std::size_t nth = steps[choice.thread]++;
    if (choice.alternative)
      plan.alternatives[{choice.thread, nth}] = choice.alternative;
    if (plan.blocks.empty() || plan.blocks.back().thread != choice.thread)
      plan.blocks.push_back({choice.thread, 0});
    plan.blocks.back().upTo = nth + 1;
  }
  return plan;
}

Rerun::Rerun(vm::SharedCode &code, const vm::Options &options, IsWanted isWanted,
             std::function<bool()> goesOn)
    : isWanted(std::move(isWanted)), goesOn(std::move(goesOn)),
      origin(code, withCancel(options, stop)) {
  most = {~std::size_t{0}, ~std::size_t{0}, ~std::size_t{0}};
  origin.record(this);
  origin.start();
  look();
}

/// What a thread does alone at the start is part of every run.
std::optional<Rerun::Run> Rerun::follow(const Plan &plan, const Cost &allowed, std::size_t events) {
  const Cost atStart = run.cost;
  const vm::ThreadId seenAtStart = lastSeen;
  const bool metAtStart = isMet;
  const std::unique_ptr<vm::Machine> copy = origin.copy();
  machine = copy.get();
  machine->record(this);
  most = allowed;
  longest = events;
  running = 0;
  block = 0;
  steps.clear();
  while (!isMet && !stop.load(std::memory_order_relaxed) && !machine->choices().empty()) {
    const vm::Choice choice = next(plan);
    run.path.push_back(choice);
    run.cost.alternatives += choice.alternative != 0;
    ++stepsOf(choice.thread);
    running = choice.thread;
    machine->take(choice);
    look();
  }
  std::optional<Run> result;
  if (isMet && run.cost <= most && run.cost.events <= longest)
    result = run;
  machine = &origin;
  stop = metAtStart;
  isMet = metAtStart;
  run = {{}, atStart};
  lastSeen = seenAtStart;
  return result;
}

void Rerun::saw(const vm::Seen &seen) {
  if (isMet || !isShown(seen)) // What comes after the fault in the same step is no part of it.
    return;
  run.cost.switches += lastSeen != vm::noThread && lastSeen != seen.thread;
  ++run.cost.events;
  lastSeen = seen.thread;
  look();
  if (run.cost > most || run.cost.events > longest || (run.cost.events % 256 == 0 && !goesOn()))
    giveUp();
}

void Rerun::look() {
  for (const vm::Fault &fault : machine->takeFaults())
    isMet = isMet || isWanted(fault);
  if (isMet)
    giveUp();
}

std::size_t &Rerun::stepsOf(vm::ThreadId thread) {
  if (thread >= steps.size())
    steps.resize(thread + std::size_t{1});
  return steps[thread];
}

bool Rerun::canAct(vm::ThreadId thread) const {
  return std::ranges::count(machine->choices(), thread, &vm::Choice::thread) > 0;
}

vm::Choice Rerun::next(const Plan &plan) {
  const vm::ThreadId first = machine->choices().front().thread;
  if (machine->thread(first).pending.phase == vm::Phase::Choose)
    return choiceOf(first, plan); // It goes first, whatever the plan says.
  for (; block < plan.blocks.size(); ++block) {
    const Block &now = plan.blocks[block];
    if (now.thread >= machine->threadCount() || !machine->exists(now.thread))
      break; // Its time comes when somebody has created it.
    if (stepsOf(now.thread) < now.upTo && canAct(now.thread))
      return choiceOf(now.thread, plan);
  }
  return choiceOf(canAct(running) ? running : first, plan);
}

vm::Choice Rerun::choiceOf(vm::ThreadId thread, const Plan &plan) const {
  const std::size_t nth = thread < steps.size() ? steps[thread] : 0;
  const auto known = plan.alternatives.find({thread, nth});
  const vm::Choice wished{thread, known == plan.alternatives.end() ? 0 : known->second};
  const std::vector<vm::Choice> &choices = machine->choices();
  if (std::ranges::find(choices, wished) != choices.end())
    return wished;
  return *std::ranges::find(choices, thread, &vm::Choice::thread);
}

} // namespace heddle::trace
