#include "explore/reach_all.h"

#include "explore/collector.h"
#include "explore/loop.h"
#include "explore/meeting.h"
#include "vm/targets.h"

#include <algorithm>

namespace heddle::explore {

namespace {

/// Other failures end their executions, and nothing else. Of races, leaks and overflows nobody
/// asks.
Options forTargets(const Options &given, unsigned targets) {
  Options options = given;
  for (const vm::FaultKind kind :
       {vm::FaultKind::DataRace, vm::FaultKind::Overflow, vm::FaultKind::Leak})
    options.vm.checks.reset(static_cast<unsigned>(kind));
  options.all = true;
  options.observers = targets == 1;
  return options;
}

class TargetSearch {
public:
  TargetSearch(vm::SharedCode &code, unsigned targets, const Options &given, Progress &progress)
      : code(code), targets(targets), options(forTargets(given, targets)), progress(progress) {}

  Answer run() {
    if (targets > 1 && hasSections(code.program()))
      return by("exhaustive");
    Answer answer = by("dpor");
    const bool onlyRounds =
        !answer.gaps.empty() &&
        std::ranges::all_of(answer.gaps, [](const vm::Gap &gap) { return gap.reason == "rounds"; });
    if (!answer.found.empty() || isCancelled(progress) || !onlyRounds)
      return answer;
    Answer all = by("exhaustive");
    addStats(all.stats, answer.stats);
    all.phases.insert(all.phases.begin(), answer.phases.begin(), answer.phases.end());
    return all;
  }

private:
  Answer by(std::string_view strategy) {
    const bool isDpor = strategy == "dpor";
    Options searching = options;
    searching.onFound = [&](const Found &found, bool isSmall) {
      if (isSmall && vm::isArrival(found.fault))
        stop(found);
    };
    if (isDpor && targets > 1)
      searching.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &path) {
        look(machine, path);
      };
    hasStopped = false;
    Answer answer = (isDpor ? makeDpor() : makeExhaustive())->run(code, searching, progress);
    if (hasStopped)
      progress.cancel = false;
    answer.found.clear();
    if (met)
      answer.found.push_back(*met);
    else if (isLost)
      answer.gaps.push_back({"not-reproduced", "an execution did not come again"});
    answer.phases.push_back({strategy, answer.stats.executions, std::max(1u, options.workers)});
    return answer;
  }

  /// Whether the execution could have had threads at all targets at once.
  void look(vm::Machine &machine, const std::vector<vm::Choice> &path) {
    if (met || isCancelled(progress))
      return;
    const std::vector<vm::InputValue> inputs = machine.anyInputs();
    MeetingAnswer answer = findMeeting(code, machineOptions(options, progress, vm::Rounds::Stop),
                                       targets, path, inputs);
    isLost |= answer.isLost && !isCancelled(progress);
    if (answer.meeting)
      stop({std::move(answer.meeting->fault), std::move(answer.meeting->path), inputs});
  }

  /// What is looked for is there.
  void stop(const Found &found) {
    if (!met)
      met = found;
    if (!progress.cancel.exchange(true))
      hasStopped = true;
  }

  vm::SharedCode &code;
  const unsigned targets;
  const Options options;
  Progress &progress;
  std::optional<Found> met;
  bool isLost = false;
  bool hasStopped = false;
};

} // namespace

bool hasSections(const program::Program &program) {
  return std::ranges::any_of(program.functions(),
                             [](const program::Function &one) { return one.isAtomic; }) ||
         std::ranges::any_of(program.locations(), [](const program::Location &one) {
           return one.kind == program::OpKind::AtomicBegin;
         });
}

Answer searchForTargets(vm::SharedCode &code, unsigned targets, const Options &options,
                        Progress &progress) {
  return TargetSearch(code, targets, options, progress).run();
}

} // namespace heddle::explore
