// A growing array whose elements never move, so that the undo log may point at them.
#pragma once

#include <cstddef>
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
      chunks.push_back(std::make_unique<T[]>(chunkSize));
    T &place = (*this)[count++];
    place = value;
    return place;
  }
  void shrink(std::size_t size) { count = size; }

private:
  static constexpr std::size_t chunkSize = 128;
  std::vector<std::unique_ptr<T[]>> chunks;
  std::size_t count = 0;
};

} // namespace heddle::vm
