// Thread-specific data: a table of values a thread, made when first used.
#include "vm/library.h"

#include <cerrno>

namespace heddle::vm {

namespace {

constexpr unsigned mostKeys = 1024; // PTHREAD_KEYS_MAX

Reached create(Call &call) {
  Executor &x = call.x;
  if (x.globals.keys >= mostKeys)
    return call.done(EAGAIN);
  if (!call.store(call[0], x.globals.keys, 4))
    return Reached::Stopped;
  x.noteEffect(EffectKind::Write, cell::keys);
  x.saveGlobals();
  ++x.globals.keys;
  x.keys.add({call[1], false});
  return call.done(0);
}

bool isKey(const Executor &x, std::uint64_t key) {
  return key < x.globals.keys && !x.keys[key].deleted;
}

Reached remove(Call &call) {
  Executor &x = call.x;
  if (!isKey(x, call[0]))
    return call.done(EINVAL);
  Executor::Key &key = x.keys[call[0]];
  if (x.memory.logging())
    x.memory.undo().saveRaw(&key, sizeof key);
  x.noteEffect(EffectKind::Write, cell::keys);
  key.deleted = true;
  return call.done(0);
}

Address slotOf(Call &call) {
  Executor &x = call.x;
  ThreadCore &core = x.thread->core;
  x.noteEffect(EffectKind::Read, cell::keys);
  if (!isKey(x, call[0]))
    return 0;
  if (!core.specific)
    core.specific = x.makeHeapObject(std::uint64_t{mostKeys} * 8, 16, true, false);
  return core.specific ? core.specific + call[0] * 8 : 0;
}

Reached set(Call &call) {
  const Address slot = slotOf(call);
  if (!slot)
    return call.done(EINVAL);
  const std::uint64_t value = call[1];
  std::memcpy(call.x.memory.write(idOf(slot), slot, 8), &value, 8);
  return call.done(0);
}

Reached get(Call &call) {
  const Address table = call.thread().core.specific;
  call.x.noteEffect(EffectKind::Read, cell::keys);
  return call.done(table && isKey(call.x, call[0]) ? call.x.peek(table + call[0] * 8, 8) : 0);
}

constexpr LibraryFunction functions[] = {
    {"pthread_key_create", create},
    {"pthread_key_delete", remove},
    {"pthread_setspecific", set},
    {"pthread_getspecific", get},
};

} // namespace

std::span<const LibraryFunction> keyFunctions() {
  return functions;
}

} // namespace heddle::vm
