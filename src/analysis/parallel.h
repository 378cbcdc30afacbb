// May-happen-in-parallel: which threads may be under way when a thread is at an instruction.
//
// For every thread and every place it follows which threads it, or those it created, may have
// created and not yet joined. Two threads run in parallel where one is under way when the other is
// created, and then as a whole; a thread and one it created, from the creation to the join. Nothing
// but creations and joins is looked at here, so the answer grows with the square of the number of
// threads and not with that of places.
#pragma once

#include "analysis/joins.h"

#include <memory>

namespace llvm {
class Instruction;
} // namespace llvm

namespace heddle::analysis {

class Parallel {
public:
  static Parallel analyse(const PointsTo &pointers, const Threads &threads);
  Parallel(Parallel &&) noexcept;
  Parallel &operator=(Parallel &&) noexcept;
  ~Parallel();

  /// Whether two different threads, of these kinds, may be about to run these instructions, or run
  /// them, at the same time.
  bool mayHappen(StaticThread one, const llvm::Instruction &at, StaticThread other,
                 const llvm::Instruction &there) const;
  /// The threads that this one, or those it created, may have under way when it is there.
  llvm::BitVector underWay(StaticThread thread, const llvm::Instruction &at) const;
  /// Whether threads of these kinds run in parallel, wherever they are.
  bool areParallel(StaticThread one, StaticThread other) const;
  /// The joins that are known to wait for what was created.
  std::span<const JoinGroup> joins() const;

private:
  struct State;
  explicit Parallel(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace heddle::analysis
