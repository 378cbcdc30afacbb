#include "vm/memory.h"

#include <cassert>

namespace heddle::vm {

namespace {
constexpr std::uint64_t chunk = 512; ///< What is logged at once when one place is written often.
} // namespace

Memory::~Memory() {
  for (Block *block : blocks)
    if (block)
      releaseBlock(block);
}

void Memory::releasePage(PageSlot slot) {
  if (DeadPage *dead = slot.dead(); dead && --dead->references == 0)
    delete dead;
  Page *page = slot.page();
  if (!page || --page->references)
    return;
  for (Object &object : page->objects)
    if (object.storage)
      pool.release(object.storage);
  delete page;
}

void Memory::releaseBlock(Block *block) {
  if (--block->references)
    return;
  for (const PageSlot slot : block->pages)
    releasePage(slot);
  delete block;
}

void Memory::copyFrom(const Memory &from) {
  assert(blocks.empty() && "only an empty memory becomes a copy");
  blocks = from.blocks;
  for (Block *block : blocks)
    if (block)
      ++block->references;
  currentEpoch = from.currentEpoch + 1;
}

Object &Memory::makeOwn(ObjectId id) {
  const std::uint16_t dense = map.make(id >> blockBits);
  if (dense >= blocks.size())
    blocks.resize(dense + 1u);
  Block *&block = blocks[dense];
  if (!block) {
    block = new Block;
  } else if (block->references > 1) {
    auto *copy = new Block(*block);
    copy->references = 1;
    for (const PageSlot slot : copy->pages) {
      if (Page *page = slot.page())
        ++page->references;
      if (DeadPage *dead = slot.dead())
        ++dead->references;
    }
    --block->references;
    block = copy;
  }
  const std::uint32_t number = (id & (idsPerBlock - 1)) >> pageBits;
  block->used = std::max(block->used, number + 1);
  PageSlot &slot = block->pages[number];
  if (slot.dead()) [[unlikely]]
    unbury(id, slot);
  Page *page = slot.page();
  if (!page) {
    page = new Page;
    slot = PageSlot(page);
  } else if (page->references > 1) {
    auto *copy = new Page(*page);
    copy->references = 1;
    for (Object &object : copy->objects)
      if (object.storage)
        ++object.storage->references;
    --page->references;
    page = copy;
    slot = PageSlot(page);
  }
  return page->objects[id % pageSize];
}

/// Puts a page short whose objects are all dead. Not while there is a log: it may bring them back.
void Memory::bury(ObjectId id) {
  Block &block = *blocks[map.find(id >> blockBits)];
  PageSlot &slot = block.pages[(id & (idsPerBlock - 1)) >> pageBits];
  const Page &page = *slot.page();
  // The page of a loop that makes and ends objects is looked through once: when it is full.
  if (page.objects[pageSize - 1].kind == ObjectKind::None)
    return;
  const ObjectId first = id & ~(pageSize - 1);
  DeadPage dead;
  for (unsigned i = 0; i < pageSize; ++i) {
    const std::uint32_t number = map.epitaphs().write(first + i, page.objects[i]);
    if (number == Epitaphs::none)
      return;
    dead.epitaphs[i] = static_cast<std::uint16_t>(number);
  }
  releasePage(slot);
  slot = PageSlot(new DeadPage(dead));
}

void Memory::unbury(ObjectId id, PageSlot &slot) {
  const ObjectId first = id & ~(pageSize - 1);
  auto *page = new Page;
  for (unsigned i = 0; i < pageSize; ++i)
    page->objects[i] = map.epitaphs().read(first + i, slot.dead()->epitaphs[i]);
  releasePage(slot);
  slot = PageSlot(page);
}

Storage *Memory::ownStorage(Object &object) {
  if (object.storage->references > 1) {
    Storage *copy = pool.copy(object.storage);
    --object.storage->references;
    object.storage = copy;
  }
  return object.storage;
}

const Object &Memory::create(ObjectId id, ObjectKind kind, std::uint64_t size,
                             std::uint64_t alignment, bool written, std::uint16_t owner,
                             std::uint32_t site) {
  Object &object = own(id);
  assert(object.kind == ObjectKind::None && "an id is used once");
  object = Object{};
  object.base = baseOf(id, alignment);
  object.size = size;
  object.storage = pool.take(size);
  std::memset(object.storage->bytes(), 0,
              static_cast<std::size_t>(object.storage->written() - object.storage->bytes()) +
                  object.storage->writtenSize());
  object.unwritten = written ? 0 : size;
  object.createdIn = currentEpoch;
  object.owner = owner;
  object.site = site;
  object.kind = kind;
  object.live = true;
  if (isLogging)
    log.push(UndoKind::ObjectNew, id, 0);
  const std::uint32_t slots = slotsFor(object.base, size);
  for (std::uint32_t i = 1; i < slots; ++i) {
    Object &inner = own(id + i);
    inner = Object{};
    inner.kind = ObjectKind::Inner;
    inner.size = i;
    if (isLogging)
      log.push(UndoKind::ObjectNew, id + i, 0);
  }
  return *at(id);
}

Object &Memory::change(ObjectId id) {
  Object &object = own(id);
  if (needsLog(object))
    std::memcpy(log.push(UndoKind::ObjectChange, id, sizeof object), &object, sizeof object);
  return object;
}

void Memory::end(ObjectId id, std::uint32_t location) {
  const bool young = !needsLog(*at(id));
  Object &object = change(id);
  object.live = false;
  object.freedAt = location;
  if (young && object.storage) {
    pool.release(object.storage);
    object.storage = nullptr;
    if (!isLogging)
      bury(id);
  }
}

void Memory::markWritten(Object &object, std::uint64_t offset, std::uint64_t size) {
  std::uint8_t *bits = object.storage->written();
  for (std::uint64_t i = offset; i < offset + size; ++i) {
    const auto bit = static_cast<std::uint8_t>(1u << (i & 7));
    if (!(bits[i / 8] & bit)) {
      bits[i / 8] |= bit;
      --object.unwritten;
    }
  }
}

std::uint8_t *Memory::write(ObjectId id, Address address, std::uint64_t size) {
  if (notesWrites) [[unlikely]]
    writes.push_back({address, size});
  Object &object = own(id);
  Storage *storage = ownStorage(object);
  const std::uint64_t offset = address - object.base;
  if (needsLog(object)) {
    if (object.unwritten) {
      std::memcpy(log.push(UndoKind::ObjectChange, id, sizeof object), &object, sizeof object);
      const std::uint64_t first = offset / 8;
      const std::uint64_t last = (offset + size + 7) / 8;
      std::memcpy(log.push(UndoKind::Written, object.base + first * 8,
                           static_cast<std::uint32_t>(last - first)),
                  storage->written() + first, last - first);
    }
    std::memcpy(log.push(UndoKind::Bytes, address, static_cast<std::uint32_t>(size)),
                storage->bytes() + offset, size);
  }
  if (object.unwritten)
    markWritten(object, offset, size);
  return storage->bytes() + offset;
}

Memory::Extent Memory::writableExtent(ObjectId id, Address address) {
  Object &object = own(id);
  if (object.unwritten)
    return {};
  Storage *storage = ownStorage(object);
  if (!needsLog(object))
    return {object.base, object.size, storage->bytes()};
  const std::uint64_t begin = (address - object.base) & ~(chunk - 1);
  const std::uint64_t length = object.size - begin < chunk ? object.size - begin : chunk;
  std::memcpy(log.push(UndoKind::Bytes, object.base + begin, static_cast<std::uint32_t>(length)),
              storage->bytes() + begin, length);
  return {object.base + begin, length, storage->bytes() + begin};
}

bool Memory::areWritten(const Object &object, std::uint64_t offset, std::uint64_t size) {
  const std::uint8_t *bits = object.storage->written();
  for (std::uint64_t i = offset; i < offset + size; ++i)
    if (!(bits[i / 8] & (1u << (i & 7))))
      return false;
  return true;
}

void Memory::unwriteByte(ObjectId id, Address address) {
  Object &object = change(id);
  const std::uint64_t offset = address - object.base;
  std::uint8_t *bits = ownStorage(object)->written();
  if (!object.unwritten) // While all was written the bits were not kept.
    std::memset(bits, 0xFF, object.storage->writtenSize());
  const auto bit = static_cast<std::uint8_t>(1u << (offset & 7));
  if (!(bits[offset / 8] & bit))
    return;
  if (needsLog(object))
    std::memcpy(log.push(UndoKind::Written, object.base + (offset & ~std::uint64_t{7}), 1),
                bits + offset / 8, 1);
  bits[offset / 8] &= static_cast<std::uint8_t>(~bit);
  ++object.unwritten;
}

void Memory::unwrite(ObjectId id) {
  Object &object = own(id);
  Storage *storage = ownStorage(object);
  if (needsLog(object)) {
    const auto bits = static_cast<std::uint32_t>(storage->writtenSize());
    std::memcpy(log.push(UndoKind::Written, object.base, bits), storage->written(), bits);
    std::memcpy(log.push(UndoKind::Bytes, object.base, static_cast<std::uint32_t>(object.size)),
                storage->bytes(), object.size);
    std::memcpy(log.push(UndoKind::ObjectChange, id, sizeof object), &object, sizeof object);
  }
  std::memset(storage->written(), 0, storage->writtenSize());
  std::memset(storage->bytes(), 0, object.size);
  object.unwritten = object.size;
}

std::size_t Memory::mark() {
  isLogging = true;
  ++currentEpoch;
  return log.position();
}

void Memory::undoEntry(const UndoLog::Entry &entry, const void *payload) {
  switch (entry.kind) {
  case UndoKind::Bytes: {
    Object &object = own(idOf(find(entry.key)->base));
    std::memcpy(ownStorage(object)->bytes() + (entry.key - object.base), payload, entry.size);
    break;
  }
  case UndoKind::Written: {
    Object &object = own(idOf(find(entry.key)->base));
    std::memcpy(ownStorage(object)->written() + (entry.key - object.base) / 8, payload, entry.size);
    break;
  }
  case UndoKind::ObjectChange: {
    Object &object = own(static_cast<ObjectId>(entry.key));
    // The storage is never part of a logical change: it may have been replaced by a copy since.
    Storage *storage = object.storage;
    std::memcpy(static_cast<void *>(&object), payload, sizeof object);
    object.storage = storage;
    break;
  }
  case UndoKind::ObjectNew: {
    Object &object = own(static_cast<ObjectId>(entry.key));
    if (object.storage)
      pool.release(object.storage);
    object = Object{};
    break;
  }
  case UndoKind::Raw:
  case UndoKind::Frame:
  case UndoKind::Symbol:
    assert(false && "not an entry of the memory");
  }
}

} // namespace heddle::vm
