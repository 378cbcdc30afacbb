// Static locals of C++, which one thread initialises while others wait, and thread-local ones with
// destructors.
#include "vm/library.h"
#include "vm/locks.h"

namespace heddle::vm {

namespace {

using Op = program::OpKind;

/// The compiler looks at the first byte of a guard with an atomic load; who initialises is noted
/// beside it.
Address flagOf(Address guard) {
  return guard + 1;
}

// count: 0 not begun, 2 running (by `owner`), 1 done: as for pthread_once.
Reached acquireGuard(Call &call) {
  Executor &x = call.x;
  const Address at = flagOf(call[0]);
  const SyncObject *known = x.findSync(at);
  if (known && known->count == 2 && known->owner == x.current)
    return call.fail(FaultKind::Deadlock,
                     "the initialisation of a static local variable comes to itself");
  if (!call.granted(Op::Once, at))
    return Reached::Stopped;
  SyncObject *flag = x.findSync(at);
  if (!flag)
    flag = &x.makeSync(at, SyncKind::Once);
  call.note(Op::Once, at, flag->count);
  if (flag->count == 1) {
    x.acquire(*flag);
    return call.done(0);
  }
  x.changeSync(*flag);
  x.acquire(*flag);
  flag->count = 2;
  flag->owner = x.current;
  return call.done(1);
}

void leaveGuard(Call &call, std::uint32_t count) {
  Executor &x = call.x;
  SyncObject *flag = x.findSync(flagOf(call[0]));
  if (!flag)
    return;
  x.noteEffect(EffectKind::Write, flag->address);
  x.changeSync(*flag);
  flag->count = count;
  flag->owner = noThread;
  x.release(*flag);
}

Reached releaseGuard(Call &call) {
  Executor &x = call.x;
  std::uint8_t *byte = x.touch(call.pc, call[0], 1, AccessKind::Write,
                               {.atomic = true, .acquire = false, .release = true});
  if (!byte)
    return Reached::Stopped;
  const std::uint8_t before = *byte;
  *byte = 1;
  if (x.recorder)
    x.noteAccess(call[0], 1, AccessKind::Write, &before, byte);
  leaveGuard(call, 1);
  return call.done();
}

Reached abortGuard(Call &call) {
  leaveGuard(call, 0);
  return call.done();
}

/// A chain of what is left to destroy, newest first: function, object, next.
Reached atThreadExit(Call &call) {
  Executor &x = call.x;
  const Address entry = x.makeHeapObject(24, 16, true, false);
  if (!entry)
    return call.cannot("address-space", "no room for a destructor of a thread-local variable");
  const Address words[3] = {call[0], call[1], x.thread->core.exits};
  std::memcpy(x.memory.write(idOf(entry), entry, sizeof words), words, sizeof words);
  x.thread->core.exits = entry;
  return call.done(0);
}

constexpr LibraryFunction functions[] = {
    {"__cxa_guard_acquire", acquireGuard},      {"__cxa_guard_release", releaseGuard},
    {"__cxa_guard_abort", abortGuard},          {"__cxa_thread_atexit", atThreadExit},
    {"__cxa_thread_atexit_impl", atThreadExit},
};

} // namespace

std::span<const LibraryFunction> guardFunctions() {
  return functions;
}

} // namespace heddle::vm
