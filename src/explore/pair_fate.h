// Pairs of operations that conflict, as a search by value schedules sees them, and what became of
// each: whether its orders were tried, broke the program or could not be had, and why.
#pragma once

#include "program/program.h"

#include <optional>
#include <string>
#include <string_view>

namespace heddle::explore {

/// By how often an order of the two is what breaks a program (paper 002, equation 6.1), most often
/// first.
enum class Conflict : std::uint8_t {
  Access,  ///< RW
  Signal,  ///< WN: a wait and what ends it.
  Reentry, ///< WM: a wait that takes its mutex back, and one that takes it.
  Waiters, ///< WW: two that take it back; known at run time only.
  Lock,    ///< MM
  Other,   ///< Two operations on one semaphore, barrier or the like.
};
inline constexpr std::size_t conflictKinds = 6;
std::string_view name(Conflict kind);

struct ConflictPair {
  Conflict kind = Conflict::Access;
  program::LocationId one = program::noLocation; ///< Not behind `other`.
  program::LocationId other = program::noLocation;
  bool mustAlias = false;
  bool isFocused = false;   ///< The user asked about it.
  bool isUnderLock = false; ///< A signal under the mutex of the wait: who has that comes first.
  /// Pairs with another number have nothing to do with it; 0 if it has to do with all.
  std::uint32_t slice = 0;
  std::string variable = {}; // NOLINT(readability-redundant-member-init)
};

/// Why a derivation was given up before its target was come to.
enum class GivenUp : std::uint8_t {
  Branch,  ///< The thread was turned away, or came to its end.
  Address, ///< It came there and touched something else.
  Blocked, ///< It waits for one that has to wait for it.
};
inline constexpr std::size_t givenUpKinds = 3;

enum class Fate : std::uint8_t {
  Harmful,    ///< Fulfilled, and the program failed.
  Benign,     ///< Both orders ran, and nothing failed behind them.
  OneOrder,   ///< One order ran and nothing failed; the other one was not come to.
  Infeasible, ///< Tried and never come to.
  NotReached, ///< No execution came to both.
};
std::string_view name(Fate fate);

/// What the report says of one pair.
struct PairFate {
  ConflictPair pair;
  Fate fate = Fate::NotReached;
  /// Of Harmful: its kind.
  std::string failure = {}; // NOLINT(readability-redundant-member-init)
  std::optional<GivenUp> reason = std::nullopt;
  program::LocationId turnedAwayAt = program::noLocation; ///< Of a Branch, if that is clear.
  bool isDropped = false; ///< Of an Address: both are the same as long as the threads live.
};

} // namespace heddle::explore
