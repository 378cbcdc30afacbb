// What a summary tells of the steps behind its point, for whoever leaves them out: which of them
// may have to come before a step that led there, and what would then be begun there instead (Yang,
// Chen, Gopalakrishnan, Kirby, SPIN 2008, who keep the accesses of each thread).
#pragma once

#include "explore/touches.h"

#include <compare>
#include <llvm/ADT/SparseBitVector.h>
#include <map>
#include <vector>

namespace heddle::explore {

/// A step that depends on none before it, so far.
struct Beginner {
  vm::ThreadId thread = 0;
  TouchId touches = 0;
  auto operator<=>(const Beginner &) const = default;
};

/// A step somewhere behind a point.
struct Later {
  vm::ThreadId thread = 0;
  TouchId touches = 0;
  /// It may have to wait, or does so for ever: what lets it go on need not come before it.
  bool waits = false;
  /// Other threads went on within it.
  bool hasTail = false;
  /// It is the rest of a step in whose midst the point is.
  bool isRest = false;
  /// Those from the point up to the step that could each come first, itself if it could; without
  /// some that it need not come after.
  std::vector<Beginner> beginners;
  auto operator<=>(const Later &) const = default;
};

/// Each different one once.
class LaterTable {
public:
  unsigned add(const Later &later) {
    const auto [at, isNew] = numbers.try_emplace(later, static_cast<unsigned>(all.size()));
    if (isNew)
      all.push_back(&at->first);
    return at->second;
  }
  const Later &operator[](unsigned number) const { return *all[number]; }

private:
  std::map<Later, unsigned> numbers;
  std::vector<const Later *> all;
};

/// By number.
using Behind = llvm::SparseBitVector<>;

} // namespace heddle::explore
