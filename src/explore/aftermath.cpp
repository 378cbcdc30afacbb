#include "explore/aftermath.h"

#include "vm/targets.h"

#include <algorithm>

namespace heddle::explore {

namespace {

constexpr std::size_t mostThreads = 4; ///< Of which all orders are tried.
constexpr unsigned mostSteps = 8;      ///< Of a thread, until it does what was warned of.

class Aftermath {
public:
  Aftermath(vm::SharedCode &code, const Found &from, const vm::Options &options)
      : from(from), real(code, options) {}

  /// Marks are no steps of the program without them.
  void follow(vm::Machine &shadow) {
    shadow.start();
    real.start();
    for (const vm::Choice &choice : from.path) {
      if (choice.isBranch)
        continue; // With plain inputs there is nothing to choose.
      const bool passesMark = vm::targetsOf(shadow.thread(choice.thread)) != 0;
      if (std::ranges::count(shadow.choices(), choice) == 0)
        return;
      shadow.take(choice);
      if (!passesMark && !step(real, path, choice))
        return;
    }
    isThere = true;
  }

  /// Each of them takes a step, or some, in all orders.
  void goOn() {
    std::vector<vm::ThreadId> there;
    for (const auto &[thread, location] : from.fault.blocked)
      there.push_back(thread);
    std::ranges::sort(there);
    if (!isThere || there.size() > mostThreads)
      return;
    do {
      for (const unsigned steps : {1u, mostSteps})
        takeSteps(there, steps);
    } while (std::ranges::next_permutation(there).found);
  }

  std::vector<Found> found;

private:
  void takeSteps(const std::vector<vm::ThreadId> &threads, unsigned steps) {
    const std::unique_ptr<vm::Machine> copy = real.copy();
    std::vector<vm::Choice> longer = path;
    for (const vm::ThreadId thread : threads)
      for (unsigned i = 0; i < steps && step(*copy, longer, {thread, 0, false}); ++i) {
      }
  }

  bool step(vm::Machine &machine, std::vector<vm::Choice> &taken, const vm::Choice &choice) {
    if (std::ranges::count(machine.choices(), choice) == 0)
      return false;
    taken.push_back(choice);
    machine.take(choice);
    for (vm::Fault &fault : machine.takeFaults())
      found.push_back({std::move(fault), taken, from.inputs, from.areInputsSmallest});
    return true;
  }

  const Found &from;
  vm::Machine real;
  std::vector<vm::Choice> path;
  bool isThere = false;
};

} // namespace

support::Outcome<std::vector<Found>> aftermath(vm::SharedCode &code,
                                               const std::vector<analysis::Goal> &goals,
                                               const Found &arrival, const vm::Options &options) {
  const auto marked = program::withMarks(code.program(), analysis::marksFor(goals),
                                         static_cast<unsigned>(goals.size()));
  if (!marked)
    return marked.failure();
  vm::SharedCode markedCode(*marked, false);
  vm::Options plain = options;
  plain.symbolic = false;
  plain.inputs = arrival.inputs;
  vm::Machine shadow(markedCode, plain);
  Aftermath after(code, arrival, plain);
  after.follow(shadow);
  after.goOn();
  return std::move(after.found);
}

} // namespace heddle::explore
