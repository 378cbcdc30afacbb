#include "explore/meeting.h"

#include "explore/execution.h"
#include "vm/targets.h"

#include <algorithm>

namespace heddle::explore {

namespace {

/// The execution again, with what happens before what.
class Again {
public:
  Again(vm::SharedCode &code, const vm::Options &options, unsigned targets,
        std::vector<vm::Choice> given)
      : targets(targets), machine(code, options), execution(Dependency{}, table),
        path(std::move(given)) {
    execution.follow(machine);
    machine.track();
    machine.setHistory(
        [this](vm::Address address, std::uint32_t size, std::vector<std::uint64_t> &out) {
          execution.valuesBefore(address, size, out);
        });
  }

  /// False if the path does not lead through it.
  bool run() {
    machine.start();
    execution.begin(0, 0, 0);
    execution.add(machine.effects());
    for (std::size_t at = 0; at < path.size(); ++at) {
      const vm::Choice &choice = path[at];
      if (std::ranges::find(machine.choices(), choice) == machine.choices().end())
        return false;
      if (!machine.asks()) { // Else it is the same step still.
        execution.end();
        if (const std::uint64_t left = vm::targetsOf(machine.thread(choice.thread)))
          leaves.push_back({static_cast<EventId>(begins.size()), left});
        execution.begin(choice.thread, at, 0);
        begins.push_back(at);
      }
      machine.take(choice);
      execution.add(machine.effects());
    }
    execution.end();
    return true;
  }

  /// Steps that go on from the targets, one for each, any of which may come first.
  bool choose(unsigned target, std::vector<EventId> &chosen) {
    if (target == targets)
      return true;
    for (const Leave &one : leaves) {
      if (!(one.targets >> target & 1) ||
          std::ranges::any_of(chosen, [&](EventId other) { return isOrdered(one.event, other); }))
        continue;
      chosen.push_back(one.event);
      if (choose(target + 1, chosen))
        return true;
      chosen.pop_back();
    }
    return false;
  }

  /// The choices of all that must come before one of these.
  std::vector<vm::Choice> pathBefore(const std::vector<EventId> &chosen) const {
    std::vector<vm::Choice> result;
    for (EventId step = 1; step < begins.size(); ++step) {
      if (std::ranges::count(chosen, step) || std::ranges::none_of(chosen, [&](EventId one) {
            return step < one && execution.happensBefore(step, one);
          }))
        continue;
      const std::size_t end = step + 1 < begins.size() ? begins[step + 1] : path.size();
      result.insert(result.end(), path.begin() + static_cast<std::ptrdiff_t>(begins[step]),
                    path.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return result;
  }

private:
  struct Leave {
    EventId event;
    std::uint64_t targets;
  };
  /// Steps of one thread are ordered too.
  bool isOrdered(EventId one, EventId other) const {
    return one == other || (one < other ? execution.happensBefore(one, other)
                                        : execution.happensBefore(other, one));
  }

  const unsigned targets;
  vm::Machine machine;
  TouchTable table;
  Execution execution;
  std::vector<vm::Choice> path;
  std::vector<std::size_t> begins = {0}; ///< In the path, of each step; 0 is before the first.
  std::vector<Leave> leaves;
};

std::optional<Meeting> follow(vm::SharedCode &code, const vm::Options &options,
                              const std::vector<vm::Choice> &path) {
  vm::Machine machine(code, options);
  machine.start();
  std::vector<vm::Choice> taken;
  for (auto next = path.begin();; ++next) {
    for (vm::Fault &fault : machine.takeFaults())
      if (vm::isArrival(fault))
        return Meeting{taken, std::move(fault)};
    if (next == path.end() ||
        std::ranges::find(machine.choices(), *next) == machine.choices().end())
      return std::nullopt;
    taken.push_back(*next);
    machine.take(*next);
  }
}

/// With plain inputs there is nothing to choose at branches.
std::vector<vm::Choice> withoutBranches(const std::vector<vm::Choice> &path) {
  std::vector<vm::Choice> result;
  std::ranges::copy_if(path, std::back_inserter(result),
                       [](const vm::Choice &choice) { return !choice.isBranch; });
  return result;
}

vm::Options withInputs(const vm::Options &options, const std::vector<vm::InputValue> &inputs) {
  vm::Options plain = options;
  plain.symbolic = false;
  plain.inputs = inputs;
  return plain;
}

} // namespace

std::optional<Meeting> meetingBy(vm::SharedCode &code, const vm::Options &options,
                                 const std::vector<vm::Choice> &path,
                                 const std::vector<vm::InputValue> &inputs) {
  return follow(code, withInputs(options, inputs), withoutBranches(path));
}

MeetingAnswer findMeeting(vm::SharedCode &code, const vm::Options &options, unsigned targets,
                          const std::vector<vm::Choice> &path,
                          const std::vector<vm::InputValue> &inputs) {
  const vm::Options plain = withInputs(options, inputs);
  Again again(code, plain, targets, withoutBranches(path));
  if (!again.run())
    return {std::nullopt, true};
  std::vector<EventId> chosen;
  if (!again.choose(0, chosen))
    return {};
  MeetingAnswer answer{follow(code, plain, again.pathBefore(chosen)), false};
  answer.isLost = !answer.meeting;
  return answer;
}

} // namespace heddle::explore
