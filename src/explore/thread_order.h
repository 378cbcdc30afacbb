// In what order threads are tried: by number, or shuffled by a seed.
#pragma once

#include "explore/dice.h"
#include "vm/machine.h"

#include <algorithm>

namespace heddle::explore {

/// Where a thread stands in the order of a seed; 0 is the order by number.
inline std::uint64_t rankOf(vm::ThreadId thread, std::uint64_t seed) {
  return seed ? Dice(seed, thread).next() : thread;
}

/// The first thread that has a choice; there must be one.
inline vm::ThreadId firstOf(const std::vector<vm::Choice> &choices, std::uint64_t seed) {
  if (!seed)
    return choices.front().thread;
  return std::ranges::min_element(
             choices, {}, [&](const vm::Choice &choice) { return rankOf(choice.thread, seed); })
      ->thread;
}

/// Those of one thread stay together, in their order.
inline std::vector<vm::Choice> inOrder(std::vector<vm::Choice> choices, std::uint64_t seed) {
  if (seed)
    std::ranges::sort(choices, {}, [&](const vm::Choice &choice) {
      return std::pair(rankOf(choice.thread, seed), choice.alternative);
    });
  return choices;
}

} // namespace heddle::explore
