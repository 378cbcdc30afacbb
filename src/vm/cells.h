// Cells: the places of a state that hold data, as leaves of expressions. A register of a frame is
// one, and eight bytes of memory that begin at a multiple of eight.
#pragma once

#include "vm/address.h"
#include "vm/thread.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::vm {

struct Cell {
  static constexpr unsigned size = 8; ///< Bytes of one in memory.

  Address address = 0;     ///< Of a word of memory; 0 for a register.
  ThreadId thread = 0;     ///< Whose register,
  std::uint32_t frame = 0; ///< of which of its frames, the outermost first,
  std::uint32_t reg = 0;   ///< and which.

  bool isRegister() const { return address == 0; }
};

/// Their numbers, the same on every path.
class Cells {
public:
  std::uint32_t word(Address address) { return number(address << 1, {address, 0, 0, 0}); }
  std::uint32_t reg(ThreadId thread, std::uint32_t frame, std::uint32_t which) {
    const std::uint64_t key =
        std::uint64_t{thread} << 48 | std::uint64_t{frame} << 28 | std::uint64_t{which} << 1 | 1;
    return number(key, {0, thread, frame, which});
  }
  const Cell &operator[](std::uint32_t number) const { return all[number]; }
  std::size_t size() const { return all.size(); }

private:
  std::uint32_t number(std::uint64_t key, const Cell &cell) {
    const auto [at, isNew] = numbers.try_emplace(key, static_cast<std::uint32_t>(all.size()));
    if (isNew)
      all.push_back(cell);
    return at->second;
  }

  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  std::vector<Cell> all;
};

} // namespace heddle::vm
