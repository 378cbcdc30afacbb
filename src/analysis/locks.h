// Which locks a thread must hold where, and the critical sections that they make.
//
// Locks are mutexes, spinlocks, read-write locks (held for reading or for writing), and one that
// atomic sections hold. A lock counts if it is one concrete lock: an expression that may stand for
// several protects nothing here. What an object's own lock protects is a relation of its own
// (`ownLocks`).
//
// It under-approximates what is held: by its count where a mutex is locked again, on the ways on
// which a try succeeded, through calls, through guards that keep the address of their mutex, and on
// the ways of exceptions. A function that nobody knows may have released all locks if it was handed
// one, or what leads to one, and else none. What a thread holds while it waits for nothing but to
// get it back counts as held: a wait ends one critical section and begins another.
#pragma once

#include "analysis/lock_operations.h"
#include "analysis/threads.h"

#include <memory>
#include <string>

namespace heddle::analysis {

using LockId = std::uint32_t;
/// A piece of a thread's way that it goes holding a lock, by where it took it.
using SectionId = std::uint32_t;
inline constexpr SectionId noSection = ~SectionId{0};

struct KnownLock {
  ObjectId object = 0;
  std::int64_t offset = 0;
  bool isAtomic = false; ///< That of atomic sections, which lies nowhere.
  std::string name;      ///< For people.
};

struct HeldLock {
  LockId lock = 0;
  LockMode mode = LockMode::Exclusive;
  SectionId section = noSection; ///< `noSection` if it may have been taken at several places.
};

struct CriticalSection {
  StaticThread thread = 0;
  LockId lock = 0;
  LockMode mode = LockMode::Exclusive;
  /// The lock is taken, or taken back, by this call, which leads to it or is it.
  const llvm::Instruction *start = nullptr;
};

/// A lock that lies at a fixed distance from what is accessed: two threads that access the same
/// place, or the same object, with equal own locks hold the same lock.
struct OwnLock {
  enum Base : std::uint8_t {
    Access, ///< `offset` bytes from where the access begins.
    Object, ///< `offset` bytes from the beginning of the object that is accessed.
  } base = Access;
  std::int64_t offset = 0;
  LockMode mode = LockMode::Exclusive;
  auto operator<=>(const OwnLock &) const = default;
};

class Locks {
public:
  static Locks analyse(const program::Program &program, const PointsTo &pointers,
                       const Threads &threads);
  Locks(Locks &&) noexcept;
  Locks &operator=(Locks &&) noexcept;
  ~Locks();

  std::span<const KnownLock> all() const;
  /// What the thread holds, in every execution, whenever it is about to run the instruction.
  std::vector<HeldLock> held(StaticThread thread, const llvm::Instruction &at) const;
  /// What it also holds all the time that the call takes.
  std::vector<HeldLock> heldThrough(StaticThread thread, const llvm::Instruction &call) const;
  /// The locks of what the instruction accesses by the pointer that the thread holds then.
  std::vector<OwnLock> ownLocks(StaticThread thread, const llvm::Instruction &at,
                                const llvm::Value &pointer) const;
  /// The locks that keep two threads from being there at the same time.
  std::vector<LockId> common(StaticThread one, const llvm::Instruction &at, StaticThread other,
                             const llvm::Instruction &there) const;

  std::span<const CriticalSection> sections() const;
  /// All that the section covers, through calls, in the order of the functions.
  std::vector<const llvm::Instruction *> instructionsOf(SectionId section) const;
  /// Whether a thread is at both places in one section, by where it took the lock: in a loop the
  /// section is gone through again and again.
  bool inSameSection(StaticThread thread, const llvm::Instruction &one,
                     const llvm::Instruction &other, LockId lock) const;
  /// Whether both are in sections of the lock, and surely not in the same.
  bool inDifferentSections(StaticThread thread, const llvm::Instruction &one, StaticThread another,
                           const llvm::Instruction &other, LockId lock) const;

private:
  struct State;
  explicit Locks(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace heddle::analysis
