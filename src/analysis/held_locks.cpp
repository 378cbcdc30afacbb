#include "analysis/held_locks.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

HeldLocks::HeldLocks(const Rules &rules) : rules(rules) {
  llvm::SmallVector<const llvm::Function *, 16> work;
  for (const llvm::CallBase *call : rules.callsOf("pthread_mutex_unlock"))
    work.push_back(call->getFunction());
  for (const llvm::CallBase *call : rules.callsOf("pthread_mutex_destroy"))
    work.push_back(call->getFunction());
  while (!work.empty()) {
    const llvm::Function *function = work.pop_back_val();
    if (unlocking.insert(function).second)
      for (const llvm::Function *caller : rules.ground.callers.lookup(function))
        work.push_back(caller);
  }
}

void HeldLocks::pass(const llvm::Instruction &instruction, Held &held) const {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call)
    return;
  for (const llvm::Function *callee : rules.pointers.callees(*call)) {
    if (unlocking.contains(callee) || callee->getName() == "pthread_mutex_destroy")
      held.clear();
    if (!callee->isDeclaration() || call->arg_size() == 0)
      continue;
    if (callee->getName() == "pthread_mutex_unlock") {
      std::erase_if(held, [&](const Target &mutex) {
        return rules.pointers.mayPointTo(*call->getArgOperand(0), mutex.object, mutex.offset);
      });
    } else if (callee->getName() == "pthread_mutex_lock" &&
               rules.pointers.callees(*call).size() == 1) {
      if (const auto mutex = rules.onlyTarget(*call->getArgOperand(0)))
        held.push_back(*mutex);
    }
  }
}

void HeldLocks::follow(const llvm::Function &function) {
  if (!followed.insert(&function).second)
    return;
  llvm::SmallSetVector<const llvm::BasicBlock *, 16> work;
  begins[&function.getEntryBlock()] = {};
  work.insert(&function.getEntryBlock());
  while (!work.empty()) {
    const llvm::BasicBlock &block = *work.pop_back_val();
    Held held = begins.lookup(&block);
    for (const llvm::Instruction &instruction : block) {
      // An exception may come before a lock is taken.
      if (llvm::isa<llvm::InvokeInst>(instruction))
        held.clear();
      pass(instruction, held);
    }
    for (const llvm::BasicBlock *next : llvm::successors(&block)) {
      const auto [known, isFirst] = begins.try_emplace(next, held);
      const std::size_t before = known->second.size();
      std::erase_if(known->second, [&](const Target &mutex) {
        return std::ranges::find(held, mutex) == held.end();
      });
      if (isFirst || known->second.size() != before)
        work.insert(next);
    }
  }
}

HeldLocks::Held HeldLocks::at(const llvm::Instruction &instruction) {
  follow(*instruction.getFunction());
  Held held = begins.lookup(instruction.getParent());
  for (const llvm::Instruction &before : *instruction.getParent()) {
    if (&before == &instruction)
      break;
    pass(before, held);
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    for (const llvm::Function *callee : rules.pointers.callees(*call))
      if (unlocking.contains(callee))
        held.clear();
  return held;
}

bool HeldLocks::share(const llvm::Instruction &one, const llvm::Instruction &other) {
  const Held others = at(other);
  return std::ranges::any_of(at(one), [&](const Target &mutex) {
    return std::ranges::find(others, mutex) != others.end();
  });
}

} // namespace heddle::analysis
