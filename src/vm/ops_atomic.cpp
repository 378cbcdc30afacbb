// Atomic loads, stores, updates, compare-exchange and fences. All act in one order; the memory
// orders only decide what happens before what, for races.
#include "vm/dispatch.h"
#include "vm/guard.h"
#include "vm/ops.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cmath>

namespace heddle::vm {

namespace {

Ordering orderingOf(std::uint64_t imm) {
  return {true, (imm & 1) != 0, (imm & 2) != 0};
}

std::uint64_t readBytes(const std::uint8_t *bytes, unsigned size) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  return value;
}

/// Writes, tells the recorder and publishes.
void writeBytes(Executor *x, Address address, std::uint8_t *bytes, std::uint64_t value,
                unsigned size, AccessKind kind) {
  const std::uint64_t before = readBytes(bytes, size);
  std::memcpy(bytes, &value, size);
  if (x->recorder)
    x->noteAccess(address, size, kind, reinterpret_cast<const std::uint8_t *>(&before), bytes);
  if (size == 8)
    x->publish(address, size);
  if (!x->storeHoles.empty()) [[unlikely]]
    x->punchHoles(address);
}

/// An atomic read of bytes that were never written, or are symbolic.
void guardRead(Executor *x, const Inst *pc, const Shadow &shadow) {
  becomeGuarded(*x, pc, pc->dst, 1, &shadow);
}

/// Plain code meets symbolic bytes that decide what it does: the guarded code does it.
bool needsGuard(Executor *x, const Inst *pc, Address address) {
  return !x->thread->top().guarded &&
         (x->lifts(address) || (x->symbolic.hasBytes() && x->symbolicAt(address, pc->c)));
}

HEDDLE_OP atomicLoad(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = r[pc->a];
  if (x->options.lifts && needsGuard(x, pc, address)) [[unlikely]] {
    guardHere(*x, pc);
    HEDDLE_RESUME;
  }
  const std::uint8_t *bytes = x->touch(pc, address, pc->c, AccessKind::Read, orderingOf(pc->imm));
  if (!bytes)
    return;
  r[pc->dst] = readBytes(bytes, pc->c);
  if (x->recorder)
    x->noteAccess(address, pc->c, AccessKind::Read, bytes, bytes);
  if (x->sawUndefined && !x->thread->top().guarded) [[unlikely]] {
    guardRead(x, pc, shadowAt(*x, address, pc->c));
    HEDDLE_RESUME;
  }
  HEDDLE_NEXT;
}

HEDDLE_OP atomicStore(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = r[pc->a];
  std::uint8_t *bytes = x->touch(pc, address, pc->c, AccessKind::Write, orderingOf(pc->imm));
  if (!bytes)
    return;
  writeBytes(x, address, bytes, r[pc->dst], pc->c, AccessKind::Write);
  HEDDLE_NEXT;
}

template <class F> F asReal(std::uint64_t bits) {
  if constexpr (sizeof(F) == 8)
    return asDouble(bits);
  else
    return asFloat(bits);
}

template <class F> std::uint64_t realUpdate(unsigned operation, F a, F b) {
  using A = llvm::AtomicRMWInst;
  switch (operation) {
  case A::FAdd:
    return bitsOf(a + b);
  case A::FSub:
    return bitsOf(a - b);
  case A::FMax:
    return bitsOf(std::fmax(a, b));
  default:
    return bitsOf(std::fmin(a, b));
  }
}

std::uint64_t update(unsigned operation, std::uint64_t a, std::uint64_t b, unsigned bytes) {
  using A = llvm::AtomicRMWInst;
  const unsigned width = bytes * 8;
  switch (operation) {
  case A::Xchg:
    return b;
  case A::Add:
    return a + b;
  case A::Sub:
    return a - b;
  case A::And:
    return a & b;
  case A::Nand:
    return ~(a & b);
  case A::Or:
    return a | b;
  case A::Xor:
    return a ^ b;
  case A::Max:
    return signExtend(a, width) > signExtend(b, width) ? a : b;
  case A::Min:
    return signExtend(a, width) < signExtend(b, width) ? a : b;
  case A::UMax:
    return std::max(a, b);
  case A::UMin:
    return std::min(a, b);
  case A::UIncWrap:
    return a >= b ? 0 : a + 1;
  case A::UDecWrap:
    return a == 0 || a > b ? b : a - 1;
  default:
    return bytes == 8 ? realUpdate(operation, asReal<double>(a), asReal<double>(b))
                      : realUpdate(operation, asReal<float>(a), asReal<float>(b));
  }
}

HEDDLE_OP atomicUpdate(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = r[pc->a];
  if (needsGuard(x, pc, address)) [[unlikely]] {
    guardHere(*x, pc);
    HEDDLE_RESUME;
  }
  std::uint8_t *bytes = x->touch(pc, address, pc->c, AccessKind::Update, orderingOf(pc->imm));
  if (!bytes)
    return;
  const bool undefined = x->sawUndefined;
  const std::uint64_t before = readBytes(bytes, pc->c);
  const std::uint64_t value = r[pc->b];
  const auto operation = static_cast<unsigned>(pc->imm >> 8);
  writeBytes(x, address, bytes, update(operation, before, value, pc->c), pc->c, AccessKind::Update);
  r[pc->dst] = before;
  if (undefined && !x->thread->top().guarded) [[unlikely]] {
    guardRead(x, pc, {maskOf(pc->c * 8), nullptr});
    HEDDLE_RESUME;
  }
  HEDDLE_NEXT;
}

HEDDLE_OP compareExchange(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = r[pc->a];
  const Ordering ordering = orderingOf(pc->imm);
  if (needsGuard(x, pc, address)) [[unlikely]] {
    guardHere(*x, pc);
    HEDDLE_RESUME;
  }
  // What it will do is known before it happens: a failing one is only a read.
  const bool succeeds =
      x->exchangeOutcome >= 0 ? x->exchangeOutcome != 0 : x->peek(address, pc->c) == r[pc->b];
  x->exchangeOutcome = -1;
  x->exchanges = true;
  std::uint8_t *bytes =
      x->touch(pc, address, pc->c, succeeds ? AccessKind::Update : AccessKind::Read, ordering);
  x->exchanges = false;
  if (!bytes)
    return;
  const std::uint64_t before = readBytes(bytes, pc->c);
  const std::uint64_t wanted = r[pc->dst + 2];
  if (succeeds)
    writeBytes(x, address, bytes, wanted, pc->c, AccessKind::Update);
  else if (x->recorder)
    x->noteAccess(address, pc->c, AccessKind::Read, bytes, bytes);
  r[pc->dst] = before;
  r[pc->dst + 1] = succeeds;
  HEDDLE_NEXT;
}

HEDDLE_OP fence(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->fence((pc->imm & 1) != 0, (pc->imm & 2) != 0);
  HEDDLE_NEXT;
}

} // namespace

Handler atomicLoadHandler() {
  return atomicLoad;
}
Handler atomicStoreHandler() {
  return atomicStore;
}
Handler atomicUpdateHandler() {
  return atomicUpdate;
}
Handler compareExchangeHandler() {
  return compareExchange;
}
Handler fenceHandler() {
  return fence;
}

std::uint64_t packOrdering(bool acquire, bool release, unsigned operation) {
  return (acquire ? 1u : 0u) | (release ? 2u : 0u) | std::uint64_t{operation} << 8;
}

} // namespace heddle::vm
