#include "analysis/escape.h"

#include "analysis/library.h"
#include "analysis/wrappers.h"

#include <algorithm>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

namespace {

using Act = LibraryAct;

/// What follows pointers from what everybody knows.
class Spreading {
public:
  explicit Spreading(const PointsTo &pointers)
      : pointers(pointers), reached(static_cast<unsigned>(pointers.objectCount())) {}

  void add(ObjectId object) {
    if (reached.test(object))
      return;
    reached.set(object);
    work.push_back(object);
  }
  void add(const llvm::Value &value) {
    for (const ObjectId object : pointers.objectsOf(value))
      add(object);
  }
  llvm::BitVector finish() {
    while (!work.empty())
      for (const Target &target : pointers.contents(work.pop_back_val()))
        add(target.object);
    return std::move(reached);
  }

private:
  const PointsTo &pointers;
  llvm::BitVector reached;
  llvm::SmallVector<ObjectId, 64> work;
};

/// What a call of a library function gives to others.
void addGiven(const llvm::CallBase &call, const llvm::Function &callee, const PointsTo &pointers,
              Spreading &spreading) {
  const LibraryBehaviour behaviour = behaviourOf(callee.getName());
  if (!behaviour.isKnown) { // It may make threads only of functions that it is given.
    const bool hasFunction = llvm::any_of(call.args(), [&](const llvm::Use &argument) {
      return llvm::any_of(pointers.objectsOf(*argument), [&](ObjectId object) {
        return pointers.object(object).kind == ObjectKind::Function;
      });
    });
    for (const llvm::Use &argument : call.args())
      if (hasFunction)
        spreading.add(*argument);
    return;
  }
  for (const Act &act : behaviour.acts) {
    if ((act.kind == Act::Call || act.kind == Act::Start) && act.b < call.arg_size())
      spreading.add(*call.getArgOperand(act.b));
    if (act.kind == Act::End && act.a < call.arg_size())
      spreading.add(*call.getArgOperand(act.a));
  }
}

bool isKnownToAll(ObjectKind kind) {
  return kind == ObjectKind::Global || kind == ObjectKind::Unknown || kind == ObjectKind::Lazy;
}

} // namespace

Escape Escape::find(const PointsTo &pointers, const Threads &threads) {
  Spreading spreading(pointers);
  for (ObjectId object = 0; object < pointers.objectCount(); ++object)
    if (isKnownToAll(pointers.object(object).kind))
      spreading.add(object);
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call))
        continue;
      for (const llvm::Function *callee : pointers.callees(*call))
        if (callee->isDeclaration())
          addGiven(*call, *callee, pointers, spreading);
    }
  for (const ThreadAbout &thread : threads.all())
    for (const llvm::BasicBlock &block : *thread.routine)
      if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
        if (end->getReturnValue())
          spreading.add(*end->getReturnValue());
  Escape result;
  result.escaped = spreading.finish();
  return result;
}

namespace {

/// Whether a use of a pointer is an access, a comparison or a mark, and gives it to nobody.
bool keepsToItself(const llvm::Use &use) {
  const llvm::User *user = use.getUser();
  if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user))
    return true;
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
    return use.getOperandNo() == store->getPointerOperandIndex();
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(user))
    return use.getOperandNo() == update->getPointerOperandIndex();
  if (llvm::isa<llvm::MemIntrinsic>(user))
    return true;
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
  return intrinsic && intrinsic->isLifetimeStartOrEnd();
}

/// Calls `f(use)` for the uses of a pointer and of what is reckoned from it, until one is refused.
template <class F> bool forEachUse(const llvm::Instruction &made, F f) {
  llvm::SmallVector<const llvm::Value *, 8> names = {&made};
  while (!names.empty())
    for (const llvm::Use &use : names.pop_back_val()->uses()) {
      if (llvm::isa<llvm::GetElementPtrInst>(use.getUser()))
        names.push_back(use.getUser());
      else if (!f(use))
        return false;
    }
  return true;
}

} // namespace

const llvm::Instruction *NewObjects::madeBy(const llvm::Value &pointer) {
  const llvm::Value *base = &pointer;
  while (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(base))
    base = address->getPointerOperand();
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(base))
    return local;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(base);
  return call && givesNew(*call) ? call : nullptr;
}

bool NewObjects::givesNew(const llvm::CallBase &call) { // NOLINT(misc-no-recursion)
  const llvm::Function *callee = directCallee(call);
  return isAllocation(call) || (callee && handsOnNew(*callee));
}

/// Whether all that it returns is new, and known to nobody else by then.
bool NewObjects::handsOnNew(const llvm::Function &function) { // NOLINT(misc-no-recursion)
  if (function.isDeclaration() || !function.getReturnType()->isPointerTy())
    return false;
  // Not while it is being asked: one that comes to itself does not.
  const auto [found, isFirst] = handing.try_emplace(&function, false);
  if (!isFirst)
    return found->second;
  bool gives = false;
  for (const llvm::BasicBlock &block : function) {
    const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (!end || llvm::isa<llvm::ConstantPointerNull>(end->getReturnValue()))
      continue;
    const auto *call = llvm::dyn_cast<llvm::CallBase>(end->getReturnValue());
    if (!call || !givesNew(*call) || !forEachUse(*call, [](const llvm::Use &use) {
          return llvm::isa<llvm::ReturnInst>(use.getUser()) || keepsToItself(use);
        }))
      return false;
    gives = true;
  }
  return handing[&function] = gives;
}

const NewObjects::Known &NewObjects::examine(const llvm::Instruction &made) {
  const auto [found, isFirst] = known.try_emplace(&made);
  Known &result = found->second;
  if (!isFirst)
    return result;
  forEachUse(made, [&](const llvm::Use &use) {
    if (!keepsToItself(use))
      result.captures.push_back(llvm::cast<llvm::Instruction>(use.getUser()));
    return true;
  });
  // On the way back to where it is made the name comes to mean another object.
  llvm::SmallVector<const llvm::BasicBlock *, 16> work;
  const auto follow = [&](const llvm::BasicBlock &block) {
    for (const llvm::BasicBlock *next : llvm::successors(&block))
      if (next != made.getParent() && result.after.insert(next).second)
        work.push_back(next);
  };
  for (const llvm::Instruction *capture : result.captures)
    follow(*capture->getParent());
  while (!work.empty())
    follow(*work.pop_back_val());
  return result;
}

bool NewObjects::isNew(const llvm::Value &pointer, const llvm::Instruction &at) {
  const llvm::Instruction *made = madeBy(pointer);
  if (!made)
    return false;
  const Known &about = examine(*made);
  const llvm::BasicBlock *block = at.getParent();
  return !about.after.contains(block) &&
         std::ranges::none_of(about.captures, [&](const llvm::Instruction *capture) {
           return capture->getParent() == block && capture->comesBefore(&at);
         });
}

} // namespace heddle::analysis
