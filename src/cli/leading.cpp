#include "cli/leading.h"

#include "explore/aftermath.h"
#include "explore/collector.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <llvm/IR/Module.h>
#include <set>

namespace heddle::cli {
namespace {

constexpr std::uint64_t mostInstructions = 100'000; ///< Of a program that is analysed for this.
constexpr std::size_t mostCandidates = 200;
constexpr std::uint64_t statesEach = 2000; ///< Work is counted; the clock is for what it misjudges.
constexpr std::uint64_t mostStates = 10'000;

class Leader {
public:
  Leader(vm::SharedCode &code, const LeadOptions &options, explore::Progress &progress)
      : code(code), program(code.program()), options(options), progress(progress) {}

  explore::Answer run() {
    const std::vector<Candidate> candidates = choose();
    explore::Answer answer;
    if (candidates.empty() || left() <= 0)
      return answer;
    const ReachStudy study(program);
    const std::uint64_t statesBefore = progress.states.load();
    Led all;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const bool isMet = std::ranges::any_of(all.found, [&](const explore::Found &found) {
        return shows(candidates[i], found, code, options.vm);
      });
      if (isMet)
        continue;
      if (progress.cancel || left() <= 0 || all.states >= mostStates)
        break;
      lead(candidates[i], study, left() / static_cast<double>(candidates.size() - i), all);
      if (!options.all && hasBug(all))
        break;
    }
    progress.states.store(statesBefore + all.states); // Each look has told its own.
    explore::Collector collector({});
    answer.found = std::move(all.found);
    collector.add(answer);
    answer = collector.finish({});
    answer.stats.states = all.states;
    answer.stats.instructions = all.instructions;
    answer.phases.push_back({"guided", all.trials, 1});
    return answer;
  }

private:
  using Clock = std::chrono::steady_clock;

  double left() const {
    return options.seconds - std::chrono::duration<double>(Clock::now() - begun).count();
  }

  static bool hasBug(const Led &led) {
    return std::ranges::any_of(led.found, [](const explore::Found &one) {
      return one.fault.kind != vm::FaultKind::DataRace;
    });
  }

  void say(const std::string &text) const {
    if (options.say)
      options.say(text);
  }

  /// Deadlocks first. Those that cannot be led to are none.
  std::vector<Candidate> choose() const {
    const auto asks = [&](vm::FaultKind kind) {
      return options.vm.looksFor(kind) &&
             (kind != vm::FaultKind::DataRace || !options.areRacesExcluded);
    };
    if ((!asks(vm::FaultKind::DataRace) && !asks(vm::FaultKind::Deadlock)) ||
        program.unit().module().getInstructionCount() > mostInstructions)
      return {};
    auto candidates = candidatesIn(program);
    if (!candidates)
      return {};
    std::erase_if(*candidates, [&](const Candidate &one) { return !asks(one.kind); });
    if (candidates->size() > mostCandidates)
      candidates->resize(mostCandidates);
    return std::move(*candidates);
  }

  void lead(const Candidate &one, const ReachStudy &study, double seconds, Led &all) {
    explore::GuidedOptions how;
    how.vm = options.vm;
    how.states = std::min(statesEach, mostStates - all.states);
    how.seconds = seconds;
    report::ReachQuestion question;
    auto led = leadTo(one, study, code, how, progress, question);
    if (!led)
      return; // It is a look, and no more: what it cannot do the search does.
    say(fmt::format("guided to a possible {} at {}: {}", vm::name(one.kind),
                    fmt::join(one.places, ", "), led->found.empty() ? "nothing" : "found"));
    std::ranges::move(led->found, std::back_inserter(all.found));
    all.trials += led->trials;
    all.states += led->states;
    all.instructions += led->instructions;
  }

  vm::SharedCode &code;
  const program::Program &program;
  const LeadOptions &options;
  explore::Progress &progress;
  const Clock::time_point begun = Clock::now();
};

} // namespace

namespace {

/// Leads to places of a candidate until it shows what it warns of.
support::Done leadToPlaces(const Candidate &one, const std::vector<report::Place> &places,
                           const ReachStudy &study, vm::SharedCode &code,
                           explore::GuidedOptions how, explore::Progress &progress,
                           report::ReachQuestion &question, Led &result) {
  const std::vector<analysis::Goal> goals = goalsAt(places, code.program());
  if (goals.empty() || goals.size() > analysis::mostGoals)
    return support::done();
  auto aftermath = explore::Aftermath::of(code, goals);
  if (!aftermath)
    return aftermath.failure();
  std::set<std::string> known;
  how.accepts = [&](const explore::Found &arrival) {
    bool isShown = false;
    for (explore::Found &found : aftermath->faults(arrival, how.vm)) {
      isShown = isShown || shows(one, found, code, how.vm);
      if (known.insert(explore::bugKey(found.fault)).second || isShown)
        result.found.push_back(std::move(found));
      if (isShown)
        break;
    }
    result.isShown = result.isShown || isShown;
    return isShown;
  };
  auto led = guide(study, code, goals, how, progress, {question});
  if (!led)
    return led.failure();
  result.trials += led->trials;
  result.states += led->allStates;
  result.instructions += led->stats.instructions;
  return support::done();
}

} // namespace

support::Outcome<Led> leadTo(const Candidate &one, const ReachStudy &study, vm::SharedCode &code,
                             const explore::GuidedOptions &how, explore::Progress &progress,
                             report::ReachQuestion &question) {
  Led result;
  for (const std::vector<report::Place> *places : {&one.inner, &one.sides})
    if (!places->empty() && !result.isShown)
      if (const support::Done led =
              leadToPlaces(one, *places, study, code, how, progress, question, result);
          !led)
        return led.failure();
  return result;
}

explore::Answer leadToWarnings(vm::SharedCode &code, const LeadOptions &options,
                               explore::Progress &progress) {
  return Leader(code, options, progress).run();
}

} // namespace heddle::cli
