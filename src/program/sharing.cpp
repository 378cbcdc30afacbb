#include "program/sharing.h"

#include "program/internal.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::program {
namespace {

/// Library functions that look at what the pointer denotes but do not keep it.
bool keepsNothing(const llvm::CallBase &call, const llvm::Use &use) {
  const llvm::Function *callee = calleeOf(call);
  if (!callee || !call.isArgOperand(&use))
    return false;
  const unsigned argument = call.getArgOperandNo(&use);
  switch (classify(call)) {
  case OpKind::None:
  case OpKind::Call:
    return false;
  case OpKind::Create: // The handle is written, the argument is handed to the thread.
    return argument == 0;
  case OpKind::ThreadExit:
    return false;
  case OpKind::BulkCopy: // Returns its first argument.
    return argument != 0 || call.use_empty();
  default:
    return true;
  }
}

class Escape : public llvm::CaptureTracker {
public:
  bool found = false;

  void tooManyUses() override { found = true; }
  bool captured(const llvm::Use *use) override {
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(use->getUser());
        call && keepsNothing(*call, *use))
      return false;
    // A returned local dangles; it is not shared by that.
    if (llvm::isa<llvm::ReturnInst>(use->getUser()))
      return false;
    return found = true;
  }
};

bool escapes(const llvm::Value &address) {
  Escape escape;
  llvm::PointerMayBeCaptured(&address, &escape);
  return escape.found;
}

bool threadLocalEscapes(const llvm::GlobalVariable &variable) {
  for (const llvm::User *user : variable.users()) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::threadlocal_address || escapes(*call))
      return true;
  }
  return false;
}

bool objectMayBeShared(const llvm::Value &object) {
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&object);
      call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    return objectMayBeShared(*call->getArgOperand(0));
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&object)) {
    if (variable->isConstant() || isLibrary(*variable))
      return false;
    return !variable->isThreadLocal() || threadLocalEscapes(*variable);
  }
  if (llvm::isa<llvm::AllocaInst>(object))
    return escapes(object);
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&object))
    return !argument->hasByValAttr() || escapes(object);
  return true;
}

} // namespace

bool mayBeShared(const llvm::Value &address) {
  llvm::SmallVector<const llvm::Value *, 4> objects;
  llvm::getUnderlyingObjects(&address, objects);
  for (const llvm::Value *object : objects)
    if (objectMayBeShared(*object))
      return true;
  return objects.empty();
}

bool isGlobal(const llvm::Value &address) {
  return llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(&address));
}

} // namespace heddle::program
