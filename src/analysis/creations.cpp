#include "analysis/creations.h"

#include "analysis/wrappers.h"

#include <algorithm>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

bool isCreation(const llvm::Function &function) {
  return function.isDeclaration() && function.getName() == "pthread_create";
}

namespace {

constexpr std::size_t mostWrappers = 3; ///< Around one creation.
constexpr std::size_t mostChains = 500;

/// The parameters of its function that an operand is computed from.
void addParameters(const llvm::Value &value, llvm::SmallSet<unsigned, 4> &found,
                   unsigned depth = 8) {
  if (const auto *parameter = llvm::dyn_cast<llvm::Argument>(&value))
    found.insert(parameter->getArgNo());
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!depth || !instruction || llvm::isa<llvm::PHINode, llvm::CallBase>(instruction))
    return;
  for (const llvm::Use &operand : instruction->operands())
    addParameters(*operand, found, depth - 1);
}

/// The parameter that is handed on as it is.
unsigned sameParameter(const llvm::Value &value) {
  const llvm::DataLayout *layout = nullptr;
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value))
    layout = &instruction->getModule()->getDataLayout();
  const llvm::Value *base = &value;
  llvm::APInt offset(64, 0);
  if (layout)
    base = value.stripAndAccumulateConstantOffsets(*layout, offset, /*AllowNonInbounds=*/true);
  const auto *parameter = llvm::dyn_cast<llvm::Argument>(base);
  return parameter && offset.isZero() ? parameter->getArgNo() : ThreadAbout::noArgument;
}

class Chains {
public:
  explicit Chains(const PointsTo &pointers) : pointers(pointers) {}

  std::vector<ThreadAbout> run() {
    for (const llvm::Function *function : pointers.reachable())
      for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (!call || call->arg_size() <= threadArgument)
          continue;
        const auto callees = pointers.callees(*call);
        if (std::ranges::none_of(callees, [](const auto *callee) { return isCreation(*callee); }))
          continue;
        ThreadAbout chain;
        chain.creation = call;
        chain.handle = handleArgument;
        llvm::SmallSet<unsigned, 4> told;
        for (const unsigned argument : {handleArgument, routineArgument, threadArgument})
          told.insert(argument);
        expand(chain, told);
      }
    return std::move(found);
  }

private:
  /// Whether all who call the function name it, and it does not wait for the thread itself.
  bool mayWrap(const llvm::Function &function) const {
    bool isCalled = false;
    for (const llvm::Use &use : function.uses()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      if (!call || !call->isCallee(&use) || call->isMustTailCall())
        return false;
      isCalled |= pointers.isReachable(*call->getFunction());
    }
    return isCalled && std::ranges::none_of(llvm::instructions(function), [](const auto &one) {
             const auto *call = llvm::dyn_cast<llvm::CallBase>(&one);
             const llvm::Function *callee = call ? directCallee(*call) : nullptr;
             return callee && callee->getName() == "pthread_join";
           });
  }

  /// `told` are the arguments of the outermost call by which threads can be told apart.
  void expand(ThreadAbout &chain, const llvm::SmallSet<unsigned, 4> &told) {
    const llvm::CallBase &last = *chain.anchor();
    const llvm::Function &function = *last.getFunction();
    llvm::SmallSet<unsigned, 4> parameters;
    for (const unsigned argument : told)
      addParameters(*last.getArgOperand(argument), parameters);
    const bool comesAgain = std::ranges::any_of(
        chain.calls, [&](const auto *call) { return directCallee(*call) == &function; });
    if (chain.calls.size() >= mostWrappers || found.size() >= mostChains || comesAgain ||
        parameters.empty() || !mayWrap(function)) {
      found.push_back(chain);
      return;
    }
    const unsigned handle = chain.handle;
    for (const llvm::Use &use : function.uses()) {
      const auto *call = llvm::cast<llvm::CallBase>(use.getUser());
      if (!pointers.isReachable(*call->getFunction()))
        continue;
      if (handle != ThreadAbout::noArgument)
        chain.handle = sameParameter(*last.getArgOperand(handle));
      chain.calls.push_back(call);
      expand(chain, parameters);
      chain.calls.pop_back();
      chain.handle = handle;
    }
  }

  const PointsTo &pointers;
  std::vector<ThreadAbout> found;
};

} // namespace

/// In the order of the module.
std::vector<ThreadAbout> findCreationChains(const PointsTo &pointers) {
  std::vector<ThreadAbout> chains = Chains(pointers).run();
  llvm::DenseMap<const llvm::Instruction *, std::size_t> places;
  for (const ThreadAbout &chain : chains)
    places.try_emplace(chain.anchor(), 0);
  std::size_t next = 0;
  for (const llvm::Function &function : *pointers.reachable().front()->getParent())
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto found = places.find(&instruction); found != places.end())
        found->second = ++next;
  std::ranges::sort(chains, {},
                    [&](const ThreadAbout &chain) { return places.lookup(chain.anchor()); });
  return chains;
}

} // namespace heddle::analysis
