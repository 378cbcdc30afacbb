// How many threads of a kind, and how often an instruction, there can be in one execution.
//
// An upper bound: loops count by the most rounds that they can be shown to have, calls from several
// places add up, and recursion, callbacks and threads of which there are many make it any number.
#pragma once

#include "analysis/threads.h"

#include <optional>

namespace heddle::analysis {

class Instances {
public:
  /// Any number.
  static constexpr std::uint64_t many = ~std::uint64_t{0};

  static Instances count(const PointsTo &pointers, const Threads &threads);

  /// How many threads of this kind are created at most.
  std::uint64_t of(StaticThread thread) const { return threadCounts[thread]; }
  bool isSingle(StaticThread thread) const { return of(thread) <= 1; }
  /// How often an execution comes by the instruction at most.
  std::uint64_t of(const llvm::Instruction &instruction) const;
  /// Whether there is at most one such object in an execution.
  bool isSingle(const AbstractObject &object) const;

private:
  friend class InstanceCounter;
  std::vector<std::uint64_t> threadCounts;
  /// Of functions, how often they are called.
  llvm::DenseMap<const llvm::Function *, std::uint64_t> calls;
};

/// How often a run of its function comes by an instruction at most.
std::uint64_t roundsOf(const llvm::Instruction &instruction);

} // namespace heddle::analysis
