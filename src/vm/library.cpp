#include "vm/library.h"

#include "vm/dispatch.h"
#include "vm/guard.h"
#include "vm/image.h"
#include "vm/lazy.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace heddle::vm {

const LibraryFunction *findBuiltin(std::string_view name) {
  static const auto table = [] {
    std::unordered_map<std::string_view, const LibraryFunction *> all;
    for (const auto group :
         {threadFunctions(), mutexFunctions(), conditionFunctions(), waitingFunctions(),
          memoryFunctions(), outputFunctions(), fileFunctions(), processFunctions(),
          inputFunctions(), mathFunctions(), numberFunctions(), jumpFunctions(), cancelFunctions(),
          keyFunctions(), rwLockFunctions(), exceptionFunctions(), guardFunctions(),
          futexFunctions()})
      for (const LibraryFunction &function : group)
        all.emplace(function.name, &function);
    return all;
  }();
  const auto found =
      table.find(name.starts_with("__VERIFIER_nondet_") ? "__VERIFIER_nondet_" : name);
  return found == table.end() ? nullptr : found->second;
}

void Call::note(program::OpKind kind, Address address, std::uint64_t result, ThreadId other) const {
  if (!x.recorder || x.isTrial)
    return;
  Seen seen{x.current, kind, x.userLocation(*x.thread), address, 0, nullptr, nullptr, result,
            other,     true};
  seen.atOnce = x.thread->core.atomicDepth && x.toldBy == x.current && x.toldAt == x.grants;
  x.recorder->saw(seen);
}

Reached Call::waitOn(program::OpKind kind, Address address, Address mutex) {
  ThreadCore &core = x.thread->core;
  x.saveGlobals();
  core.ticket = ++x.globals.tickets;
  core.pending = Pending{};
  core.pending.kind = kind;
  core.pending.phase = Phase::Waiting;
  core.pending.address = address;
  core.pending.second = mutex;
  core.pending.location = x.userLocation(*x.thread);
  x.stopAt(pc);
  return Reached::Stopped;
}

expr::Ref Call::symbolic(std::size_t i) const {
  const Frame &frame = x.thread->top();
  if (!frame.guarded || i >= site.arguments.size())
    return nullptr;
  return Shadows(registers, *frame.function).node(site.arguments[i]);
}

Reached Call::doneWith(expr::Ref result) {
  if (result->isConstant())
    return done(result->value);
  if (!site.resultRegisters)
    return Reached::Done;
  Frame &frame = x.thread->top();
  x.thread->frameRegisters(frame)[site.dst] = 0;
  if (frame.guarded) {
    Shadows(x.thread->frameRegisters(frame), *frame.function).setNode(site.dst, result);
    return Reached::Done;
  }
  const Shadow shadow{0, result};
  becomeGuarded(x, pc, site.dst, 1, &shadow);
  return Reached::Entered;
}

/// Models that print hand the result on to who called them.
bool Call::resultMatters() const {
  bool used = site.resultUsed;
  const std::vector<Frame> &frames = x.thread->frames;
  for (std::uint32_t i = x.thread->core.depth; used && i-- > 1;) {
    if (!frames[i].function->isModel || frames[i].again)
      return true;
    used = pointee<CallSite>(*frames[i - 1].pc).resultUsed;
  }
  return used;
}

std::optional<std::uint64_t> Call::settle(expr::Ref node) const {
  std::uint64_t value = 0;
  const bool settled = resolveLazies(x, pc, node) && x.settle(pc, node, value);
  return settled ? std::optional(value) : std::nullopt;
}

bool Call::settleBytes(Address address, std::uint64_t size) const {
  for (const Executor::Hole &hole : x.holesAt(address, size)) {
    if (!hole.value)
      continue;
    const std::optional<std::uint64_t> value = settle(hole.value);
    if (!value)
      return false;
    const Address at = address + hole.offset;
    *x.memory.write(idOf(x.memory.find(at)->base), at, 1) = static_cast<std::uint8_t>(*value);
  }
  return true;
}

std::optional<std::uint64_t> Call::glance(Address address, unsigned size) const {
  const bool readable = x.isReadable(address) && x.isReadable(address + size - 1);
  if (readable && x.symbolic.hasBytes() && !settleBytes(address, size))
    return std::nullopt;
  return x.peek(address, size);
}

const std::uint8_t *Call::read(Address address, std::uint64_t size) const {
  const bool special = x.symbolic.hasBytes() && x.memory.find(address) && x.isReadable(address) &&
                       size && x.isReadable(address + size - 1);
  if (special && !samples() && x.wouldGrant(address) && !settleBytes(address, size))
    return nullptr;
  const std::uint8_t *bytes = x.touch(pc, address, size, AccessKind::Read);
  if (bytes && x.recorder)
    x.noteAccess(address, size, AccessKind::Read, bytes, bytes);
  if (bytes)
    joinFurther(address);
  if (!bytes || !special || !samples())
    return bytes;
  sample.assign(bytes, bytes + size);
  for (const Executor::Hole &hole : x.holesAt(address, size))
    if (hole.value)
      sample[hole.offset] = static_cast<std::uint8_t>(x.symbolic.valueOf(hole.value));
  return sample.data();
}

std::uint8_t *Call::write(Address address, std::uint64_t size) const {
  std::uint8_t *bytes = x.touch(pc, address, size, AccessKind::Write);
  if (bytes)
    joinFurther(address);
  return bytes;
}

bool Call::store(Address address, std::uint64_t value, unsigned size) const {
  std::uint8_t *bytes = write(address, size);
  if (!bytes)
    return false;
  std::uint64_t before = 0;
  std::memcpy(&before, bytes, size);
  std::memcpy(bytes, &value, size);
  if (x.recorder)
    x.noteAccess(address, size, AccessKind::Write, reinterpret_cast<std::uint8_t *>(&before),
                 bytes);
  if (size == 8)
    x.publish(address, size);
  return true;
}

std::optional<std::string> Call::string(Address address, std::uint64_t most) const {
  if (most == 0)
    return "";
  const Object *object = x.memory.find(address);
  std::uint64_t length = 0;
  // Before its turn all that it may read counts, and nothing is decided yet.
  const bool isTurn = x.wouldGrant(address);
  bool isSure = true;
  if (object && object->live && address >= object->base && address - object->base < object->size) {
    const std::uint64_t room = std::min(most, object->size - (address - object->base));
    while (length < room) {
      const expr::Ref node = x.symbolicAt(address + length, 1);
      if (node && !isTurn) {
        isSure = false;
        ++length;
        continue;
      }
      if (node && !samples() && !settleBytes(address + length, 1))
        return std::nullopt;
      // Where it ends is no matter of taste: without an end it is read too far.
      if (node && samples()) {
        expr::Builder &b = x.symbolic.builder();
        const Executor::Side ends = x.decide(pc, b.equal(node, b.constant(0, 8)));
        if (ends == Executor::Side::Stopped)
          return std::nullopt;
        if (ends == Executor::Side::True)
          break;
        ++length;
        continue;
      }
      const std::uint64_t byte = x.peek(address + length, 1);
      if (!byte)
        break;
      ++length;
    }
  }
  // With the final zero; one byte too many if there is none, so that the check fails there.
  const bool withEnd = length < most && (isSure || x.isReadable(address + length));
  const std::uint8_t *bytes = read(address, withEnd ? length + 1 : length);
  if (!bytes)
    return std::nullopt;
  return std::string(reinterpret_cast<const char *>(bytes), length);
}

void Call::setErrno(int value) const {
  ThreadCore &core = x.thread->core;
  if (!core.errnoAddress)
    core.errnoAddress = x.makeHeapObject(4, 16, true, false);
  if (core.errnoAddress)
    std::memcpy(x.memory.write(idOf(core.errnoAddress), core.errnoAddress, 4), &value, 4);
}

} // namespace heddle::vm
