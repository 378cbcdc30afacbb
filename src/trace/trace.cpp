#include "trace/trace.h"

#include "trace/watcher.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace heddle::trace {

namespace {

std::vector<program::LocationId> placesOf(const vm::Fault &fault) {
  std::vector<program::LocationId> places;
  for (const auto &[thread, location] : fault.blocked)
    places.push_back(location);
  if (fault.blocked.empty()) {
    places.push_back(fault.location);
    if (fault.kind == vm::FaultKind::DataRace)
      places.push_back(fault.other);
  }
  std::sort(places.begin(), places.end());
  return places;
}

/// Shared by recording and replaying: drives a machine, gathers faults, knows the one to explain.
class Session {
public:
  using IsWanted = std::function<bool(const vm::Fault &)>;

  Session(vm::SharedCode &code, const vm::Options &options, IsWanted isWanted,
          std::vector<WantedRead> reads = {})
      : program(code.program()), isWanted(std::move(isWanted)),
        machine(code, withCancel(options, stop)), watcher(machine, program),
        wantsReads(!reads.empty()), sequence(std::move(reads)) {
    machine.record(&watcher);
    watcher.afterEvent = [this](const vm::Seen &seen) {
      if (wantsReads)
        watchReads(seen);
      collect();
    };
  }

  void take(const vm::Choice &choice) {
    const vm::Pending &pending = machine.thread(choice.thread).pending;
    const program::LocationId head =
        pending.phase == vm::Phase::Await ? pending.location : program::noLocation;
    const std::uint64_t before = watcher.timesAt(choice.thread, head);
    machine.take(choice);
    // Where a loop begins there may be no operation to count, and the thread may stand there again.
    if (head != program::noLocation && watcher.timesAt(choice.thread, head) == before)
      watcher.passed(choice.thread, head);
    collect();
  }

  /// A race does not end a step: what the thread computes after it may take for ever, and is no
  /// part of the finding.
  void collect() {
    for (vm::Fault &fault : machine.takeFaults()) {
      if (!trace.hasFault && isWanted(fault)) {
        explain(trace, fault, machine, watcher);
        wanted = fault;
        stop = true;
        eventsUpToFault = watcher.events.size();
      }
      trace.faults.push_back(std::move(fault));
    }
    for (vm::Gap &gap : machine.takeGaps())
      trace.gaps.push_back(std::move(gap));
  }

  void watchReads(const vm::Seen &seen) {
    for (const ReadFrom &read : readers.saw(seen)) {
      if (trace.hasFault || !sequence.offer(read))
        continue;
      explainReads(trace, sequence.met(), machine, watcher);
      stop = true;
      eventsUpToFault = watcher.events.size();
    }
  }

  Point pointOf(const Access &access) const {
    Point point = watcher.pointAt(access.thread, access.location);
    point.time = access.time;
    return point;
  }

  Trace finish() {
    trace.events = std::move(watcher.events);
    if (trace.hasFault)
      trace.events.resize(eventsUpToFault);
    for (std::size_t i = 1; i < trace.events.size(); ++i)
      trace.switches += trace.events[i].thread != trace.events[i - 1].thread;
    for (std::size_t i = 0; i < machine.threadCount(); ++i) {
      const auto id = static_cast<vm::ThreadId>(i);
      if (machine.exists(id))
        trace.threads.push_back({id, machine.threadName(id), machine.startRoutine(id)});
    }
    trace.output = machine.output();
    trace.end = machine.end();
    trace.instructions = machine.instructions();
    if (trace.hasFault && wantsReads) {
      trace.test.kind = readsFromKind;
      for (const ReadFrom &read : trace.reads)
        trace.test.reads.push_back({pointOf(read.read),
                                    read.write.isInitial() ? Point{} : pointOf(read.write),
                                    read.write.isInitial()});
    } else if (trace.hasFault) {
      trace.test.kind = outcomeOf(wanted);
      // What makes it this bug comes first; who else had a part in it follows.
      const std::size_t count = std::min(placesOf(wanted).size(), trace.participants.size());
      for (const Participant &participant : std::span(trace.participants).first(count)) {
        Point point = watcher.pointAt(participant.thread, participant.location);
        point.time = 1;
        trace.test.places.push_back(point);
      }
    }
    return std::move(trace);
  }

  static vm::Options withCancel(vm::Options options, const std::atomic<bool> &flag) {
    options.cancel = &flag;
    return options;
  }

  const program::Program &program;
  IsWanted isWanted;
  std::atomic<bool> stop = false;
  vm::Machine machine;
  Watcher watcher;
  Trace trace;
  vm::Fault wanted;
  std::size_t eventsUpToFault = 0;
  bool wantsReads;
  Readers readers;
  ReadSequence sequence;
};

std::optional<program::LocationId> locationOf(const program::Program &program, const Point &point) {
  if (!point.isRaw)
    return program.find(point.function, point.ordinal);
  const auto id = program.functionNamed(point.function);
  if (!id)
    return std::nullopt;
  const program::Function &function = program.functions()[*id];
  if (point.ordinal >= function.last - function.first)
    return std::nullopt;
  return function.first + point.ordinal;
}

vm::ThreadId threadNamed(const vm::Machine &machine, const std::string &name) {
  for (std::size_t i = 0; i < machine.threadCount(); ++i)
    if (machine.exists(static_cast<vm::ThreadId>(i)) &&
        machine.threadName(static_cast<vm::ThreadId>(i)) == name)
      return static_cast<vm::ThreadId>(i);
  return vm::noThread;
}

bool canAct(const vm::Machine &machine, vm::ThreadId thread) {
  return std::any_of(machine.choices().begin(), machine.choices().end(),
                     [&](const vm::Choice &choice) { return choice.thread == thread; });
}

bool samePoint(const Point &a, const Point &b) {
  return a.thread == b.thread && a.function == b.function && a.ordinal == b.ordinal &&
         a.isRaw == b.isRaw && (a.function.empty() || a.time == b.time);
}

constexpr std::size_t mostRounds = 1000; ///< Steps of threads that only go round.

/// Choices of a thread that came to nothing: which of the path, branches not counted.
using EmptyRound = std::vector<std::size_t>;

/// Runs from choice to choice until there is none or the fault is met. Where a thread cannot do
/// more because it came to nothing, `empty` says when.
Trace recordBy(vm::SharedCode &code, const vm::Options &options, const Session::IsWanted &isWanted,
               const std::function<std::optional<vm::Choice>(const vm::Machine &)> &next,
               EmptyRound *empty = nullptr, const std::vector<WantedRead> &reads = {}) {
  Session session(code, options, isWanted, reads);
  session.trace.test.inputs = options.inputs;
  vm::Machine &machine = session.machine;
  machine.start();
  session.collect();
  vm::ThreadId running = 0;
  std::vector<std::uint32_t> moves; // Of the thread of each choice, with it.
  while (!session.trace.hasFault) {
    const std::optional<vm::Choice> choice = next(machine);
    if (!choice)
      break;
    if (std::ranges::find(machine.choices(), *choice) == machine.choices().end()) {
      session.trace.misfit = "with plain inputs the execution goes another way";
      if (const vm::ThreadCore &core = machine.thread(choice->thread); empty && core.cameToNothing)
        for (std::size_t i = 0; i < moves.size(); ++i)
          if (session.trace.path[i].thread == choice->thread && moves[i] > core.nothingSince)
            empty->push_back(i);
      break;
    }
    if (choice->thread != running) {
      session.trace.test.switches.push_back(
          {session.watcher.pointOf(running), machine.threadName(choice->thread)});
      running = choice->thread;
    }
    if (choice->alternative)
      session.trace.test.alternatives.push_back(
          {session.watcher.pointOf(running), choice->alternative});
    session.trace.path.push_back(*choice);
    session.take(*choice);
    moves.push_back(machine.thread(choice->thread).moves);
  }
  return session.finish();
}

} // namespace

std::function<bool(const vm::Fault &)> sameAs(const vm::Fault &wanted) {
  return [places = placesOf(wanted), kind = wanted.kind](const vm::Fault &fault) {
    return fault.kind == kind && placesOf(fault) == places;
  };
}

namespace {

/// What a run is to come to.
struct Goal {
  Session::IsWanted isWanted;
  std::vector<WantedRead> reads = {};
  std::size_t rounds = 0; ///< Steps after the path.
};

Trace recordPath(vm::SharedCode &code, const vm::Options &plain,
                 const std::vector<vm::Choice> &path, const Goal &goal, EmptyRound &empty) {
  std::size_t at = 0;
  std::size_t rounds = goal.rounds;
  return recordBy(
      code, plain, goal.isWanted,
      [&](const vm::Machine &machine) {
        while (at < path.size() &&
               path[at].isBranch) // With plain inputs there is nothing to choose.
          ++at;
        if (at < path.size())
          return std::optional(path[at++]);
        // That another round comes to nothing may have been known without it.
        if (machine.choices().empty() || !rounds)
          return std::optional<vm::Choice>();
        --rounds;
        return std::optional(machine.choices().front());
      },
      &empty, goal.reads);
}

std::vector<vm::Choice> without(const std::vector<vm::Choice> &path, const EmptyRound &empty) {
  std::vector<vm::Choice> result;
  std::size_t number = 0;
  for (const vm::Choice &choice : path)
    if (choice.isBranch || !std::ranges::binary_search(empty, number++))
      result.push_back(choice);
  return result;
}

Trace recordGoal(vm::SharedCode &code, const vm::Options &options,
                 const std::vector<vm::Choice> &path, const Goal &goal) {
  vm::Options plain = options;
  plain.symbolic = false;
  // A search that goes from state to state may let a thread go round more often than it need.
  for (std::vector<vm::Choice> rest = path;;) {
    EmptyRound empty;
    Trace trace = recordPath(code, plain, rest, goal, empty);
    const std::size_t length = rest.size();
    rest = without(rest, empty);
    if (trace.hasFault || rest.size() == length)
      return trace;
  }
}

} // namespace

Trace record(vm::SharedCode &code, const vm::Options &options, const std::vector<vm::Choice> &path,
             const vm::Fault &wanted) {
  // Beside a thread that is stuck others may spin.
  const bool mayGoRound =
      wanted.kind == vm::FaultKind::Hang || wanted.kind == vm::FaultKind::Deadlock;
  return recordGoal(code, options, path,
                    {.isWanted = sameAs(wanted), .rounds = mayGoRound ? mostRounds : 0});
}

Trace recordReads(vm::SharedCode &code, const vm::Options &options,
                  const std::vector<vm::Choice> &path, const std::vector<WantedRead> &wanted) {
  return recordGoal(code, options, path,
                    {.isWanted = [](const vm::Fault &) { return false; }, .reads = wanted});
}

Trace recordFirst(vm::SharedCode &code, const vm::Options &options, const vm::Fault &wanted) {
  return recordBy(code, options, sameAs(wanted), [](const vm::Machine &machine) {
    return machine.choices().empty() ? std::nullopt : std::optional(machine.choices().front());
  });
}

support::Done fits(const program::Program &program, const Test &test, const std::string &name) {
  std::vector<const Point *> points;
  for (const Switch &one : test.switches)
    points.push_back(&one.from);
  for (const Alternative &one : test.alternatives)
    points.push_back(&one.at);
  for (const Point &one : test.places)
    points.push_back(&one);
  for (const SeenWrite &one : test.reads)
    points.insert(points.end(), {&one.read, &one.write}); // Of an initial value it is empty.
  for (const Point *point : points)
    if (!point->function.empty() && !locationOf(program, *point))
      return support::Failure{fmt::format("{}:{}: the program has no operation {} in a function {}",
                                          name, point->line, point->ordinal, point->function),
                              {}};
  return support::done();
}

namespace {

/// The reads of a test, by who does them and when.
std::vector<WantedRead> readsOf(const Test &test, const program::Program &program,
                                const vm::Machine *const &machine) {
  std::vector<WantedRead> wanted;
  for (const SeenWrite &one : test.reads) {
    const auto isThat = [&machine](const Access &access, const Point &point) {
      return access.time == point.time && machine->threadName(access.thread) == point.thread;
    };
    wanted.push_back({one.isInitial ? program::noLocation
                                    : locationOf(program, one.write).value_or(program::noLocation),
                      locationOf(program, one.read).value_or(program::noLocation),
                      [&one, isThat](const ReadFrom &read) {
                        return isThat(read.read, one.read) &&
                               (one.isInitial || isThat(read.write, one.write));
                      }});
  }
  return wanted;
}

} // namespace

Trace replay(vm::SharedCode &code, const vm::Options &options, const Test &test) {
  std::vector<program::LocationId> places;
  for (const Point &point : test.places)
    if (const auto found = locationOf(code.program(), point))
      places.push_back(*found);
  std::sort(places.begin(), places.end());
  vm::Options plain = options;
  plain.symbolic = false;
  plain.inputs = test.inputs;
  const vm::Machine *watched = nullptr;
  Session session(
      code, plain,
      [&](const vm::Fault &fault) {
        return outcomeOf(fault) == test.kind && placesOf(fault) == places;
      },
      readsOf(test, code.program(), watched));
  vm::Machine &machine = session.machine;
  watched = &machine;
  machine.start();
  session.collect();
  vm::ThreadId running = 0;
  std::size_t next = 0;
  std::size_t alternative = 0;
  while (!session.trace.hasFault && !machine.choices().empty()) {
    const Point here = session.watcher.pointOf(running);
    if (next < test.switches.size() && samePoint(test.switches[next].from, here)) {
      const std::string &to = test.switches[next].to;
      const vm::ThreadId target = threadNamed(machine, to);
      if (target == vm::noThread || !canAct(machine, target)) {
        session.trace.misfit = fmt::format("at switch {} {} cannot go on", next + 1, to);
        break;
      }
      running = target;
      ++next;
      continue;
    }
    if (!canAct(machine, running)) {
      session.trace.misfit =
          fmt::format("{} cannot go on at {}, and the test does not say who does", here.thread,
                      here.place.empty() ? "its end" : here.place);
      break;
    }
    std::uint32_t which = 0;
    if (alternative < test.alternatives.size() &&
        samePoint(test.alternatives[alternative].at, here))
      which = test.alternatives[alternative++].which;
    const vm::Choice choice{running, which};
    if (std::find(machine.choices().begin(), machine.choices().end(), choice) ==
        machine.choices().end()) {
      session.trace.misfit =
          fmt::format("{} has no alternative {} at {}", here.thread, which, here.place);
      break;
    }
    session.trace.path.push_back(choice);
    session.take(choice);
  }
  Trace trace = session.finish();
  trace.test = test;
  return trace;
}

} // namespace heddle::trace
