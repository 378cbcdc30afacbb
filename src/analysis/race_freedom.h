// Why a program has no data race, where pairs of accesses show that: each two accesses of different
// threads that may touch the same bytes, one of them writing, are under one lock, are both atomic,
// or are put in order by something that synchronises. And which accesses have no race, also where
// others may have one.
//
// It is silent, that is, makes no such argument, where a pair is left, and where the analyses that
// it stands on are silent: about programs that call functions nobody knows, use assembly, end
// threads from outside or have handlers run at the end of threads or of the process; and about
// programs of one thread, which need none.
#pragma once

#include "analysis/access_pairs.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::analysis {

struct RaceFreedom {
  std::size_t pairs = 0;                    ///< That conflict, by places in the user's code.
  std::size_t locked = 0;                   ///< Of them, under a common lock,
  std::size_t own = 0;                      ///< under the lock of what is accessed,
  std::size_t atomic = 0;                   ///< both atomic,
  std::size_t ordered = 0;                  ///< one after the other.
  std::map<std::string, std::size_t> locks; ///< By name, how many pairs each keeps apart.
  /// What establishes the orders, each once.
  std::vector<OrderReason> orders;
};

/// A program that is larger is not looked at, so that the answer is there at once.
struct RaceLimits {
  std::size_t instructions = 20'000;
  std::size_t pairs = 20'000;
  std::uint64_t besideRace = 200'000; ///< Nodes that are compared though there is a race already.
  double seconds = 2;                 ///< No further step is begun after that; 0 for no bound.
};

struct RaceStudy {
  std::optional<RaceFreedom> freedom; ///< The argument, if it can be made.
  /// By location: plain loads and stores that have no race and conflict with nothing atomic, and no
  /// loads of what is written twice with nothing between to say which write is the last. Empty
  /// where they do not matter to a search: it may run a thread through them, unless the thread then
  /// does something unseen before it stops again that others can meet.
  std::vector<bool> calm;
};

RaceStudy studyRaces(const program::Program &program, const RaceLimits &limits = {});

} // namespace heddle::analysis
