// Threads: creating, joining, ending, and what belongs to one thread.
#include "vm/cancel.h"
#include "vm/image.h"
#include "vm/library.h"

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
  const std::optional<std::uint64_t> state = call[1] ? call.glance(call[1], 4) : 0;
  if (!state)
    return Reached::Stopped;
  const bool detached = *state == 1;
  const ThreadId id = x.names.child(x.current, x.thread->core.children);
  if (!call.store(call[0], x.names.handle(id), 8))
    return Reached::Stopped;
  x.createThread(call[2], call[3], detached, x.userLocation(*x.thread));
  if (x.trial)
    x.trial->acts = true;
  call.note(Op::Create, 0, 0, id);
  return call.done(0);
}

// Two parts: the join itself is run through; what it writes through `retval` is a write like any
// other, and may have to wait for its turn.
Reached join(Call &call) {
  Executor &x = call.x;
  // A request may come between what the thread did before and this, so it has a turn of its own.
  const Pending &last = x.thread->core.pending;
  const bool waits = last.kind == Op::Join && last.address == call[0];
  const bool storesLater = call[1] && x.isShared(call[1]);
  if (x.image.cancels() && !x.thread->core.cancelDisabled && !waits && !storesLater) {
    if (!call.granted(Op::Yield, x.names.handle(x.current)))
      return Reached::Stopped;
    call.note(Op::Yield, 0); // A test tells by it whether the thread waits here already.
  }
  const std::size_t noted = x.effects.size();
  if (x.image.cancels())
    x.noteEffect(EffectKind::Read, x.names.handle(x.current));
  if (Executor::isCancelled(x.thread->core)) {
    x.noteEffect(EffectKind::Read, call[0] + cell::endOffset); // It would have ended otherwise.
    return endCancelled(call);
  }
  Thread *other = threadAt(x, call[0]);
  if (!other)
    return call.fail(FaultKind::ThreadMisuse, "join of something that is no thread");
  if (other == x.thread)
    return call.fail(FaultKind::ThreadMisuse, "a thread joins itself");
  if (other->core.detached || other->core.joined) {
    x.noteEffect(EffectKind::Read, call[0]); // Whoever did that could have come later.
    return call.fail(FaultKind::ThreadMisuse, other->core.detached
                                                  ? "join of a detached thread"
                                                  : "join of a thread that was joined already");
  }
  if (other->core.status != ThreadStatus::Finished) {
    Pending pending;
    pending.kind = Op::Join;
    pending.address = call[0];
    pending.location = x.userLocation(*x.thread);
    x.thread->core.pending = pending;
    x.noteEffect(EffectKind::Read, call[0]);
    for (std::size_t i = noted; i < x.effects.size(); ++i)
      x.effects[i].waits = true;
    x.blocked = true;
    x.stopAt(call.pc);
    return Reached::Stopped;
  }
  if (call[1] && !call.store(call[1], other->core.result, 8))
    return Reached::Stopped;
  if (x.memory.logging()) // Nothing else of it changes any more.
    x.memory.undo().saveRaw(&other->core.joined, sizeof other->core.joined);
  x.noteOrder(x.names.fromHandle(call[0]), x.current);
  x.noteEffect(EffectKind::Write, call[0]);
  other->core.joined = true;
  if (x.trial)
    x.trial->acts = true;
  x.clocks.join(x.thread->core.clock, other->core.clock);
  x.updateSolo();
  call.note(Op::Join, 0, 0, x.names.fromHandle(call[0]));
  return call.done(0);
}

Reached detach(Call &call) {
  Thread *other = threadAt(call.x, call[0]);
  if (!other)
    return call.fail(FaultKind::ThreadMisuse, "detach of something that is no thread");
  if (other->core.detached || other->core.joined) {
    call.x.noteEffect(EffectKind::Read, call[0]);
    return call.fail(FaultKind::ThreadMisuse, other->core.detached
                                                  ? "detach of a thread that is detached already"
                                                  : "detach of a thread that was joined already");
  }
  if (!call.granted(Op::Detach, 0, 0))
    return Reached::Stopped;
  call.x.saveCore(*other);
  call.x.noteEffect(EffectKind::Write, call[0]);
  other->core.detached = true;
  if (call.x.trial)
    call.x.trial->acts = true;
  call.note(Op::Detach, 0, 0, call.x.names.fromHandle(call[0]));
  return call.done(0);
}

// main may end this way too; the process then ends with its last thread.
Reached exitThread(Call &call) {
  call.x.exitThread(call.pc, call[0]);
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
Reached errnoLocation(Call &call) {
  ThreadCore &core = call.thread().core;
  if (!core.errnoAddress)
    core.errnoAddress = call.x.makeHeapObject(4, 16, true, false);
  return call.done(core.errnoAddress);
}

constexpr LibraryFunction functions[] = {
    {"pthread_create", create},   {"pthread_join", join}, {"pthread_detach", detach},
    {"pthread_exit", exitThread}, {"pthread_self", self}, {"pthread_equal", equal},
    {"pthread_yield", yield},     {"sched_yield", yield}, {"__errno_location", errnoLocation},
};

} // namespace

Thread *threadAt(Executor &x, std::uint64_t handle) {
  const ThreadId id = x.names.fromHandle(handle);
  if (id == noThread || id >= x.threads.size() || !x.threads[id] ||
      x.threads[id]->core.status == ThreadStatus::None)
    return nullptr;
  return x.threads[id].get();
}

std::span<const LibraryFunction> threadFunctions() {
  return functions;
}

} // namespace heddle::vm
