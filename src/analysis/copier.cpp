#include "analysis/copier.h"

#include "analysis/creations.h"
#include "analysis/wrappers.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace heddle::analysis {

namespace {

using Op = program::OpKind;

/// Whether its name says what it does, to the VM or to an analysis. (What mangled names say is seen
/// in those of their copies too.)
bool isKnownByName(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  if (name.starts_with("__heddle") || name.starts_with("__VERIFIER") || program::isConvention(name))
    return true;
  const Op kind = program::kindOfFunction(name);
  return kind == Op::Allocate || kind == Op::Free || (kind != Op::None && !name.starts_with("_Z"));
}

/// Whether there is nothing to be learnt from telling its callers apart: what throws, and what
/// handles exceptions, of which all are one to the analyses.
bool isDull(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  return function.doesNotReturn() || name.starts_with("__cxa_") || name.starts_with("__clang_");
}

bool mayBeCopied(const llvm::Function &function) {
  return !isKnownByName(function) && !isDull(function) &&
         !function.hasFnAttribute(llvm::Attribute::Naked) &&
         !function.callsFunctionThatReturnsTwice() &&
         llvm::none_of(function, [](const llvm::BasicBlock &one) { return one.hasAddressTaken(); });
}

} // namespace

Copier::Copier(llvm::Module &module, const program::Program &program, const CopyLimits &limits)
    : module(module), limits(limits) {
  for (const program::Function &one : program.functions()) {
    if (one.isModel)
      library.insert(one.function);
    const unsigned size = sizes[one.function] = one.function->getInstructionCount();
    if (one.isModel && one.function != &program.entry() && size <= limits.functionSize &&
        mayBeCopied(*one.function))
      suitable.insert(one.function);
  }
}

Copier::Interest Copier::interestOf(const llvm::Function &function) {
  const auto [known, isNew] = interests.try_emplace(&function, Interest::Other);
  if (!isNew)
    return known->second;
  Interest result = Interest::Other;
  switch (program::kindOfFunction(function.getName())) {
  case Op::Create:
  case Op::Join:
  case Op::Detach:
    result = Interest::Threads;
    break;
  case Op::Allocate:
    result = Interest::Memory;
    break;
  case Op::None:
    break;
  default:
    result = Interest::Locks;
  }
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::Function *callee = directCallee(*call); callee && !callee->isIntrinsic())
        result = std::min(result, interestOf(*callee));
  return interests[&function] = result;
}

void Copier::add(llvm::CallBase &call) {
  llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return;
  const bool creates = isCreation(*callee);
  if (!creates && !isCopied(*callee))
    return;
  const unsigned depth = origins.lookup(call.getFunction()).depth + 1;
  const Interest interest = creates ? Interest::Threads : interestOf(*callee);
  waiting.push({interest, depth, ++items, &call});
}

void Copier::addAll(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (!llvm::isa<llvm::IntrinsicInst>(call))
        add(*call);
}

void Copier::run() {
  while (!waiting.empty()) {
    llvm::CallBase &call = *waiting.top().call;
    waiting.pop();
    if (isCreation(*call.getCalledFunction()))
      serveRoutine(call);
    else
      serve(call);
  }
}

/// That of the calls around `caller` which is, or is a copy of, the callee: a function that comes
/// back to itself stays in its copy.
llvm::Function *Copier::inChain(llvm::Function &caller, const llvm::Function &callee) const {
  for (llvm::Function *at = &caller; at; at = origins.lookup(at).caller)
    if (&originalOf(*at) == &callee)
      return at;
  return nullptr;
}

const llvm::Function &Copier::originalOf(const llvm::Function &function) const {
  const llvm::Function *original = origins.lookup(&function).function;
  return original ? *original : function;
}

/// The function for this caller alone; null if it stays shared.
llvm::Function *Copier::own(llvm::Function &callee, llvm::Function &caller) {
  const llvm::Function &original = originalOf(callee);
  if (llvm::Function *outer = inChain(caller, original))
    return outer;
  const Origin origin{&original, &caller, origins.lookup(&caller).depth + 1};
  if (callee.hasOneUse()) {
    if (origins.try_emplace(&callee, origin).second)
      addAll(callee);
    return &callee;
  }
  const unsigned size = sizes.lookup(&callee);
  if (instructions + size > limits.instructions)
    return nullptr;
  instructions += size;
  llvm::Function &made = copy(callee);
  origins.try_emplace(&made, origin);
  addAll(made);
  return &made;
}

void Copier::serve(llvm::CallBase &call) {
  llvm::Function &callee = *call.getCalledFunction();
  if (llvm::Function *mine = isCopied(callee) ? own(callee, *call.getFunction()) : nullptr)
    call.setCalledFunction(mine);
}

void Copier::serveRoutine(llvm::CallBase &creation) {
  auto *routine = llvm::dyn_cast<llvm::Function>(creation.getArgOperand(routineArgument));
  if (routine && isCopied(*routine))
    if (llvm::Function *mine = own(*routine, *creation.getFunction()))
      creation.setArgOperand(routineArgument, mine);
}

llvm::Function &Copier::copy(llvm::Function &function) {
  copied.insert(&function);
  llvm::Function &made = *llvm::Function::Create(
      function.getFunctionType(), llvm::GlobalValue::InternalLinkage, function.getAddressSpace(),
      fmt::format("{}{}{}", std::string_view(function.getName()), program::copyMark, ++copies),
      &module);
  llvm::ValueToValueMapTy values;
  for (llvm::Argument &argument : function.args()) {
    llvm::Argument &mine = *made.getArg(argument.getArgNo());
    mine.setName(argument.getName());
    values[&argument] = &mine;
  }
  made.copyAttributesFrom(&function);
  made.setLinkage(llvm::GlobalValue::InternalLinkage);
  // The description stays that of the original, which a verifier would not have: to copy it is what
  // makes llvm::CloneFunction slow, and nobody needs two.
  made.copyMetadata(&function, 0);
  for (llvm::BasicBlock &block : function)
    values[&block] = llvm::CloneBasicBlock(&block, values, "", &made);
  const llvm::RemapFlags flags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;
  for (llvm::BasicBlock &block : made)
    for (llvm::Instruction &instruction : block) {
      llvm::RemapDbgRecordRange(&module, instruction.getDbgRecordRange(), values, flags);
      llvm::RemapInstruction(&instruction, values, flags);
    }
  library.insert(&made);
  suitable.insert(&made); // Once more, where a copy comes to be copied with what it calls.
  sizes[&made] = sizes.lookup(&function);
  interests[&made] = interestOf(function);
  return made;
}

void Copier::clean() {
  for (bool isDone = false; !isDone;) {
    isDone = true;
    copied.remove_if([&](llvm::Function *function) {
      if (!function->use_empty() || !function->isDiscardableIfUnused())
        return false;
      isDone = false;
      function->eraseFromParent();
      return true;
    });
  }
}

} // namespace heddle::analysis
