// Threads: creating, joining, ending, and what belongs to one thread.
#include "vm/image.h"
#include "vm/library.h"

#include <cerrno>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

// The handle is written before the thread exists, so it knows its own name when it starts.
Reached create(Call &call) {
  Executor &x = call.x;
  CodeFunction *start = x.image.functionAt(call[2]);
  if (!start || !start->isDefined)
    return call.fail(FaultKind::InvalidPointer,
                     "pthread_create with a start routine that is no function");
  bool detached = false;
  if (call[1])
    detached = x.peek(call[1], 4) == 1;
  const ThreadId id = x.names.child(x.current, x.thread->core.children);
  if (!call.store(call[0], x.names.handle(id), 8))
    return Reached::Stopped;
  x.createThread(call[2], call[3], detached, x.userLocation(*x.thread));
  call.note(Op::Create, 0, 0, id);
  return call.done(0);
}

Thread *target(Call &call, std::uint64_t handle) {
  const ThreadId id = call.x.names.fromHandle(handle);
  if (id == noThread || id >= call.x.threads.size() || !call.x.threads[id] ||
      call.x.threads[id]->core.status == ThreadStatus::None)
    return nullptr;
  return call.x.threads[id].get();
}

// Two parts: the join itself is run through; what it writes through `retval` is a write like any
// other, and may have to wait for its turn.
Reached join(Call &call) {
  Executor &x = call.x;
  Thread *other = target(call, call[0]);
  if (!other)
    return call.fail(FaultKind::ThreadMisuse, "join of something that is no thread");
  if (other == x.thread)
    return call.fail(FaultKind::ThreadMisuse, "a thread joins itself");
  if (other->core.detached)
    return call.fail(FaultKind::ThreadMisuse, "join of a detached thread");
  if (other->core.joined)
    return call.fail(FaultKind::ThreadMisuse, "join of a thread that was joined already");
  if (other->core.status != ThreadStatus::Finished) {
    Pending pending;
    pending.kind = Op::Join;
    pending.address = call[0];
    pending.location = x.userLocation(*x.thread);
    x.thread->core.pending = pending;
    x.blocked = true;
    x.stopAt(call.pc);
    return Reached::Stopped;
  }
  if (call[1] && !call.store(call[1], other->core.result, 8))
    return Reached::Stopped;
  x.saveCore(*other);
  other->core.joined = true;
  x.clocks.join(x.thread->core.clock, other->core.clock);
  x.updateSolo();
  call.note(Op::Join, 0, 0, x.names.fromHandle(call[0]));
  return call.done(0);
}

Reached detach(Call &call) {
  Thread *other = target(call, call[0]);
  if (!other)
    return call.fail(FaultKind::ThreadMisuse, "detach of something that is no thread");
  if (other->core.detached)
    return call.fail(FaultKind::ThreadMisuse, "detach of a thread that is detached already");
  if (other->core.joined)
    return call.fail(FaultKind::ThreadMisuse, "detach of a thread that was joined already");
  if (!call.granted(Op::Detach, 0, 0))
    return Reached::Stopped;
  call.x.saveCore(*other);
  other->core.detached = true;
  call.note(Op::Detach, 0, 0, call.x.names.fromHandle(call[0]));
  return call.done(0);
}

// main may end this way too; the process then ends with its last thread.
Reached exitThread(Call &call) {
  Executor &x = call.x;
  x.unwindTo(0);
  ThreadCore &core = x.thread->core;
  core.status = ThreadStatus::Finished;
  core.result = call[0];
  x.saveGlobals();
  --x.globals.live;
  x.share(call[0]);
  return Reached::Stopped;
}

Reached self(Call &call) {
  return call.done(call.x.names.handle(call.x.current));
}
Reached equal(Call &call) {
  return call.done(call[0] == call[1]);
}
Reached yield(Call &call) {
  return call.done(0);
}
Reached zero(Call &call) {
  return call.done(0);
}

Reached errnoLocation(Call &call) {
  ThreadCore &core = call.thread().core;
  if (!core.errnoAddress)
    core.errnoAddress = call.x.makeHeapObject(4, 16, true, false);
  return call.done(core.errnoAddress);
}

// Attributes of a thread: only whether it is detached matters. It lies in the first four bytes.
Reached attributesInit(Call &call) {
  std::uint8_t *bytes = call.write(call[0], 56);
  if (!bytes)
    return Reached::Stopped;
  std::memset(bytes, 0, 56);
  return call.done(0);
}
Reached setDetached(Call &call) {
  return call.store(call[0], call[1], 4) ? call.done(0) : Reached::Stopped;
}
Reached getDetached(Call &call) {
  const std::uint8_t *bytes = call.read(call[0], 4);
  if (!bytes)
    return Reached::Stopped;
  std::uint32_t value = 0;
  std::memcpy(&value, bytes, 4);
  return call.store(call[1], value, 4) ? call.done(0) : Reached::Stopped;
}

// Thread-specific data: a table of 256 values a thread, made when first used.
constexpr unsigned mostKeys = 256;

Reached keyCreate(Call &call) {
  Executor &x = call.x;
  if (x.globals.keys >= mostKeys)
    return call.done(EAGAIN);
  if (!call.store(call[0], x.globals.keys, 4))
    return Reached::Stopped;
  x.saveGlobals();
  ++x.globals.keys;
  return call.done(0);
}

Address specificSlot(Call &call, std::uint64_t key) {
  Executor &x = call.x;
  ThreadCore &core = x.thread->core;
  if (key >= x.globals.keys)
    return 0;
  if (!core.specific)
    core.specific = x.makeHeapObject(std::uint64_t{mostKeys} * 8, 16, true, false);
  return core.specific + key * 8;
}

Reached setSpecific(Call &call) {
  const Address slot = specificSlot(call, call[0]);
  if (!slot)
    return call.done(EINVAL);
  std::memcpy(call.x.memory.write(idOf(slot), slot, 8), &call.raw()[call.site.arguments[1]], 8);
  return call.done(0);
}

Reached getSpecific(Call &call) {
  const Address slot = specificSlot(call, call[0]);
  return call.done(slot ? call.x.peek(slot, 8) : 0);
}

constexpr LibraryFunction functions[] = {
    {"pthread_create", create},
    {"pthread_join", join},
    {"pthread_detach", detach},
    {"pthread_exit", exitThread},
    {"pthread_self", self},
    {"pthread_equal", equal},
    {"pthread_yield", yield},
    {"sched_yield", yield},
    {"usleep", yield},
    {"sleep", yield},
    {"nanosleep", yield},
    {"clock_nanosleep", yield},
    {"pthread_setname_np", zero},
    {"pthread_setconcurrency", zero},
    {"__errno_location", errnoLocation},
    {"pthread_attr_init", attributesInit},
    {"pthread_attr_destroy", zero},
    {"pthread_attr_setdetachstate", setDetached},
    {"pthread_attr_getdetachstate", getDetached},
    {"pthread_attr_setstacksize", zero},
    {"pthread_attr_setscope", zero},
    {"pthread_attr_setinheritsched", zero},
    {"pthread_attr_setschedpolicy", zero},
    {"pthread_attr_setguardsize", zero},
    {"pthread_key_create", keyCreate},
    {"pthread_key_delete", zero},
    {"pthread_setspecific", setSpecific},
    {"pthread_getspecific", getSpecific},
};

} // namespace

std::span<const LibraryFunction> threadFunctions() {
  return functions;
}

} // namespace heddle::vm
