// One thread of the program under test.
#pragma once

#include "program/op_kind.h"
#include "program/program.h"
#include "vm/clock.h"
#include "vm/code.h"
#include "vm/forecast.h"

#include <cstdint>
#include <vector>

namespace heddle::vm {

using ThreadId = std::uint16_t;
inline constexpr ThreadId noThread = 0xFFFF;

enum class ThreadStatus : std::uint8_t {
  None,     ///< Not created on this path.
  Fresh,    ///< Created, not run yet.
  Ready,    ///< Stands before the operation in `pending`, which may be blocked.
  Standing, ///< Stays where it is for good: a failed check or assumption, exit, a bound.
  Finished,
};

/// Why a thread stands.
enum class Standing : std::uint8_t { No, Fault, Assume, Exit, Unsupported, Bound };

/// Where in an operation of several parts the thread is.
enum class Phase : std::uint8_t {
  Start,
  Waiting,  ///< In a condition wait (or at a barrier): released the mutex, not woken.
  Woken,    ///< Woken; must get the mutex back.
  TimedOut, ///< Gave up; must get the mutex back.
  Await,    ///< At the head of a loop that would only spin.
  Branch,   ///< At a condition on symbolic data that can go both ways.
  Choose,   ///< At a choice the program asked for.
};

/// The visible operation a thread will do next.
struct Pending {
  program::OpKind kind = program::OpKind::None;
  Phase phase = Phase::Start;
  bool isAtomic = false;
  bool isWrite = false;
  std::uint32_t size = 0;
  Address address = 0;
  Address second = 0;                                 ///< The mutex of a condition wait.
  program::LocationId location = program::noLocation; ///< In user code.
};

struct Frame {
  const CodeFunction *function = nullptr;
  const Inst *pc = nullptr;       ///< Where it goes on; in a caller: the call.
  std::uint32_t base = 0;         ///< Of its registers.
  std::uint32_t firstStackId = 0; ///< Stack objects from this count on are this frame's.
  Address variables = 0;          ///< Of the area of variable arguments.
  bool again = false;             ///< On return the caller does its call once more.
  bool guarded = false;           ///< Runs the guarded code (guard.h).
  std::uint32_t size = 0;         ///< Registers it takes, with those of the guards.
};

/// All that is saved as one piece when a thread moves.
struct ThreadCore {
  ThreadStatus status = ThreadStatus::None;
  Standing standing = Standing::No;
  bool detached = false;
  bool joined = false;
  bool inModelOperation = false; ///< Inside a model whose first shared access was granted.
  bool cancelRequested = false;
  bool cancelDisabled = false;
  bool wokenToEnd = false;    ///< Its condition wait was ended by a cancellation.
  bool ending = false;        ///< Its result is set; what is left are handlers and destructors.
  std::uint8_t keyRounds = 0; ///< Rounds of key destructors that are over.
  std::uint16_t nextKey = 0;  ///< Where the current one goes on.
  std::uint16_t atomicDepth = 0;
  ThreadId parent = noThread;
  std::uint32_t depth = 0;      ///< Number of frames.
  std::uint32_t modelDepth = 0; ///< Frame of that model.
  std::uint32_t children = 0;
  std::uint32_t stackIds = 0; ///< Stack objects made so far.
  std::uint32_t heapIds = 0;
  Pending pending;
  std::uint64_t result = 0;
  std::uint64_t start = 0; ///< Address of the start routine.
  std::uint64_t argument = 0;
  Address named = 0; ///< Whom reports name it after: what a routine of the library runs.
  Address errnoAddress = 0;
  Address locals = 0;   ///< Table of thread-local variables, made on first use.
  Address specific = 0; ///< Table of pthread_setspecific, made on first use.
  Address cleanup = 0;  ///< Innermost registered cleanup buffer.
  Address exits = 0;    ///< Destructors of thread-local variables (lib_guard.cpp).
  program::LocationId createdAt = program::noLocation;
  const void *branch = nullptr;   ///< In phase Branch: the condition.
  bool awaits = false;            ///< It goes back to waiting at the head of a loop after that.
  bool actsAfter = false;         ///< It was granted an operation before it came to the branch,
  std::uint32_t choosesAfter = 0; ///< to be done in this way.
  bool settles = false;           ///< It came to the branch while others were run through.
  std::uint32_t inputs = 0;       ///< Inputs made so far,
  std::uint32_t lifts = 0;        ///< and unknowns for what was read.
  std::uint32_t clockCalls = 0;   ///< How often it asked for the time.
  std::uint32_t rounds = 0;       ///< Where it has been, and what it has changed since (rounds.h).
  std::uint32_t moves = 0;        ///< How often it was chosen,
  std::uint32_t nothingSince = 0; ///< and up to when that came to something.
  bool passesHead = false;        ///< It goes into its loop once more.
  bool isRepeat = false;          ///< It is back there, and it did something: all may be as it was.
  bool cameToNothing = false;     ///< It is back at the head of a loop, and stays there.
  std::uint32_t forecast = 0;     ///< Of the loop at whose head it stands or has just been.
  std::uint64_t ticket = 0;       ///< When it began to wait; orders waiters.
  std::uint32_t waitDepth = 0;    ///< How often it held the mutex of its condition wait.
  Clock clock;
  Clock released; ///< At its last release fence.
  Clock acquired; ///< What an acquire fence would join.
};

struct Thread {
  ThreadCore core;
  std::vector<KnownTrial> trials; ///< Of loops it has come to, on whatever path.
  std::size_t nextTrial = 0;      ///< The one to forget next.
  std::vector<Frame> frames;
  std::vector<std::uint64_t> registers;
  std::uint64_t coreSavedIn = 0;  ///< Epoch in which `core` was logged.
  std::uint64_t frameSavedIn = 0; ///< Epoch in which frames from `watermark` on are safe to change.
  std::uint32_t watermark = 0;

  Frame &top() { return frames[core.depth - 1]; }
  const Frame &top() const { return frames[core.depth - 1]; }
  std::uint64_t *frameRegisters(const Frame &frame) { return registers.data() + frame.base; }
};

} // namespace heddle::vm
