// All of a state that the future depends on but data: two states with one key differ in data alone
// (paper 004: the global control state).
#include "vm/executor.h"
#include "vm/guard.h"
#include "vm/machine.h"

#include <algorithm>
#include <span>

namespace heddle::vm {

namespace {

template <class T> void put(std::string &out, const T &value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto bytes = std::as_bytes(std::span(&value, 1));
  out.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

void putPending(std::string &out, const Pending &pending) {
  put(out, pending.kind);
  put(out, pending.phase);
  put(out, pending.isAtomic);
  put(out, pending.isWrite);
  put(out, pending.address);
  put(out, pending.second);
  put(out, pending.size);
  put(out, pending.location);
}

void putFrame(std::string &out, const Thread &thread, const Frame &frame) {
  put(out, frame.function);
  put(out, static_cast<std::uint32_t>(frame.function->indexOf(frame.pc)));
  put(out, frame.firstStackId);
  put(out, frame.variables);
  put(out, frame.again);
  if (!frame.guarded)
    return;
  // Which bits mean nothing; for most frames none.
  const std::uint32_t size = frame.function->frameSize;
  const std::uint64_t *masks = thread.registers.data() + frame.base + size;
  for (std::uint32_t i = 0; i < size; ++i)
    if (masks[i]) {
      put(out, i);
      put(out, masks[i]);
    }
}

void putThread(std::string &out, const Thread &thread) {
  const ThreadCore &core = thread.core;
  put(out, core.status);
  put(out, core.standing);
  put(out, core.detached);
  put(out, core.joined);
  put(out, core.inModelOperation);
  put(out, core.inModelOperation ? core.modelDepth : 0);
  put(out, core.cancelRequested);
  put(out, core.cancelDisabled);
  put(out, core.wokenToEnd);
  put(out, core.ending);
  put(out, core.keyRounds);
  put(out, core.nextKey);
  put(out, core.atomicDepth);
  put(out, core.depth);
  put(out, core.children);
  put(out, core.stackIds);
  put(out, core.heapIds);
  if (core.status == ThreadStatus::Ready) {
    putPending(out, core.pending);
    put(out, core.awaits);
    put(out, core.actsAfter);
    put(out, core.choosesAfter);
    put(out, core.settles);
    put(out, core.passesHead);
    put(out, core.cameToNothing);
  }
  if (core.status == ThreadStatus::Fresh) {
    put(out, core.start);
    put(out, core.argument);
  }
  put(out, core.result);
  put(out, core.errnoAddress);
  put(out, core.locals);
  put(out, core.specific);
  put(out, core.cleanup);
  put(out, core.exits);
  put(out, core.waitDepth);
  put(out, core.inputs);
  put(out, core.clockCalls);
  if (core.status == ThreadStatus::Finished)
    return;
  for (std::uint32_t i = 0; i < core.depth; ++i)
    putFrame(out, thread, thread.frames[i]);
}

/// Who is alone depends on who knows of whose end.
void putEnds(std::string &out, const Executor &x) {
  for (std::size_t i = 0; i < x.threads.size(); ++i) {
    if (!x.threads[i] || x.threads[i]->core.status != ThreadStatus::Finished)
      continue;
    const auto id = static_cast<std::uint32_t>(i);
    for (std::size_t k = 0; k < x.threads.size(); ++k)
      if (x.threads[k] && x.threads[k]->core.status != ThreadStatus::None)
        out += x.threads[i]->core.clock.of(id) <= x.threads[k]->core.clock.of(id) ? '1' : '0';
  }
}

void putSyncs(std::string &out, const Executor &x) {
  std::vector<const SyncObject *> order;
  for (std::size_t i = 0; i < x.syncs.size(); ++i)
    if (x.syncs[i].kind != SyncKind::Atomic)
      order.push_back(&x.syncs[i]);
  std::ranges::sort(order, {}, [](const SyncObject *one) {
    return std::tuple(one->address, one->kind, one->reader);
  });
  for (const SyncObject *sync : order) {
    put(out, sync->address);
    put(out, sync->kind);
    put(out, sync->type);
    put(out, sync->destroyed);
    put(out, sync->ownerGone);
    put(out, sync->owner);
    put(out, sync->count);
    put(out, sync->needed);
    put(out, sync->reader);
  }
}

void putObject(std::string &out, const Executor &x, ObjectId id, const Object &object) {
  if (object.kind == ObjectKind::Global && object.inScope && !object.unwritten)
    return;
  put(out, id);
  put(out, object.live);
  put(out, object.shared);
  put(out, object.inScope);
  if (!object.live || !object.storage)
    return;
  put(out, object.size);
  if (!object.unwritten)
    return;
  for (std::uint64_t i = 0; i < object.size; ++i) // Symbolic bytes are data, undefined ones not.
    if (!x.memory.isWritten(object, object.base + i, 1) && !x.symbolic.byteAt(object.base + i))
      put(out, i);
}

} // namespace

void Machine::controlKey(std::string &out) const {
  out.clear();
  for (std::size_t i = 0; i < x->threads.size(); ++i)
    if (exists(static_cast<ThreadId>(i))) {
      put(out, i);
      putThread(out, *x->threads[i]);
    }
  putEnds(out, *x);
  put(out, x->globals.started);
  put(out, x->globals.keys);
  put(out, x->globals.exitCode);
  put(out, x->globals.exiting);
  put(out, x->globals.live);
  put(out, x->globals.multi);
  for (std::size_t i = 0; i < x->exitHandlers.size(); ++i) {
    put(out, x->exitHandlers[i].function);
    put(out, x->exitHandlers[i].argument);
    put(out, x->exitHandlers[i].quick);
  }
  for (std::size_t i = 0; i < x->keys.size(); ++i) {
    put(out, x->keys[i].destructor);
    put(out, x->keys[i].deleted);
  }
  putSyncs(out, *x);
  x->memory.forEach([&](ObjectId id, const Object &object) {
    if (object.kind != ObjectKind::Inner && object.kind != ObjectKind::Function && !object.constant)
      putObject(out, *x, id, object);
  });
}

} // namespace heddle::vm
