#include "analysis/flow_order.h"

#include "analysis/library.h"

#include <algorithm>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

FlowOrder::FlowOrder(const PointsTo &pointers, const Threads &threads, const Parallel &parallel)
    : pointers(pointers), threads(threads), parallel(parallel) {
  const llvm::Function *noMemory =
      pointers.reachable().front()->getParent()->getFunction(outOfMemory);
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        for (const llvm::Function *callee : pointers.callees(*call)) {
          called.insert(callee);
          calls[function].insert(callee);
          if (noMemory && mayLackMemory(*callee))
            calls[callee].insert(noMemory);
          jumps |= callee->hasFnAttribute(llvm::Attribute::ReturnsTwice) ||
                   std::ranges::any_of(behaviourOf(callee->getName()).acts, [](const auto &act) {
                     return act.kind == LibraryAct::SetJump;
                   });
        }
  findOnce();
}

/// A thread is created once if that is done in what its creator, of which there is one, begins
/// with, and not in a loop.
void FlowOrder::findOnce() {
  const auto count = static_cast<unsigned>(threads.all().size());
  once.resize(count);
  const auto isOnce = [&](StaticThread thread) {
    const ThreadAbout &about = threads.all()[thread];
    if (!about.creation)
      return !called.contains(about.routine);
    const llvm::Function &creator = *about.creation->getFunction();
    const llvm::BitVector &by = threads.runners(creator);
    if (by.count() != 1 || threads.isCalledBack(creator) || called.contains(&creator))
      return false;
    const auto parent = static_cast<unsigned>(by.find_first());
    const llvm::BasicBlock &block = *about.creation->getParent();
    return once.test(parent) && threads.all()[parent].routine == &creator && !leads(block, block);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (StaticThread thread = 0; thread < count; ++thread)
      if (!once.test(thread) && isOnce(thread)) {
        once.set(thread);
        changed = true;
      }
  }
}

/// Whether a way of at least one edge leads there.
bool FlowOrder::leads(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const {
  auto &reached = ways[&from];
  if (!reached) {
    reached = std::make_unique<llvm::DenseSet<const llvm::BasicBlock *>>();
    llvm::SmallVector<const llvm::BasicBlock *, 32> work{&from};
    while (!work.empty())
      for (const llvm::BasicBlock *next : llvm::successors(work.pop_back_val()))
        if (reached->insert(next).second)
          work.push_back(next);
  }
  return reached->contains(&to);
}

const FlowOrder::Anchors &FlowOrder::anchors(const llvm::Function &root,
                                             const llvm::Instruction &at) const {
  if (at.getFunction() == &root) {
    auto &itself = themselves[&at];
    if (!itself)
      itself = std::make_unique<Anchors>(Anchors{&at});
    return *itself;
  }
  if (auto &known = leading[{&root, at.getFunction()}]; known)
    return *known;
  // Where each call of the root leads to is found at once for all functions.
  for (const llvm::Instruction &instruction : llvm::instructions(root)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call)
      continue;
    llvm::SmallSetVector<const llvm::Function *, 16> seen;
    for (const llvm::Function *callee : pointers.callees(*call))
      seen.insert(callee);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (const auto inner = calls.find(seen[i]); inner != calls.end())
        seen.insert(inner->second.begin(), inner->second.end());
      auto &list = leading[{&root, seen[i]}];
      if (!list)
        list = std::make_unique<Anchors>();
      list->push_back(call);
    }
  }
  auto &found = leading[{&root, at.getFunction()}];
  if (!found)
    found = std::make_unique<Anchors>();
  return *found;
}

bool FlowOrder::precedesIn(StaticThread thread, const llvm::Instruction &first,
                           const llvm::Instruction &then) const {
  const llvm::Function &root = *threads.all()[thread].routine;
  if (jumps || called.contains(&root))
    return true;
  for (const llvm::Instruction *a : anchors(root, first))
    for (const llvm::Instruction *b : anchors(root, then)) {
      const bool isInCall = a == b && (a != &first || b != &then);
      if (isInCall || (a->getParent() == b->getParent() && a->comesBefore(b)) ||
          leads(*a->getParent(), *b->getParent()))
        return true;
    }
  return false;
}

bool FlowOrder::precedesCreation(StaticThread creator, const llvm::Instruction &first,
                                 StaticThread created) const {
  for (StaticThread thread = 1; thread < threads.all().size(); ++thread) {
    const llvm::CallBase &creation = *threads.all()[thread].creation;
    if ((thread == created || threads.descendants(thread).test(created)) &&
        threads.runners(*creation.getFunction()).test(creator) &&
        precedesIn(creator, first, creation))
      return true;
  }
  return false;
}

bool FlowOrder::followsCreation(StaticThread creator, StaticThread created,
                                const llvm::Instruction &then) const {
  for (StaticThread thread = 1; thread < threads.all().size(); ++thread) {
    const llvm::CallBase &creation = *threads.all()[thread].creation;
    if ((thread == created || threads.descendants(thread).test(created)) &&
        threads.runners(*creation.getFunction()).test(creator) &&
        (&creation == &then || precedesIn(creator, creation, then)))
      return true;
  }
  return false;
}

const llvm::BitVector &FlowOrder::underWay(StaticThread thread, const llvm::Instruction &at) const {
  const auto [entry, isNew] = beside.try_emplace({thread, &at});
  if (isNew)
    entry->second = parallel.underWay(thread, at);
  return entry->second;
}

bool FlowOrder::mayPrecede(StaticThread one, const llvm::Instruction &first, StaticThread other,
                           const llvm::Instruction &then) const {
  if (parallel.areParallel(one, other) || !once.test(one) || !once.test(other))
    return true;
  if (one == other)
    return precedesIn(one, first, then);
  if (threads.descendants(one).test(other))
    return underWay(one, first).test(other) || precedesCreation(one, first, other);
  if (threads.descendants(other).test(one))
    return underWay(other, then).test(one) || followsCreation(other, one, then);
  return true;
}

bool FlowOrder::mayPrecede(const llvm::Instruction &first, const llvm::Instruction &then) const {
  const llvm::Function &from = *first.getFunction();
  const llvm::Function &to = *then.getFunction();
  if (threads.isCalledBack(from) || threads.isCalledBack(to))
    return true;
  for (const unsigned one : threads.runners(from).set_bits())
    for (const unsigned other : threads.runners(to).set_bits())
      if (mayPrecede(one, first, other, then))
        return true;
  return false;
}

} // namespace heddle::analysis
