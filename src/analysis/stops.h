// Where a thread may not go on: calls that may not return, operations that may block or fail, and
// loops that may go round for ever. What comes after such a place depends on it.
#pragma once

#include "analysis/points_to.h"
#include "program/op_kind.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace llvm {
class BasicBlock;
} // namespace llvm

namespace heddle::analysis {

/// What is taken to end a thread besides blocking, endless loops and calls that do not return.
struct StopOptions {
  bool memory = true;        ///< Accesses of what is not there, and frees.
  bool arithmetic = true;    ///< Divisions by zero, shifts that are too far.
  bool uninitialised = true; ///< Branches on what was never written.
  bool overflow = false;     ///< Signed arithmetic that overflows.
  /// Without it nobody is taken to block, and no loop to go round for ever: every thread comes to
  /// its end.
  bool waiting = true;
};

class Stops {
public:
  Stops(const program::Program &program, const PointsTo &pointers, StopOptions options);

  /// Whether a thread that comes to the instruction may never come to what is behind it.
  bool mayStop(const llvm::Instruction &at);
  /// Whether all calls of the function come back.
  bool returns(const llvm::Function &function);
  /// Heads of the loops that may go round for ever: each such loop has one.
  llvm::DenseSet<const llvm::BasicBlock *> endlessHeads(const llvm::Function &function);

private:
  bool mayNotReturn(const llvm::CallBase &call);
  bool libraryMayStop(const llvm::CallBase &call, const llvm::Function &callee) const;
  bool mayMiss(const llvm::Instruction &at) const;
  bool isUndefinable(const llvm::Value &value) const;
  bool mayCancelAnywhere() const { return cancelsAnywhere; }
  void findSources();

  const program::Program &program;
  const PointsTo &pointers;
  StopOptions options;
  bool hasUnwritten = false; ///< Something somewhere may be read before it is written.
  bool cancelsAnywhere = false;
  llvm::DenseMap<const llvm::Function *, bool> known;
};

/// What the call of a library function means; Call if it is none, or one without a kind.
program::OpKind kindOfCall(const llvm::CallBase &call, const llvm::Function &callee);
/// Whether the VM runs it itself, whatever body there is.
bool isLibraryFunction(const llvm::Function &function);
/// Whether a call of this kind can block, or decides what others may do.
bool synchronises(program::OpKind kind);

} // namespace heddle::analysis
