// Inside of the lock analysis: what an instruction leads to, and tests of values.
#pragma once

#include "analysis/lock_flow.h"

namespace heddle::analysis {

struct LockFlow::Passed {
  LockState usual;
  LockState thrown; ///< On the way of an exception.
};

/// A value of which a condition says whether it is zero.
struct Test {
  const llvm::Value *value = nullptr;
  /// What is known if the condition holds, and if it does not.
  enum Outcome : std::uint8_t { Nothing, Zero, NotZero } ifTrue = Nothing, ifFalse = Nothing;
};
Test testOf(const llvm::Value &condition);
/// Whether conditions of other blocks ask for the value.
bool isAskedElsewhere(const llvm::Value &value);

} // namespace heddle::analysis
