// Control dependence inside a function: on which decisions it hangs whether an instruction runs.
//
// After Ferrante, Ottenstein and Warren, on a graph that knows more ways than the blocks do: an
// instruction that may be the last one a thread comes to (stops.h) ends a node, and from there,
// and from the head of a loop that may be endless, an edge leads to the end of the function.
// "Comes after a loop" is then a dependence on what keeps the loop going.
#pragma once

#include "analysis/stops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <vector>

namespace heddle::analysis {

class ControlGraph {
public:
  ControlGraph(const llvm::Function &function, Stops &stops);

  /// The instructions that decide: branches, and those that may stop a thread. Null stands for the
  /// call of the function.
  const llvm::SmallVector<const llvm::Instruction *, 4> &
  decidersOf(const llvm::Instruction &at) const {
    return deciders[nodeOf.find(&at)->second];
  }
  /// Whether control can come to the instruction at all.
  bool isReached(const llvm::Instruction &at) const { return nodeOf.contains(&at); }
  /// The block where all ways from the end of this one meet; null if that is the end.
  const llvm::BasicBlock *meetingPoint(const llvm::BasicBlock &block) const;

private:
  struct Node {
    const llvm::BasicBlock *block = nullptr;
    const llvm::Instruction *last = nullptr;
    bool opens = false; ///< The block begins with it.
    std::vector<unsigned> next;
  };
  void addNodes(const llvm::Function &function, Stops &stops);
  void findPostDominators();
  void findDeciders();

  static constexpr unsigned start = 0;
  static constexpr unsigned end = 1;
  std::vector<Node> nodes;
  std::vector<unsigned> above; ///< Immediate post-dominators.
  llvm::DenseMap<const llvm::Instruction *, unsigned> nodeOf;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> firstOf;
  std::vector<llvm::SmallVector<const llvm::Instruction *, 4>> deciders;
};

} // namespace heddle::analysis
