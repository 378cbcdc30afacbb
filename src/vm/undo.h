// The undo log: what the search needs to go back to a marked point.
//
// Entries lie one behind the other and are read from the end. A mark is a position; going back
// costs what was written since. What an entry means is known by its kind; `State` writes and reads
// them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace heddle::vm {

enum class UndoKind : std::uint32_t {
  Raw,          ///< key: host pointer, payload: its old bytes.
  Bytes,        ///< key: address in the program, payload: old bytes of memory.
  Written,      ///< key: address, payload: old written-bits that cover the entry's bytes.
  ObjectChange, ///< key: id, payload: the old Object.
  ObjectNew,    ///< key: id.
  Frame,        ///< key: thread | frame << 32, payload: Frame and its registers.
  Symbol,       ///< key: address, payload: the expression its byte held, null for none.
};

class UndoLog {
public:
  struct Entry {
    std::uint64_t key;
    std::uint32_t size; ///< Of the payload that lies in front of this entry.
    UndoKind kind;
    const void *payload = nullptr; ///< Only set by forEachSince.
  };

  UndoLog() = default;
  UndoLog(const UndoLog &) = delete;
  UndoLog &operator=(const UndoLog &) = delete;
  ~UndoLog() { std::free(bytes); }

  std::size_t position() const { return used; }

  /// Room for `size` bytes of payload; the caller fills it before anything else is pushed.
  void *push(UndoKind kind, std::uint64_t key, std::uint32_t size) {
    const std::uint32_t padded = (size + 7) & ~7u;
    const std::size_t need = used + padded + sizeof(Entry);
    if (need > capacity)
      grow(need);
    void *payload = bytes + used;
    const Entry entry{key, size, kind};
    std::memcpy(bytes + used + padded, &entry, sizeof entry);
    used = need;
    return payload;
  }

  /// Takes the last entry off; the payload stays valid until the next push.
  Entry pop(void *&payload) {
    Entry entry;
    used -= sizeof entry;
    std::memcpy(&entry, bytes + used, sizeof entry);
    used -= (entry.size + 7) & ~7u;
    payload = bytes + used;
    return entry;
  }

  /// Calls `f(entry)` for what was logged since a position, youngest first.
  template <class F> void forEachSince(std::size_t position, F f) const {
    std::size_t at = used;
    while (at > position) {
      Entry entry;
      at -= sizeof entry;
      std::memcpy(&entry, bytes + at, sizeof entry);
      at -= (entry.size + 7) & ~7u;
      entry.payload = bytes + at;
      f(entry);
    }
  }

  void saveRaw(void *pointer, std::uint32_t size) {
    std::memcpy(push(UndoKind::Raw, reinterpret_cast<std::uint64_t>(pointer), size), pointer, size);
  }

private:
  void grow(std::size_t need) {
    capacity = need * 2 < 4096 ? 4096 : need * 2;
    bytes = static_cast<std::uint8_t *>(std::realloc(bytes, capacity));
  }

  std::uint8_t *bytes = nullptr;
  std::size_t used = 0;
  std::size_t capacity = 0;
};

} // namespace heddle::vm
