// Ending the process, assertions, assumptions, inputs, time.
#include "program/marks.h"
#include "vm/image.h"
#include "vm/library.h"
#include "vm/targets.h"

#include <cctype>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

// --- ending
// -------------------------------------------------------------------------------------------

enum class Handlers : std::uint8_t { None, Usual, Quick };

Reached endProcess(Call &call, Handlers handlers) {
  Executor &x = call.x;
  std::optional<std::uint64_t> status = call[0];
  if (const expr::Ref node = call.symbolic(0); node && !x.globals.exiting)
    status = handlers != Handlers::None && x.exitHandlers.size() ? call.settle(node)
                                                                 : x.symbolic.valueOf(node);
  if (!status)
    return Reached::Stopped;
  x.thread->top().pc = call.pc; // The handlers return to this call.
  x.saveGlobals();
  if (!x.globals.exiting) {
    x.globals.exiting = true;
    x.globals.exitCode = static_cast<std::uint32_t>(*status);
  }
  if (handlers == Handlers::Usual && x.callLocalDestructor(true))
    return Reached::Entered;
  if (handlers != Handlers::None && x.callExitHandler(true, handlers == Handlers::Quick))
    return Reached::Entered;
  x.stand(call.pc, Standing::Exit);
  return Reached::Stopped;
}

Reached exitProcess(Call &call) {
  return endProcess(call, Handlers::Usual);
}
Reached exitQuickly(Call &call) {
  return endProcess(call, Handlers::Quick);
}
Reached exitNow(Call &call) {
  return endProcess(call, Handlers::None);
}

Reached atExit(Call &call) {
  call.x.addExitHandler(call[0], 0);
  return call.done(0);
}
Reached atQuickExit(Call &call) {
  call.x.addExitHandler(call[0], 0, true);
  return call.done(0);
}
Reached cxaAtExit(Call &call) {
  call.x.addExitHandler(call[0], call[1]);
  return call.done(0);
}

// --- failing
// ------------------------------------------------------------------------------------------

Reached abortProcess(Call &call) {
  return call.fail(FaultKind::Abort, "abort is called");
}

Reached assertFail(Call &call) {
  const std::optional<std::string> text = call.string(call[0]);
  return call.fail(FaultKind::Assertion, "assertion failed" + (text ? ": " + *text : ""));
}

Reached reachError(Call &call) {
  return call.fail(FaultKind::ReachError, call.callee.name + " is called");
}

/// What a model says that meets something it does not know.
Reached unsupported(Call &call) {
  const std::optional<std::string> text = call.string(call[0]);
  return text ? call.cannot("unsupported", *text) : Reached::Stopped;
}

// --- atomic sections
// ------------------------------------------------------------------------------------

Reached atomicBegin(Call &call) {
  return call.x.beginAtomic(call.pc) ? call.done(0) : Reached::Stopped;
}
Reached atomicEnd(Call &call) {
  call.x.endAtomic();
  return call.done(0);
}

// --- the outside world
// ------------------------------------------------------------------------------------

Reached note(Call &call) {
  const std::optional<std::string> text = call.string(call[0]);
  return text ? call.done(0) : Reached::Stopped;
}

Reached passMark(Call &call) {
  if (call.x.recorder && !call.x.isTrial)
    call.x.recorder->cameBy(call.x.current, static_cast<std::uint32_t>(call[0]));
  return call.done();
}

/// Time goes on by one second a call, for each thread by itself: calls of two threads commute.
Reached time(Call &call) {
  const std::uint64_t now = 1'000'000'000 + ++call.thread().core.clockCalls;
  if (call[0] && !call.store(call[0], now, 8))
    return Reached::Stopped;
  return call.done(now);
}

/// Writes seconds and a fraction of zero; the clock goes on by one second a call.
template <unsigned Into> Reached writeTime(Call &call, std::uint64_t result) {
  std::uint8_t *bytes = call.write(call[Into], 16);
  if (!bytes)
    return Reached::Stopped;
  const std::uint64_t parts[2] = {1'000'000'000 + ++call.thread().core.clockCalls, 0};
  std::memcpy(bytes, parts, sizeof parts);
  return call.done(result);
}

Reached clockTime(Call &call) {
  return writeTime<1>(call, 0);
}
Reached dayTime(Call &call) {
  return writeTime<0>(call, 0);
}
Reached calendarTime(Call &call) {
  return writeTime<0>(call, call[1]);
}

/// What the process ends with, for handlers that want to know.
Reached exitCode(Call &call) {
  return call.done(call.x.globals.exitCode);
}

constexpr LibraryFunction functions[] = {
    {"exit", exitProcess, Symbols::Known},
    {"_exit", exitNow, Symbols::Known},
    {"_Exit", exitNow, Symbols::Known},
    {"quick_exit", exitQuickly, Symbols::Known},
    {"atexit", atExit},
    {"at_quick_exit", atQuickExit},
    {"__cxa_atexit", cxaAtExit},
    {"abort", abortProcess},
    {"__assert_fail", assertFail},
    {"__assert", assertFail},
    {"reach_error", reachError},
    {"__VERIFIER_error", reachError},
    {"__heddle_unsupported", unsupported},
    {"heddle_atomic_begin", atomicBegin},
    {"heddle_atomic_end", atomicEnd},
    {"__VERIFIER_atomic_begin", atomicBegin},
    {"__VERIFIER_atomic_end", atomicEnd},
    {"heddle_note", note},
    {program::markFunction, passMark},
    {program::targetFunction, standAtTarget, Symbols::Known},
    {"time", time},
    {"clock_gettime", clockTime},
    {"gettimeofday", dayTime},
    {"timespec_get", calendarTime},
    {"__heddle_exit_code", exitCode},
};

} // namespace

std::span<const LibraryFunction> processFunctions() {
  return functions;
}

} // namespace heddle::vm
