#include "diff/predicted.h"

#include "defuse/campaign.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace heddle::diff {

namespace {

using Clock = std::chrono::steady_clock;

defuse::PairKey keyOf(const trace::WantedRead &read) {
  return {read.write, read.read};
}

} // namespace

Predicted predict(vm::SharedCode &code, const std::vector<WantedReads> &wanted,
                  const LookSettings &settings, double seconds,
                  const std::function<bool(std::size_t)> &isAsked,
                  const std::function<void(std::size_t, trace::Trace)> &onShown) {
  Predicted result;
  result.isExcluded.resize(wanted.size());
  // It knows of no waits that end without a signal.
  if (settings.vm.spurious || seconds <= 0)
    return result;
  std::multimap<defuse::PairKey, std::size_t> asked;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i].size() == 1 && !wanted[i].front().isMeant && isAsked(i))
      asked.emplace(keyOf(wanted[i].front()), i);
  if (asked.empty())
    return result;
  defuse::Potential potential(code.program());
  std::vector<defuse::PairKey> keys;
  for (const auto &[key, number] : asked)
    keys.push_back(key);
  potential.keepOnly(keys);
  if (potential.pairs().empty())
    return result;

  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  defuse::Settings how;
  how.vm = settings.vm;
  how.vm.cancel = settings.cancel;
  how.searches = false; // Who asks does that.
  how.goesOn = [&] { return Clock::now() < end && !(settings.cancel && *settings.cancel); };
  how.secondsLeft = [&] { return std::chrono::duration<double>(end - Clock::now()).count(); };
  how.onPair = [&](const defuse::FoundPair &pair) {
    const auto [first, last] = asked.equal_range(pair.key);
    if (first == last)
      return;
    vm::Options plain = settings.vm;
    plain.inputs = pair.test.inputs;
    trace::Trace shown = trace::replay(code, plain, pair.test);
    if (!shown.hasFault)
      return;
    shown.test = pair.test;
    for (auto one = first; one != last; ++one)
      onShown(one->second, shown);
  };
  const defuse::Outcome outcome = defuse::run(code, potential, how);
  result.executions = outcome.figures.executions + outcome.figures.completing +
                      outcome.figures.repeated + outcome.figures.replays;
  for (const defuse::FoundPair &pair : outcome.pairs)
    if (pair.status == defuse::Status::Infeasible) {
      const auto [first, last] = asked.equal_range(pair.key);
      for (auto one = first; one != last; ++one)
        result.isExcluded[one->second] = 1;
    }
  return result;
}

} // namespace heddle::diff
