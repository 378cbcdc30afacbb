// A mutex, condition variable, semaphore, ... inside an object of the program.
#pragma once

#include "program/program.h"
#include "vm/address.h"
#include "vm/clock.h"
#include "vm/thread.h"

#include <cstdint>
#include <string_view>

namespace heddle::vm {

enum class SyncKind : std::uint8_t {
  None,
  Mutex,
  Condition,
  RwLock,
  Spin,
  Barrier,
  Semaphore,
  Once,
  ReadHold, ///< One thread's holds of a read-write lock at the same address.
  Atomic,   ///< A memory location that atomics touch: carries the clock of its last release.
};

enum class MutexType : std::uint8_t { Normal, Recursive, ErrorCheck };

struct SyncObject {
  Address address = 0;
  SyncKind kind = SyncKind::None;
  MutexType type = MutexType::Normal;
  bool destroyed = false;
  bool ownerGone = false;
  ThreadId owner = noThread;  ///< Of a mutex, a spinlock, or the writer of an rwlock.
  ThreadId reader = noThread; ///< Of a ReadHold.
  std::uint32_t count = 0;    ///< Recursion, readers, arrived at a barrier, or a semaphore's value.
  std::uint32_t needed = 0;   ///< Parties of a barrier.
  std::uint32_t round = 0;    ///< Of a barrier.
  std::uint32_t next = 0;     ///< Next synchronisation object in the same object of the program.
  program::LocationId lockedAt = program::noLocation;
  Clock clock;     ///< What the next one to take it learns.
  Clock readClock; ///< Of readers, for the next writer.

  bool isHeldBy(ThreadId thread) const {
    const bool isLock =
        kind == SyncKind::Mutex || kind == SyncKind::RwLock || kind == SyncKind::Spin;
    return (isLock && owner == thread) || (kind == SyncKind::ReadHold && reader == thread && count);
  }
};

std::string_view name(SyncKind kind);

} // namespace heddle::vm
