// What stays known of objects that are gone for good, in two bytes each.
//
// A use after free is explained by what the object was, so a dead one is not forgotten; but a
// program that calls a function ten million times leaves as many behind. They differ in little
// more than their place: what they have in common is kept once.
#pragma once

#include "vm/object.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace heddle::vm {

class Epitaphs {
public:
  static constexpr std::uint32_t none = ~0u;

  /// The number that stands for this dead object; `none` if it cannot be put so short.
  std::uint32_t write(ObjectId id, const Object &object);
  /// The object again. The place is used for another one eight calls later: it is only looked at.
  const Object &read(ObjectId id, std::uint16_t number);

private:
  using Key = std::array<std::uint64_t, 5>;
  static Key keyOf(const Object &object);

  std::map<Key, std::uint16_t> numbers;
  std::vector<Object> objects;
  std::uint32_t last = none; ///< The next is often like the one before.
  Key lastKey{};
  std::array<Object, 8> shown;
  unsigned turn = 0;
};

} // namespace heddle::vm
