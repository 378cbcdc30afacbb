// The whole state as bytes, for an exact table of states: equal bytes mean equal futures.
#include "vm/executor.h"
#include "vm/machine.h"

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

void putThread(std::string &out, const Thread &thread) {
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
  if (core.status == ThreadStatus::Finished)
    return;
  for (std::uint32_t i = 0; i < core.depth; ++i) {
    const Frame &frame = thread.frames[i];
    put(out, reinterpret_cast<std::uint64_t>(frame.pc));
    put(out, frame.base);
    put(out, frame.firstStackId);
    put(out, frame.variables);
    out.append(reinterpret_cast<const char *>(thread.registers.data() + frame.base),
               frame.size * std::size_t{8});
  }
}

} // namespace

void Machine::serialise(std::string &out) const {
  out.clear();
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    // A thread that another path has made leaves its slot behind: it is no part of this state.
    if (!exists(static_cast<ThreadId>(i)))
      continue;
    put(out, i);
    putThread(out, *x->threads[i]);
  }
  put(out, x->globals.started);
  put(out, x->globals.keys);
  put(out, x->globals.clock);
  put(out, x->globals.random);
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
  for (std::size_t i = 0; i < x->syncs.size(); ++i) {
    const SyncObject &sync = x->syncs[i];
    if (sync.kind == SyncKind::Atomic || (sync.kind == SyncKind::ReadHold && !sync.count))
      continue; // Only clocks: history, not state.
    put(out, sync.address);
    put(out, sync.kind);
    put(out, sync.type);
    put(out, sync.destroyed);
    put(out, sync.owner);
    put(out, sync.count);
    put(out, sync.needed);
    put(out, sync.reader);
  }
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
        if (!x->memory.isWritten(object, object.base + i, 1))
          put(out, Symbolic::toBits(x->symbolic.byteAt(object.base + i)));
  });
}

} // namespace heddle::vm
