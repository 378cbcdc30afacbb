// Concurrent access pairs (paper 002, chapter 4): accesses of two threads that conflict, may touch
// the same place and may come in either order.
//
// RW: two accesses of memory, one of which writes. MM: two that take one lock. WM: a wait, which
// takes its mutex back, and one that takes it. WN: a wait and a signal that may end it.
//
// It over-approximates: what two threads may do at the same time is among the pairs, and every race
// is among the RW pairs that are not protected. An RW pair whose accesses always come in one order
// is still one if nothing but a plain flag orders them: that is a race.
#pragma once

#include "analysis/access_nodes.h"
#include "analysis/escape.h"
#include "analysis/locks.h"
#include "analysis/order.h"

#include <array>
#include <llvm/ADT/DenseSet.h>

namespace heddle::analysis {

enum class PairKind : std::uint8_t { RW, MM, WM, WN };
inline constexpr std::size_t pairKinds = 4;

/// Why two accesses that conflict are no race.
enum class Protection : std::uint8_t {
  None,
  Locks,  ///< Both threads hold a lock that keeps the other out.
  Own,    ///< Both hold the lock that belongs to what they access.
  Atomic, ///< Both are atomic.
};

struct AccessPair {
  PairKind kind = PairKind::RW;
  std::uint32_t one = 0; ///< Nodes.
  std::uint32_t other = 0;
  ObjectId object = 0; ///< One that both may touch.
  Protection protection = Protection::None;
  std::vector<LockId> locks;
  bool isOrdered = false; ///< They always come in one order; but see above.
};

struct PairOptions {
  bool contexts = true;
  bool synchronisation = true; ///< Off: only creations and joins order anything (section 4.3).
  // Filters.
  bool alias = true;
  bool escape = true;
  bool disjoint = true;
  /// Counts how many there are before each filter, which takes looking at every two nodes.
  bool count = false;
  std::size_t most = 1'000'000; ///< No more are listed.
  /// Once there is a race: how many nodes are compared at the most.
  std::uint64_t mostBesideRace = ~std::uint64_t{0};
  /// Also lists what does not race and why.
  bool explains = false;
  /// Also lists those that the own lock of what they access protects.
  bool listsOwn = false;
  /// If set, only pairs with one of these, by the instruction in the user's code.
  const llvm::DenseSet<const llvm::Instruction *> *about = nullptr;
};

struct PairCounts {
  using ByKind = std::array<std::uint64_t, pairKinds>;
  std::uint64_t nodes = 0;
  ByKind parallel{};  ///< That conflict by what they do, and may happen in parallel.
  ByKind aliased{};   ///< Of these, that may touch the same place.
  ByKind escaped{};   ///< Of these, that touch something more than one thread knows.
  ByKind left{};      ///< Of these, those that the disjoint filter leaves.
  ByKind unguarded{}; ///< Of these, those that nothing protects.
};

struct AccessPairs {
  std::vector<AccessNode> nodes;
  std::vector<AccessPair> pairs;
  PairCounts counts;
  /// Accesses that conflict and are never under way together, if that was asked for.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ordered;
  bool isCutShort = false; ///< There are more pairs than these.

  const AccessNode &oneOf(const AccessPair &pair) const { return nodes[pair.one]; }
  const AccessNode &otherOf(const AccessPair &pair) const { return nodes[pair.other]; }
  /// Whether it may be a race.
  static bool isRace(const AccessPair &pair) {
    return pair.kind == PairKind::RW && pair.protection == Protection::None;
  }
};

/// What pairs are put together from.
struct PairFacts {
  const program::Program &program;
  const PointsTo &pointers;
  const Threads &threads;
  const Parallel &parallel;
  const Order &order;
  const Locks &locks;
  const Escape &escape;
};

AccessPairs findPairs(const PairFacts &facts, const PairOptions &options);

} // namespace heddle::analysis
