// Where things are in the address space of the program under test.
//
// An address is 47 bits: the id of an object in the upper 27, an offset in the lower 20. An object
// starts well inside its slot, so that a small step out of it stays in no man's land; one that is
// larger than a slot takes several in a row. Ids come in blocks of 2^14: the first is never used
// (null and small integers point there), then the globals and functions, and then every thread has
// blocks of its own, found from the thread's name, so that the allocations of two threads commute.
#pragma once

#include <cstdint>

namespace heddle::vm {

using Address = std::uint64_t;
using ObjectId = std::uint32_t;

inline constexpr unsigned slotBits = 20;
inline constexpr unsigned idBits = 27;
inline constexpr unsigned blockBits = 14;
inline constexpr ObjectId idsPerBlock = ObjectId{1} << blockBits;
inline constexpr unsigned blockCount = 1u << (idBits - blockBits);
inline constexpr Address addressLimit = Address{1} << (slotBits + idBits);
inline constexpr std::uint64_t slotSize = std::uint64_t{1} << slotBits;
inline constexpr std::uint64_t guardSize = 0x8000;
inline constexpr Address nullPage = 4096; ///< Below it a pointer counts as null with an offset.

inline ObjectId idOf(Address address) {
  return static_cast<ObjectId>(address >> slotBits);
}

/// The first byte of an object: staggered in steps of 16 bytes, so that hashes of pointers spread.
inline Address baseOf(ObjectId id, std::uint64_t alignment) {
  const std::uint64_t stagger = ((std::uint64_t{id} * 0x9E3779B1u) >> 7 & 0xFF) * 16;
  std::uint64_t offset = guardSize + stagger;
  if (alignment > 16)
    offset = (offset + alignment - 1) & ~(alignment - 1);
  return (Address{id} << slotBits) + offset;
}

/// How many slots in a row an object needs.
inline std::uint32_t slotsFor(Address base, std::uint64_t size) {
  if (size >= addressLimit) // Nowhere: more slots than there are.
    return blockCount << blockBits;
  const std::uint64_t end = (base & (slotSize - 1)) + size + guardSize;
  return static_cast<std::uint32_t>((end + slotSize - 1) >> slotBits);
}

} // namespace heddle::vm
