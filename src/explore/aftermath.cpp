#include "explore/aftermath.h"

#include "vm/targets.h"

#include <algorithm>
#include <array>

namespace heddle::explore {

namespace {

constexpr std::size_t mostThreads = 4; ///< Of which all orders are tried.
/// Of a thread, until it does what was warned of.
constexpr std::array<unsigned, 3> stepsEach = {1, 8, 100};

vm::Options plainly(const vm::Options &options, const Found &arrival) {
  vm::Options plain = options;
  plain.symbolic = false;
  plain.inputs = arrival.inputs;
  return plain;
}

/// The execution without marks, beside the one with them.
class WithoutMarks {
public:
  WithoutMarks(vm::SharedCode &code, const Found &from, const vm::Options &options)
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
      for (const unsigned steps : stepsEach)
        takeSteps(there, steps);
    } while (std::ranges::next_permutation(there).found);
  }

  std::vector<Found> found;
  bool isThere = false;
  std::vector<vm::Choice> path;

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
};

} // namespace

Aftermath::Aftermath(vm::SharedCode &code, std::unique_ptr<program::Program> given)
    : code(&code), marked(std::move(given)),
      markedCode(std::make_unique<vm::SharedCode>(*marked, false)) {}
Aftermath::Aftermath(Aftermath &&) noexcept = default;
Aftermath::~Aftermath() = default;

support::Outcome<Aftermath> Aftermath::of(vm::SharedCode &code,
                                          const std::vector<analysis::Goal> &goals) {
  auto marked = program::withMarks(code.program(), analysis::marksFor(goals),
                                   static_cast<unsigned>(goals.size()));
  if (!marked)
    return marked.failure();
  return Aftermath(code, std::make_unique<program::Program>(std::move(*marked)));
}

std::vector<Found> Aftermath::faults(const Found &arrival, const vm::Options &options) {
  const vm::Options plain = plainly(options, arrival);
  markedCode->setThreads(code->threads());
  vm::Machine shadow(*markedCode, plain);
  WithoutMarks after(*code, arrival, plain);
  after.follow(shadow);
  after.goOn();
  return std::move(after.found);
}

std::optional<std::vector<vm::Choice>> Aftermath::path(const Found &arrival,
                                                       const vm::Options &options) {
  const vm::Options plain = plainly(options, arrival);
  markedCode->setThreads(code->threads());
  vm::Machine shadow(*markedCode, plain);
  WithoutMarks after(*code, arrival, plain);
  after.follow(shadow);
  if (!after.isThere)
    return std::nullopt;
  return std::move(after.path);
}

} // namespace heddle::explore
