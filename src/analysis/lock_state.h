// What a function has done to locks up to a place: how often each is held, against its beginning.
#pragma once

#include "analysis/lock_keys.h"

#include <llvm/ADT/SmallVector.h>

namespace heddle::analysis {

/// Which way counts are rounded: what must be held, or what may be.
enum class Bound : std::uint8_t { Least, Most };

/// What becomes of a count: max(count + shift, least).
struct LockChange {
  static constexpr int cap = 3;    ///< Counts beyond are not told apart.
  static constexpr int far = 1000; ///< Infinite.
  int shift = 0;
  int least = 0;

  static constexpr LockChange taken() { return {1, 1}; }
  static constexpr LockChange dropped() { return {-1, 0}; }
  static constexpr LockChange lost() { return {-far, 0}; }
  int applied(int count) const { return count + shift > least ? count + shift : least; }
  LockChange then(const LockChange &next, Bound bound) const;
  LockChange either(const LockChange &other, Bound bound) const;
  bool operator==(const LockChange &) const = default;
};

/// Where a critical section begins: an instruction of the function; null if before that, or if
/// `isMixed` at several places.
struct SectionStart {
  const llvm::Instruction *at = nullptr;
  bool isMixed = false;
  bool operator==(const SectionStart &) const = default;
};

struct LockEntry {
  LockKeyId key = 0;
  LockChange change;
  SectionStart start;
  bool operator==(const LockEntry &) const = default;
};

/// What is known should a value be zero, or not be.
struct LockFact {
  static constexpr LockKeyId impossible = ~LockKeyId{0}; ///< It is not so.
  const llvm::Value *value = nullptr;
  bool isZero = false;
  LockEntry entry;
  bool operator==(const LockFact &) const = default;
};

struct LockState {
  bool isReached = false;
  bool isLost = false;                   ///< What is not mentioned is not held.
  llvm::SmallVector<LockEntry, 4> locks; ///< By key.
  llvm::SmallVector<LockFact, 2> facts;
  bool operator==(const LockState &) const = default;

  static LockState begin() {
    LockState state;
    state.isReached = true;
    return state;
  }
  LockEntry at(LockKeyId key) const;
  void set(LockEntry entry);
  void erase(LockKeyId key);
  /// Does the same to the lock, and to what facts say of it.
  void apply(LockKeyId key, LockChange change, const llvm::Instruction *at, Bound bound);
  /// Whatever is to be said of the value, it has a new one.
  void forget(const llvm::Value &value);
  /// The value is zero, or is not.
  void learn(const llvm::Value &value, bool isZero);
  bool isImpossible(const llvm::Value &value, bool isZero) const;
  void exclude(const llvm::Value &value, bool isZero);
  void addFact(const llvm::Value &value, bool isZero, const LockEntry &entry);
  /// Either of the two.
  void unite(const LockState &other, Bound bound);
};

} // namespace heddle::analysis
