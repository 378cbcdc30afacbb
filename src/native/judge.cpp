#include "native/judge.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <sstream>

namespace heddle::native {

namespace {

using Kind = vm::FaultKind;

Answer same(std::string text) {
  return {true, std::move(text), {}};
}
Answer different(std::string text) {
  return {false, std::move(text), "native-not-reproduced"};
}

/// "failed KIND THREAD MARKS TEXT".
struct Failed {
  std::string kind;
  vm::ThreadId thread = 0;
  std::uint64_t marks = 0;
  std::string text;
};

Failed readFailed(const std::string &line) {
  std::istringstream in(line);
  std::string word;
  Failed failed;
  in >> word >> failed.kind >> failed.thread >> failed.marks >> std::ws;
  std::getline(in, failed.text);
  return failed;
}

bool isSignal(const Failed &failed, int number) {
  return failed.kind == "signal" && failed.text.starts_with(std::to_string(number) + " ");
}

/// Whether ASan's word for it means this kind.
bool isAsanKind(const std::string &text, Kind kind) {
  const auto begins = [&](std::string_view word) { return text.starts_with(word); };
  switch (kind) {
  case Kind::UseAfterFree:
    return begins("heap-use-after-free") || begins("stack-use-after") ||
           begins("attempting double-free");
  case Kind::DoubleFree:
    return begins("attempting double-free");
  case Kind::InvalidFree:
    return begins("attempting free on address");
  case Kind::OutOfBounds:
    return text.find("-overflow") < text.find(' ') || text.find("-underflow") < text.find(' ') ||
           begins("negative-size-param") || begins("unknown-crash");
  default:
    return false;
  }
}

/// Whether a failure on the real machine is one of this kind.
bool isOfKind(const Failed &failed, const Plan &plan) {
  switch (plan.kind) {
  case Kind::Assertion:
    return failed.kind == "assertion";
  case Kind::Abort:
    return failed.kind == "abort" || failed.kind == "exception";
  case Kind::ReachError:
    return failed.kind == "reach-error";
  case Kind::UncaughtException: // What ends a thread is no exception that has a type.
    return failed.kind == "exception" || failed.kind == "abort";
  case Kind::ThreadMisuse: // Of a std::thread that is left alone, the library tells by that.
    return failed.kind == "thread-misuse" ||
           (failed.kind == "abort" && plan.message.find("std::thread") != std::string::npos);
  case Kind::UseAfterFree: // Memory may be gone altogether.
    return isSignal(failed, SIGSEGV) ||
           (failed.kind == "asan" && isAsanKind(failed.text, plan.kind));
  case Kind::OutOfBounds:
  case Kind::DoubleFree:
  case Kind::InvalidFree:
    return failed.kind == "asan" && isAsanKind(failed.text, plan.kind);
  case Kind::NullPointer:
  case Kind::InvalidPointer:
    return isSignal(failed, SIGSEGV) || isSignal(failed, SIGBUS);
  case Kind::DivisionByZero:
    return isSignal(failed, SIGFPE);
  default:
    return failed.kind == vm::name(plan.kind);
  }
}

std::string threadName(const Plan &plan, vm::ThreadId id) {
  return id < plan.names.size() && !plan.names[id].empty() ? plan.names[id] : "a thread";
}

Answer judgeFailure(const Plan &plan, const Run &run, const Failed &failed) {
  const std::string who = threadName(plan, failed.thread);
  const std::string what = failed.text.empty() ? failed.kind : failed.kind + ": " + failed.text;
  if (!isOfKind(failed, plan))
    return different(fmt::format("{} fails in another way: {}", who, what));
  if (failed.thread != plan.expected[0].thread || failed.marks != plan.expected[0].marks)
    return different(fmt::format("{} fails at another place: {}", who, what));
  const bool aborts = failed.kind == "assertion" || failed.kind == "abort" ||
                      failed.kind == "exception" || failed.kind == "reach-error";
  if (aborts && run.signal != SIGABRT)
    return different(fmt::format("{} fails, but the process does not abort", who));
  if (failed.kind == "signal" && run.signal == 0)
    return different(fmt::format("{} fails, but no signal ends the process", who));
  std::string seen = aborts                    ? "the process aborts"
                     : failed.kind == "signal" ? fmt::format("signal {}", run.signal)
                     : failed.kind == "asan"   ? "AddressSanitizer: " + failed.text
                                               : failed.text;
  return same(fmt::format("{}: {}", who, seen));
}

Answer judgeStuck(const Plan &plan, const Run &run) {
  std::vector<std::string> states;
  std::size_t met = 0;
  for (const std::string &line : run.lines) {
    std::istringstream in(line);
    std::string word;
    std::string state;
    vm::ThreadId thread = 0;
    std::uint64_t marks = 0;
    if (!(in >> word >> thread >> marks >> state) || word != "state")
      continue;
    if (state == "ended" || state == "stands")
      continue;
    const std::string who = threadName(plan, thread);
    if (state == "free")
      return different(fmt::format("{} can go on", who));
    const auto expected = std::ranges::find(plan.expected, thread, &Standing::thread);
    if (expected != plan.expected.end()) {
      const bool spins = state == "spins";
      if (spins != (plan.kind == Kind::Hang) || (!spins && expected->marks != marks))
        return different(fmt::format("{} is not where it is blocked in the VM ({})", who, state));
      ++met;
    } else if (state == "spins") {
      return different(fmt::format("{} can go on", who));
    }
    states.push_back(state == "spins" ? fmt::format("{} goes round", who)
                                      : fmt::format("{} is blocked ({})", who, state));
  }
  if (met != plan.expected.size())
    return different("not all threads that are blocked in the VM are");
  return same(fmt::format("{}", fmt::join(states, ", ")));
}

/// "elsewhere THREAD MARK MARK": where it came to, and where it should have.
std::string goneElsewhere(const std::string &line, const PlaceOf &placeOf) {
  std::istringstream in(line);
  std::string word;
  std::string who;
  std::uint32_t came = 0;
  std::uint32_t planned = 0;
  in >> word >> who >> came >> planned;
  return fmt::format("{} goes another way than in the VM: it comes to {}, not to {}", who,
                     placeOf(came), placeOf(planned));
}

Answer judgeRace(const Plan &plan, const std::string &line) {
  const std::string later = threadName(plan, plan.expected[0].thread);
  const std::string earlier = threadName(plan, plan.expected[1].thread);
  if (line.ends_with("both"))
    return same(fmt::format("{} and {} stand at their accesses to the same bytes", earlier, later));
  return same(fmt::format("{} has done its access, {} stands at its own to the same bytes, and "
                          "nothing has ordered them",
                          earlier, later));
}

} // namespace

Answer judge(const Plan &plan, const Run &run, const PlaceOf &placeOf) {
  if (run.timedOut)
    return different("the program does not end in time");
  for (const std::string &line : run.lines) {
    if (line.starts_with("elsewhere "))
      return different(goneElsewhere(line, placeOf));
    if (line.starts_with("diverged "))
      return different(line.substr(std::string_view("diverged ").size()));
    if (line.starts_with("failed ")) {
      if (plan.isBlocking || plan.kind == Kind::DataRace)
        return different("a thread fails before that: " + line);
      return judgeFailure(plan, run, readFailed(line));
    }
    if (line.starts_with("race "))
      return judgeRace(plan, line);
    if (line == "stuck")
      return judgeStuck(plan, run);
  }
  return different(run.signal ? fmt::format("signal {} ends the process", run.signal)
                              : "the process ends without it");
}

std::string unsupported(vm::FaultKind kind) {
  switch (kind) {
  case Kind::Uninitialised:
    return "the real machine does not tell whether a value was ever written";
  case Kind::Leak:
    return "the real machine does not tell which memory is lost at the end";
  default:
    return {};
  }
}

} // namespace heddle::native
