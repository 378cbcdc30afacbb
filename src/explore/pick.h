// Choosing among choices: threads first, then the alternatives of one.
#pragma once

#include "explore/dice.h"
#include "vm/machine.h"

#include <vector>

namespace heddle::explore {

/// The threads that can go on, each once. Choices stand by thread.
inline void threadsIn(const std::vector<vm::Choice> &choices, std::vector<vm::ThreadId> &threads) {
  threads.clear();
  for (const vm::Choice &choice : choices)
    if (threads.empty() || threads.back() != choice.thread)
      threads.push_back(choice.thread);
}

/// One of the ways in which the thread can go on, each as likely as the others.
inline vm::Choice pickAlternative(const std::vector<vm::Choice> &choices, vm::ThreadId thread,
                                  Dice &dice) {
  std::uint64_t ways = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (choices[i].thread == thread && ways++ == 0)
      first = i;
  return choices[first + (ways > 1 ? dice.below(ways) : 0)];
}

} // namespace heddle::explore
