// Loops that may only wait. The machine does not run their failed rounds as steps, so what those
// see, and what they write again, is in no execution: that an edge into such a loop, or out of it,
// is not met says nothing.
#pragma once

#include "program/program.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class CallBase;
} // namespace llvm

namespace heddle::analysis {

class PointsTo;

/// Who calls each function, also by a pointer. Threads begin without a call.
using Callers = llvm::DenseMap<const llvm::Function *, llvm::SmallVector<const llvm::CallBase *>>;
Callers callersOf(const PointsTo &pointers);

/// Whether an access may be made in such a loop, also of a caller. A loop that counts its rounds
/// does not wait: each of them is another state. Without callers, who is called by a pointer may be
/// called in one.
bool mayWait(const program::Program &program, program::LocationId access,
             const Callers *callers = nullptr);

} // namespace heddle::analysis
