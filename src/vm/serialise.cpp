// The whole state as bytes, for an exact table of states: equal bytes mean equal futures.
#include "vm/executor.h"
#include "vm/guard.h"
#include "vm/machine.h"

#include <algorithm>

namespace heddle::vm {

namespace {

template <class T> void put(std::string &out, const T &value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char *>(&value), sizeof value);
}

void putPending(std::string &out, const Pending &pending) {
  put(out, pending.kind);
  put(out, pending.phase);
  put(out, pending.address);
  put(out, pending.second);
  put(out, pending.size);
  put(out, pending.location);
}

/// The registers of a guarded frame, with values in the place of expressions.
void putValues(std::string &out, const std::uint64_t *r, const CodeFunction &function,
               const Machine::Valuation &valueOf) {
  const std::uint64_t *masks = r + function.frameSize;
  const std::uint64_t *nodes = masks + function.frameSize;
  for (std::uint32_t i = 0; i < function.frameSize; ++i) {
    const expr::Ref node = Symbolic::fromBits(nodes[i]);
    put(out, node ? valueOf(node) : r[i]);
    put(out, masks[i]);
  }
}

void putThread(std::string &out, const Thread &thread, const Machine::Valuation &valueOf) {
  const ThreadCore &core = thread.core;
  put(out, core.status);
  put(out, core.standing);
  put(out, core.detached);
  put(out, core.joined);
  put(out, core.inModelOperation);
  put(out, core.atomicDepth);
  put(out, core.depth);
  put(out, core.children);
  put(out, core.stackIds);
  put(out, core.heapIds);
  putPending(out, core.pending);
  put(out, core.result);
  put(out, core.errnoAddress);
  put(out, core.locals);
  put(out, core.specific);
  put(out, core.waitDepth);
  put(out, core.cleanup);
  put(out, core.cancelRequested);
  put(out, core.cancelDisabled);
  put(out, core.wokenToEnd);
  put(out, core.ending);
  put(out, core.keyRounds);
  put(out, core.nextKey);
  put(out, core.inputs);
  put(out, core.clockCalls);
  if (core.status == ThreadStatus::Finished)
    return;
  for (std::uint32_t i = 0; i < core.depth; ++i) {
    const Frame &frame = thread.frames[i];
    put(out, reinterpret_cast<std::uint64_t>(frame.pc));
    put(out, frame.base);
    put(out, frame.firstStackId);
    put(out, frame.variables);
    const std::uint64_t *registers = thread.registers.data() + frame.base;
    if (frame.guarded && valueOf)
      putValues(out, registers, *frame.function, valueOf);
    else
      out.append(reinterpret_cast<const char *>(registers), frame.size * std::size_t{8});
  }
}

/// By address: in which order they were first used is history, not state.
void putSyncs(std::string &out, const StablePool<SyncObject> &syncs) {
  std::vector<const SyncObject *> order;
  for (std::size_t i = 0; i < syncs.size(); ++i) {
    const SyncObject &sync = syncs[i];
    // Only clocks: history too.
    if (sync.kind != SyncKind::Atomic && (sync.kind != SyncKind::ReadHold || sync.count))
      order.push_back(&sync);
  }
  std::sort(order.begin(), order.end(), [](const SyncObject *a, const SyncObject *b) {
    return std::tie(a->address, a->kind, a->reader) < std::tie(b->address, b->kind, b->reader);
  });
  for (const SyncObject *sync : order) {
    put(out, sync->address);
    put(out, sync->kind);
    put(out, sync->type);
    put(out, sync->destroyed);
    put(out, sync->owner);
    put(out, sync->count);
    put(out, sync->needed);
    put(out, sync->reader);
  }
}

} // namespace

void Machine::serialise(std::string &out, const Valuation &valueOf) const {
  out.clear();
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    // A thread that another path has made leaves its slot behind: it is no part of this state.
    if (!exists(static_cast<ThreadId>(i)))
      continue;
    put(out, i);
    putThread(out, *x->threads[i], valueOf);
  }
  put(out, x->globals.started);
  put(out, x->globals.keys);
  put(out, x->globals.exitCode);
  put(out, x->globals.exiting);
  for (std::size_t i = 0; i < x->exitHandlers.size(); ++i) {
    put(out, x->exitHandlers[i].function);
    put(out, x->exitHandlers[i].argument);
    put(out, x->exitHandlers[i].quick);
  }
  for (std::size_t i = 0; i < x->keys.size(); ++i) {
    put(out, x->keys[i].destructor);
    put(out, x->keys[i].deleted);
  }
  putSyncs(out, x->syncs);
  if (!valueOf)
    for (const expr::Ref condition : x->symbolic.path())
      put(out, Symbolic::toBits(condition));
  x->memory.forEach([&](ObjectId id, const Object &object) {
    if (object.kind == ObjectKind::Inner || object.constant)
      return;
    put(out, id);
    put(out, object.live);
    put(out, object.shared);
    put(out, object.inScope);
    if (!object.live || !object.storage)
      return;
    put(out, object.unwritten);
    out.append(reinterpret_cast<const char *>(object.storage->bytes()), object.size);
    if (object.unwritten)
      out.append(reinterpret_cast<const char *>(object.storage->written()),
                 object.storage->writtenSize());
    if (object.unwritten && x->symbolic.hasBytes())
      for (std::uint64_t i = 0; i < object.size; ++i)
        if (!x->memory.isWritten(object, object.base + i, 1)) {
          const expr::Ref byte = x->symbolic.byteAt(object.base + i);
          put(out, byte && valueOf ? valueOf(byte) + 1 : Symbolic::toBits(byte));
        }
  });
}

} // namespace heddle::vm
