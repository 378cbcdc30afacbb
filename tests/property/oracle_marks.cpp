#include "oracles.h"
#include "random.h"
#include "states.h"
#include "vm/symbolic.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::property {

namespace {

/// All that a strategy can see of a machine.
std::string look(vm::Machine &machine) {
  std::string bytes = sampleState(machine);
  bytes +=
      fmt::format("\nend {} exit {}\n", static_cast<unsigned>(machine.end()), machine.exitCode());
  if (!machine.symbolic().any()) // What is printed of symbolic values is only a sample.
    bytes += machine.output() + "\n";
  for (const vm::Choice &choice : machine.choices())
    bytes += fmt::format("{}.{} ", choice.thread, choice.alternative);
  return bytes;
}

using Keys = std::set<std::string>;

struct Faults {
  Keys bugs;
  Keys races; ///< A machine reports each once, wherever it goes back to.
  bool operator==(const Faults &) const = default;
};

Faults faultsOf(vm::Machine &machine) {
  Faults result;
  for (const vm::Fault &fault : machine.takeFaults())
    (fault.kind == vm::FaultKind::DataRace ? result.races : result.bugs)
        .insert(explore::bugKey(fault));
  return result;
}

bool contains(const Keys &all, const Keys &some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// A step as it was seen: what a fresh machine must show on the same path.
struct Step {
  vm::Choice choice;
  std::string after;
  Faults faults;
};

class Walk {
public:
  Walk(Ready &ready, std::uint64_t seed)
      : ready(ready), random(seed), machine(*ready.code, vmOptions(true)) {}

  std::string run() {
    machine.start();
    races = faultsOf(machine).races;
    for (unsigned i = 0; i < 60 && problem.empty(); ++i)
      act();
    if (problem.empty())
      compareWithFresh();
    return problem;
  }

private:
  struct Mark {
    std::size_t mark;
    std::size_t depth;
    std::string state;
  };

  vm::Choice anyChoice() { return random.pick(machine.choices()); }

  void step(vm::Choice choice) {
    machine.take(choice);
    Faults faults = faultsOf(machine);
    races.insert(faults.races.begin(), faults.races.end());
    path.push_back({choice, look(machine), std::move(faults)});
  }

  void act() {
    const bool isOver = machine.choices().empty();
    const unsigned what = random.below(10);
    if (isOver || (what == 0 && !marks.empty())) {
      if (marks.empty())
        return;
      goBack();
    } else if (what <= 2) {
      marks.push_back({machine.mark(), path.size(), look(machine)});
    } else if (what == 3) {
      copy();
    } else {
      step(anyChoice());
    }
  }

  void goBack() {
    const std::size_t to = random.below(marks.size());
    machine.back(marks[to].mark);
    path.resize(marks[to].depth);
    if (look(machine) != marks[to].state)
      problem = "  going back does not restore the state\n";
    marks.resize(to + 1);
    if (random.chance(30)) {
      machine.drop(marks[to].mark);
      marks.pop_back();
    }
  }

  /// Lets a copy go ahead, and the original follow.
  void copy() {
    const std::string before = look(machine);
    const std::unique_ptr<vm::Machine> twin = machine.copy();
    if (look(*twin) != before)
      problem = "  a copy is not like its original\n";
    std::vector<Step> ahead;
    for (unsigned i = random.below(8); i > 0 && !twin->choices().empty(); --i) {
      const vm::Choice choice = random.pick(twin->choices());
      twin->take(choice);
      Faults faults = faultsOf(*twin);
      ahead.push_back({choice, look(*twin), std::move(faults)});
    }
    if (look(machine) != before)
      problem = "  a copy disturbs its original\n";
    const std::string twinBefore = look(*twin);
    for (const Step &expected : ahead) {
      step(expected.choice);
      if (path.back().after != expected.after)
        problem = "  a copy and its original part ways\n";
      if (path.back().faults != expected.faults)
        problem = "  a copy and its original find different bugs\n";
    }
    if (look(*twin) != twinBefore)
      problem = "  an original disturbs its copy\n";
  }

  /// Also shows that races are found after going back as if one had never been further.
  void compareWithFresh() {
    vm::Machine fresh(*ready.code, vmOptions(true));
    fresh.start();
    Keys met = faultsOf(fresh).races;
    for (const Step &expected : path) {
      fresh.take(expected.choice);
      const Faults faults = faultsOf(fresh);
      met.insert(faults.races.begin(), faults.races.end());
      if (faults.bugs != expected.faults.bugs)
        problem = "  after going back other bugs are found than on a fresh path\n";
      if (!contains(met, expected.faults.races))
        problem = "  after going back a race is found that a fresh path does not have\n";
      if (look(fresh) != expected.after)
        problem = "  after going back the states are others than on a fresh path\n";
    }
    if (!contains(races, met))
      problem = "  after going back a race is missed that a fresh path has\n";
  }

  Ready &ready;
  Random random;
  vm::Machine machine;
  std::vector<Mark> marks;
  std::vector<Step> path;
  Keys races; ///< All that were met, also on what was undone.
  std::string problem;
};

} // namespace

std::string checkMarks(Ready &ready, std::uint64_t seed) {
  for (unsigned i = 0; i < 4; ++i) {
    const std::string problem = Walk(ready, seed * 4 + i).run();
    if (!problem.empty())
      return fmt::format("marks and copies, walk {}\n{}", i, problem);
  }
  return {};
}

} // namespace heddle::property
