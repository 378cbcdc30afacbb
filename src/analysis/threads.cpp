#include "analysis/threads.h"

#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {
constexpr unsigned routineArgument = 2; ///< Of pthread_create, which all others come down to.

bool creates(const llvm::Function &function) {
  return function.isDeclaration() && function.getName() == "pthread_create";
}

using Functions = llvm::SmallSetVector<const llvm::Function *, 8>;

void addFunctions(const PointsTo &pointers, const llvm::Value &value, Functions &to) {
  for (const ObjectId id : pointers.objectsOf(value))
    if (pointers.object(id).kind == ObjectKind::Function)
      to.insert(llvm::cast<llvm::Function>(pointers.object(id).value));
}

/// What functions without a body are given, which they may call whenever they like, and what is
/// called before and after main and at the end of everything.
Functions handedOut(const PointsTo &pointers) {
  Functions result;
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call))
        continue;
      for (const llvm::Function *callee : pointers.callees(*call))
        for (unsigned i = 0; callee->isDeclaration() && i < call->arg_size(); ++i)
          if (!creates(*callee) || i != routineArgument)
            addFunctions(pointers, *call->getArgOperand(i), result);
    }
  const llvm::Module &module = *pointers.reachable().front()->getParent();
  for (const char *name : {"llvm.global_ctors", "llvm.global_dtors", "__heddle_when_terminated"})
    if (const llvm::GlobalVariable *table = module.getGlobalVariable(name, true))
      for (const Target &target : pointers.contents(pointers.objectOf(*table)))
        if (pointers.object(target.object).kind == ObjectKind::Function)
          result.insert(llvm::cast<llvm::Function>(pointers.object(target.object).value));
  return result;
}
} // namespace

Threads Threads::find(const program::Program &program, const PointsTo &pointers) {
  Threads result;
  result.threads.push_back({&program.entry(), nullptr});
  result.findCreations(pointers);
  result.nobody.resize(static_cast<unsigned>(result.threads.size()));
  result.findRunners(pointers);
  result.findDescendants();
  return result;
}

void Threads::findCreations(const PointsTo &pointers) {
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || call->arg_size() <= routineArgument)
        continue;
      const auto callees = pointers.callees(*call);
      if (std::ranges::none_of(callees, [](const auto *callee) { return creates(*callee); }))
        continue;
      for (const ObjectId id : pointers.objectsOf(*call->getArgOperand(routineArgument))) {
        const AbstractObject &object = pointers.object(id);
        if (object.kind != ObjectKind::Function)
          continue;
        creations[call].push_back(static_cast<StaticThread>(threads.size()));
        threads.push_back({llvm::cast<llvm::Function>(object.value), call});
      }
    }
}

void Threads::findRunners(const PointsTo &pointers) {
  const auto follow = [&](const llvm::Function &root, auto visit) {
    llvm::SmallVector<const llvm::Function *, 32> work{&root};
    while (!work.empty()) {
      const llvm::Function *function = work.pop_back_val();
      if (!visit(*function))
        continue;
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          for (const llvm::Function *callee : pointers.callees(*call))
            work.push_back(callee);
    }
  };
  for (StaticThread thread = 0; thread < threads.size(); ++thread)
    follow(*threads[thread].routine, [&](const llvm::Function &function) {
      llvm::BitVector &who = running.try_emplace(&function, nobody).first->second;
      if (who.test(thread))
        return false;
      who.set(thread);
      return true;
    });
  // Handlers, destructors and what the library calls back: by anybody, at any moment.
  const auto callBack = [&](const llvm::Function &function) {
    follow(function, [&](const llvm::Function &called) {
      if (!callbacks.try_emplace(&called, true).second)
        return false;
      running.try_emplace(&called, nobody).first->second.set();
      return true;
    });
  };
  for (const llvm::Function *function : handedOut(pointers))
    callBack(*function);
  for (const llvm::Function *function : pointers.reachable())
    if (!running.contains(function))
      callBack(*function);
}

void Threads::findDescendants() {
  below.assign(threads.size(), nobody);
  for (StaticThread child = 1; child < threads.size(); ++child)
    for (const unsigned parent : runners(*threads[child].creation->getFunction()).set_bits())
      below[parent].set(child);
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BitVector &mine : below) {
      llvm::BitVector all = mine;
      for (const unsigned child : mine.set_bits())
        all |= below[child];
      changed |= all != mine;
      mine = all;
    }
  }
}

llvm::SmallVector<StaticThread, 1> Threads::createdAt(const llvm::CallBase &call) const {
  return creations.lookup(&call);
}

const llvm::BitVector &Threads::runners(const llvm::Function &function) const {
  const auto found = running.find(&function);
  return found == running.end() ? nobody : found->second;
}

} // namespace heddle::analysis
