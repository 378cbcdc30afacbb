// What an instruction does, as far as other threads, a checker or a strategy cares.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::program {

enum class OpKind : std::uint8_t {
  None, ///< Nothing another thread can see and nothing that is checked.
  // memory
  Read,
  Write,
  ReadModifyWrite,
  CompareExchange,
  BulkCopy, ///< memcpy, memmove, memset and their kin.
  Fence,
  Allocate,
  Free,
  // synchronisation
  Lock,
  TryLock,
  TimedLock,
  Unlock,
  Wait,
  TimedWait,
  Signal,
  Broadcast,
  ReadLock, ///< Of a read-write lock, as the next five.
  TryReadLock,
  TimedReadLock,
  WriteLock,
  TryWriteLock,
  TimedWriteLock,
  RwUnlock,
  SemWait,
  SemTryWait,
  SemTimedWait,
  SemPost,
  BarrierWait,
  Once,
  SyncInit,    ///< Initialises a mutex, condition variable, semaphore, ...
  SyncDestroy, ///< Destroys one.
  AtomicBegin,
  AtomicEnd,
  // threads
  Create,
  Join,
  Detach,
  Cancel, ///< Asks another thread to end.
  ThreadExit,
  Exit, ///< Ends the process.
  Yield,
  // checks and inputs
  Assertion, ///< A call that reports a failure or checks a condition.
  Assume,
  SymbolicInput,
  Call, ///< Any other call.
};

/// The name used in `heddle inspect`, JSON and reports ("read-modify-write").
std::string_view name(OpKind kind);

/// Whether instructions of this kind are counted by the ordinals of locations: everything but None.
/// Calls of unknown functions count too, so that a lasting name does not depend on which library
/// functions this version knows.
bool isNumbered(OpKind kind);

} // namespace heddle::program
