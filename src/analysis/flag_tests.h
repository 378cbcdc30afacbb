// Branches that are decided by the value of one flag: inside of order.h.
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallVector.h>
#include <optional>

namespace llvm {
class BranchInst;
class LoadInst;
class Type;
} // namespace llvm

namespace heddle::analysis {

/// An address as far as calls can be looked through: a value and an offset from it.
struct Address {
  const llvm::Value *base = nullptr;
  std::int64_t offset = 0;
};

class FlagTest {
public:
  /// Nothing if something else than the flag decides too.
  static std::optional<FlagTest> of(const llvm::BranchInst &branch, const PointsTo &pointers);

  /// Which way the branch goes if the flag has this value whenever it is looked at; nothing if that
  /// does not say.
  std::optional<bool> goes(const llvm::APInt &value) const;

  const llvm::BranchInst *branch = nullptr;
  Target place; ///< Of the flag.
  llvm::Type *type = nullptr;
  const llvm::Value *address = nullptr; ///< For people.
  bool isSimple = true;                 ///< It is looked at once for each decision.
  bool isAcquire = true;
  /// Where the function of the branch looks at it.
  llvm::SmallVector<const llvm::Instruction *, 2> looks;

private:
  friend class FlagEvaluation;
  const PointsTo *pointers = nullptr;
};

/// What an address comes down to in its function.
Address addressOf(const llvm::Value &pointer);

} // namespace heddle::analysis
