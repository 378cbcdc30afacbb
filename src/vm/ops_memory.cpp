// Loads, stores, addresses, bulk copies and stack objects.
#include "vm/bulk.h"
#include "vm/dispatch.h"
#include "vm/guard.h"
#include "vm/image.h"
#include "vm/ops.h"

namespace heddle::vm {

namespace {

template <Addressing How> inline Address addressOf(const Inst *pc, const std::uint64_t *r) {
  if constexpr (How == Addressing::Plain)
    return r[pc->a] + pc->imm;
  else if constexpr (How == Addressing::Indexed)
    return r[pc->a] + r[pc->b] * pc->c + pc->imm;
  else
    return r[pc->a] +
           static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(r[pc->b])}) * pc->c +
           pc->imm;
}

/// An index must not lead from one object into another. The slots tell, but for large objects.
template <Addressing How>
inline bool staysInSlot(const Inst *pc, const std::uint64_t *r, Address address) {
  if constexpr (How == Addressing::Plain)
    return true;
  else
    return (r[pc->a] ^ address) >> slotBits == 0;
}

bool leavesObject(const Inst *pc, Executor *x, Address base, Address address) {
  const Object *from = x->memory.find(base);
  const Object *to = x->memory.find(address);
  if (from && to && from != to && from->live && base - from->base <= from->size) {
    x->fault(pc, FaultKind::OutOfBounds,
             "index leads " + std::to_string(static_cast<std::int64_t>(address - from->base)) +
                 " bytes from the start of an object of " + std::to_string(from->size) +
                 " bytes into another one");
    return true;
  }
  return false;
}

/// The value just loaded was never written, or is symbolic.
void guardLoad(Executor *x, const Inst *pc, Address address, unsigned bytes) {
  const Shadow shadow = shadowAt(*x, address, bytes);
  becomeGuarded(*x, pc, pc->dst, 1, &shadow);
}

void guardPieces(Executor *x, const Inst *pc, Address address, const Layout &layout) {
  const std::vector<Shadow> shadows = shadowsAt(*x, address, layout);
  becomeGuarded(*x, pc, pc->dst, static_cast<std::uint32_t>(shadows.size()), shadows.data());
}

template <class T, Addressing How>
HEDDLE_HANDLER void loadSlow(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = addressOf<How>(pc, r);
  if (!staysInSlot<How>(pc, r, address) && leavesObject(pc, x, r[pc->a], address))
    return;
  if (x->options.lifts && !x->thread->top().guarded && x->lifts(address)) [[unlikely]] {
    guardHere(*x, pc);
    HEDDLE_RESUME;
  }
  const std::uint8_t *bytes = x->touch(pc, address, sizeof(T), AccessKind::Read);
  if (!bytes)
    return;
  T value;
  std::memcpy(&value, bytes, sizeof value);
  r[pc->dst] = value;
  if (x->recorder) [[unlikely]]
    x->noteAccess(address, sizeof(T), AccessKind::Read, bytes, bytes);
  if (x->sawUndefined && !x->thread->top().guarded) [[unlikely]] {
    guardLoad(x, pc, address, sizeof(T));
    HEDDLE_RESUME;
  }
  HEDDLE_NEXT;
}

template <class T, Addressing How> HEDDLE_OP load(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = addressOf<How>(pc, r);
  const Window &window = x->readWindow(address);
  if (!Executor::hits(window, address, sizeof(T)) || !staysInSlot<How>(pc, r, address)) [[unlikely]]
    [[clang::musttail]] return loadSlow<T, How>(pc, r, x);
  T value;
  std::memcpy(&value, window.host + (address - window.begin), sizeof value);
  r[pc->dst] = value;
  HEDDLE_NEXT;
}

template <class T, Addressing How>
HEDDLE_HANDLER void storeSlow(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = addressOf<How>(pc, r);
  if (!staysInSlot<How>(pc, r, address) && leavesObject(pc, x, r[pc->a], address))
    return;
  const T value = static_cast<T>(r[pc->dst]);
  if constexpr (sizeof(T) == 8)
    x->storing = value;
  std::uint8_t *bytes = x->touch(pc, address, sizeof(T), AccessKind::Write);
  x->storing = 0;
  if (!bytes)
    return;
  T before;
  std::memcpy(&before, bytes, sizeof before);
  std::memcpy(bytes, &value, sizeof value);
  if (x->recorder) [[unlikely]]
    x->noteAccess(address, sizeof(T), AccessKind::Write, reinterpret_cast<std::uint8_t *>(&before),
                  bytes);
  if constexpr (sizeof(T) == 8)
    x->publish(address, sizeof(T));
  if (!x->storeHoles.empty()) [[unlikely]]
    x->punchHoles(address);
  HEDDLE_NEXT;
}

template <class T, Addressing How> HEDDLE_OP store(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Address address = addressOf<How>(pc, r);
  const Window &window = x->writeWindow(address);
  if (!Executor::hits(window, address, sizeof(T)) || !staysInSlot<How>(pc, r, address)) [[unlikely]]
    [[clang::musttail]] return storeSlow<T, How>(pc, r, x);
  const T value = static_cast<T>(r[pc->dst]);
  std::memcpy(window.host + (address - window.begin), &value, sizeof value);
  HEDDLE_NEXT;
}

template <Addressing How> HEDDLE_OP address(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = addressOf<How>(pc, r);
  HEDDLE_NEXT;
}

HEDDLE_OP loadPieces(const Inst *pc, std::uint64_t *r, Executor *x) {
  const auto &layout = *reinterpret_cast<const Layout *>(pc->imm);
  const std::uint8_t *bytes = x->touch(pc, r[pc->a], layout.bytes, AccessKind::Read);
  if (!bytes)
    return;
  std::uint32_t reg = pc->dst;
  for (const Piece &piece : layout.pieces) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes + piece.offset, piece.bytes);
    r[reg++] = value & piece.mask;
  }
  if (x->recorder) [[unlikely]]
    x->noteAccess(r[pc->a], layout.bytes, AccessKind::Read, bytes, bytes);
  if (x->sawUndefined && !x->thread->top().guarded) [[unlikely]] {
    guardPieces(x, pc, r[pc->a], layout);
    HEDDLE_RESUME;
  }
  HEDDLE_NEXT;
}

bool storeAll(const Inst *pc, const std::uint64_t *r, Executor *x) {
  const auto &layout = *reinterpret_cast<const Layout *>(pc->imm);
  std::uint8_t *bytes = x->touch(pc, r[pc->a], layout.bytes, AccessKind::Write);
  if (!bytes)
    return false;
  std::vector<std::uint8_t> before;
  if (x->recorder) [[unlikely]]
    before.assign(bytes, bytes + layout.bytes);
  std::uint32_t reg = pc->dst;
  for (const Piece &piece : layout.pieces)
    std::memcpy(bytes + piece.offset, &r[reg++], piece.bytes);
  if (x->recorder) [[unlikely]]
    x->noteAccess(r[pc->a], layout.bytes, AccessKind::Write, before.data(), bytes);
  x->publish(r[pc->a], layout.bytes);
  if (!x->storeHoles.empty()) [[unlikely]]
    x->punchHoles(r[pc->a]);
  return true;
}

HEDDLE_OP storePieces(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!storeAll(pc, r, x))
    return;
  HEDDLE_NEXT;
}

HEDDLE_OP allocate(const Inst *pc, std::uint64_t *r, Executor *x) {
  const std::uint64_t count = pc->b ? r[pc->a] : 1;
  x->thread->top().pc = pc; // The object is named after the variable of this place.
  const ObjectId id = x->makeStackObject(pc->imm * count, pc->c);
  if (!id)
    return x->gap(pc, "address-space", "the program makes more objects than there are addresses");
  r[pc->dst] = x->memory.object(id)->base;
  HEDDLE_NEXT;
}

template <bool Overlapping> HEDDLE_OP copy(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!bulkCopy(*x, pc, r[pc->dst], r[pc->a], r[pc->b], Overlapping))
    return;
  HEDDLE_NEXT;
}

HEDDLE_OP fill(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!bulkFill(*x, pc, r[pc->dst], static_cast<std::uint8_t>(r[pc->a]), r[pc->b]))
    return;
  HEDDLE_NEXT;
}

template <bool Begins> HEDDLE_OP scope(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Object *object = x->memory.find(r[pc->a]);
  if (object && object->kind == ObjectKind::Stack && object->live) {
    const ObjectId id = idOf(object->base);
    x->noteEnd(*object);
    if (object->inScope != Begins)
      x->memory.change(id).inScope = Begins;
    if constexpr (Begins) {
      if (object->unwritten != object->size)
        x->memory.unwrite(id);
      if (x->symbolic.hasBytes())
        x->forgetSymbols(*object);
    }
    x->clearWindows();
  }
  HEDDLE_NEXT;
}

HEDDLE_OP stackSave(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = x->thread->core.stackIds;
  HEDDLE_NEXT;
}

HEDDLE_OP stackRestore(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->endStackObjectsFrom(static_cast<std::uint32_t>(r[pc->a]));
  HEDDLE_NEXT;
}

HEDDLE_OP threadLocal(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = x->localAddress(static_cast<unsigned>(pc->imm));
  HEDDLE_NEXT;
}

HEDDLE_OP pointerToInteger(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->share(r[pc->a]);
  r[pc->dst] = r[pc->a];
  HEDDLE_NEXT;
}

template <Addressing How> Handler pickLoad(unsigned bytes) {
  switch (bytes) {
  case 1:
    return load<std::uint8_t, How>;
  case 2:
    return load<std::uint16_t, How>;
  case 4:
    return load<std::uint32_t, How>;
  default:
    return load<std::uint64_t, How>;
  }
}

template <Addressing How> Handler pickStore(unsigned bytes) {
  switch (bytes) {
  case 1:
    return store<std::uint8_t, How>;
  case 2:
    return store<std::uint16_t, How>;
  case 4:
    return store<std::uint32_t, How>;
  default:
    return store<std::uint64_t, How>;
  }
}

} // namespace

Handler loadHandler(unsigned bytes, Addressing addressing) {
  switch (addressing) {
  case Addressing::Plain:
    return pickLoad<Addressing::Plain>(bytes);
  case Addressing::Indexed:
    return pickLoad<Addressing::Indexed>(bytes);
  case Addressing::Indexed32:
    return pickLoad<Addressing::Indexed32>(bytes);
  }
  return nullptr;
}

Handler storeHandler(unsigned bytes, Addressing addressing) {
  switch (addressing) {
  case Addressing::Plain:
    return pickStore<Addressing::Plain>(bytes);
  case Addressing::Indexed:
    return pickStore<Addressing::Indexed>(bytes);
  case Addressing::Indexed32:
    return pickStore<Addressing::Indexed32>(bytes);
  }
  return nullptr;
}

Handler addressHandler(Addressing addressing) {
  switch (addressing) {
  case Addressing::Plain:
    return address<Addressing::Plain>;
  case Addressing::Indexed:
    return address<Addressing::Indexed>;
  case Addressing::Indexed32:
    return address<Addressing::Indexed32>;
  }
  return nullptr;
}

Handler loadPiecesHandler() {
  return loadPieces;
}
Handler storePiecesHandler() {
  return storePieces;
}
Handler allocateHandler() {
  return allocate;
}
Handler copyHandler(bool overlapping) {
  return overlapping ? copy<true> : copy<false>;
}
Handler fillHandler() {
  return fill;
}
Handler scopeHandler(bool begins) {
  return begins ? scope<true> : scope<false>;
}
Handler stackSaveHandler() {
  return stackSave;
}
Handler stackRestoreHandler() {
  return stackRestore;
}
Handler threadLocalHandler() {
  return threadLocal;
}
Handler pointerToIntegerHandler() {
  return pointerToInteger;
}

} // namespace heddle::vm
