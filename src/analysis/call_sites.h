// Who calls a function, and by which calls of the user's own code a library comes to something.
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace heddle::analysis {

class CallSites {
public:
  using Calls = llvm::SmallVector<const llvm::Instruction *, 4>;

  CallSites(const program::Program &program, const PointsTo &pointers);

  const Calls &of(const llvm::Function &function) const;
  bool isLibrary(const llvm::Function &function) const;
  /// The calls in the user's code that lead, through libraries alone, into a library function.
  const Calls &usersOf(const llvm::Function &function);
  /// The calls in libraries on these ways.
  Calls within(const llvm::Function &function) const;

private:
  template <class F> void climb(const llvm::Function &function, F f) const;

  const program::Program &program;
  llvm::DenseMap<const llvm::Function *, Calls> callers;
  llvm::DenseMap<const llvm::Function *, Calls> users;
  Calls none;
};

} // namespace heddle::analysis
