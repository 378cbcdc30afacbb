// What synchronisation objects of several kinds have in common.
#include "vm/locks.h"

#include "vm/call.h"

#include <string>

namespace heddle::vm {

using Op = program::OpKind;

SyncObject *initialiseSync(Call &call, SyncKind kind, unsigned size, std::uint32_t number) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncInit, call[0]))
    return nullptr;
  const Executor::Together together(x, true);
  std::uint8_t *bytes = call.write(call[0], size);
  if (!bytes)
    return nullptr;
  std::memset(bytes, 0, size);
  SyncObject *known = x.findSync(call[0]);
  SyncObject &object = known ? *known : x.makeSync(call[0], kind);
  x.changeSync(object);
  object.kind = kind;
  object.destroyed = false;
  object.owner = noThread;
  object.count = 0;
  call.note(Op::SyncInit, call[0], number);
  return &object;
}

Reached destroySync(Call &call, SyncKind kind) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncDestroy, call[0]))
    return Reached::Stopped;
  SyncObject *object = lockAt(call, call[0], kind);
  if (!object)
    return Reached::Stopped;
  const bool busy = object->owner != noThread || (kind != SyncKind::Semaphore && object->count);
  if (busy)
    return call.fail(FaultKind::LockMisuse,
                     "destruction of a " + std::string(name(kind)) + " in use");
  x.changeSync(*object);
  object->destroyed = true;
  call.note(Op::SyncDestroy, call[0]);
  return call.done(0);
}

} // namespace heddle::vm
