// Locks as the text of a program names them.
//
// A lock that surely is one concrete lock is known by its object and offset, everywhere. Any other
// is known inside a function by the address it is taken by, and in the caller by what that address
// is there, as far as it can be told; where it cannot it is vague, and known by what it may be.
#pragma once

#include "analysis/addresses.h"
#include "analysis/instances.h"
#include "analysis/lock_operations.h"

#include <llvm/ADT/BitVector.h>
#include <map>
#include <tuple>
#include <vector>

namespace heddle::analysis {

using LockKeyId = std::uint32_t;

struct LockKey {
  enum Kind : std::uint8_t {
    Single, ///< One concrete lock: the only target.
    Symbol, ///< Whatever lock is at that address.
    Vague,  ///< Some lock, given by the value that stands for it in the operation.
    Atomic, ///< The one around atomic sections.
  } kind = Vague;
  Address address; ///< Of a single one: the object and the offset.
  LockMode mode = LockMode::Exclusive;
  std::vector<Target> targets;       ///< What it may be.
  const llvm::Value *name = nullptr; ///< An operand that names it, for people.
};

bool overlap(const Target &a, const Target &b);

class LockKeys {
public:
  LockKeys(const PointsTo &pointers, const Threads &threads, Loads loads);

  LockKeyId keyOf(const llvm::Value &operand, LockMode mode);
  LockKeyId atomic() const { return 0; }
  LockKeyId vague(LockKeyId key);
  /// The same lock, held in the other mode.
  LockKeyId withMode(LockKeyId key, LockMode mode);
  /// What a lock of the callee is in the caller; `known` is false where that is only vague.
  struct Translated {
    LockKeyId key = 0;
    bool known = false;
  };
  Translated inCaller(LockKeyId key, const llvm::CallBase &call);
  /// What a lock of the caller is in the callee; nothing if the callee is not handed it.
  std::optional<LockKeyId> inCallee(LockKeyId key, const llvm::CallBase &call,
                                    const llvm::Function &callee);

  const LockKey &operator[](LockKeyId key) const { return keys[key]; }
  std::size_t size() const { return keys.size(); }
  bool mayAlias(LockKeyId a, LockKeyId b);
  /// The keys that mean something else once the instruction was run again; null if there are none.
  const std::vector<LockKeyId> *changedBy(const llvm::Instruction &instruction) const;
  Addresses &addresses() { return places; }

private:
  LockKeyId add(LockKey key);
  LockKeyId keyAt(const Address &address, LockMode mode, std::vector<Target> fallback,
                  const llvm::Value *name);
  std::optional<std::vector<Target>> targetsOf(const Address &address) const;

  const PointsTo &pointers;
  const Instances instances;
  Addresses places;
  std::vector<LockKey> keys;
  struct Identity {
    LockKey::Kind kind;
    LockMode mode;
    Address address;
    ObjectId object; ///< Of a single one: blocks from several calls of one wrapper have one value.
    auto operator<=>(const Identity &) const = default;
  };
  std::map<Identity, LockKeyId> index;
  std::map<std::pair<std::vector<std::tuple<ObjectId, std::int64_t, std::uint64_t>>, LockMode>,
           LockKeyId>
      vagueOnes;
  llvm::DenseMap<const llvm::Value *, unsigned> namesBy; ///< Symbols with that base.
  llvm::DenseMap<std::pair<const llvm::Instruction *, LockKeyId>, Translated> translated;
  llvm::DenseMap<std::pair<LockKeyId, LockKeyId>, bool> aliases;
  llvm::DenseMap<const llvm::Instruction *, std::vector<LockKeyId>> dependent;
};

} // namespace heddle::analysis
