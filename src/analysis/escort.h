// Escort branch pairs (paper 000, section II): a side of a branch that leads to a write and a side
// that leads to a read which may see it. Definition-use testing goes after executions that take
// both.
//
// A side leads to an instruction if it is only run after that side was taken, and always then; also
// in functions that the side always calls. A write and a read are a pair if they may touch common
// bytes of an object that is shared, and the write may come before the read.
#pragma once

#include "analysis/dependence.h"
#include "analysis/dominance.h"

#include <compare>

namespace heddle::analysis {

struct BranchSide {
  const llvm::Instruction *branch = nullptr;
  unsigned successor = 0; ///< Of a conditional branch, 0 is the side for true.
  auto operator<=>(const BranchSide &) const = default;
};

struct EscortPair {
  BranchSide write;
  BranchSide read;
  /// The writes and the reads of them that the sides lead to.
  // NOLINTNEXTLINE(readability-redundant-member-init)
  std::vector<std::pair<const llvm::Instruction *, const llvm::Instruction *>> flows = {};
  auto operator<=>(const EscortPair &) const = default;
};

/// Whether two threads may touch the object.
using IsShared = std::function<bool(ObjectId)>;
/// Objects that more than one thread, or one of which there may be several, may access.
IsShared accessedByTwo(const PointsTo &pointers, const Threads &threads, const Parallel &parallel);

/// Without repetition, in the order of the program.
std::vector<EscortPair> findEscortPairs(const program::Program &program, const PointsTo &pointers,
                                        const Dependence &dependence, const IsShared &isShared);

} // namespace heddle::analysis
