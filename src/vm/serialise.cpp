// The whole state as bytes, for an exact table of states: equal bytes mean equal futures.
#include "vm/executor.h"
#include "vm/machine.h"
#include "vm/spin.h"

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
  put(out, pending.address);
  put(out, pending.second);
  put(out, pending.size);
  put(out, pending.location);
}

/// One register of a frame, with a value in the place of an expression if `valueOf` is given.
void putRegister(std::string &out, const std::uint64_t *r, const Frame &frame, std::uint32_t which,
                 const Machine::Valuation &valueOf) {
  const std::uint32_t size = frame.function->frameSize;
  const expr::Ref node =
      frame.guarded ? Symbolic::fromBits(r[2 * std::size_t{size} + which]) : nullptr;
  put(out, !node ? r[which] : valueOf ? valueOf(node) : Symbolic::toBits(node));
  put(out, frame.guarded ? r[size + which] : 0);
  put(out, node && !valueOf);
}

void putFrame(std::string &out, const Thread &thread, const Frame &frame, bool awaits,
              const Machine::Valuation &valueOf) {
  put(out, frame.base);
  put(out, frame.firstStackId);
  put(out, frame.variables);
  const std::uint64_t *registers = thread.registers.data() + frame.base;
  if (awaits) {
    // A loop that only waits may have been tried a few times or never: that is history.
    put(out, frame.function->indexOf(frame.pc));
    for (const std::uint32_t variable : liveAt(frame.pc))
      putRegister(out, registers, frame, variable, valueOf);
    return;
  }
  put(out, reinterpret_cast<std::uint64_t>(frame.pc));
  if (!frame.guarded || !valueOf) {
    out.append(reinterpret_cast<const char *>(registers), frame.size * std::size_t{8});
    return;
  }
  for (std::uint32_t i = 0; i < frame.function->frameSize; ++i)
    putRegister(out, registers, frame, i, valueOf);
}

void putThread(std::string &out, const Thread &thread, const Machine::Valuation &valueOf,
               bool registers) {
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
  if (core.status == ThreadStatus::Ready) // For others it is what they once did.
    putPending(out, core.pending);
  put(out, core.result);
  put(out, core.errnoAddress);
  put(out, core.locals);
  put(out, core.specific);
  put(out, core.waitDepth);
  put(out, core.cleanup);
  put(out, core.exits);
  put(out, core.cancelRequested);
  put(out, core.cancelDisabled);
  put(out, core.wokenToEnd);
  put(out, core.ending);
  put(out, core.keyRounds);
  put(out, core.nextKey);
  put(out, core.awaits);
  put(out, core.inputs);
  put(out, core.clockCalls);
  if (core.status == ThreadStatus::Finished)
    return;
  const bool awaits = core.status == ThreadStatus::Ready && core.pending.phase == Phase::Await;
  for (std::uint32_t i = 0; i < core.depth; ++i) {
    const Frame &frame = thread.frames[i];
    if (registers)
      putFrame(out, thread, frame, awaits && i + 1 == core.depth, valueOf);
    else
      put(out, &frame.function->code[frame.function->indexOf(frame.pc)]);
  }
}

/// A lock that is free, or a condition, as it would be made from its bytes when it is used first.
bool isAsNew(const Executor &x, const SyncObject &sync) {
  constexpr Address typeOffset = 16; // In the bytes of a mutex.
  auto holds = [&](Address address) { return x.isReadable(address) && x.isWritten(address, 4); };
  if (sync.destroyed || sync.ownerGone || sync.owner != noThread || sync.count ||
      !holds(sync.address))
    return false;
  if (sync.kind == SyncKind::Mutex)
    return holds(sync.address + typeOffset) &&
           x.peek(sync.address + typeOffset, 4) == static_cast<std::uint64_t>(sync.type);
  return sync.kind == SyncKind::RwLock || sync.kind == SyncKind::Condition;
}

/// By address: in which order they were first used, and whether at all, is history, not state.
void putSyncs(std::string &out, const Executor &x) {
  std::vector<const SyncObject *> order;
  for (std::size_t i = 0; i < x.syncs.size(); ++i) {
    const SyncObject &sync = x.syncs[i];
    // Only clocks: history too.
    if (sync.kind != SyncKind::Atomic && (sync.kind != SyncKind::ReadHold || sync.count) &&
        !isAsNew(x, sync))
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

/// What bytes are, not how they came to be known: plain ones and expressions look the same.
void putValues(std::string &out, const Executor &x, const Object &object,
               const Machine::Valuation &valueOf) {
  std::vector<std::uint64_t> undefined;
  for (std::uint64_t i = 0; i < object.size; ++i) {
    const Address at = object.base + i;
    if (!object.unwritten || x.memory.isWritten(object, at, 1)) {
      put(out, object.storage->bytes()[i]);
      continue;
    }
    const expr::Ref byte = x.symbolic.byteAt(at);
    put(out, static_cast<std::uint8_t>(byte ? valueOf(byte) : 0));
    if (!byte)
      undefined.push_back(i);
  }
  for (const std::uint64_t which : undefined)
    put(out, which);
}

} // namespace

void Machine::serialise(std::string &out, const Valuation &valueOf, bool registers) const {
  out.clear();
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    // A thread that another path has made leaves its slot behind: it is no part of this state.
    if (!exists(static_cast<ThreadId>(i)))
      continue;
    put(out, i);
    putThread(out, *x->threads[i], valueOf, registers);
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
  putSyncs(out, *x);
  for (const std::uint32_t answer : x->sectionAnswers)
    put(out, answer);
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
    if (valueOf)
      return putValues(out, *x, object, valueOf);
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
