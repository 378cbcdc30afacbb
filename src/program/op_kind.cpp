#include "program/op_kind.h"

namespace heddle::program {

std::string_view name(OpKind kind) {
  switch (kind) {
  case OpKind::None:
    return "none";
  case OpKind::Read:
    return "read";
  case OpKind::Write:
    return "write";
  case OpKind::ReadModifyWrite:
    return "read-modify-write";
  case OpKind::CompareExchange:
    return "compare-exchange";
  case OpKind::BulkCopy:
    return "bulk-copy";
  case OpKind::Fence:
    return "fence";
  case OpKind::Allocate:
    return "allocate";
  case OpKind::Free:
    return "free";
  case OpKind::Lock:
    return "lock";
  case OpKind::TryLock:
    return "try-lock";
  case OpKind::TimedLock:
    return "timed-lock";
  case OpKind::Unlock:
    return "unlock";
  case OpKind::Wait:
    return "wait";
  case OpKind::TimedWait:
    return "timed-wait";
  case OpKind::Signal:
    return "signal";
  case OpKind::Broadcast:
    return "broadcast";
  case OpKind::ReadLock:
    return "read-lock";
  case OpKind::TryReadLock:
    return "try-read-lock";
  case OpKind::TimedReadLock:
    return "timed-read-lock";
  case OpKind::WriteLock:
    return "write-lock";
  case OpKind::TryWriteLock:
    return "try-write-lock";
  case OpKind::TimedWriteLock:
    return "timed-write-lock";
  case OpKind::RwUnlock:
    return "rw-unlock";
  case OpKind::SemWait:
    return "semaphore-wait";
  case OpKind::SemTryWait:
    return "semaphore-try-wait";
  case OpKind::SemTimedWait:
    return "semaphore-timed-wait";
  case OpKind::SemPost:
    return "semaphore-post";
  case OpKind::BarrierWait:
    return "barrier-wait";
  case OpKind::Once:
    return "once";
  case OpKind::SyncInit:
    return "sync-init";
  case OpKind::SyncDestroy:
    return "sync-destroy";
  case OpKind::AtomicBegin:
    return "atomic-begin";
  case OpKind::AtomicEnd:
    return "atomic-end";
  case OpKind::Create:
    return "create";
  case OpKind::Join:
    return "join";
  case OpKind::Detach:
    return "detach";
  case OpKind::Cancel:
    return "cancel";
  case OpKind::ThreadExit:
    return "thread-exit";
  case OpKind::Exit:
    return "exit";
  case OpKind::Yield:
    return "yield";
  case OpKind::Assertion:
    return "assertion";
  case OpKind::Assume:
    return "assume";
  case OpKind::SymbolicInput:
    return "symbolic-input";
  case OpKind::Call:
    return "call";
  }
  return "none";
}

bool isNumbered(OpKind kind) {
  return kind != OpKind::None;
}

} // namespace heddle::program
