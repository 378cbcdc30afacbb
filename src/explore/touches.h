// What steps touch, each different list of accesses once: a search meets few of them, again and
// again. Whether two depend on each other is found out once.
#pragma once

#include "explore/dependency.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace heddle::explore {

/// A list of accesses, the same number in all workers of a search. 0 touches nothing.
using TouchId = std::uint32_t;

/// The lists of a search, for all its workers.
class TouchTable {
public:
  using List = std::vector<vm::Effect>;

  TouchTable() { lists.emplace_back(); }
  TouchId add(const List &list, std::uint64_t hash);
  /// It stays where it is.
  const List &at(TouchId id) {
    const std::scoped_lock lock(mutex);
    return lists[id];
  }

private:
  std::mutex mutex;
  std::deque<List> lists;
  std::unordered_multimap<std::uint64_t, TouchId> byHash;
};

/// How one worker sees them.
class Touches {
public:
  Touches(TouchTable &table, Dependency dependency) : table(table), depends(dependency) {}

  /// The accesses among the effects.
  TouchId of(std::span<const vm::Effect> effects);
  /// Those of one and of the other.
  TouchId both(TouchId a, TouchId b);
  std::span<const vm::Effect> operator[](TouchId id) const {
    if (id >= known.size() || !known[id])
      learn(id);
    return *known[id];
  }

  bool dependent(TouchId a, TouchId b) const { return (relation(a, b) & dependentBit) != 0; }
  /// Whether both store to the same place, which is no dependency.
  bool areStores(TouchId a, TouchId b) const { return (relation(a, b) & storesBit) != 0; }
  bool hasStore(TouchId id) const;
  /// Whether all of the second's accesses are among those of the first.
  bool contains(TouchId all, TouchId some) const;
  /// The same, and by the same threads.
  bool isWithin(TouchId some, TouchId all) const;
  /// Whether there is anything that `areStores` with it.
  bool mayStore(TouchId id) const {
    return id < most ? areStores(id, id) : depends.observers && hasStore(id);
  }

private:
  static constexpr std::uint8_t knownBit = 1;
  static constexpr std::uint8_t dependentBit = 2;
  static constexpr std::uint8_t storesBit = 4;
  static constexpr TouchId most = 1024; ///< Of which relations are kept.

  std::uint8_t relation(TouchId a, TouchId b) const {
    if (a < width && b < width)
      if (const std::uint8_t found = relations[a * width + b])
        return found;
    return findRelation(a, b);
  }
  std::uint8_t findRelation(TouchId a, TouchId b) const;
  void learn(TouchId id) const;

  TouchTable &table;
  const Dependency depends;
  struct Slot {
    std::uint64_t hash = 0;
    TouchId id = 0; ///< 0 if it is free.
  };
  void enter(Slot slot);
  std::vector<Slot> slots = std::vector<Slot>(64); ///< By hash, or the next free one.
  std::size_t used = 0;
  mutable std::vector<const TouchTable::List *> known;
  mutable std::size_t width = 0;
  mutable std::vector<std::uint8_t> relations; ///< A square.
};

} // namespace heddle::explore
