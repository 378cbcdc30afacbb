// Which joins wait for which threads: where a handle, or a std::thread, is kept in a local or
// global variable, an array or a block of the heap that nothing else uses.
//
// A join by such a variable waits for the thread whose creation wrote it last. A loop that joins
// all elements of an array waits for all that a loop over the same elements created.
#pragma once

#include "analysis/threads.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class Instruction;
} // namespace llvm

namespace heddle::analysis {

/// Creations that write one variable, and what waits for the threads they made. It does so if none
/// of these threads is left over from before when another one is created.
struct JoinGroup {
  std::vector<const llvm::CallBase *> creations;
  /// Where none of them may be left: the creations, or what leads into the loop of one.
  std::vector<const llvm::Instruction *> begins;
  /// When these are done, or control has come to these, the threads have ended.
  std::vector<const llvm::Instruction *> joins;
  std::vector<const llvm::BasicBlock *> exits;
};

std::vector<JoinGroup> findJoins(const PointsTo &pointers, const Threads &threads);

} // namespace heddle::analysis
