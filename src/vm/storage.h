// The bytes of one object, counted, so that two states share them until one writes.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace heddle::vm {

/// Header of a block; the bytes follow it, and behind them one bit a byte that says whether the
/// byte was ever written (only looked at while the object has unwritten bytes).
struct alignas(16) Storage {
  std::uint32_t references;
  std::uint32_t sizeClass; ///< Index of its free list, or `large`.
  std::uint64_t size;      ///< Of the program's bytes.

  static constexpr std::uint32_t large = ~0u;
  std::uint8_t *bytes() { return reinterpret_cast<std::uint8_t *>(this + 1); }
  std::uint8_t *written() { return bytes() + ((size + 7) & ~std::uint64_t{7}); }
  std::uint64_t writtenSize() const { return (size + 7) / 8; }
};

/// Hands out storage and keeps what was given back in lists by size. One pool serves all states of
/// one worker; states of different workers share nothing.
class StoragePool {
public:
  StoragePool() = default;
  StoragePool(const StoragePool &) = delete;
  StoragePool &operator=(const StoragePool &) = delete;
  ~StoragePool();

  /// Contents are not set.
  Storage *take(std::uint64_t size);
  void release(Storage *storage) {
    if (--storage->references == 0)
      giveBack(storage);
  }
  Storage *copy(Storage *from);

private:
  void giveBack(Storage *storage);

  struct Free {
    Free *next;
  };
  static constexpr unsigned classes = 10; ///< 32, 64, ... 16384 bytes with the header.
  std::array<Free *, classes> lists{};
};

} // namespace heddle::vm
