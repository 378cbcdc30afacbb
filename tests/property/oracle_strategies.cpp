#include "oracles.h"
#include "strategies.h"

#include <fmt/format.h>

namespace heddle::property {

std::string checkStrategies(Ready &ready, const Explored &all, std::uint64_t seed) {
  for (std::size_t i = 0; i < settings().size(); ++i) {
    const Setting &setting = settings()[i];
    if (seed % setting.every || (setting.count && !all.hasHistory))
      continue;
    const bool races = setting.races && all.hasHistory;
    const Behaviour behaviour = behaviourOf(ready, setting, races);
    std::string problem = compare(ready, all, setting, behaviour);
    // Replaying is slow, so that each program does it for one of them. Those that are kept (0) do
    // it for all.
    if (problem.empty() && (seed == 0 || seed % settings().size() == i))
      problem = checkReplay(ready, behaviour.answer, races);
    if (!problem.empty())
      return problem;
  }
  return {};
}

} // namespace heddle::property
