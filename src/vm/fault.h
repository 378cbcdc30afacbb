// What can go wrong in the program under test, and what is remembered of it while searching.
#pragma once

#include "program/program.h"
#include "vm/thread.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::vm {

enum class FaultKind : std::uint8_t {
  Assertion,
  Abort,
  ReachError,
  Deadlock,
  LostWakeup,
  Hang,
  DataRace,
  OutOfBounds,
  UseAfterFree,
  DoubleFree,
  InvalidFree,
  NullPointer,
  InvalidPointer,
  Uninitialised,
  DivisionByZero,
  Shift,
  Overflow,
  Leak,
  LockMisuse,
  ThreadMisuse,
  UncaughtException,
  Unreachable,
};
inline constexpr unsigned faultKinds = static_cast<unsigned>(FaultKind::Unreachable) + 1;

/// The name in reports and JSON ("data-race").
std::string_view name(FaultKind kind);
/// The property it belongs to ("race"), as in `--property`.
std::string_view propertyOf(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::Assertion;
  ThreadId thread = 0;
  program::LocationId location = program::noLocation; ///< In user code.
  std::string message;
  ThreadId otherThread = noThread;                 ///< Of a race: the earlier access.
  program::LocationId other = program::noLocation; ///< Or where what is used was freed.
  std::vector<std::pair<ThreadId, program::LocationId>> blocked; ///< Of a deadlock.
};

/// Why a search cannot say `safe` although nothing was found.
struct Gap {
  std::string reason;
  std::string detail;
  program::LocationId location = program::noLocation;
};

} // namespace heddle::vm
