#include "parallel_law.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::property {

namespace {
std::string textOf(const llvm::Instruction &at) {
  std::string text;
  llvm::raw_string_ostream out(text);
  at.print(out);
  return fmt::format("{} in {}", text, at.getFunction()->getName().str());
}
} // namespace

void ParallelLaw::begin() {
  kinds.assign(1, {0});
  events.clear();
  eventOf.clear();
}

/// Who runs a function is known to.
void ParallelLaw::checkRunner(const vm::Machine &machine, vm::ThreadId thread) {
  if (thread >= kinds.size() || kinds[thread].empty())
    return;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread)) {
    if (entry.location == program::noLocation)
      continue;
    const llvm::Function &function = *program.location(entry.location).instruction->getFunction();
    if (!ran.emplace(kinds[thread].front(), &function).second)
      continue;
    const llvm::BitVector &runners = threads.runners(function);
    if (std::ranges::none_of(kinds[thread], [&](auto kind) { return runners.test(kind); }))
      text += fmt::format("{} runs {}, which it is said not to\n", machine.threadName(thread),
                          function.getName().str());
  }
}

bool ParallelLaw::comesFirst(const Event &one, const Event &other, bool synchronised) const {
  for (const analysis::StaticThread a : kinds[one.thread])
    for (const analysis::StaticThread b : kinds[other.thread]) {
      const auto &first = order.node(a, *one.at);
      const auto &second = order.node(b, *other.at);
      if (!(synchronised ? order.synchronised(first, second) : order.ordered(first, second)))
        return false;
    }
  return true;
}

/// What a thread does must not come before anything that was there already.
void ParallelLaw::checkOrder(const vm::Machine &machine, vm::ThreadId thread) {
  const auto stack = machine.stack(thread);
  if (thread >= kinds.size() || kinds[thread].empty() || stack.empty() ||
      stack.front().location == program::noLocation)
    return;
  const llvm::Instruction *at = program.location(stack.front().location).instruction;
  const auto [found, isNew] = eventOf.try_emplace({thread, at}, events.size());
  if (isNew)
    events.push_back({thread, at});
  Event &event = events[found->second];
  const std::size_t from = event.checked;
  event.checked = events.size();
  for (std::size_t i = from; i < events.size(); ++i) {
    const Event &earlier = events[i];
    if (earlier.thread == thread)
      continue;
    if (comesFirst(event, earlier, false))
      text += fmt::format("{} does\n  {}\nafter {} did\n  {}\n", machine.threadName(thread),
                          textOf(*at), machine.threadName(earlier.thread), textOf(*earlier.at));
    if (!isNew || !comesFirst(earlier, event, false))
      continue;
    ++orders;
    const auto why = order.why(order.node(kinds[earlier.thread].front(), *earlier.at),
                               order.node(kinds[thread].front(), *at));
    if (why.empty())
      text += fmt::format("an order without a reason, of\n  {}\n  {}\n", textOf(*earlier.at),
                          textOf(*at));
    llvm::SmallDenseSet<std::size_t> kindsMet;
    for (const analysis::OrderReason &reason : why)
      if (const auto kind = static_cast<std::size_t>(reason.kind); kindsMet.insert(kind).second)
        ++byKind[kind];
    byRules += std::ranges::any_of(why, [](const analysis::OrderReason &reason) {
      return reason.kind > analysis::OrderKind::Join;
    });
  }
}

void ParallelLaw::judge(const std::vector<vm::Fault> &faults) {
  for (const vm::Fault &fault : faults) {
    if (fault.kind != vm::FaultKind::DataRace || fault.thread >= kinds.size() ||
        fault.otherThread >= kinds.size() || fault.location == program::noLocation ||
        fault.other == program::noLocation)
      continue;
    const Event one = {fault.otherThread, program.location(fault.other).instruction};
    const Event other = {fault.thread, program.location(fault.location).instruction};
    if (comesFirst(one, other, true) || comesFirst(other, one, true))
      text += fmt::format("a race of what is said to be synchronised:\n  {}\n  {}\n",
                          textOf(*one.at), textOf(*other.at));
  }
}

void ParallelLaw::saw(const vm::Machine &machine, const vm::Seen &seen) {
  checkRunner(machine, seen.thread);
  if (text.empty())
    checkOrder(machine, seen.thread);
  if (seen.kind != program::OpKind::Create || seen.other == vm::noThread)
    return;
  if (kinds.size() <= seen.other)
    kinds.resize(seen.other + std::size_t{1});
  kinds[seen.other].clear();
  std::vector<const llvm::Instruction *> stack;
  for (const vm::Machine::StackEntry &entry : machine.stack(seen.thread))
    if (entry.location != program::noLocation)
      stack.push_back(program.location(entry.location).instruction);
  for (const analysis::StaticThread kind : threads.madeAt(stack))
    kinds[seen.other].push_back(kind);
  if (!kinds[seen.other].empty())
    return;
  text += fmt::format("nothing is known to create {}\n", machine.threadName(seen.other));
}

std::vector<ParallelLaw::Place> ParallelLaw::placesOf(const vm::Machine &machine,
                                                      vm::ThreadId thread) const {
  std::vector<Place> places;
  if (thread >= kinds.size() || kinds[thread].empty() ||
      machine.thread(thread).status != vm::ThreadStatus::Ready)
    return places;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread))
    if (entry.location != program::noLocation)
      places.push_back({kinds[thread], program.location(entry.location).instruction});
  return places;
}

bool ParallelLaw::mayHappen(const Place &one, const Place &other) const {
  for (const analysis::StaticThread a : one.threads)
    for (const analysis::StaticThread b : other.threads)
      if (order.mayHappenInParallel(order.node(a, *one.at), order.node(b, *other.at)))
        return true;
  return false;
}

void ParallelLaw::look(const vm::Machine &machine) {
  for (std::size_t i = 0; i < machine.threadCount() && text.empty(); ++i)
    for (std::size_t j = i + 1; j < machine.threadCount(); ++j) {
      const auto a = static_cast<vm::ThreadId>(i);
      const auto b = static_cast<vm::ThreadId>(j);
      if (!machine.exists(a) || !machine.exists(b))
        continue;
      for (const Place &one : placesOf(machine, a))
        for (const Place &other : placesOf(machine, b)) {
          if (!known.emplace(one.threads.front(), other.threads.front(), one.at, other.at).second)
            continue;
          ++pairs;
          if (!mayHappen(one, other))
            text += fmt::format("{} and {} stand at the same time at\n  {}\n  {}\n",
                                machine.threadName(a), machine.threadName(b), textOf(*one.at),
                                textOf(*other.at));
        }
    }
}

} // namespace heddle::property
