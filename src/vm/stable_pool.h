// A growing array whose elements never move, so that the undo log may point at them.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace heddle::vm {

template <class T> class StablePool {
  static_assert(std::is_trivially_copyable_v<T>, "elements are restored byte by byte");

public:
  std::size_t size() const { return count; }
  T &operator[](std::size_t i) { return chunks[i / chunkSize][i % chunkSize]; }
  const T &operator[](std::size_t i) const { return chunks[i / chunkSize][i % chunkSize]; }
  T &add(const T &value) {
    if (count == chunks.size() * chunkSize)
      addChunks(1);
    T &place = (*this)[count++];
    place = value;
    return place;
  }
  void shrink(std::size_t size) { count = size; }

  /// Becomes a copy, in one piece of memory that has room for little more. Only for an empty pool.
  void copyFrom(const StablePool &from) {
    assert(chunks.empty() && "only an empty pool becomes a copy");
    if (!from.count)
      return;
    addChunks((from.count + chunkSize - 1) / chunkSize);
    count = from.count;
    for (std::size_t i = 0; i < count; i += chunkSize)
      std::memcpy(chunks[i / chunkSize], from.chunks[i / chunkSize],
                  std::min(chunkSize, count - i) * sizeof(T));
  }

private:
  // Small, because most states hold few elements and many states may be kept.
  static constexpr std::size_t chunkSize = 8;

  void addChunks(std::size_t number) {
    // Left as it is: every element is written when it is added.
    blocks.push_back(std::make_unique_for_overwrite<std::byte[]>(number * chunkSize * sizeof(T)));
    auto *first = reinterpret_cast<T *>(blocks.back().get());
    for (std::size_t i = 0; i < number; ++i)
      chunks.push_back(first + i * chunkSize);
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks;
  std::vector<T *> chunks;
  std::size_t count = 0;
};

} // namespace heddle::vm
