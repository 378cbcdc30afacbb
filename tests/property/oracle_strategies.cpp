#include "analysis/assertion_slice.h"
#include "explore/one_order.h"
#include "oracles.h"
#include "strategies.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string_view>

namespace heddle::property {

namespace {

/// "!name" stands for all but those whose names begin with it,
bool isWithout(std::string_view name) {
  return name.starts_with('!');
}
/// and "name*" for these.
bool isMany(std::string_view name) {
  return name.ends_with('*');
}

bool isLeftOut(const Setting &setting, std::uint64_t seed, std::string_view only) {
  const std::string_view name = setting.name;
  if (isMany(only))
    return !name.starts_with(only.substr(0, only.size() - 1));
  if (!only.empty() && !isWithout(only))
    return only != name;
  return seed % setting.every != 0 || (!only.empty() && name.starts_with(only.substr(1)));
}

constexpr std::string_view oneOrder = "assertion-guided, one order";

/// Where one order of threads is said to stand for all, no execution fails an assertion.
std::string checkOneOrder(Ready &ready, const Explored &all) {
  explore::Options options;
  options.vm = vmOptions(false);
  for (unsigned i = 0; i < vm::faultKinds; ++i)
    if (vm::propertyOf(static_cast<vm::FaultKind>(i)) != "assertion")
      options.vm.checks.reset(i);
  options.slice =
      std::make_shared<const std::vector<bool>>(analysis::assertionSlice(*ready.program));
  explore::Progress progress;
  explore::Stats stats;
  if (!explore::tryOneOrder(*ready.code, options, progress, stats))
    return {};
  for (const explore::Found &found : all.answer.found)
    if (vm::propertyOf(found.fault.kind) == "assertion")
      return fmt::format("{}\n  misses a bug: {}\n", oneOrder,
                         shownBug(*ready.program, found.fault));
  return {};
}

} // namespace

bool hasSetting(const std::string &name) {
  return std::ranges::any_of(settings(), [&](const Setting &one) {
    const std::string_view own = one.name;
    return isWithout(name) ? own.starts_with(name.substr(1))
           : isMany(name)  ? own.starts_with(name.substr(0, name.size() - 1))
                           : own == name;
  });
}

std::string checkStrategies(Ready &ready, const Explored &all, std::uint64_t seed,
                            const std::string &only) {
  std::optional<Explored> quiet;
  std::map<std::string_view, explore::Stats> counts;
  if (only.empty() || (isMany(only) && oneOrder.starts_with(only.substr(0, only.size() - 1))))
    if (std::string problem = checkOneOrder(ready, all); !problem.empty())
      return problem;
  for (std::size_t i = 0; i < settings().size(); ++i) {
    const Setting &setting = settings()[i];
    if (isLeftOut(setting, seed, only) || (setting.count && !all.hasHistory))
      continue;
    const bool races = looksForRaces(all, setting);
    const Behaviour behaviour = behaviourOf(ready, setting, races);
    // A round of a loop that waits is a step where it may meet a race that somebody looks for.
    const bool isQuiet = !races && all.hasHistory && all.awaits;
    if (isQuiet && !quiet)
      quiet = explore(ready, false);
    std::string problem = compare(ready, isQuiet ? *quiet : all, setting, behaviour);
    if (behaviour.complete && all.hasHistory && !all.awaits) {
      counts[setting.name] = behaviour.answer.stats;
      if (problem.empty() && setting.like && counts.contains(setting.like))
        problem = compareCounts(setting, counts[setting.like], behaviour.answer.stats);
    }
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
