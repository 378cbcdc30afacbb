// The threads of a program as they can be told apart without running it: by where they are created
// and what they run.
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace heddle::analysis {

/// 0 is the main thread.
using StaticThread = std::uint32_t;

struct ThreadAbout {
  const llvm::Function *routine = nullptr;
  const llvm::CallBase *creation = nullptr; ///< Null for the main thread.
};

class Threads {
public:
  static Threads find(const program::Program &program, const PointsTo &pointers);

  std::span<const ThreadAbout> all() const { return threads; }
  /// Those that a call creates; none if it is no creation.
  llvm::SmallVector<StaticThread, 1> createdAt(const llvm::CallBase &call) const;
  /// Those that may run the function. What is run by handlers and callbacks may be run by all.
  const llvm::BitVector &runners(const llvm::Function &function) const;
  /// Whether the function, or one that leads to it, may be called by the library, at any moment.
  bool isCalledBack(const llvm::Function &function) const { return callbacks.contains(&function); }
  /// Those that it creates, those that these create, and so on.
  const llvm::BitVector &descendants(StaticThread thread) const { return below[thread]; }

private:
  void findCreations(const PointsTo &pointers);
  void findRunners(const PointsTo &pointers);
  void findDescendants();

  std::vector<ThreadAbout> threads;
  llvm::DenseMap<const llvm::CallBase *, llvm::SmallVector<StaticThread, 1>> creations;
  llvm::DenseMap<const llvm::Function *, llvm::BitVector> running;
  llvm::DenseMap<const llvm::Function *, bool> callbacks;
  std::vector<llvm::BitVector> below;
  llvm::BitVector nobody;
};

} // namespace heddle::analysis
