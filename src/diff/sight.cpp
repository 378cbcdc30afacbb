#include "diff/sight.h"

#include <algorithm>

namespace heddle::diff {

bool Sight::look(const std::vector<vm::Choice> &given, const std::vector<vm::InputValue> &inputs) {
  vm::Options plain = options;
  plain.symbolic = false;
  plain.inputs = inputs;
  runner = std::make_unique<vm::Machine>(code, plain);
  table = std::make_unique<explore::TouchTable>();
  execution = std::make_unique<explore::Execution>(explore::Dependency{}, *table);
  execution->follow(*runner);
  runner->track();
  runner->setHistory(
      [this](vm::Address address, std::uint32_t size, std::vector<std::uint64_t> &out) {
        execution->valuesBefore(address, size, out);
      });
  runner->record(this);
  readers = {};
  seen.clear();
  path.clear();
  for (const vm::Choice &choice : given)
    if (!choice.isBranch) // With plain inputs there is nothing to choose.
      path.push_back(choice);
  return follow();
}

bool Sight::follow() {
  // What main does before the first choice orders the threads it makes.
  steps = {{0, 0}};
  runner->start();
  execution->begin(0, 0, 0);
  execution->add(runner->effects());
  for (std::size_t at = 0; at < path.size(); ++at) {
    const vm::Choice &choice = path[at];
    if (std::ranges::find(runner->choices(), choice) == runner->choices().end())
      return false;
    if (!runner->asks()) { // Else it is the same step still.
      execution->end();
      execution->begin(choice.thread, at, 0);
      steps.push_back({choice.thread, at});
    }
    runner->take(choice);
    execution->add(runner->effects());
  }
  execution->end();
  return runner->choices().empty();
}

void Sight::saw(const vm::Seen &event) {
  const auto step = static_cast<explore::EventId>(steps.size() - 1);
  for (const trace::ReadFrom &edge : readers.saw(event))
    seen.push_back({edge, step, event.thread != steps[step].thread});
}

bool Sight::mayPrecede(std::size_t first, std::size_t second) const {
  if (first < second)
    return true;
  const SeenRead &one = seen[first];
  const SeenRead &other = seen[second]; // Which came before it.
  if (one.step == other.step)
    return false;
  return one.inTail ? !execution->happensBeforeTail(other.step, one.step)
                    : !execution->happensBefore(other.step, one.step);
}

std::vector<vm::Choice> Sight::reordered(std::span<const std::size_t> inOrder) const {
  std::vector<bool> isTaken(steps.size());
  std::vector<vm::Choice> result;
  const auto take = [&](explore::EventId step) {
    if (isTaken[step])
      return;
    isTaken[step] = true;
    const std::size_t end = step + 1 < steps.size() ? steps[step + 1].path : path.size();
    for (std::size_t at = steps[step].path; at < end; ++at)
      result.push_back(path[at]);
  };
  // What a read needs comes before it, and nothing else.
  for (const std::size_t read : inOrder) {
    const SeenRead &one = seen[read];
    for (explore::EventId step = 0; step < one.step; ++step)
      if (one.inTail ? execution->happensBeforeTail(step, one.step)
                     : execution->happensBefore(step, one.step))
        take(step);
    take(one.step);
  }
  for (explore::EventId step = 0; step < isTaken.size(); ++step)
    take(step);
  return result;
}

} // namespace heddle::diff
