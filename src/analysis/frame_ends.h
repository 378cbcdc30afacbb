// Where calls end, with the life of their local variables: at returns, and at calls that may end
// the thread, jump or throw.
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

namespace heddle::analysis {

class FrameEnds {
public:
  explicit FrameEnds(const PointsTo &pointers);

  /// Whether the call that runs this instruction may be over with it.
  bool mayEnd(const llvm::Instruction &at) const;
  /// The local variables of a function, as they are made.
  llvm::ArrayRef<ObjectId> locals(const llvm::Function &function) const;

private:
  using Functions = llvm::DenseSet<const llvm::Function *>;
  void spread(Functions &those) const;
  bool calls(const llvm::CallBase &call, const Functions &those) const;

  const PointsTo &pointers;
  Functions leaving;  ///< They may end the thread, or jump out.
  Functions throwing; ///< An exception may leave them.
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<ObjectId, 4>> made;
};

} // namespace heddle::analysis
