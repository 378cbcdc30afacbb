// Whether one instruction may run before another: in one thread by the ways through the function it
// begins with, across threads by what may happen in parallel and by who creates whom.
#pragma once

#include "analysis/parallel.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <memory>

namespace llvm {
class BasicBlock;
} // namespace llvm

namespace heddle::analysis {

class FlowOrder {
public:
  FlowOrder(const PointsTo &pointers, const Threads &threads, const Parallel &parallel);

  /// Whether what a thread does at `first` may come before what it, or another one, does at `then`.
  bool mayPrecede(const llvm::Instruction &first, const llvm::Instruction &then) const;

private:
  using Anchors = std::vector<const llvm::Instruction *>;
  bool mayPrecede(StaticThread one, const llvm::Instruction &first, StaticThread other,
                  const llvm::Instruction &then) const;
  bool precedesIn(StaticThread thread, const llvm::Instruction &first,
                  const llvm::Instruction &then) const;
  bool precedesCreation(StaticThread creator, const llvm::Instruction &first,
                        StaticThread created) const;
  bool followsCreation(StaticThread creator, StaticThread created,
                       const llvm::Instruction &then) const;
  const Anchors &anchors(const llvm::Function &root, const llvm::Instruction &at) const;
  bool leads(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  const llvm::BitVector &underWay(StaticThread thread, const llvm::Instruction &at) const;
  void findOnce();

  const PointsTo &pointers;
  const Threads &threads;
  const Parallel &parallel;
  llvm::DenseSet<const llvm::Function *> called;
  llvm::DenseMap<const llvm::Function *, llvm::SmallSetVector<const llvm::Function *, 4>> calls;
  llvm::BitVector once; ///< Threads of which there is one at most.
  bool jumps = false;
  /// By root and function: the calls in the root that lead there.
  mutable llvm::DenseMap<std::pair<const llvm::Function *, const llvm::Function *>,
                         std::unique_ptr<Anchors>>
      leading;
  mutable llvm::DenseMap<const llvm::Instruction *, std::unique_ptr<Anchors>> themselves;
  mutable llvm::DenseMap<const llvm::BasicBlock *,
                         std::unique_ptr<llvm::DenseSet<const llvm::BasicBlock *>>>
      ways;
  mutable llvm::DenseMap<std::pair<StaticThread, const llvm::Instruction *>, llvm::BitVector>
      beside;
};

} // namespace heddle::analysis
