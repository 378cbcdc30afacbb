// The threads of a program as they can be told apart without running it: by where they are created
// and what they run.
//
// Where a function only wraps a creation (spawn, thrd_create, the constructors of std::thread) its
// threads are told apart by the calls of that function too, a few levels up. What such a thread
// runs is what a pointer can lead to that it comes by: from what is handed over at that call, and
// what the functions that it runs name and make themselves.
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace heddle::analysis {

/// 0 is the main thread.
using StaticThread = std::uint32_t;

struct ThreadAbout {
  static constexpr unsigned noArgument = ~0u;

  const llvm::Function *routine = nullptr;
  const llvm::CallBase *creation = nullptr; ///< Null for the main thread.
  /// Of functions that wrap the creation, innermost first.
  std::vector<const llvm::CallBase *> calls;
  /// The argument of `anchor` through which the handle is written, if there is one.
  unsigned handle = noArgument;

  /// The call that makes it, as far as the program is told apart.
  const llvm::CallBase *anchor() const { return calls.empty() ? creation : calls.back(); }
};

class Threads {
public:
  static Threads find(const program::Program &program, const PointsTo &pointers);

  std::span<const ThreadAbout> all() const { return threads; }
  /// Those whose anchor the call is.
  llvm::SmallVector<StaticThread, 1> createdAt(const llvm::CallBase &call) const;
  /// Those that are created in the function, or one that it calls, for an anchor further out.
  const llvm::BitVector &wrappedIn(const llvm::Function &function) const;
  /// Those that are created when the calls of a thread stand at these instructions, innermost
  /// first.
  llvm::SmallVector<StaticThread, 1> madeAt(std::span<const llvm::Instruction *const> stack) const;
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
  llvm::DenseMap<const llvm::Function *, llvm::BitVector> wrapping;
  llvm::DenseMap<const llvm::Function *, llvm::BitVector> running;
  llvm::DenseMap<const llvm::Function *, bool> callbacks;
  std::vector<llvm::BitVector> below;
  llvm::BitVector nobody;
};

} // namespace heddle::analysis
