// Which mutexes a thread certainly holds at an instruction, as far as its function locked them
// itself: inside of order.h.
#pragma once

#include "analysis/order_rules.h"

namespace heddle::analysis {

class HeldLocks {
public:
  explicit HeldLocks(const Rules &rules);
  /// Whether both are run under one and the same mutex.
  bool share(const llvm::Instruction &one, const llvm::Instruction &other);

private:
  using Held = std::vector<Target>;
  void pass(const llvm::Instruction &instruction, Held &held) const;
  void follow(const llvm::Function &function);
  Held at(const llvm::Instruction &instruction);

  const Rules &rules;
  llvm::DenseSet<const llvm::Function *> unlocking; ///< Also by what they call.
  llvm::DenseSet<const llvm::Function *> followed;
  llvm::DenseMap<const llvm::BasicBlock *, Held> begins;
};

} // namespace heddle::analysis
