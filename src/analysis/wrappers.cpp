#include "analysis/wrappers.h"

#include "analysis/library.h"

#include <algorithm>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {
constexpr std::size_t longestChain = 4;
constexpr std::size_t mostChains = 20'000;
} // namespace

const llvm::Function *directCallee(const llvm::CallBase &call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
}

bool isAllocation(const llvm::CallBase &call) {
  const llvm::Function *callee = directCallee(call);
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic())
    return false;
  return std::ranges::any_of(behaviourOf(callee->getName()).acts, [](const LibraryAct &act) {
    return act.kind == LibraryAct::Allocate;
  });
}

Wrappers::Wrappers(const llvm::Module &module, const std::set<const llvm::Function *> &roots)
    : roots(roots) {
  for (const llvm::Function &function : module)
    examine(function);
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || !isAllocation(*call))
        continue;
      AllocationChain chain = {call};
      expand(chain);
    }
}

bool Wrappers::examine(const llvm::Function &function) {
  if (function.isDeclaration() || !function.getReturnType()->isPointerTy())
    return false;
  // Not while it is being asked: one that comes to itself is none.
  const auto [known, isNew] = examined.try_emplace(&function, false);
  if (!isNew)
    return known->second;
  Sources found;
  llvm::SmallVector<const llvm::Value *, 8> seen;
  for (const llvm::BasicBlock &block : function)
    if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      if (!collect(*end->getReturnValue(), found, seen))
        return false;
  if (found.empty())
    return false;
  wrappers[&function] = std::move(found);
  return examined[&function] = true;
}

bool Wrappers::comesBack(const llvm::CallBase &call) {
  if (call.isMustTailCall()) // Whoever looks at the stack does not see the function any more.
    return false;
  const llvm::Function *callee = directCallee(call);
  return isAllocation(call) || (callee && examine(*callee));
}

bool Wrappers::collect(const llvm::Value &value, Sources &found,
                       llvm::SmallVectorImpl<const llvm::Value *> &seen) {
  if (llvm::is_contained(seen, &value) || llvm::isa<llvm::ConstantPointerNull>(value) ||
      llvm::isa<llvm::UndefValue>(value))
    return true;
  seen.push_back(&value);
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value))
    return llvm::all_of(phi->incoming_values(),
                        [&](const llvm::Use &one) { return collect(*one, found, seen); });
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&value))
    return collect(*select->getTrueValue(), found, seen) &&
           collect(*select->getFalseValue(), found, seen);
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  if (!call || !comesBack(*call))
    return false;
  found.push_back(call);
  return true;
}

bool Wrappers::isCalledFromElsewhere(const llvm::Function &function) const {
  return roots.contains(&function) || llvm::any_of(function.uses(), [&](const llvm::Use &use) {
           const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
           return !call || !call->isCallee(&use);
         });
}

void Wrappers::expand(AllocationChain &chain) {
  const llvm::CallBase *last = chain.back();
  const llvm::Function &function = *last->getFunction();
  if (!llvm::is_contained(sources(function), last))
    return finish(chain);
  if (chain.size() >= longestChain || objects.size() >= mostChains) {
    cut[&function].push_back(objects.size());
    return finish(chain);
  }
  extended.insert(chain);
  for (const llvm::Use &use : function.uses()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (!call || !call->isCallee(&use))
      continue;
    chain.push_back(call);
    expand(chain);
    chain.pop_back();
  }
  if (!isCalledFromElsewhere(function))
    return;
  open[&function].push_back(objects.size());
  finish(chain);
}

void Wrappers::finish(const AllocationChain &chain) {
  index.emplace(chain, static_cast<int>(objects.size()));
  objects.push_back(chain);
}

std::span<const llvm::CallBase *const> Wrappers::sources(const llvm::Function &function) const {
  const auto found = wrappers.find(&function);
  return found == wrappers.end() ? std::span<const llvm::CallBase *const>() : found->second;
}

std::span<const std::size_t> Wrappers::cutIn(const llvm::Function &function) const {
  const auto found = cut.find(&function);
  return found == cut.end() ? std::span<const std::size_t>() : found->second;
}

std::span<const std::size_t> Wrappers::openIn(const llvm::Function &function) const {
  const auto found = open.find(&function);
  return found == open.end() ? std::span<const std::size_t>() : found->second;
}

int Wrappers::chainOf(std::span<const llvm::Instruction *const> stack) const {
  AllocationChain chain;
  for (const llvm::Instruction *instruction : stack) {
    const auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(instruction);
    if (!call || (!chain.empty() && directCallee(*call) != chain.back()->getFunction()))
      break;
    chain.push_back(call);
    if (!extended.contains(chain))
      break;
  }
  const auto found = index.find(chain);
  return found == index.end() ? -1 : found->second;
}

} // namespace heddle::analysis
