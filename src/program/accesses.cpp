// Lists the accesses of user code that other threads may see, with the names of what they touch.
#include "program/internal.h"
#include "program/sharing.h"
#include "program/variables.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::program {
namespace {

/// The argument of a call that says what it works on; null if there is none.
const llvm::Value *objectOf(const llvm::CallBase &call, OpKind kind) {
  if (call.arg_empty())
    return nullptr;
  switch (kind) {
  case OpKind::Allocate:
  case OpKind::Assertion:
  case OpKind::Assume:
  case OpKind::AtomicBegin:
  case OpKind::AtomicEnd:
  case OpKind::Exit:
  case OpKind::ThreadExit:
  case OpKind::Yield:
  case OpKind::Fence:
    return nullptr;
  case OpKind::SymbolicInput:
    return call.getArgOperand(0)->getType()->isPointerTy() && call.getType()->isVoidTy()
               ? call.getArgOperand(0)
               : nullptr;
  default:
    return call.getArgOperand(0);
  }
}

std::string nameOfArgument(const llvm::Value &object, OpKind kind, const llvm::CallBase &call) {
  if (!object.getType()->isPointerTy()) // pthread_join takes the handle itself.
    return nameOfValue(object, &call);
  if (kind == OpKind::Free) {
    std::string pointer = nameOfValue(object, &call);
    return pointer.empty() ? nameOfObject(object, &call) : "*" + pointer;
  }
  return nameOfSync(object, &call);
}

bool createsThread(const Model &model, LocationId id) {
  for (const ThreadEntry &entry : model.threads)
    for (const LocationId creation : entry.creations)
      if (creation == id)
        return true;
  return false;
}

/// A call of a C++ library function that amounts to an operation of its own.
Access libraryCall(const Model &model, const llvm::CallBase &call, LocationId id) {
  const llvm::Function *callee = calleeOf(call);
  if (!callee || model.isUser(*callee) || call.arg_empty())
    return {};
  const std::string name = fullName(callee->getName());
  const OpKind kind = createsThread(model, id) ? OpKind::Create : kindOfLibraryCall(name);
  if (kind == OpKind::Call)
    return {};
  // A guard's constructor gets itself first and then the mutex.
  const bool guards =
      (name.find("lock_guard(") != std::string::npos || name.find("_lock(") != std::string::npos) &&
      kind != OpKind::Unlock && kind != OpKind::RwUnlock && call.arg_size() > 1 &&
      call.getArgOperand(1)->getType()->isPointerTy();
  const llvm::Value &object = *call.getArgOperand(guards ? 1 : 0);
  const bool addressed = object.getType()->isPointerTy();
  return {id, kind, addressed ? nameOfSync(object, &call) : nameOfValue(object, &call),
          addressed && isGlobal(object)};
}

Access callAccess(const Model &model, const llvm::CallBase &call, LocationId id, OpKind kind) {
  if (kind == OpKind::Call)
    return libraryCall(model, call, id);
  if (kind == OpKind::BulkCopy) {
    const llvm::Value &target = *call.getArgOperand(0);
    const llvm::Value &source = *call.getArgOperand(1);
    const bool sharedSource = source.getType()->isPointerTy() && mayBeShared(source);
    if (!mayBeShared(target) && !sharedSource)
      return {};
    return {id, kind, nameOfObject(mayBeShared(target) ? target : source, &call), isGlobal(target)};
  }
  if (kind == OpKind::Allocate)
    return {id, kind, nameOfValue(call).ends_with("()") ? "" : "*" + nameOfValue(call), false};
  const llvm::Value *object = objectOf(call, kind);
  if (!object)
    return {id, kind, {}, false};
  const bool addressed = object->getType()->isPointerTy();
  return {id, kind, nameOfArgument(*object, kind, call), addressed && isGlobal(*object)};
}

Access accessOf(const Model &model, const llvm::Instruction &instruction, LocationId id,
                OpKind kind) {
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return callAccess(model, *call, id, kind);
  if (kind == OpKind::Fence)
    return {id, kind, {}, false};
  const llvm::Value *address = llvm::getPointerOperand(&instruction);
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    address = update->getPointerOperand();
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    address = exchange->getPointerOperand();
  if (!address || !mayBeShared(*address) || isCompilersOwn(*address, &instruction))
    return {};
  return {id, kind, nameOfScalar(*address, &instruction), isGlobal(*address)};
}

} // namespace

void findAccesses(Model &model) {
  for (const llvm::GlobalVariable &global : model.unit.module().globals()) {
    if (global.isConstant() || global.isThreadLocal() || global.isDeclaration() ||
        isLibrary(global) || global.use_empty())
      continue;
    model.sharedGlobals.push_back(&global);
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> expressions;
    global.getDebugInfo(expressions);
    if (!expressions.empty())
      model.fileId(expressions.front()->getVariable()->getFile());
  }
  for (const Function &function : model.functions) {
    if (function.isModel)
      continue;
    for (LocationId id = function.first; id != function.last; ++id) {
      const Location &location = model.locations[id];
      if (location.kind == OpKind::None)
        continue;
      Access access = accessOf(model, *location.instruction, id, location.kind);
      if (access.kind != OpKind::None)
        model.accesses.push_back(std::move(access));
    }
  }
}

} // namespace heddle::program
