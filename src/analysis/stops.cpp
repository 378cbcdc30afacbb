#include "analysis/stops.h"

#include "analysis/library.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace heddle::analysis {

using Op = program::OpKind;

namespace {

bool does(const llvm::Function &function, LibraryAct::Kind kind) {
  return std::ranges::any_of(behaviourOf(function.getName()).acts,
                             [&](const LibraryAct &act) { return act.kind == kind; });
}

/// Whether an access of `size` bytes is inside of a variable that is always there.
bool isInside(const llvm::Value &pointer, std::uint64_t size, const llvm::DataLayout &layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value *base =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (offset.isNegative())
    return false;
  std::uint64_t whole = 0;
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    if (global->isDeclaration())
      return false;
    whole = layout.getTypeAllocSize(global->getValueType()).getFixedValue();
  } else if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(base)) {
    const auto bytes = local->getAllocationSize(layout);
    if (!bytes || bytes->isScalable() || std::ranges::any_of(local->users(), [](const auto *user) {
          const auto *mark = llvm::dyn_cast<llvm::IntrinsicInst>(user);
          return mark && mark->getIntrinsicID() == llvm::Intrinsic::lifetime_end;
        }))
      return false; // It may be over.
    whole = bytes->getFixedValue();
  }
  const std::uint64_t at = offset.getLimitedValue();
  return at <= whole && size <= whole - at;
}

/// A loop that counts from one constant to another by a third, by trying it out.
bool isCounted(const llvm::BasicBlock &head, const llvm::BasicBlock &latch,
               const llvm::DominatorTree &dominators) {
  constexpr unsigned mostRounds = 1 << 16;
  const auto comesFrom = [&](const llvm::PHINode &counter, const llvm::Value *&next) {
    const llvm::ConstantInt *first = nullptr;
    for (unsigned i = 0; i < counter.getNumIncomingValues(); ++i) {
      if (counter.getIncomingBlock(i) == &latch) {
        next = counter.getIncomingValue(i);
        continue;
      }
      const auto *value = llvm::dyn_cast<llvm::ConstantInt>(counter.getIncomingValue(i));
      if (!value || first)
        return static_cast<const llvm::ConstantInt *>(nullptr);
      first = value;
    }
    return first;
  };
  // All blocks of the loop: those from which the latch is reached without the head.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> inside{&head, &latch};
  llvm::SmallVector<const llvm::BasicBlock *, 16> work{&latch};
  while (!work.empty()) {
    const llvm::BasicBlock *block = work.pop_back_val();
    if (block != &head)
      for (const llvm::BasicBlock *previous : llvm::predecessors(block))
        if (inside.insert(previous).second)
          work.push_back(previous);
  }
  for (const llvm::BasicBlock *block : inside) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    const auto *compare = branch && branch->isConditional()
                              ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                              : nullptr;
    if (!compare || !dominators.dominates(block, &latch))
      continue;
    const bool leavesIfTrue = !inside.contains(branch->getSuccessor(0));
    if (leavesIfTrue == !inside.contains(branch->getSuccessor(1)))
      continue;
    const auto *bound = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    for (const llvm::PHINode &counter : head.phis()) {
      const llvm::Value *next = nullptr;
      const llvm::ConstantInt *first = bound ? comesFrom(counter, next) : nullptr;
      const auto *add = llvm::dyn_cast_or_null<llvm::BinaryOperator>(next);
      if (!first || !add || add->getOpcode() != llvm::Instruction::Add ||
          add->getOperand(0) != &counter ||
          (compare->getOperand(0) != &counter && compare->getOperand(0) != add))
        continue;
      const auto *step = llvm::dyn_cast<llvm::ConstantInt>(add->getOperand(1));
      if (!step)
        continue;
      llvm::APInt value = first->getValue();
      for (unsigned i = 0; i < mostRounds; ++i, value += step->getValue()) {
        const llvm::APInt seen = compare->getOperand(0) == add ? value + step->getValue() : value;
        if (llvm::ICmpInst::compare(seen, bound->getValue(), compare->getPredicate()) ==
            leavesIfTrue)
          return true;
      }
    }
  }
  return false;
}

} // namespace

bool isLibraryFunction(const llvm::Function &function) {
  return function.isDeclaration() || program::isConvention(function.getName());
}

Op kindOfCall(const llvm::CallBase &, const llvm::Function &callee) {
  if (!isLibraryFunction(callee))
    return Op::Call;
  const Op kind = program::kindOfFunction(callee.getName());
  return kind == Op::None ? Op::Call : kind;
}

bool synchronises(Op kind) {
  return (kind >= Op::Lock && kind <= Op::Exit) || kind == Op::Assertion || kind == Op::Assume;
}

Stops::Stops(const program::Program &program, const PointsTo &pointers, StopOptions options)
    : program(program), pointers(pointers), options(options) {
  findSources();
}

void Stops::findSources() {
  bool cancels = false;
  bool changesType = false;
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      hasUnwritten |= llvm::isa<llvm::AllocaInst>(instruction) ||
                      std::ranges::any_of(instruction.operands(), [](const llvm::Use &use) {
                        return llvm::isa<llvm::UndefValue>(use);
                      });
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call)
        continue;
      if (const llvm::Function *callee = call->getCalledFunction())
        hasUnwritten |= callee->getName().starts_with("heddle.undefined.");
      for (const llvm::Function *callee : pointers.callees(*call)) {
        hasUnwritten |= does(*callee, LibraryAct::Allocate) && callee->getName() != "calloc";
        cancels |= kindOfCall(*call, *callee) == Op::Cancel;
        changesType |= callee->getName() == "pthread_setcanceltype";
      }
    }
  cancelsAnywhere = cancels && changesType;
}

bool Stops::mayMiss(const llvm::Instruction &at) const {
  const llvm::DataLayout &layout = at.getModule()->getDataLayout();
  const auto isOutside = [&](const llvm::Value &pointer, llvm::Type *type) {
    return !isInside(pointer, layout.getTypeStoreSize(type).getKnownMinValue(), layout);
  };
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&at))
    return isOutside(*load->getPointerOperand(), load->getType());
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&at))
    return isOutside(*store->getPointerOperand(), store->getValueOperand()->getType());
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at))
    return isOutside(*update->getPointerOperand(), update->getType());
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at))
    return isOutside(*exchange->getPointerOperand(), exchange->getNewValOperand()->getType());
  return llvm::isa<llvm::VAArgInst>(at);
}

/// Whether a branch on the value may be one on what was never written.
bool Stops::isUndefinable(const llvm::Value &value) const {
  if (!hasUnwritten)
    return false;
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;
  llvm::SmallVector<const llvm::Value *, 16> work{&value};
  while (!work.empty()) {
    const llvm::Value *one = work.pop_back_val();
    if (!seen.insert(one).second)
      continue;
    if (llvm::isa<llvm::LoadInst, llvm::Argument, llvm::CallBase, llvm::UndefValue,
                  llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::VAArgInst>(one))
      return true;
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(one))
      for (const llvm::Use &operand : instruction->operands())
        work.push_back(operand);
  }
  return false;
}

bool Stops::libraryMayStop(const llvm::CallBase &call, const llvm::Function &callee) const {
  const Op kind = kindOfCall(call, callee);
  const bool isWait = kind >= Op::Lock && kind <= Op::Join;
  if ((synchronises(kind) && (options.waiting || !isWait)) || call.doesNotReturn() ||
      callee.doesNotReturn() || callee.hasFnAttribute(llvm::Attribute::ReturnsTwice))
    return true;
  if (kind == Op::Create)
    return false; // What it calls is another thread's.
  const LibraryBehaviour behaviour = behaviourOf(callee.getName());
  if (!behaviour.isKnown)
    return true;
  for (const LibraryAct &act : behaviour.acts)
    if (act.kind == LibraryAct::Call || act.kind == LibraryAct::Raise ||
        act.kind == LibraryAct::Jump || act.kind == LibraryAct::SetJump ||
        act.kind == LibraryAct::End || act.kind == LibraryAct::Terminate)
      return true;
  if (callee.getName() == "pthread_testcancel" || callee.getName().contains("futex") ||
      callee.getName().contains("cxa_guard") || callee.getName().contains("unsupported"))
    return true;
  if (!options.memory)
    return false;
  return kind == Op::Free || std::ranges::any_of(call.args(), [&](const llvm::Use &argument) {
           return argument->getType()->isPointerTy() &&
                  !llvm::isa<llvm::GlobalVariable>(argument->stripInBoundsOffsets());
         });
}

bool Stops::mayNotReturn(const llvm::CallBase &call) {
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (llvm::isa<llvm::AnyMemIntrinsic>(intrinsic))
      return options.memory;
    return program.location(program.locationOf(call)).kind == Op::Assertion;
  }
  const auto callees = pointers.callees(call);
  if (!llvm::isa<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases()) &&
      !call.isInlineAsm())
    return true; // What it calls may be no function.
  return std::ranges::any_of(callees, [&](const llvm::Function *callee) {
    return isLibraryFunction(*callee) ? libraryMayStop(call, *callee) : !returns(*callee);
  });
}

bool Stops::mayStop(const llvm::Instruction &at) {
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
    return mayNotReturn(*call);
  const bool touches = at.mayReadOrWriteMemory();
  if (touches && mayCancelAnywhere())
    return true;
  if (options.memory && touches && mayMiss(at))
    return true;
  if (options.uninitialised) {
    if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&at))
      return branch->isConditional() && isUndefinable(*branch->getCondition());
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&at))
      return isUndefinable(*choice->getCondition());
  }
  const auto *arithmetic = llvm::dyn_cast<llvm::BinaryOperator>(&at);
  if (!arithmetic)
    return false;
  const auto *second = llvm::dyn_cast<llvm::ConstantInt>(arithmetic->getOperand(1));
  if (options.arithmetic && arithmetic->isIntDivRem())
    return !second || second->isZero() || second->isMinusOne();
  if (options.arithmetic && arithmetic->isShift())
    return !second || second->getValue().uge(second->getBitWidth());
  return options.overflow && llvm::isa<llvm::OverflowingBinaryOperator>(arithmetic) &&
         arithmetic->hasNoSignedWrap();
}

llvm::DenseSet<const llvm::BasicBlock *> Stops::endlessHeads(const llvm::Function &function) {
  llvm::DenseSet<const llvm::BasicBlock *> result;
  if (!options.waiting)
    return result;
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 8> edges;
  llvm::FindFunctionBackedges(function, edges);
  if (edges.empty())
    return result;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): LLVM's tree only reads it.
  const llvm::DominatorTree dominators(const_cast<llvm::Function &>(function));
  for (const auto &[latch, head] : edges)
    if (!dominators.dominates(head, latch) || !isCounted(*head, *latch, dominators))
      result.insert(head);
  return result;
}

bool Stops::returns(const llvm::Function &function) {
  const auto [entry, isNew] = known.try_emplace(&function, false); // Recursion may not end.
  if (!isNew)
    return entry->second;
  if (!endlessHeads(function).empty())
    return false;
  for (const llvm::BasicBlock &block : function)
    if (llvm::succ_empty(&block) && !llvm::isa<llvm::ReturnInst>(block.getTerminator()))
      return false;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (mayStop(instruction))
      return false;
  known[&function] = true;
  return true;
}

} // namespace heddle::analysis
