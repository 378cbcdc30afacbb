#include "explored.h"

#include "explore/collector.h"
#include "states.h"
#include "watch.h"
#include "watchdog.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace heddle::property {

namespace {

/// Also keeps who touched what from where.
class TouchWatch : public Watch {
public:
  void saw(const vm::Seen &seen) override {
    Watch::saw(seen);
    const Touch touch{seen.thread, seen.address, std::max<std::uint64_t>(seen.size, 1)};
    std::vector<Touch> &own = touches[seen.location];
    if (std::ranges::find(own, touch) == own.end())
      own.push_back(touch);
  }

  std::map<program::LocationId, std::vector<Touch>> touches;
};

/// Depth first over everything that can happen. Shares nothing with the strategies but the
/// collector of what was found.
class Enumeration {
public:
  Enumeration(Ready &ready, bool races) : most(ready.most), machine(*ready.code, vmOptions(races)) {
    machine.record(&watch);
  }

  Explored run() {
    machine.start();
    result.complete = true;
    while (true) {
      collector.look(machine, path);
      if (machine.choices().empty() && !atEnd())
        break;
      if (machine.choices().size() == 1) {
        take(machine.choices().front());
        continue;
      }
      if (!machine.choices().empty() && goesRound()) {
        ++stats.blocked;
        if (!goesOn())
          break;
      } else if (!machine.choices().empty()) {
        nodes.push_back({machine.mark(), machine.choices(), 0, path.size(), watch.size(), digest});
      }
      if (!goOn())
        break;
    }
    result.answer = collector.finish(stats);
    result.reads = watch.reads();
    result.touches = std::move(watch.touches);
    result.isPlain = isPlain && watch.isPlain() && !stats.blocked;
    summarise(result);
    return std::move(result);
  }

private:
  struct Node {
    std::size_t mark;
    std::vector<vm::Choice> choices;
    std::size_t next;
    std::size_t depth;  ///< Length of the path up to here.
    std::size_t events; ///< Seen up to here.
    Digest digest{};    ///< Of the state, far down.
  };

  /// Whether threads have gone round, far down, and all is as it was: but for the clocks, that is.
  /// What follows was tried from there, or will be. Loops keep what they count in memory.
  bool goesRound() {
    constexpr std::size_t far = 1000;
    digest = {};
    if (path.size() < far)
      return false;
    digest = digestOf(sampleState(machine));
    const bool isAgain = std::ranges::any_of(
        nodes, [&](const Node &node) { return node.depth >= far && node.digest == digest; });
    result.goesRound |= isAgain;
    return isAgain;
  }

  /// False if that was the last one to look at.
  bool atEnd() {
    for (std::size_t i = 0; i < machine.threadCount(); ++i)
      if (const auto id = static_cast<vm::ThreadId>(i); machine.exists(id))
        result.awaits |= machine.thread(id).pending.phase == vm::Phase::Await;
    const bool isCut = machine.end() == vm::End::Assumption || machine.end() == vm::End::Nothing;
    ++(isCut ? stats.blocked : stats.executions);
    isPlain = isPlain && !hasExited();
    addFinal(machine, result);
    result.traces.insert(watch.trace());
    result.sights.insert(watch.sight());
    if (!machine.output().empty())
      result.outputs.insert(machine.output());
    result.sticks |= machine.end() == vm::End::Stuck;
    return goesOn();
  }

  /// False if there are too many.
  bool goesOn() {
    result.complete = stats.executions + stats.blocked < most && steps < mostSteps;
    return result.complete;
  }

  /// Whether a thread called exit before all others had ended.
  bool hasExited() const {
    bool exits = false;
    bool others = false;
    for (std::size_t i = 0; i < machine.threadCount(); ++i) {
      const auto id = static_cast<vm::ThreadId>(i);
      if (!machine.exists(id))
        continue;
      const vm::ThreadCore &thread = machine.thread(id);
      if (thread.status == vm::ThreadStatus::Standing && thread.standing == vm::Standing::Exit)
        others |= std::exchange(exits, true) || id != 0;
      else if (thread.status != vm::ThreadStatus::Finished)
        others = true;
    }
    return exits && others;
  }

  /// The next choice of the deepest node that has one left; false if none has.
  bool goOn() {
    while (!nodes.empty() && nodes.back().next == nodes.back().choices.size()) {
      machine.drop(nodes.back().mark);
      nodes.pop_back();
    }
    if (nodes.empty())
      return false;
    Node &node = nodes.back();
    if (node.next > 0)
      machine.back(node.mark);
    path.resize(node.depth);
    watch.shrink(node.events);
    take(node.choices[node.next++]);
    return true;
  }

  void take(vm::Choice choice) {
    const vm::Pending &pending = machine.thread(choice.thread).pending;
    isPlain = isPlain && pending.phase == vm::Phase::Start && isPlainKind(pending.kind);
    result.awaits |= pending.phase == vm::Phase::Await;
    path.push_back(choice);
    ++steps;
    const std::size_t before = watch.size();
    const program::OpKind kind = pending.kind;
    machine.take(choice);
    isPlain = isPlain && watch.size() > before && watch.kindOf(before) == kind; // It did not fail.
  }

  TouchWatch watch;
  const std::uint64_t most;
  vm::Machine machine;
  explore::Collector collector{{}};
  explore::Stats stats;
  std::vector<Node> nodes;
  std::vector<vm::Choice> path;
  std::uint64_t steps = 0;
  bool isPlain = true;
  Digest digest; ///< Of the state now, far down.
  Explored result;
};

/// Whether a thread that fails in this way does so by what it has read, and in no other way depends
/// on the order of operations.
bool isPlainFault(vm::FaultKind kind) {
  switch (kind) {
  case vm::FaultKind::Assertion:
  case vm::FaultKind::Deadlock:
  case vm::FaultKind::DataRace:
  case vm::FaultKind::NullPointer:
  case vm::FaultKind::OutOfBounds:
    return true;
  default:
    return false;
  }
}

} // namespace

void addFinal(const vm::Machine &machine, Behaviour &behaviour) {
  if (machine.end() == vm::End::Nothing)
    return; // Another execution comes to what this one would have come to.
  if (machine.end() == vm::End::CutShort)
    return; // Who else has come how far by then depends on the order of independent steps.
  bool waits = false;
  for (std::size_t i = 0; i < machine.threadCount(); ++i)
    if (const auto id = static_cast<vm::ThreadId>(i); machine.exists(id))
      waits |= machine.thread(id).status == vm::ThreadStatus::Ready &&
               machine.thread(id).pending.phase == vm::Phase::Await;
  Digests &finals = waits ? behaviour.hangs : behaviour.finals;
  // What was printed is left out: a table of states does not tell states apart by that alone.
  forEachState(machine, [&](std::string &bytes) {
    bytes += static_cast<char>(machine.end());
    finals.insert(digestOf(bytes));
  });
}

void summarise(Behaviour &behaviour) {
  for (const explore::Found &found : behaviour.answer.found)
    (found.fault.kind == vm::FaultKind::DataRace ? behaviour.races : behaviour.bugs)
        .insert(explore::bugKey(found.fault));
  for (const vm::Gap &gap : behaviour.answer.gaps)
    behaviour.gaps.insert(gap.reason);
}

Explored explore(Ready &ready, bool races) {
  Explored result = Enumeration(ready, races).run();
  for (const explore::Found &found : result.answer.found) {
    result.fails |= found.fault.kind == vm::FaultKind::Assertion;
    result.isPlain = result.isPlain && isPlainFault(found.fault.kind);
  }
  return result;
}

Explored exploreStates(Ready &ready) {
  Explored result;
  result.hasHistory = false;
  explore::Options options;
  options.vm = vmOptions(false);
  options.all = true;
  options.dedup = true;
  explore::Progress progress;
  std::uint64_t ends = 0;
  const Watchdog watchdog(progress);
  options.atEnd = [&](const vm::Machine &machine, const std::vector<vm::Choice> &) {
    if (++ends > ready.most)
      progress.cancel = true;
    addFinal(machine, result);
  };
  result.answer = explore::makeExhaustive()->run(*ready.code, options, progress);
  result.complete = !progress.cancel;
  summarise(result);
  return result;
}

vm::Options vmOptions(bool races) {
  vm::Options options;
  options.maxSteps = 5000; // A thread that is alone may wait for ever.
  for (const vm::FaultKind kind : {vm::FaultKind::Overflow, vm::FaultKind::Leak})
    options.checks.reset(static_cast<unsigned>(kind));
  if (!races)
    options.checks.reset(static_cast<unsigned>(vm::FaultKind::DataRace));
  return options;
}

std::string shownBug(const program::Program &program, const vm::Fault &fault) {
  std::multiset<std::string> places;
  const auto add = [&](program::LocationId location) {
    if (location == program::noLocation) {
      places.insert("nowhere");
      return;
    }
    const program::Location &at = program.location(location);
    places.insert(fmt::format("{}:{}", program.functions()[at.function].name, at.ordinal));
  };
  for (const auto &[thread, location] : fault.blocked)
    add(location);
  if (fault.blocked.empty())
    add(fault.location);
  if (fault.kind == vm::FaultKind::DataRace)
    add(fault.other);
  return fmt::format("{} at {}", vm::name(fault.kind), fmt::join(places, " and "));
}

} // namespace heddle::property
