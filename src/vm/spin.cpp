#include "vm/spin.h"

#include <algorithm>

namespace heddle::vm {

namespace {

constexpr std::int64_t longestTrial = 4000; ///< Instructions; a longer iteration is no spin.

/// What the world looks like, as far as a spin must leave it alone.
struct Snapshot {
  struct Bytes {
    Address address;
    std::vector<std::uint8_t> content;
  };
  std::vector<SyncObject> syncs;
  std::vector<ThreadCore> cores;
  Executor::Globals globals;
  std::size_t exitHandlers = 0;
};

Snapshot look(const Executor &x) {
  Snapshot result;
  for (std::size_t i = 0; i < x.syncs.size(); ++i)
    result.syncs.push_back(x.syncs[i]);
  for (const auto &thread : x.threads)
    result.cores.push_back(thread ? thread->core : ThreadCore{});
  result.globals = x.globals;
  result.exitHandlers = x.exitHandlers.size();
  return result;
}

bool sameSync(const SyncObject &a, const SyncObject &b) {
  return a.kind == b.kind && a.destroyed == b.destroyed && a.owner == b.owner &&
         a.count == b.count && a.round == b.round;
}

bool sameElsewhere(const Snapshot &a, const Snapshot &b, ThreadId self) {
  for (std::size_t i = 0; i < b.syncs.size(); ++i) {
    if (i < a.syncs.size() ? !sameSync(a.syncs[i], b.syncs[i])
                           : b.syncs[i].owner != noThread || b.syncs[i].count)
      return false;
  }
  if (a.cores.size() != b.cores.size())
    return false;
  for (std::size_t i = 0; i < a.cores.size(); ++i) {
    if (i == self) {
      if (a.cores[i].children != b.cores[i].children || a.cores[i].depth != b.cores[i].depth ||
          a.cores[i].clockCalls != b.cores[i].clockCalls)
        return false;
    } else if (a.cores[i].status != b.cores[i].status ||
               a.cores[i].pending.phase != b.cores[i].pending.phase ||
               a.cores[i].detached != b.cores[i].detached ||
               a.cores[i].cancelRequested != b.cores[i].cancelRequested) {
      return false;
    }
  }
  return a.globals.keys == b.globals.keys && a.exitHandlers == b.exitHandlers;
}

/// Everything that was written since the mark, as it is now. Objects that are gone again leave no
/// trace; a new one that is still there makes the iteration something else than a spin.
bool collect(Executor &x, std::size_t since, std::vector<Snapshot::Bytes> &out) {
  bool fresh = false;
  x.memory.undo().forEachSince(since, [&](const UndoLog::Entry &entry) {
    if (entry.kind == UndoKind::ObjectNew) {
      const Object *object = x.memory.object(static_cast<ObjectId>(entry.key));
      fresh |= object && object->live && object->kind != ObjectKind::Inner;
    } else if (entry.kind == UndoKind::ObjectChange) {
      const Object *object = x.memory.object(static_cast<ObjectId>(entry.key));
      const auto *before = static_cast<const Object *>(entry.payload);
      fresh |= object && (object->live != before->live);
    } else if (entry.kind == UndoKind::Written) {
      // Writing what was undefined or symbolic is a change, whatever the bytes below it were.
      const Object *object = x.memory.find(entry.key);
      fresh |= object && object->live && object->inScope && object->storage &&
               std::memcmp(object->storage->written() + (entry.key - object->base) / 8,
                           entry.payload, entry.size) != 0;
    } else if (entry.kind == UndoKind::Symbol) {
      fresh = true; // It may be the same expression again; a spin that makes sure is rare.
    } else if (entry.kind == UndoKind::Bytes) {
      const Object *object = x.memory.find(entry.key);
      if (!object || !object->live || !object->inScope)
        return;
      const std::uint8_t *bytes = x.memory.read(*object, entry.key);
      out.push_back({entry.key, {bytes, bytes + entry.size}});
    }
  });
  return !fresh;
}

/// What the thread knows at the loop head: the values that live there, and all of its callers. An
/// iteration may leave the loop and come back by a loop around it, in this function or a caller.
std::vector<std::uint64_t> privateState(const Thread &thread, const Inst *head) {
  const std::vector<std::uint32_t> &variables = liveAt(head);
  const Frame &top = thread.top();
  std::vector<std::uint64_t> result;
  result.reserve(top.base + thread.core.depth + 2 * variables.size());
  for (std::uint32_t i = 0; i + 1 < thread.core.depth; ++i)
    result.push_back(reinterpret_cast<std::uint64_t>(thread.frames[i].pc));
  const std::uint64_t *r = thread.registers.data();
  result.insert(result.end(), r, r + top.base);
  r += top.base;
  for (const std::uint32_t variable : variables)
    result.push_back(r[variable]);
  if (top.guarded) // What they are besides their values.
    for (const std::uint32_t variable : variables) {
      result.push_back(r[top.function->frameSize + variable]);
      result.push_back(r[2 * std::size_t{top.function->frameSize} + variable]);
    }
  return result;
}

/// Tries one iteration from the loop head the running thread stands at, and undoes it.
bool onlySpins(Executor &x, const Inst *pc) {
  Thread &thread = *x.thread;
  const std::vector<std::uint64_t> before = privateState(thread, pc);
  const Snapshot start = look(x);
  const std::int64_t budget = x.budget;

  // What the trial saves goes with its log; what was saved before it stays saved.
  const std::uint32_t watermark = thread.watermark;
  const Executor::Mark mark = x.mark();
  x.saveCore(thread);
  x.saveFrames(thread);
  x.isTrial = true;
  x.blocked = false;
  x.trialFault = false;
  x.trialHead = pc;
  x.trialDepth = thread.core.depth;
  x.trialReturned = false;
  x.budget = longestTrial;
  pc[1].run(pc + 1, thread.frameRegisters(thread.top()), &x);
  bool spins = x.trialReturned && !x.trialFault && !x.blocked;
  std::vector<Snapshot::Bytes> written;
  if (spins) {
    spins = privateState(thread, pc) == before;
    spins = spins && sameElsewhere(start, look(x), x.current) && collect(x, mark.log, written);
  }
  x.back(mark);
  thread.watermark = watermark;
  x.isTrial = false;
  x.trialHead = nullptr;
  x.budget = budget;
  x.resetStop();
  for (const Snapshot::Bytes &bytes : written) {
    const Object *object = x.memory.find(bytes.address);
    spins = spins && object &&
            std::equal(bytes.content.begin(), bytes.content.end(),
                       x.memory.read(*object, bytes.address));
  }
  return spins;
}

} // namespace

bool reachLoopHead(Executor &x, const Inst *pc) {
  if (x.isTrial) {
    if (pc != x.trialHead || x.thread->core.depth != x.trialDepth)
      return true;
    x.trialReturned = true;
    x.stopAt(pc);
    return false;
  }
  // A granted await goes into the iteration; its first visible operation uses the grant.
  if (x.mayAct || x.thread->core.atomicDepth)
    return true;
  // Models do not wait by spinning.
  if (x.thread->top().function->isModel)
    return true;
  x.thread->top().pc = pc;
  if (!onlySpins(x, pc))
    return true;
  Pending pending;
  pending.kind = program::OpKind::Read;
  pending.phase = Phase::Await;
  pending.location = x.userLocation(*x.thread);
  x.thread->core.pending = pending;
  x.stopAt(pc);
  return false;
}

bool wouldSpin(Executor &x, ThreadId which) {
  const ThreadId before = x.current;
  x.current = which;
  x.thread = x.threads[which].get();
  x.updateSolo();
  const bool result = onlySpins(x, x.thread->top().pc);
  x.current = before;
  x.thread = x.threads[before].get();
  x.clearWindows();
  return result;
}

} // namespace heddle::vm
