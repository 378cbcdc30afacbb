// The memory of a state: objects found by the id in an address, bytes shared with other states
// until one of them writes, and changes logged so that the search can go back.
#pragma once

#include "vm/epitaph.h"
#include "vm/object.h"
#include "vm/undo.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace heddle::vm {

/// Which blocks of ids are in use, as small numbers. Shared by all states of one worker: a state
/// then needs only a short list of blocks.
class BlockMap {
public:
  BlockMap() { dense.fill(none); }
  static constexpr std::uint16_t none = 0xFFFF;
  std::uint16_t find(unsigned block) const { return dense[block]; }
  std::uint16_t make(unsigned block) {
    if (dense[block] == none) {
      dense[block] = static_cast<std::uint16_t>(inUse.size());
      inUse.insert(std::lower_bound(inUse.begin(), inUse.end(), block), block);
    }
    return dense[block];
  }
  /// The blocks in use, rising.
  const std::vector<unsigned> &used() const { return inUse; }
  Epitaphs &epitaphs() { return dead; }

private:
  std::array<std::uint16_t, blockCount> dense;
  std::vector<unsigned> inUse;
  Epitaphs dead;
};

class Memory {
public:
  Memory(StoragePool &pool, BlockMap &map) : pool(pool), map(map) {}
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory();

  /// Becomes a copy that shares everything with `from` until written. Only for an empty memory.
  void copyFrom(const Memory &from);

  /// The object that owns the slot of an address, live or not; null if there never was one.
  const Object *find(Address address) const { return head(idOf(address)); }
  const Object *object(ObjectId id) const { return at(id); }

  /// Makes an object with this id. Its bytes are zero; `written` says whether they count as such.
  const Object &create(ObjectId id, ObjectKind kind, std::uint64_t size, std::uint64_t alignment,
                       bool written, std::uint16_t owner, std::uint32_t site);
  /// The object as something to change; the old one is logged where that is needed.
  Object &change(ObjectId id);
  /// Ends the life of an object. Its place stays known, so that later uses can be explained.
  void end(ObjectId id, std::uint32_t location);

  /// The bytes, to be read. The range must lie inside the live object.
  const std::uint8_t *read(const Object &object, Address address) const {
    return object.storage->bytes() + (address - object.base);
  }
  /// The bytes, to be written: logged, not shared with another state, marked as written.
  std::uint8_t *write(ObjectId id, Address address, std::uint64_t size);
  /// The bytes around `address` that may be written without asking again until the next mark.
  struct Extent {
    Address begin = 0;
    std::uint64_t length = 0;
    std::uint8_t *host = nullptr;
  };
  Extent writableExtent(ObjectId id, Address address);

  bool isWritten(const Object &object, Address address, std::uint64_t size) const {
    return !object.unwritten || areWritten(object, address - object.base, size);
  }
  void unwriteByte(ObjectId id, Address address);
  /// Forgets the contents: what a variable holds when its scope begins anew.
  void unwrite(ObjectId id);

  // The undo log. `mark` starts a new epoch; `back` undoes up to a position.
  /// A range that was given out to be written.
  struct Range {
    Address address = 0;
    std::uint64_t size = 0;
  };
  bool notesWrites = false;
  std::vector<Range> writes; ///< If so, those since somebody has emptied it.

  UndoLog &undo() { return log; }
  bool logging() const { return isLogging; }
  std::uint64_t epoch() const { return currentEpoch; }
  std::size_t mark();
  /// After the caller has undone everything else: a new epoch begins.
  void renew() { ++currentEpoch; }
  void undoEntry(const UndoLog::Entry &entry, const void *payload);

  /// Every object, for dumps, hashing and leak checks, by rising id.
  template <class F> void forEach(F f) const;

private:
  static constexpr unsigned pageBits = 5;
  static constexpr unsigned pageSize = 1u << pageBits;
  struct Page {
    std::uint32_t references = 1;
    std::array<Object, pageSize> objects;
  };
  /// A page of objects that are all dead.
  struct DeadPage {
    std::uint32_t references = 1;
    std::array<std::uint16_t, pageSize> epitaphs;
  };
  /// One of the two or nothing, in one word: a block is copied whole when a state first writes.
  class PageSlot {
  public:
    PageSlot() = default;
    explicit PageSlot(Page *page) : bits(reinterpret_cast<std::uintptr_t>(page)) {}
    explicit PageSlot(DeadPage *dead) : bits(reinterpret_cast<std::uintptr_t>(dead) | 1) {}
    Page *page() const {
      return bits & 1 ? nullptr
                      : reinterpret_cast<Page *>(bits); // NOLINT(performance-no-int-to-ptr)
    }
    DeadPage *dead() const {
      return bits & 1 ? reinterpret_cast<DeadPage *>(bits - 1) // NOLINT(performance-no-int-to-ptr)
                      : nullptr;
    }

  private:
    std::uintptr_t bits = 0;
  };
  struct Block {
    std::uint32_t references = 1;
    std::uint32_t used = 0; ///< Pages from here on are empty.
    std::array<PageSlot, idsPerBlock / pageSize> pages{};
  };

  const Object *at(ObjectId id) const {
    if (id >> idBits)
      return nullptr;
    const std::uint16_t dense = map.find(id >> blockBits);
    if (dense >= blocks.size() || !blocks[dense])
      return nullptr;
    const PageSlot &slot = blocks[dense]->pages[(id & (idsPerBlock - 1)) >> pageBits];
    if (const Page *page = slot.page()) [[likely]] {
      const Object &object = page->objects[id % pageSize];
      return object.kind == ObjectKind::None ? nullptr : &object;
    }
    const DeadPage *dead = slot.dead();
    return dead ? &map.epitaphs().read(id, dead->epitaphs[id % pageSize]) : nullptr;
  }
  const Object *head(ObjectId id) const {
    const Object *object = at(id);
    if (object && object->kind == ObjectKind::Inner)
      return at(id - static_cast<ObjectId>(object->size));
    return object;
  }
  /// The object, its page and block not shared with another state.
  Object &own(ObjectId id) {
    const std::uint16_t dense = map.find(id >> blockBits);
    if (dense < blocks.size()) [[likely]]
      if (Block *block = blocks[dense]; block && block->references == 1)
        if (Page *page = block->pages[(id & (idsPerBlock - 1)) >> pageBits].page();
            page && page->references == 1)
          return page->objects[id % pageSize];
    return makeOwn(id);
  }
  Object &makeOwn(ObjectId id);
  static bool areWritten(const Object &object, std::uint64_t offset, std::uint64_t size);
  Storage *ownStorage(Object &object);
  bool needsLog(const Object &object) const {
    return isLogging && object.createdIn != currentEpoch;
  }
  void bury(ObjectId id);
  void unbury(ObjectId id, PageSlot &slot);
  void releasePage(PageSlot slot);
  void releaseBlock(Block *block);
  void markWritten(Object &object, std::uint64_t offset, std::uint64_t size);

  StoragePool &pool;
  BlockMap &map;
  std::vector<Block *> blocks;
  UndoLog log;
  bool isLogging = false;
  std::uint64_t currentEpoch = 1;
};

template <class F> void Memory::forEach(F f) const {
  for (const unsigned number : map.used()) {
    const std::uint16_t dense = map.find(number);
    if (dense >= blocks.size() || !blocks[dense])
      continue;
    for (std::size_t p = 0; p < blocks[dense]->used; ++p) {
      const PageSlot slot = blocks[dense]->pages[p];
      if (!slot.page() && !slot.dead())
        continue;
      for (unsigned i = 0; i < pageSize; ++i) {
        const auto id = static_cast<ObjectId>(number << blockBits | p << pageBits | i);
        if (const Object *object = at(id))
          f(id, *object);
      }
    }
  }
}

} // namespace heddle::vm
