// Who may write flags: inside of order.h.
#pragma once

#include "analysis/order_rules.h"

#include <llvm/ADT/APInt.h>

namespace llvm {
class SwitchInst;
} // namespace llvm

namespace heddle::analysis {

struct FlagWriter {
  const llvm::Instruction *at = nullptr; ///< The write, or the call of a function that is for it.
  /// What it writes: so far from there; null for what it finds by following pointers.
  const llvm::Value *base = nullptr;
  std::int64_t offset = 0;
  std::uint64_t size = 0;             ///< so many bytes; 0 for anything in the object.
  const llvm::Value *value = nullptr; ///< What it stores there; null if that is not known.
  bool isFill = false;                ///< The value is that of each byte.
  bool isRelease = false;
  /// It is a case of a switch by this value: the orders of atomic stores.
  const llvm::SwitchInst *choice = nullptr;
  const llvm::BasicBlock *choiceCase = nullptr;
  const llvm::Value *decides = nullptr;

  /// Whether the switch is known to go another way.
  bool isLeftOut() const;
  /// What it leaves in a flag; nothing if that is not known.
  std::optional<llvm::APInt> leaves(unsigned bits) const;
};

class FlagWriters {
public:
  FlagWriters(const Rules &rules, const llvm::DenseSet<ObjectId> &objects);

  struct Found {
    FlagWriter writer;
    bool isExact = false; ///< It writes just this and nothing else.
    bool isWhole = false; ///< If it writes any of this, then all and nothing beside.
  };
  std::vector<Found> of(const Target &place, std::uint64_t size) const;

private:
  void add(const FlagWriter &writer, unsigned depth = 0);
  void addCall(const llvm::CallBase &call);

  const Rules &rules;
  const llvm::DenseSet<ObjectId> &objects;
  llvm::DenseMap<ObjectId, std::vector<FlagWriter>> writers;
};

} // namespace heddle::analysis
