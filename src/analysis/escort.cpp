#include "analysis/escort.h"

#include "analysis/stops.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <map>

namespace heddle::analysis {

namespace {

using Op = program::OpKind;

/// What accesses data: not calls that synchronise.
bool isAccess(Op kind) {
  return kind >= Op::Read && kind <= Op::BulkCopy;
}

/// Whether a call may access by itself what it is handed.
bool handsOut(const PointsTo &pointers, const llvm::CallBase &call) {
  const auto callees = pointers.callees(call);
  return callees.empty() || std::ranges::any_of(callees, [](const llvm::Function *callee) {
           return isLibraryFunction(*callee);
         });
}

class Finder {
public:
  Finder(const program::Program &program, const PointsTo &pointers, const Dependence &dependence,
         const IsShared &isShared)
      : program(program), pointers(pointers), dependence(dependence), isShared(isShared) {}

  std::vector<EscortPair> run() {
    for (const llvm::Function *function : pointers.reachable())
      for (const llvm::BasicBlock &block : *function)
        if (block.getTerminator()->getNumSuccessors() > 1)
          for (unsigned i = 0; i < block.getTerminator()->getNumSuccessors(); ++i)
            addSide({block.getTerminator(), i});
    std::map<std::pair<std::size_t, std::size_t>, Flows> found;
    for (const auto &[read, readers] : sidesOf)
      for (const llvm::Instruction *writer : dependence.writers(*read)) {
        const auto writing = sidesOf.find(writer);
        if (writing == sidesOf.end() || !touchShared(*writer, *read))
          continue;
        for (const std::size_t one : writing->second)
          for (const std::size_t other : readers)
            found[{one, other}].emplace_back(writer, read);
      }
    std::vector<EscortPair> result;
    for (auto &[key, flows] : found)
      result.push_back({sides[key.first], sides[key.second], std::move(flows)});
    return result;
  }

private:
  using Flows = std::vector<std::pair<const llvm::Instruction *, const llvm::Instruction *>>;
  using Accesses = llvm::SetVector<const llvm::Instruction *>;

  /// What runs whenever the function does, with what it calls.
  const Accesses &always(const llvm::Function &function) {
    const auto [entry, isNew] = inFunctions.try_emplace(&function);
    if (!isNew || function.isDeclaration())
      return entry->second;
    Accesses all;
    const llvm::PostDominatorTree &tree = dominance.postDominators(function);
    for (const llvm::BasicBlock &block : function)
      if (tree.dominates(&block, &function.getEntryBlock()))
        addBlock(block, all);
    return inFunctions[&function] = std::move(all);
  }

  void addBlock(const llvm::BasicBlock &block, Accesses &to) {
    for (const llvm::Instruction &instruction : block) {
      if (isAccess(program.location(program.locationOf(instruction)).kind)) {
        to.insert(&instruction);
        continue;
      }
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto callees = call ? pointers.callees(*call) : std::vector<const llvm::Function *>();
      if (callees.size() != 1)
        continue;
      const Accesses inner = always(*callees.front());
      to.insert(inner.begin(), inner.end());
    }
  }

  void addSide(BranchSide side) {
    const llvm::BasicBlock &from = *side.branch->getParent();
    const llvm::BasicBlock &first = *side.branch->getSuccessor(side.successor);
    const llvm::Function &function = *from.getParent();
    const llvm::DominatorTree &dominators = dominance.dominators(function);
    const llvm::PostDominatorTree &tree = dominance.postDominators(function);
    const llvm::BasicBlockEdge edge(&from, &first);
    Accesses all;
    // The chain of post-dominators from the first block on.
    for (const auto *node = tree.getNode(&first); node && node->getBlock(); node = node->getIDom())
      if (dominators.isReachableFromEntry(&from) && edge.isSingleEdge() &&
          dominators.dominates(edge, node->getBlock()))
        addBlock(*node->getBlock(), all);
    if (all.empty())
      return;
    for (const llvm::Instruction *access : all)
      sidesOf[access].push_back(sides.size());
    sides.push_back(side);
  }

  bool touchShared(const llvm::Instruction &writer, const llvm::Instruction &reader) const {
    return std::ranges::any_of(dependence.sharedBytes(writer, reader), isShared);
  }

  const program::Program &program;
  const PointsTo &pointers;
  const Dependence &dependence;
  const IsShared &isShared;
  Dominance dominance;
  std::vector<BranchSide> sides;
  std::map<const llvm::Instruction *, std::vector<std::size_t>> sidesOf;
  llvm::DenseMap<const llvm::Function *, Accesses> inFunctions;
};

} // namespace

IsShared accessedByTwo(const PointsTo &pointers, const Threads &threads, const Parallel &parallel) {
  const auto count = static_cast<unsigned>(threads.all().size());
  std::vector<llvm::BitVector> by(pointers.objectCount(), llvm::BitVector(count));
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      llvm::SmallVector<const llvm::Value *, 2> addresses;
      if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction))
        addresses.push_back(pointer);
      else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
        addresses.push_back(instruction.getOperand(0));
      else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
               call && handsOut(pointers, *call))
        for (const llvm::Use &argument : call->args())
          addresses.push_back(argument);
      for (const llvm::Value *address : addresses)
        for (const ObjectId id : pointers.objectsOf(*address))
          by[id] |= threads.runners(*function);
    }
  llvm::BitVector shared(static_cast<unsigned>(by.size()));
  for (unsigned id = 0; id < by.size(); ++id)
    if (by[id].count() > 1 ||
        (by[id].any() && parallel.areParallel(static_cast<StaticThread>(by[id].find_first()),
                                              static_cast<StaticThread>(by[id].find_first()))))
      shared.set(id);
  return [shared](ObjectId id) { return id < shared.size() && shared.test(id); };
}

std::vector<EscortPair> findEscortPairs(const program::Program &program, const PointsTo &pointers,
                                        const Dependence &dependence, const IsShared &isShared) {
  return Finder(program, pointers, dependence, isShared).run();
}

} // namespace heddle::analysis
