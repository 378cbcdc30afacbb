#include "analysis/scope.h"

#include "analysis/library.h"

#include <algorithm>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

namespace {

/// The globals that a constant names.
void addGlobals(const llvm::Constant &constant, llvm::SmallPtrSetImpl<const llvm::Constant *> &seen,
                std::vector<const llvm::GlobalValue *> &to) {
  if (llvm::isa<llvm::ConstantData>(constant) || !seen.insert(&constant).second)
    return;
  if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&constant)) {
    to.push_back(global);
    return; // What it holds is found by its contents.
  }
  for (const llvm::Use &operand : constant.operands())
    if (const auto *inner = llvm::dyn_cast<llvm::Constant>(operand.get()))
      addGlobals(*inner, seen, to);
}

/// Whether a library function brings pointers that neither its arguments nor memory hold.
bool bringsOthers(const llvm::Function &callee) {
  if (callee.isIntrinsic() || !callee.isDeclaration())
    return false;
  const LibraryBehaviour behaviour = behaviourOf(callee.getName());
  return !behaviour.isKnown || std::ranges::any_of(behaviour.acts, [](const LibraryAct &act) {
    return act.kind == LibraryAct::GetSpecific || act.kind == LibraryAct::SetJump ||
           act.kind == LibraryAct::Lazy;
  });
}

const llvm::Function *functionOf(const llvm::Value &value) {
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value))
    return instruction->getFunction();
  if (const auto *parameter = llvm::dyn_cast<llvm::Argument>(&value))
    return parameter->getParent();
  return llvm::dyn_cast<llvm::Function>(&value);
}

} // namespace

ScopeIndex::ScopeIndex(const PointsTo &pointers) : pointers(pointers) {
  for (ObjectId id = 0; id < pointers.objectCount(); ++id) {
    const AbstractObject &object = pointers.object(id);
    switch (object.kind) {
    case ObjectKind::Global:
    case ObjectKind::ThreadLocal:
    case ObjectKind::Function:
      break; // Where they are named.
    case ObjectKind::Stack:
    case ObjectKind::Heap:
    case ObjectKind::Copy:
    case ObjectKind::Variadic: {
      const llvm::Value *outermost = object.value;
      if (!object.calls.empty())
        outermost = object.calls.back();
      const llvm::Function *function = outermost ? functionOf(*outermost) : nullptr;
      if (function)
        makers[function].push_back(id);
      else
        everybodys.push_back(id);
      for (const llvm::Instruction *call : object.calls)
        chained[call].push_back(id);
      break;
    }
    default:
      everybodys.push_back(id);
    }
  }
}

const ScopeIndex::Origins &ScopeIndex::of(const llvm::Function &function) {
  const auto [known, isNew] = origins.try_emplace(&function);
  Origins &result = known->second;
  if (!isNew)
    return result;
  result.objects = makers.lookup(&function);
  llvm::SmallPtrSet<const llvm::Constant *, 16> seen;
  std::vector<const llvm::GlobalValue *> globals;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    for (const llvm::Use &operand : instruction.operands()) {
      const auto *constant = llvm::dyn_cast<llvm::Constant>(operand.get());
      // A function that is only called by name, or compared with, has no use as a pointer.
      if (constant && !(call && call->isCallee(&operand)) &&
          !llvm::isa<llvm::ICmpInst>(instruction))
        addGlobals(*constant, seen, globals);
    }
    if (call && !llvm::isa<llvm::IntrinsicInst>(call))
      for (const llvm::Function *callee : pointers.callees(*call))
        result.isOpen |= bringsOthers(*callee);
  }
  for (const llvm::GlobalValue *global : globals) {
    if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(global)) {
      if (const llvm::GlobalObject *aliased = alias->getAliaseeObject())
        result.objects.push_back(pointers.objectOf(*aliased));
      else
        result.isOpen = true;
    } else if (llvm::isa<llvm::GlobalObject>(global)) {
      result.objects.push_back(pointers.objectOf(*global));
    }
  }
  return result;
}

std::span<const ObjectId> ScopeIndex::madeBelow(const llvm::CallBase &call) const {
  const auto found = chained.find(&call);
  return found == chained.end() ? std::span<const ObjectId>() : found->second;
}

Scope::Scope(ScopeIndex &index)
    : index(index), objects(static_cast<unsigned>(index.pointers.objectCount())) {
  for (const ObjectId object : index.common())
    add(object);
}

void Scope::add(ObjectId object) {
  llvm::SmallVector<ObjectId, 16> work{object};
  while (!work.empty()) {
    const ObjectId next = work.pop_back_val();
    if (next >= objects.size()) // A global gets its number when it is first asked for.
      objects.resize(next + 1);
    if (objects.test(next))
      continue;
    objects.set(next);
    if (index.pointers.object(next).hasMemory())
      for (const Target &target : index.pointers.contents(next))
        work.push_back(target.object);
  }
}

void Scope::add(const llvm::Value &value) {
  for (const ObjectId object : index.pointers.objectsOf(value))
    add(object);
}

void Scope::add(const llvm::Function &function) {
  const ScopeIndex::Origins &origins = index.of(function);
  isOpen |= origins.isOpen;
  for (const ObjectId object : origins.objects)
    add(object);
}

} // namespace heddle::analysis
