// Which objects more than one thread can come to, and accesses that come before that.
//
// An object is confined to the thread that made it unless a pointer to it may lie in a global
// variable, is handed to a new thread, to whoever joins one or to a handler of the process, or lies
// in an object that is not confined. That follows objects as the points-to analysis names them; an
// object that is not confined may still be new: nobody else knows it before its address is first
// given away by the function that made it.
#pragma once

#include "analysis/threads.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace heddle::analysis {

class Escape {
public:
  static Escape find(const PointsTo &pointers, const Threads &threads);

  /// Whether threads that did not make it may know such an object.
  bool isEscaped(ObjectId object) const { return escaped.test(object); }

private:
  llvm::BitVector escaped;
};

/// Tells accesses of a function to what it has made, or was handed as new by a function that made
/// it, and not yet given away.
class NewObjects {
public:
  /// Whether the pointer is into an object that this function has made, and nothing that comes
  /// before `at` may have given its address to anybody.
  bool isNew(const llvm::Value &pointer, const llvm::Instruction &at);

private:
  struct Known {
    llvm::SmallVector<const llvm::Instruction *, 4> captures;
    llvm::DenseSet<const llvm::BasicBlock *> after; ///< Where one may have come before.
  };
  const llvm::Instruction *madeBy(const llvm::Value &pointer);
  bool givesNew(const llvm::CallBase &call);
  bool handsOnNew(const llvm::Function &function);
  const Known &examine(const llvm::Instruction &made);
  llvm::DenseMap<const llvm::Instruction *, Known> known;
  llvm::DenseMap<const llvm::Function *, bool> handing;
};

} // namespace heddle::analysis
