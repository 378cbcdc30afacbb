#include "cli/reach_search.h"

#include "explore/loop.h"
#include "explore/meeting.h"
#include "explore/reach_all.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace heddle::cli {
namespace {

/// Of the time there is, for the guided search.
constexpr double guidedShare = 0.2;

std::vector<trace::TargetPlace> placesOf(const program::Program &program,
                                         const std::vector<program::Mark> &marks) {
  std::vector<trace::TargetPlace> places;
  for (const program::Mark &mark : marks) {
    const program::Function &function = program.functions()[program.location(mark.before).function];
    const program::Place place = program.place(mark.before);
    places.push_back({function.name, mark.before - function.first, mark.targets,
                      place.line ? fmt::format("{}:{}", place.file, place.line) : "", 0});
  }
  return places;
}

} // namespace

support::Done ReachSearch::run(const std::vector<analysis::Goal> &goals, double seconds,
                               report::ReachQuestion &question, std::vector<report::Graph> &graphs,
                               Known &known) {
  const std::vector<program::Mark> marks = analysis::marksFor(goals);
  const auto count = static_cast<unsigned>(goals.size());
  const support::Outcome<program::Program> marked = program::withMarks(program, marks, count);
  if (!marked)
    return marked.failure();
  vm::SharedCode code(*marked, false, settings.unroll);
  const Findings::Settings keeping{.frontend = settings.frontend,
                                   .vm = settings.search.vm,
                                   .out = settings.out,
                                   .given = settings.given,
                                   .targets = placesOf(program, marks),
                                   .minimising = seconds / 10,
                                   .cancel = &progress.cancel,
                                   .names = &testNames,
                                   .say = settings.say};
  Findings findings(code, keeping, known);
  explore::Answer answer;
  if (settings.strategy != "complete") {
    GuidedQuestion about{question, settings.drawsSystems ? &graphs : nullptr};
    if (const support::Done led = guided(goals, code, seconds * guidedShare, about, answer); !led)
      return led;
  }
  if (settings.strategy != "guided" && answer.found.empty() && !progress.cancel)
    complete(code, count, answer);
  question.by = answer.phases.empty() ? "" : answer.phases.back().strategy;
  addFigures(answer);
  return findings.finish(answer, !progress.cancel);
}

support::Done ReachSearch::guided(const std::vector<analysis::Goal> &goals, vm::SharedCode &code,
                                  double seconds, GuidedQuestion about, explore::Answer &answer) {
  if (!study)
    study = std::make_unique<ReachStudy>(program);
  explore::GuidedOptions how;
  how.vm = settings.search.vm;
  how.seconds = seconds;
  how.workers =
      settings.search.workers ? settings.search.workers : std::thread::hardware_concurrency();
  how.say = settings.say;
  auto led = guide(*study, code, goals, how, progress, about);
  if (!led)
    return led.failure();
  answer.stats = led->stats;
  answer.phases.push_back({"guided", led->trials, 1});
  if (led->found) {
    // In the program with marks for the targets alone its places are other ones.
    const auto met =
        explore::meetingBy(code, settings.search.vm, led->found->path, led->found->inputs);
    if (met)
      answer.found.push_back(
          {met->fault, met->path, led->found->inputs, led->found->areInputsSmallest});
    else
      answer.gaps.push_back(
          {"not-reproduced", "internal defect: an execution does not come again"});
  } else if (settings.strategy == "guided") {
    answer.gaps.push_back({"guided", "the guided search proves nothing"});
  }
  return support::done();
}

void ReachSearch::complete(vm::SharedCode &code, unsigned count, explore::Answer &answer) {
  explore::Answer all = explore::searchForTargets(code, count, settings.search, progress);
  all.phases.insert(all.phases.begin(), answer.phases.begin(), answer.phases.end());
  answer = std::move(all);
}

void ReachSearch::addFigures(const explore::Answer &answer) {
  explore::addStats(figures, answer.stats);
  stopped = answer.stoppedAt;
  for (const explore::Phase &phase : answer.phases) {
    const auto known = std::ranges::find(done, phase.strategy, &explore::Phase::strategy);
    if (known == done.end())
      done.push_back(phase);
    else
      known->executions += phase.executions;
  }
}

} // namespace heddle::cli
