#include "diff/look.h"

#include "diff/predicted.h"
#include "explore/led_reads.h"
#include "explore/strategies.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <stop_token>
#include <thread>

namespace heddle::diff {

namespace {

using Clock = std::chrono::steady_clock;

/// Ends a search when its time is up, or when somebody outside wants that.
class Timer {
public:
  Timer(explore::Progress &progress, double seconds, const std::atomic<bool> *cancel)
      : thread([this, &progress, cancel,
                end = Clock::now() +
                      std::chrono::duration_cast<Clock::duration>(
                          std::chrono::duration<double>(seconds))](const std::stop_token &stop) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          while (!stop.stop_requested()) {
            if ((cancel && cancel->load()) || Clock::now() >= end) {
              hasEnded = true;
              progress.cancel = true;
              progress.interrupt();
              return;
            }
            std::condition_variable_any().wait_until(
                lock, stop, std::min(end, Clock::now() + pulse), [] { return false; });
          }
        }) {}
  bool acted() const { return hasEnded; }

private:
  static constexpr std::chrono::milliseconds pulse{20};
  std::atomic<bool> hasEnded = false;
  std::jthread thread;
};

vm::Rounds roundsOf(const std::string &strategy) {
  return strategy == "dpor"         ? vm::Rounds::Stop
         : strategy == "exhaustive" ? vm::Rounds::Cut
                                    : vm::Rounds::Retry;
}

/// No races: they end nothing, and looking for them takes time.
vm::Options watched(const vm::Options &options) {
  vm::Options result = options;
  for (const vm::FaultKind kind :
       {vm::FaultKind::DataRace, vm::FaultKind::Overflow, vm::FaultKind::Leak})
    result.checks.reset(static_cast<unsigned>(kind));
  return result;
}

class Looker {
public:
  Looker(vm::SharedCode &code, const LookSettings &settings) : code(code), settings(settings) {
    options.vm = watched(settings.vm);
    options.all = true;
    options.workers = 1;
  }

  /// Until `look` says that it has seen enough.
  Everything run(const std::string &strategy, double seconds,
                 const std::function<bool(Sight &, const std::vector<vm::InputValue> &)> &look) {
    explore::Progress progress;
    vm::Options again = options.vm;
    again.rounds = roundsOf(strategy);
    Sight sight(code, again);
    Everything result;
    bool isEnough = false;
    bool isLost = false;
    bool hasInputs = false;
    options.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &path) {
      if (progress.cancel)
        return;
      const std::vector<vm::InputValue> inputs = machine.anyInputs();
      hasInputs |= !inputs.empty();
      if (!sight.look(path, inputs)) {
        isLost |= machine.end() != vm::End::Nothing;
        return;
      }
      if (look(sight, inputs))
        return;
      isEnough = true;
      progress.cancel = true;
    };
    const auto found = explore::strategyNamed(strategy);
    if (seconds <= 0)
      return {.bound = "time"};
    const Timer timer(progress, seconds, settings.cancel);
    const explore::Answer answer =
        explore::makeExplorer(**found, options)->run(code, options, progress);
    result.executions = answer.stats.executions + answer.stats.blocked;
    result.bound = isEnough               ? "stopped"
                   : timer.acted()        ? "time"
                   : !answer.gaps.empty() ? answer.gaps.front().reason
                   : isLost               ? "not-reproduced"
                   // An index that an input decides may be another one on the same path.
                   : hasInputs ? "inputs"
                               : "";
    return result;
  }

  explore::Options options;

private:
  vm::SharedCode &code;
  const LookSettings &settings;
};

/// Looks for reads in one execution after the other.
class Hunt {
public:
  Hunt(vm::SharedCode &code, const std::vector<WantedReads> &wanted, const LookSettings &settings)
      : code(code), wanted(wanted), settings(settings) {
    looked.sightings.resize(wanted.size());
    for (const WantedReads &reads : wanted)
      isSingle = isSingle && reads.size() <= 1;
  }

  Looked run() {
    const auto begun = Clock::now();
    const auto left = [&] {
      return settings.seconds - std::chrono::duration<double>(Clock::now() - begun).count();
    };
    const auto look = [this](Sight &sight, const std::vector<vm::InputValue> &inputs) {
      lookAt(sight, inputs);
      return isAnyLeft();
    };
    if (!isAnyLeft())
      return std::move(looked);
    Looker chance(code, settings);
    chance.options.runs = settings.randomRuns;
    if (settings.randomRuns)
      looked.byChance = chance.run("random", left() / 4, look).executions;
    if (!isAnyLeft())
      return std::move(looked);
    // A short search decides most small programs. For the others all executions are too many, or
    // their inputs: predictive analysis needs few. What it leaves is for a long search.
    const bool predicts = settings.predicts && !settings.vm.spurious && hasSingle();
    const bool leads = settings.leads && hasSingle();
    searchAll(predicts || leads ? std::min(left() / 4, shortSearch) : left(), look);
    if (looked.isComplete || !isAnyLeft() || !(predicts || leads))
      return std::move(looked);
    const bool isShort = looked.bound == "time";
    if (leads && isShort)
      lead(left() / 4);
    if (!isAnyLeft())
      return std::move(looked);
    if (!predicts) {
      if (isShort)
        searchAll(left(), look);
      return std::move(looked);
    }
    const Predicted predicted = predict(
        code, wanted, settings, isShort ? left() / 2 : left(),
        [this](std::size_t i) { return !looked.sightings[i].isMet; },
        [this](std::size_t i, trace::Trace shown) { met(i, std::move(shown)); });
    looked.predicted = predicted.executions;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      looked.sightings[i].isExcluded = predicted.isExcluded[i] && !looked.sightings[i].isMet;
    if (isShort && isAnyLeft())
      searchAll(left(), look);
    return std::move(looked);
  }

private:
  /// Whether something is left to look for.
  bool isAnyLeft() const {
    return std::ranges::any_of(looked.sightings,
                               [](const Sighting &one) { return !one.isMet && !one.isExcluded; });
  }
  bool hasSingle() const {
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (wanted[i].size() == 1 && !looked.sightings[i].isMet)
        return true;
    return false;
  }

  void searchAll(double seconds,
                 const std::function<bool(Sight &, const std::vector<vm::InputValue> &)> &look) {
    Looker all(code, settings);
    // With observers every read sees every write that it can see, but not in all combinations.
    all.options.observers = isSingle;
    const Everything everything = all.run("dpor", seconds, look);
    looked.executions = everything.executions;
    looked.isComplete = everything.bound.empty();
    looked.bound = isAnyLeft() ? everything.bound : "";
  }

  /// Each edge by itself: the read is led to behind the write.
  void lead(double seconds) {
    if (seconds <= 0)
      return;
    std::vector<explore::LedRead> reads;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (wanted[i].size() == 1 && !looked.sightings[i].isMet) {
        reads.push_back({wanted[i].front().write, wanted[i].front().read});
        numbers.push_back(i);
      }
    explore::Progress progress;
    const Timer timer(progress, seconds, settings.cancel);
    const vm::Options plain = watched(settings.vm);
    Sight sight(code, plain);
    const auto judge = [&](std::size_t number, const std::vector<vm::Choice> &path,
                           const std::vector<vm::InputValue> &inputs) {
      const std::size_t at = numbers[number];
      if (!looked.sightings[at].isMet && sight.look(path, inputs))
        lookAt(sight, inputs); // It may show others, too.
      return looked.sightings[at].isMet;
    };
    looked.led =
        explore::leadToReads(code, reads, {.vm = plain, .seconds = seconds}, progress, judge);
  }

  void met(std::size_t number, trace::Trace shown) {
    Sighting &one = looked.sightings[number];
    one.isMet = true;
    one.trace = std::move(shown);
  }

  void lookAt(Sight &sight, const std::vector<vm::InputValue> &inputs) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (looked.sightings[i].isMet)
        continue;
      std::vector<std::size_t> chosen;
      tries = 0;
      search(sight, inputs, wanted[i], chosen, looked.sightings[i]);
    }
  }

  /// Goes through the reads of the execution that fit, one of each edge.
  void search(Sight &sight, const std::vector<vm::InputValue> &inputs, const WantedReads &reads,
              std::vector<std::size_t> &chosen, Sighting &sighting) {
    if (chosen.size() == reads.size()) {
      if (++tries > mostTries || !keep(sight, inputs, reads, chosen, sighting))
        sighting.isUnsure = true;
      return;
    }
    for (std::size_t i = 0; i < sight.reads().size() && !sighting.isMet; ++i) {
      const SeenRead &seen = sight.reads()[i];
      if (tries > mostTries || !reads[chosen.size()].fits(seen.edge) ||
          std::ranges::find(chosen, i) != chosen.end() ||
          !std::ranges::all_of(chosen,
                               [&](std::size_t before) { return sight.mayPrecede(before, i); }))
        continue;
      chosen.push_back(i);
      search(sight, inputs, reads, chosen, sighting);
      chosen.pop_back();
    }
  }

  /// Makes a test of it, if it replays.
  bool keep(const Sight &sight, const std::vector<vm::InputValue> &inputs, const WantedReads &reads,
            const std::vector<std::size_t> &chosen, Sighting &sighting) {
    vm::Options plain = watched(settings.vm);
    plain.inputs = inputs;
    plain.cancel = nullptr;
    trace::Trace trace = trace::recordReads(code, plain, sight.reordered(chosen), reads);
    trace.test.races = false;
    if (!trace.hasFault || !trace::replay(code, plain, trace.test).hasFault)
      return false;
    sighting.isMet = true;
    sighting.trace = std::move(trace);
    return true;
  }

  static constexpr double shortSearch = 2;  ///< Seconds.
  static constexpr unsigned mostTries = 16; ///< Of choices of reads in one execution.
  vm::SharedCode &code;
  const std::vector<WantedReads> &wanted;
  const LookSettings &settings;
  Looked looked;
  bool isSingle = true;
  unsigned tries = 0;
};

} // namespace

Looked lookFor(vm::SharedCode &code, const std::vector<WantedReads> &wanted,
               const LookSettings &settings) {
  return Hunt(code, wanted, settings).run();
}

Everything lookAtAll(vm::SharedCode &code, const LookSettings &settings, const char *strategy,
                     bool orders, const std::function<bool(const Sight &)> &look) {
  Looker looker(code, settings);
  looker.options.observers = !orders;
  return looker.run(strategy, settings.seconds,
                    [&](Sight &sight, const std::vector<vm::InputValue> &) { return look(sight); });
}

} // namespace heddle::diff
