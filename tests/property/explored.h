// A program ready to run, and what trying all of its executions finds out about it.
#pragma once

#include "digest.h"
#include "explore/search.h"
#include "program/program.h"
#include "shape.h"
#include "support/outcome.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace heddle::property {

struct Ready {
  std::unique_ptr<program::Program> program; ///< Must outlive the code.
  std::unique_ptr<vm::SharedCode> code;
  std::uint64_t most = 20'000; ///< More executions than this are not enumerated.
};

support::Outcome<Ready> fromIr(const std::string &text);
/// `apart`: with library functions copied for each caller (analysis/callers_apart.h).
support::Outcome<Ready> fromC(const std::string &path, bool apart = false);

inline constexpr std::uint64_t mostSteps = 2'000'000; ///< Of all of them: some go round for long.

/// What must not depend on the strategy.
struct Behaviour {
  bool complete = false; ///< All executions were tried.
  explore::Answer answer;
  std::set<std::string> bugs;  ///< By explore::bugKey.
  std::set<std::string> races; ///< Likewise.
  std::set<std::string> gaps;  ///< Reasons.
  Digests finals;              ///< How each execution ended, and in which state.
  Digests hangs;               ///< Likewise, where somebody stays in a loop for ever.
  Hashes reads;                ///< Each read with each write that it saw (watch.h).
  Hashes sights;               ///< For each execution, what all of its operations saw.
};

/// Who touched which bytes from a place of the program.
struct Touch {
  vm::ThreadId thread = 0;
  vm::Address address = 0;
  std::uint64_t size = 0;
  bool operator==(const Touch &) const = default;
};

/// All executions, one after the other, without any strategy of the project.
struct Explored : Behaviour {
  bool hasHistory = true; ///< Only states were enumerated: no races, reads and traces.
  Hashes traces;          ///< Executions that differ in more than the order of independent steps.
  /// Somebody waited in a loop. Whether a failed try is a step depends on when the thread came to
  /// the loop, so the reads are not the same in equivalent executions.
  bool awaits = false;
  bool isPlain = false;          ///< The number of traces is what a perfect reduction needs.
  std::set<std::string> outputs; ///< What main printed, where it came to that.
  bool sticks = false;           ///< Some execution ends with all threads blocked.
  bool fails = false;            ///< Some execution fails an assertion.
  bool goesRound = false;        ///< Threads may go round for ever.
  std::map<program::LocationId, std::vector<Touch>> touches; ///< If there is a history.
};

Explored explore(Ready &ready, bool races = true);
/// For programs with too many executions: each state once, no races and reads.
Explored exploreStates(Ready &ready);

vm::Options vmOptions(bool races);
/// Adds how an execution ended to `finals` or `hangs`.
void addFinal(const vm::Machine &machine, Behaviour &behaviour);
/// Fills in what the answer says.
void summarise(Behaviour &behaviour);

/// "assertion at t1:3", for people.
std::string shownBug(const program::Program &program, const vm::Fault &fault);

} // namespace heddle::property
