// What mutexes and condition variables have in common.
#pragma once

#include "vm/call.h"

namespace heddle::vm {

/// The lock at an address, made from its static initialiser if it is not known yet. Null if there
/// is none: the thread has then failed.
SyncObject *lockAt(Call &call, Address address, SyncKind kind);
void takeLock(Call &call, SyncObject &lock);
void dropLock(Call &call, SyncObject &lock);

/// Makes a synchronisation object of this kind, with `size` bytes of the program cleared; null if
/// the thread stops. The recorder is told of `number`: what a semaphore or barrier begins with.
SyncObject *initialiseSync(Call &call, SyncKind kind, unsigned size, std::uint32_t number = 0);
Reached destroySync(Call &call, SyncKind kind);
template <SyncKind Kind> Reached destroySync(Call &call) {
  return destroySync(call, Kind);
}

} // namespace heddle::vm
