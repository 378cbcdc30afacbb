#include "cli/searching.h"

namespace heddle::cli {

std::vector<std::string> assumptions() {
  return {"sc", "no-signals", "no-address-reuse", "malloc-succeeds"};
}

void fillStats(report::Stats &to, const explore::Stats &from, double seconds) {
  to.executions = from.executions;
  to.pruned = from.pruned;
  to.blocked = from.blocked;
  to.states = from.states;
  to.instructions = from.instructions;
  to.solverCalls = from.solverCalls;
  to.seconds = seconds;
  for (const auto &[name, count] : from.more)
    to.more.emplace_back(name, std::to_string(count));
}

} // namespace heddle::cli
