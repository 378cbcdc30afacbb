#include "analysis/waits.h"

#include "analysis/call_sites.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <set>

namespace heddle::analysis {

namespace {

class WaitFinder {
public:
  WaitFinder(const PairFacts &facts, const AccessPairs &pairs)
      : facts(facts), all(pairs), sites(facts.program, facts.pointers) {}

  std::vector<WaitCandidate> find() {
    std::set<std::uint32_t> signalled;
    std::set<std::pair<const llvm::Instruction *, const llvm::Instruction *>> met;
    std::vector<WaitCandidate> result;
    for (const AccessPair &pair : all.pairs) {
      if (pair.kind != PairKind::WN)
        continue;
      const bool isFirst = all.oneOf(pair).kind == NodeKind::Wait;
      const std::uint32_t wait = isFirst ? pair.one : pair.other;
      const std::uint32_t signal = isFirst ? pair.other : pair.one;
      signalled.insert(wait);
      if (!all.nodes[wait].isTimed && mayBeLost(all.nodes[wait], all.nodes[signal]) &&
          met.insert({all.nodes[wait].user, all.nodes[signal].user}).second)
        result.push_back({wait, signal});
    }
    for (std::uint32_t i = 0; i < all.nodes.size(); ++i)
      if (all.nodes[i].kind == NodeKind::Wait && !all.nodes[i].isTimed && !signalled.contains(i) &&
          met.insert({all.nodes[i].user, nullptr}).second)
        result.push_back({i, std::nullopt});
    return result;
  }

private:
  /// What decides, in its function, whether the thread comes to the instruction: loads of memory
  /// that conditions are computed from, here or in functions that are called for it.
  std::vector<const llvm::LoadInst *> guardsOf(const llvm::Instruction &at) const {
    const llvm::Function &function = *at.getFunction();
    // LLVM's trees want a function that they could change.
    const llvm::PostDominatorTree after(const_cast<llvm::Function &>(function)); // NOLINT
    llvm::SmallSetVector<const llvm::Value *, 16> work;
    // Of `a && b` it is a that decides whether b does.
    llvm::SmallSetVector<const llvm::BasicBlock *, 8> reached;
    reached.insert(at.getParent());
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const llvm::BasicBlock &block : function) {
        const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        if (!branch || !branch->isConditional())
          continue;
        // One side leads there in any case, the other may not.
        const auto leads = [&](unsigned side) {
          return after.dominates(reached[i], branch->getSuccessor(side));
        };
        if (leads(0) == leads(1))
          continue;
        work.insert(branch->getCondition());
        reached.insert(&block);
      }
    return loadsBehind(work);
  }

  std::vector<const llvm::LoadInst *>
  loadsBehind(llvm::SmallSetVector<const llvm::Value *, 16> &work) const {
    constexpr std::size_t most = 4096;
    std::vector<const llvm::LoadInst *> loads;
    for (std::size_t i = 0; i < std::min(work.size(), most); ++i) {
      const auto *instruction = llvm::dyn_cast<llvm::Instruction>(work[i]);
      if (!instruction)
        continue;
      if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction))
        loads.push_back(load);
      for (const llvm::Value *operand : instruction->operands())
        work.insert(operand);
      if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction))
        for (const llvm::BasicBlock *from : phi->blocks()) // It is a branch that chose.
          if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
              branch && branch->isConditional())
            work.insert(branch->getCondition());
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(instruction))
        for (const llvm::Function *callee : facts.pointers.callees(*call))
          for (const llvm::Instruction &inner : llvm::instructions(*callee))
            if (llvm::isa<llvm::LoadInst, llvm::CallBase>(inner))
              work.insert(&inner);
    }
    return loads;
  }

  /// Whether the wait is gone into even if the thread that signals has done what it is about.
  bool mayBeLost(const AccessNode &wait, const AccessNode &signal) const {
    CallSites::Calls places = sites.within(*wait.at->getFunction());
    if (wait.at == wait.user)
      places.clear();
    places.push_back(wait.at);
    places.push_back(wait.user);
    return std::ranges::none_of(places, [&](const llvm::Instruction *at) {
      return std::ranges::any_of(guardsOf(*at), [&](const llvm::LoadInst *load) {
        return isWrittenBy(signal.thread, *load);
      });
    });
  }

  bool isWrittenBy(StaticThread thread, const llvm::LoadInst &load) const {
    const std::uint64_t size =
        load.getModule()->getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
    return std::ranges::any_of(all.nodes, [&](const AccessNode &node) {
      return node.thread == thread && node.kind == NodeKind::Write &&
             facts.pointers.mayAlias({node.touch.pointer, node.touch.size},
                                     {load.getPointerOperand(), size});
    });
  }

  const PairFacts &facts;
  const AccessPairs &all;
  CallSites sites;
};

} // namespace

std::vector<WaitCandidate> findWaits(const PairFacts &facts, const AccessPairs &pairs) {
  return WaitFinder(facts, pairs).find();
}

} // namespace heddle::analysis
