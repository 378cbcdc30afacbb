// What a summary tells of the steps behind its point, for whoever leaves them out: which of them
// may have to come before a step that led there, and what would then be begun there instead (Yang,
// Chen, Gopalakrishnan, Kirby, SPIN 2008, who keep the accesses of each thread).
#pragma once

#include "explore/touches.h"

#include <compare>
#include <cstdint>
#include <llvm/ADT/DenseMap.h>
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
  /// A step by itself.
  unsigned addAlone(vm::ThreadId thread, TouchId touches, bool waits, bool hasTail, bool isRest) {
    const std::uint64_t what = std::uint64_t{thread} << 32 | touches;
    const unsigned flags = unsigned{waits} | unsigned{hasTail} << 1 | unsigned{isRest} << 2;
    unsigned &known = alone[{what, flags}];
    if (!known)
      known = add({thread, touches, waits, hasTail, isRest, {{thread, touches}}}) + 1;
    return known - 1;
  }
  const Later &operator[](unsigned number) const { return *all[number]; }

  /// A step that is put before others: what comes after it is none that could be first.
  struct Before {
    Beginner what;
    std::uint64_t knownBy = 0; ///< Threads that know of it, whatever they do; by number.
    bool isWithin = false;     ///< The point is in its midst, and so is what is asked about.
    auto operator<=>(const Before &) const = default;
  };
  static constexpr std::size_t mostThreads = 64;
  unsigned add(const Before &before) {
    return befores.try_emplace(before, static_cast<unsigned>(befores.size())).first->second;
  }
  /// What a later step is with one more before it, plus one; 0 if that is to be found out.
  unsigned &carried(unsigned later, unsigned before) { return carries[{later, before}]; }

private:
  std::map<Later, unsigned> numbers;
  std::vector<const Later *> all;
  llvm::DenseMap<std::pair<std::uint64_t, unsigned>, unsigned> alone; ///< Number + 1.
  std::map<Before, unsigned> befores;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> carries;
};

/// By number.
using Behind = llvm::SparseBitVector<>;

} // namespace heddle::explore
