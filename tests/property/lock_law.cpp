#include "lock_law.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::property {

using Op = program::OpKind;

namespace {
std::string textOf(const llvm::Instruction *at) {
  if (!at)
    return "nowhere";
  std::string text;
  llvm::raw_string_ostream out(text);
  at->print(out);
  return fmt::format("{} in {}", text, at->getFunction()->getName().str());
}

/// Whether a thread that is about to do this waits for a lock.
bool isLocking(Op kind) {
  return kind == Op::Lock || kind == Op::ReadLock || kind == Op::WriteLock;
}
} // namespace

void LockLaw::fail(const vm::Machine &machine, vm::ThreadId thread, const std::string &what) {
  text = fmt::format("  {}, by {} at {}\n", what, machine.threadName(thread),
                     textOf(innermost(machine, thread)));
}

const llvm::Instruction *LockLaw::innermost(const vm::Machine &machine, vm::ThreadId thread) const {
  const auto stack = machine.stack(thread);
  return stack.empty() || stack.front().location == program::noLocation
             ? nullptr
             : program.location(stack.front().location).instruction;
}

/// The innermost call is the operation, or it stands in the model of one (mtx_lock).
std::vector<const llvm::Instruction *> LockLaw::operationsOf(const vm::Machine &machine,
                                                             vm::ThreadId thread) const {
  std::vector<const llvm::Instruction *> result;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread))
    if (entry.location != program::noLocation && result.size() < 2)
      result.push_back(program.location(entry.location).instruction);
  return result;
}

/// By who created it and what it runs.
LockLaw::Kinds LockLaw::kindsOf(const vm::Machine &machine, vm::ThreadId thread) const {
  Kinds kinds = parallel.kindsOf(thread);
  const auto stack = machine.stack(thread);
  if (stack.empty() || stack.back().location == program::noLocation)
    return kinds;
  const llvm::Function *bottom = program.location(stack.back().location).instruction->getFunction();
  const auto runsIt = [&](analysis::StaticThread kind) {
    return parallel.knownThreads().all()[kind].routine == bottom;
  };
  if (std::ranges::any_of(kinds, runsIt))
    std::erase_if(kinds, [&](analysis::StaticThread kind) { return !runsIt(kind); });
  return kinds;
}

std::vector<analysis::Target> LockLaw::targetsAt(const vm::Machine &machine,
                                                 vm::Address address) const {
  std::vector<analysis::Target> result;
  if (const auto object = machine.objectAt(address))
    for (const analysis::ObjectId id : pointers.objectsAt(*object))
      result.push_back({id, static_cast<std::int64_t>(address - object->base), 0});
  return result;
}

bool LockLaw::holds(const vm::Machine &machine, vm::ThreadId thread,
                    const analysis::HeldLock &lock) const {
  const analysis::KnownLock &known = locks.all()[lock.lock];
  if (known.isAtomic)
    return machine.thread(thread).atomicDepth > 0;
  const analysis::Target wanted{known.object, known.offset, 0};
  return std::ranges::any_of(machine.locksHeldBy(thread), [&](vm::Address address) {
    const auto writer = writing.find(address);
    const bool isMode = writer == writing.end() ||
                        (writer->second == thread) == (lock.mode == analysis::LockMode::Exclusive);
    const auto targets = targetsAt(machine, address);
    return isMode && std::ranges::find(targets, wanted) != targets.end();
  });
}

void LockLaw::checkHeld(const vm::Machine &machine, vm::ThreadId thread) {
  const llvm::Instruction *at = innermost(machine, thread);
  if (!at || !text.empty())
    return;
  std::string missing;
  for (const analysis::StaticThread kind : kindsOf(machine, thread)) {
    const auto all = locks.held(kind, *at);
    const auto lacks = std::ranges::find_if(
        all, [&](const analysis::HeldLock &lock) { return !holds(machine, thread, lock); });
    if (lacks == all.end()) {
      held += all.size();
      return;
    }
    missing = locks.all()[lacks->lock].name;
  }
  if (!missing.empty())
    fail(machine, thread, missing + " is said to be held");
}

/// An object's own lock is held at its distance from what is accessed.
void LockLaw::checkOwn(const vm::Machine &machine, const vm::Seen &seen,
                       const llvm::Instruction &at, const Kinds &kinds) {
  const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&at);
  const auto object = machine.objectAt(seen.address);
  if (!pointer || !object)
    return;
  const auto mine = machine.locksHeldBy(seen.thread);
  bool isFine = false;
  for (const analysis::StaticThread kind : kinds) {
    const auto own = locks.ownLocks(kind, at, *pointer);
    isFine = isFine || std::ranges::all_of(own, [&](const analysis::OwnLock &lock) {
               const vm::Address from =
                   lock.base == analysis::OwnLock::Access ? seen.address : object->base;
               ++held;
               return std::ranges::find(mine, from + static_cast<vm::Address>(lock.offset)) !=
                      mine.end();
             });
  }
  if (!isFine)
    fail(machine, seen.thread, "the lock of the object is said to be held");
}

void LockLaw::checkNested(const vm::Machine &machine, const vm::Seen &seen) {
  const Kinds kinds = kindsOf(machine, seen.thread);
  const auto taken = targetsAt(machine, seen.address);
  for (const vm::Address other : machine.locksHeldBy(seen.thread)) {
    if (other == seen.address)
      continue;
    ++nested;
    bool isKnown = false;
    for (const analysis::StaticThread kind : kinds)
      for (const analysis::Target &from : targetsAt(machine, other))
        for (const analysis::Target &to : taken)
          for (const llvm::Instruction *at : operationsOf(machine, seen.thread))
            isKnown = isKnown || order.hasEdge(kind, from, to, *at);
    if (!isKnown)
      return fail(machine, seen.thread,
                  fmt::format("{} is taken while {} is held", machine.describe(seen.address),
                              machine.describe(other)));
  }
}

void LockLaw::saw(const vm::Machine &machine, const vm::Seen &seen) {
  if (!text.empty())
    return;
  const bool isRead =
      seen.kind == Op::ReadLock ||
      ((seen.kind == Op::TryReadLock || seen.kind == Op::TimedReadLock) && seen.result == 0);
  const bool isWrite =
      seen.kind == Op::WriteLock ||
      ((seen.kind == Op::TryWriteLock || seen.kind == Op::TimedWriteLock) && seen.result == 0);
  if (isRead || isWrite)
    writing[seen.address] = isWrite ? seen.thread : vm::noThread;
  if (isLocking(seen.kind) && seen.result == 0)
    checkNested(machine, seen);
  const llvm::Instruction *at = innermost(machine, seen.thread);
  if (!at || !llvm::isa<llvm::LoadInst, llvm::StoreInst>(at) || !text.empty())
    return;
  checkHeld(machine, seen.thread);
  if (text.empty() && (seen.kind == Op::Read || seen.kind == Op::Write))
    checkOwn(machine, seen, *at, kindsOf(machine, seen.thread));
}

void LockLaw::look(const vm::Machine &machine) {
  for (std::size_t i = 0; i < machine.threadCount() && text.empty(); ++i) {
    const auto thread = static_cast<vm::ThreadId>(i);
    if (!machine.exists(thread) || machine.thread(thread).status != vm::ThreadStatus::Ready)
      continue;
    const vm::Phase phase = machine.thread(thread).pending.phase;
    if (phase != vm::Phase::Waiting && phase != vm::Phase::Woken && phase != vm::Phase::TimedOut)
      checkHeld(machine, thread);
  }
  if (text.empty() && machine.choices().empty() && machine.end() == vm::End::Stuck)
    checkDeadlock(machine);
}

/// Follows who waits for whom; a circle must be a candidate.
void LockLaw::checkDeadlock(const vm::Machine &machine) {
  const auto wanted = [&](vm::ThreadId thread) -> vm::Address {
    if (!machine.exists(thread) || machine.thread(thread).status != vm::ThreadStatus::Ready)
      return 0;
    const vm::Pending &pending = machine.thread(thread).pending;
    const bool comesBack = (pending.kind == Op::Wait || pending.kind == Op::TimedWait) &&
                           pending.phase != vm::Phase::Waiting && pending.phase != vm::Phase::Start;
    return isLocking(pending.kind) ? pending.address : comesBack ? pending.second : 0;
  };
  const auto holder = [&](vm::Address address) {
    for (std::size_t i = 0; i < machine.threadCount(); ++i)
      if (const auto thread = static_cast<vm::ThreadId>(i); machine.exists(thread))
        if (const auto mine = machine.locksHeldBy(thread);
            std::ranges::find(mine, address) != mine.end())
          return thread;
    return vm::noThread;
  };
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    std::vector<vm::ThreadId> circle;
    auto thread = static_cast<vm::ThreadId>(i);
    while (thread != vm::noThread && std::ranges::find(circle, thread) == circle.end()) {
      circle.push_back(thread);
      const vm::Address lock = wanted(thread);
      thread = lock ? holder(lock) : vm::noThread;
    }
    if (thread == vm::noThread || circle.size() < 2 || thread != circle.front())
      continue;
    ++deadlocks;
    const auto takesPart = [&](const analysis::DeadlockCandidate &candidate, vm::ThreadId member) {
      const Kinds kinds = kindsOf(machine, member);
      const auto places = operationsOf(machine, member);
      for (const auto &link : candidate.links)
        for (const std::size_t edge : link.edges)
          if (std::ranges::find(places, order.edges()[edge].takenAt) != places.end() &&
              std::ranges::find(kinds, order.edges()[edge].thread) != kinds.end())
            return true;
      return false;
    };
    const bool isKnown = std::ranges::any_of(order.candidates(), [&](const auto &candidate) {
      return std::ranges::all_of(circle,
                                 [&](vm::ThreadId member) { return takesPart(candidate, member); });
    });
    if (!isKnown)
      return fail(machine, circle.front(), "a deadlock that is no candidate");
  }
}

} // namespace heddle::property
