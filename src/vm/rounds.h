// Rounds of loops that came to nothing.
//
// A thread that comes back to the head of a loop as it was, and has left nothing behind that others
// could see or have seen, might as well have stayed there: whatever happens afterwards also happens
// in an execution without that round. So a search lets such a thread go no further. What a thread
// has changed since it stood at a head is kept for each of the last few heads. Only races may need
// the round: what it accessed plainly may race with what the thread itself brings about later. So
// one round with such accesses is let go.
#pragma once

#include "vm/address.h"
#include "vm/thread.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::vm {

class Executor;

/// Something that a thread has changed, and what it was.
struct RoundChange {
  enum class Kind : std::uint8_t {
    Byte,
    Sync,
    Wait,   ///< It waits for a condition.
    Object, ///< It is new.
    Hidden, ///< What somebody released there can no longer be acquired: others race with it.
  };
  Kind kind = Kind::Byte;
  Address address = 0;    ///< Of an Object: its id.
  std::uint32_t sync = 0; ///< Of a Sync: which.
  std::uint64_t before = 0;
  std::shared_ptr<const std::vector<std::uint32_t>> released; ///< Of a Hidden: what that was.
};

/// A thread at the head of a loop, and what it has changed since.
struct RoundStart {
  const CodeFunction *function = nullptr;
  std::uint32_t depth = 0;
  std::uint32_t moves = 0; ///< Of the thread, up to then.
  std::size_t head = 0;    ///< Where in the function.
  std::shared_ptr<const std::vector<std::uint64_t>> state;
  std::shared_ptr<const std::vector<std::uint32_t>> clock; ///< Of the thread.
  std::size_t decided = 0;                                 ///< Conditions on inputs, up to then.
  std::vector<RoundChange> changes;
  bool isSeen = false;       ///< Somebody has seen one of them, while it lasted.
  bool isBare = false;       ///< It accessed shared memory plainly without holding a lock.
  bool hasPassed = false;    ///< It was let go once because of that.
  std::uint32_t repeats = 0; ///< How often it came back here so.
  std::uint32_t returns = 0; ///< Likewise, or with something changed that lasts.
  /// What all looked like each time, where that is kept: two numbers each. Null if never.
  using Worlds = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  std::shared_ptr<const Worlds> worlds;
};

/// Never changed; a thread goes from one to another.
using RoundStarts = std::vector<RoundStart>;

/// A step of the running thread begins, and is over.
void beginRoundStep(Executor &x);
void endRoundStep(Executor &x);

/// The running thread has come to the head of a loop: whether it was there before, as it is now,
/// and has done nothing since. If not, it is remembered.
bool cameToNothing(Executor &x, const Inst *pc, std::vector<std::uint64_t> state);

/// The thread came back to the head of a loop by a round that others have seen, or that left
/// something behind: whether all was as it is now when it did so before. If not, that may be
/// remembered.
bool isWorldAgain(Executor &x, ThreadId which, const std::string &world);

/// A step of a thread is over that looked at these bytes.
struct SeenBytes {
  Address address = 0;
  std::uint64_t size = 0;
};
void seeRounds(Executor &x, ThreadId by, const std::vector<SeenBytes> &seen);

} // namespace heddle::vm
