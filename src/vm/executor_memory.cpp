// Memory as a running thread meets it: checks, visibility, races, windows, sharing.
#include "vm/executor.h"

#include "vm/image.h"
#include "vm/journal.h"

#include <llvm/IR/GlobalVariable.h>

namespace heddle::vm {

namespace {

program::OpKind operationOf(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return program::OpKind::Read;
  case AccessKind::Write:
    return program::OpKind::Write;
  case AccessKind::Update:
    return program::OpKind::ReadModifyWrite;
  }
  return program::OpKind::None;
}

std::string sizeText(std::uint64_t bytes) {
  return bytes == 1 ? "1 byte" : std::to_string(bytes) + " bytes";
}

std::string_view kindText(const Object &object) {
  switch (object.kind) {
  case ObjectKind::Global:
    return "global variable";
  case ObjectKind::Stack:
    return "local variable";
  case ObjectKind::ThreadLocal:
    return "thread-local variable";
  case ObjectKind::Function:
    return "function";
  default:
    return "heap block";
  }
}

} // namespace

void Executor::explainBadAddress(const Inst *pc, Address address, std::uint64_t size,
                                 const Object *object, AccessKind kind) {
  const std::string what = kind == AccessKind::Read ? "read" : "write";
  if (address < nullPage)
    return fault(pc, FaultKind::NullPointer,
                 what + (address == 0
                             ? " through a null pointer"
                             : " through a null pointer (offset " + std::to_string(address) + ")"));
  if (!object) {
    if (image.functionAt(address))
      return fault(pc, FaultKind::InvalidPointer, what + " of a function's code");
    return fault(pc, FaultKind::InvalidPointer, what + " through a pointer to no object");
  }
  if (object->kind == ObjectKind::Global)
    if (const Image::Global &global = image.globals()[object->site]; !global.isDefined)
      return gap(pc, "unsupported",
                 "nobody defines " + program::shownName(global.variable->getName().str()) +
                     neededBy());
  const bool isInside = address >= object->base && address - object->base < object->size;
  const auto offset = static_cast<std::int64_t>(address - object->base);
  const std::string where =
      " of a " + std::string(kindText(*object)) + " of " + sizeText(object->size);
  if (!object->live || !object->inScope) {
    const char *state =
        object->kind == ObjectKind::Stack ? " whose scope has ended" : " that was freed";
    return fault(pc, FaultKind::UseAfterFree,
                 what + " of " + sizeText(size) + " at offset " + std::to_string(offset) + where +
                     state,
                 object->kind == ObjectKind::Heap ? object->freedAt : program::noLocation);
  }
  if (isInside && object->constant && kind != AccessKind::Read)
    return fault(pc, FaultKind::InvalidPointer, "write to a constant");
  fault(pc, FaultKind::OutOfBounds,
        what + " of " + sizeText(size) + " at offset " + std::to_string(offset) + where);
}

std::uint8_t *Executor::touch(const Inst *pc, Address address, std::uint64_t size, AccessKind kind,
                              Ordering ordering) {
  thread->top().pc = pc;
  const Object *object = memory.find(address);
  const bool writes = kind != AccessKind::Read;
  if (!object || !object->live || !object->inScope || address < object->base ||
      size > object->size || address - object->base > object->size - size ||
      (object->constant && writes)) [[unlikely]] {
    // Whoever ended the object could have come later.
    noteEffect(EffectKind::Read, address, size);
    if (object)
      noteEffect(EffectKind::Read, object->base + cell::lifeOffset);
    explainBadAddress(pc, address, size, object, kind);
    return nullptr;
  }
  const ObjectId id = idOf(object->base);
  const bool visible = object->shared && !object->constant && !solo;
  if (visible) {
    Pending pending;
    pending.kind = operationOf(kind);
    pending.isWrite = writes;
    pending.isAtomic = ordering.atomic;
    pending.address = address;
    pending.size = static_cast<std::uint32_t>(size);
    if (!grant(pc, pending))
      return nullptr;
    checkRace(address, size, keepsVtable(address) ? AccessKind::Read : kind, ordering);
    if (!ordering.atomic && thread->core.rounds && !hasBareAccess && !isTrial) [[unlikely]]
      hasBareAccess = !holdsLock(current);
    if (ordering.atomic)
      orderAtomic(address, kind, ordering);
    else if (writes && object->sync)
      forgetReleases(*object, address, size);
    if (notesEffects() && !isTrial) {
      const bool plain = !object->unwritten || memory.isWritten(*object, address, size);
      noteAccessEffect(address, size, kind,
                       plain ? object->storage->bytes() + (address - object->base) : nullptr);
      effects.back().plain = !ordering.atomic;
    }
  } else if (object->owner != current && !object->shared && !object->constant && !solo)
      [[unlikely]] {
    // Nothing published this object, and yet another thread has its address.
    gaps.push_back({"sharing", "an object is used by a thread that should not know it",
                    userLocation(*thread)});
    memory.change(id).shared = true;
    clearWindows();
    return touch(pc, address, size, kind, ordering);
  }
  if (solo && mayContest && kind != AccessKind::Write && object->shared && !isTrial &&
      isContested(address, size)) [[unlikely]]
    noteAccessEffect(address, size, AccessKind::Read, nullptr);
  if (trial) {
    const bool plain = !object->unwritten || memory.isWritten(*object, address, size);
    // Who remembers it may not be alone.
    trial->saw(address, size, kind != AccessKind::Write, writes,
               object->shared && !object->constant, ordering.atomic,
               plain ? object->storage->bytes() + (address - object->base) : nullptr, exchanges);
  }
  sawUndefined =
      kind != AccessKind::Write && object->unwritten && !memory.isWritten(*object, address, size);
  if (journal && !writes) [[unlikely]]
    journal->read(address, size);
  if (!writes) {
    if (!visible)
      fillWindow(*object, id, address, kind);
    return object->storage->bytes() + (address - object->base);
  }
  std::uint8_t *bytes = memory.write(id, address, size);
  if (!visible)
    fillWindow(*memory.object(id), id, address, kind);
  return bytes;
}

void Executor::fillWindow(const Object &object, ObjectId id, Address address, AccessKind kind) {
  if (careful || object.unwritten)
    return;
  if (mayContest && object.shared && isContested(object.base, object.size))
    return;
  const auto index = static_cast<std::uint8_t>((address >> slotBits) % windowCount);
  if (kind == AccessKind::Read) {
    windows->read[index] = {object.base, object.size, object.storage->bytes()};
    dirtyWindows.push_back(index);
    return;
  }
  if (memory.logging() && object.createdIn != memory.epoch()) {
    // Old bytes are logged word by word until a place turns out to be written again and again.
    writesInARow = lastWritten == id ? writesInARow + 1 : 0;
    lastWritten = id;
    if (writesInARow < 3)
      return;
  }
  const Memory::Extent extent = memory.writableExtent(id, address);
  if (!extent.length)
    return;
  windows->write[index] = {extent.begin, extent.length, extent.host};
  windows->read[index] = {}; // The storage may have been replaced by a copy of our own.
  dirtyWindows.push_back(index);
}

/// Whether the running store puts the address of a virtual function table where it already is, as
/// each destructor does first of all. Nobody can see that, so to races it is a look.
/// (ThreadSanitizer leaves such a store out altogether.)
bool Executor::keepsVtable(Address address) const {
  if (!storing || glimpse(address, 8) != storing)
    return false;
  const Image::Global *table = image.globalAt(storing);
  return table && table->variable->getName().starts_with("_ZTV");
}

void Executor::checkRace(Address address, std::uint64_t size, AccessKind kind, Ordering ordering) {
  if (!seeksRaces || !options.looksFor(FaultKind::DataRace))
    return;
  const program::LocationId where = userLocation(*thread);
  if (isTrial) {
    trialRaces = trialRaces || races.isNew(address, size, kind != AccessKind::Read, ordering.atomic,
                                           current, thread->core.clock, where);
    return;
  }
  races.access(address, size, kind != AccessKind::Read, ordering.atomic, current,
               thread->core.clock, where, [&](const ShadowEntry &entry) {
                 const std::uint64_t low = std::min(entry.location, where);
                 const std::uint64_t high = std::max(entry.location, where);
                 if (!knownRaces.insert(low << 32 | high).second)
                   return;
                 faults.push_back(
                     {FaultKind::DataRace, current, where, "", entry.thread, entry.location, {}});
               });
}

void Executor::noteAccess(Address address, std::uint64_t size, AccessKind kind,
                          const std::uint8_t *before, const std::uint8_t *after) {
  if (isTrial)
    return;
  const Object *object = memory.find(address);
  const bool inside = together || thread->core.atomicDepth ||
                      (thread->core.inModelOperation && thread->top().function->isModel);
  Seen seen{current,
            operationOf(kind),
            userLocation(*thread),
            address,
            size,
            before,
            after,
            0,
            noThread,
            object->shared && !object->constant};
  if (kind != AccessKind::Write)
    seen.lifted = std::exchange(lifted, nullptr);
  if (kind != AccessKind::Read)
    seen.wrote = storeHoles;
  seen.atOnce = inside && !solo && toldBy == current && toldAt == grants;
  toldBy = current;
  toldAt = grants;
  recorder->saw(seen);
}

std::uint64_t Executor::peek(Address address, unsigned size) const {
  if (journal) [[unlikely]]
    journal->read(address, size);
  return glimpse(address, size);
}

std::uint64_t Executor::glimpse(Address address, unsigned size) const {
  const Object *object = memory.find(address);
  if (!object || !object->live || address < object->base || size > object->size ||
      address - object->base > object->size - size)
    return 0;
  std::uint64_t value = 0;
  std::memcpy(&value, memory.read(*object, address), size);
  return value;
}

bool Executor::isWritten(Address address, std::uint64_t size) const {
  const Object *object = memory.find(address);
  return !object || memory.isWritten(*object, address, size);
}

std::vector<Executor::Hole> Executor::holesAt(Address address, std::uint64_t size) const {
  std::vector<Hole> holes;
  const Object *object = memory.find(address);
  if (!object || !object->unwritten)
    return holes;
  for (std::uint64_t i = 0; i < size; ++i)
    if (!memory.isWritten(*object, address + i, 1))
      holes.push_back({static_cast<std::uint32_t>(i), symbolic.byteAt(address + i)});
  return holes;
}

bool Executor::isReadable(Address address) const {
  const Object *object = memory.find(address);
  return object && object->live && object->storage && address >= object->base &&
         address - object->base < object->size;
}

void Executor::punchHoles(Address address) {
  const Object *object = memory.find(address);
  const ObjectId id = idOf(object->base);
  const bool isKnown = lifts(address); // The recorder was told what was written.
  for (const Hole &hole : storeHoles) {
    const Address at = address + hole.offset;
    const bool isPlain = hole.value && (isKnown || hole.value->isConstant()); // Then it is no hole.
    if (isPlain)
      *memory.write(id, at, 1) = static_cast<std::uint8_t>(symbolic.valueOf(hole.value));
    else
      memory.unwriteByte(id, at);
    symbolic.setByte(at, isPlain ? nullptr : hole.value, memory.logging());
  }
  storeHoles.clear();
  clearWindows();
}

bool Executor::isShared(Address address) const {
  const Object *object = memory.find(address);
  return !object || (object->shared && !object->constant);
}

// --- sharing
// ----------------------------------------------------------------------------------------

void Executor::publish(Address address, std::uint64_t size) {
  const Object *into = memory.find(address);
  if (!into || !into->shared)
    return;
  const Address end = address + size;
  for (Address at = (address + 7) & ~Address{7}; at + 8 <= end; at += 8) {
    share(glimpse(at, 8));
    if (symbolic.hasBytes()) [[unlikely]]
      shareSymbolic(at);
  }
}

void Executor::shareReachable() {
  std::vector<Address> pointers;
  memory.forEach([&](ObjectId, const Object &object) {
    if (!object.live || !object.shared || object.constant || !object.storage ||
        object.kind == ObjectKind::Inner)
      return;
    for (std::uint64_t i = 0; i + 8 <= object.size; i += 8) {
      Address inner = 0;
      std::memcpy(&inner, object.storage->bytes() + i, 8);
      if (inner >= slotSize && inner < addressLimit)
        pointers.push_back(inner);
    }
  });
  for (const Address pointer : pointers)
    share(pointer);
}

void Executor::share(Address pointer) {
  const Object *object = memory.find(pointer);
  if (!object || object->shared || !object->live || object->constant)
    return;
  // A pointer one past the end still belongs to the object.
  if (pointer < object->base || pointer - object->base > object->size)
    return;
  std::vector<ObjectId> todo = {idOf(object->base)};
  memory.change(todo.back()).shared = true;
  while (!todo.empty()) {
    const ObjectId id = todo.back();
    todo.pop_back();
    const Object one = *memory.object(id);
    if (!one.storage)
      continue;
    if (journal) [[unlikely]]
      journal->shares(one);
    const std::uint8_t *bytes = one.storage->bytes();
    if (one.unwritten && symbolic.hasBytes())
      for (std::uint64_t i = 0; i + 8 <= one.size; i += 8)
        shareSymbolic(one.base + i);
    for (std::uint64_t i = 0; i + 8 <= one.size; i += 8) {
      Address inner = 0;
      std::memcpy(&inner, bytes + i, 8);
      if (inner < slotSize || inner >= addressLimit)
        continue;
      const Object *next = memory.find(inner);
      if (!next || next->shared || !next->live || next->constant || inner < next->base ||
          inner - next->base > next->size)
        continue;
      todo.push_back(idOf(next->base));
      memory.change(todo.back()).shared = true;
    }
  }
  clearWindows();
}

// --- objects
// ----------------------------------------------------------------------------------------

ObjectId Executor::newObject(ObjectId id, ObjectKind kind, std::uint64_t size,
                             std::uint64_t alignment, bool written) {
  if (id)
    memory.create(id, kind, size, alignment, written, current, userLocation(*thread));
  if (journal && id) [[unlikely]]
    journal->made(id);
  if (recorder && id) [[unlikely]]
    recorder->made(current, memory.object(id)->base);
  return id;
}

ObjectId Executor::makeStackObject(std::uint64_t size, std::uint64_t alignment) {
  ThreadCore &core = thread->core;
  std::uint32_t nth = core.stackIds;
  ObjectId id = names.stackObject(current, nth);
  const std::uint32_t slots = slotsFor(baseOf(id, alignment), size);
  if ((id & (idsPerBlock - 1)) + slots > idsPerBlock) { // Not over the end of a block.
    nth = (nth + idsPerBlock) & ~(idsPerBlock - 1);
    id = names.stackObject(current, nth);
  }
  core.stackIds = nth + slots;
  return slots < idsPerBlock ? newObject(id, ObjectKind::Stack, size, alignment, false) : 0;
}

Address Executor::makeHeapObject(std::uint64_t size, std::uint64_t alignment, bool zeroed,
                                 bool leakable) {
  ThreadCore &core = thread->core;
  std::uint32_t nth = core.heapIds;
  ObjectId id = names.heapObject(current, nth);
  const std::uint32_t slots = slotsFor(baseOf(id, alignment), size);
  if (slots >= idsPerBlock)
    return 0;
  if ((id & (idsPerBlock - 1)) + slots > idsPerBlock) {
    nth = (nth + idsPerBlock) & ~(idsPerBlock - 1);
    id = names.heapObject(current, nth);
  }
  core.heapIds = nth + slots;
  if (!newObject(id, ObjectKind::Heap, size, alignment, zeroed))
    return 0;
  if (leakable)
    memory.change(id).leakable = true;
  return memory.object(id)->base;
}

void Executor::endStackObjectsFrom(std::uint32_t count) {
  ThreadCore &core = thread->core;
  const program::LocationId where = userLocation(*thread);
  for (std::uint32_t i = core.stackIds; i-- > count;) {
    const ObjectId id = names.stackObject(current, i);
    const Object *object = memory.object(id);
    if (object && object->kind == ObjectKind::Stack && object->live) {
      noteEnd(*object);
      memory.end(id, where);
    }
  }
  clearWindows();
}

void Executor::endLocals() {
  const ThreadCore &core = thread->core;
  if (!core.locals)
    return;
  for (std::size_t i = 0; i < image.locals().size(); ++i)
    if (const Address local = peek(core.locals + i * 8, 8)) {
      noteEnd(*memory.find(local));
      memory.end(idOf(local), core.createdAt);
    }
  clearWindows();
}

Address Executor::localAddress(unsigned index) {
  ThreadCore &core = thread->core;
  if (!core.locals) {
    core.locals = makeHeapObject(image.locals().size() * 8, 16, true, false);
    if (!core.locals)
      return 0;
  }
  const Address slot = core.locals + index * Address{8};
  if (const Address known = peek(slot, 8))
    return known;
  const Image::Local &local = image.locals()[index];
  const Address made = makeHeapObject(local.size, local.alignment, true, false);
  if (!made)
    return 0;
  Object &object = memory.change(idOf(made));
  object.kind = ObjectKind::ThreadLocal;
  object.site = index;
  if (local.size)
    std::memcpy(memory.write(idOf(made), made, local.size), local.bytes.data(), local.size);
  std::memcpy(memory.write(idOf(core.locals), slot, 8), &made, 8);
  return made;
}

} // namespace heddle::vm
