// Backward slices: the instructions on which the outcome of some of them depends. Without the rest
// of the program each of them fails, or gets a value, in the same cases (dependence.h says of what
// this does not speak).
//
// For explorers (paper 004, section 6.1): where a branch or an operation is outside of the slice,
// one way to go on stands for all (type B); where no instruction of the criterion can be reached
// any more, there is nothing left to see (type A).
#pragma once

#include "analysis/dependence.h"
#include "analysis/reachability.h"

namespace heddle::analysis {

class Slice {
public:
  using Instructions = Dependence::Instructions;
  /// The dependence must outlive nothing: the slice is computed here.
  static Slice backward(const program::Program &program, const Dependence &dependence,
                        const Reachability &reachability, const Instructions &criterion);

  bool contains(const llvm::Instruction &at) const;
  /// How many instructions.
  std::size_t size() const { return inside.count(); }
  /// Whether a thread that stands there, or one that it creates, may come to the criterion: the
  /// next instruction first, then the calls around it. Needs a reachability that follows threads.
  bool canReach(Distances::Stack stack) const { return distances.mayReach(stack); }
  /// The same of a function that is called now, without what its callers do later.
  bool canReach(const llvm::Function &function) const;

private:
  Slice() = default;
  const program::Program *program = nullptr;
  llvm::BitVector inside;
  Distances distances;
};

/// The assertions of what can run: calls that report a failure or check a condition.
Slice::Instructions assertionsOf(const program::Program &program, const PointsTo &pointers);

/// All that is checked where it runs.
struct Checks {
  bool assertions = true;
  bool memory = false;     ///< Accesses, frees and bulk operations.
  bool arithmetic = false; ///< Divisions and shifts.
  bool blocking = false;   ///< What may deadlock, wait in vain or be misused.
};
Slice::Instructions checksOf(const program::Program &program, const PointsTo &pointers,
                             const Checks &checks);

} // namespace heddle::analysis
