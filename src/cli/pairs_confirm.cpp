#include "cli/pairs_confirm.h"

#include "cli/candidates.h"
#include "cli/findings.h"
#include "cli/supervisor.h"
#include "explore/aftermath.h"
#include "report/finding.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace heddle::cli {
namespace {

constexpr std::uint64_t statesEach = 2000; ///< Of the guided search, a candidate.
constexpr double guidedShare = 0.3;        ///< Of the time, for all guided searches.
constexpr double leastSeconds = 0.05;      ///< Of a guided search.

class Confirmer {
public:
  Confirmer(const program::Program &program, const frontend::Options &frontend,
            const PairsConfirmOptions &options, report::Result &result)
      : program(program), options(options), result(result), code(program, false),
        settings{.frontend = frontend,
                 .vm = machine(frontend),
                 .out = options.out,
                 .given = {},
                 .minimising = options.seconds / 10,
                 .cancel = &progress.cancel,
                 .say = {}},
        findings(code, settings, known), candidates(candidatesOf(*result.pairs)),
        questions(candidates.size()) {}

  support::Done run() {
    Supervisor::Settings limits;
    limits.limits.seconds = options.seconds;
    limits.lastResort = [this](const std::string &) {
      static_cast<void>(conclude(false)); // Whether tests can be kept does not matter any more.
      return finish(result, support::SourceText(), {});
    };
    Supervisor supervisor(progress, limits);
    if (!candidates.empty())
      if (const support::Done led = lead(supervisor); !led) {
        supervisor.finish();
        return led;
      }
    bool isComplete = candidates.empty();
    if (std::ranges::any_of(candidates, [](const Candidate &one) { return !one.found; }) &&
        !progress.cancel)
      isComplete = searchAll();
    supervisor.finish();
    return conclude(isComplete);
  }

private:
  static vm::Options machine(const frontend::Options &frontend) {
    vm::Options vm;
    for (const vm::FaultKind kind : {vm::FaultKind::Overflow, vm::FaultKind::Leak})
      vm.checks.reset(static_cast<unsigned>(kind));
    if (!frontend.files.empty())
      vm.programName = frontend.files.front();
    return vm;
  }

  /// Whether some candidate has been waiting for this.
  void take(const explore::Found &found) {
    for (Candidate &one : candidates)
      if (!one.found && isMeant(one, found.fault, program))
        one.found = found;
  }

  /// Leads executions to each candidate by itself, with what is left of its share of the time.
  support::Done lead(const Supervisor &supervisor) {
    const ReachStudy study(program);
    const double end = options.seconds * guidedShare;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      Candidate &one = candidates[i];
      const double left = end - supervisor.seconds();
      if (one.found || progress.cancel || left <= 0)
        continue;
      const std::vector<analysis::Goal> goals = goalsOf(one, program);
      if (goals.empty() || goals.size() > analysis::mostGoals)
        continue;
      explore::GuidedOptions how;
      how.vm = settings.vm;
      how.states = statesEach;
      how.seconds = std::max(left / static_cast<double>(candidates.size() - i), leastSeconds);
      auto led = guide(study, goals, how, progress, {questions[i]});
      if (!led)
        return led.failure();
      executions += led->trials;
      if (!led->found)
        continue;
      auto faults = explore::aftermath(code, goals, *led->found, settings.vm);
      if (!faults)
        return faults.failure();
      for (const explore::Found &found : *faults)
        take(found);
    }
    return support::done();
  }

  /// One search of all executions for all that is left.
  bool searchAll() {
    explore::Options search;
    search.vm = settings.vm;
    search.all = true;
    search.workers = 1;
    bool isEnough = false;
    search.onFound = [&](const explore::Found &found, bool isSmall) {
      if (!isSmall)
        return;
      take(found);
      isEnough = std::ranges::all_of(candidates,
                                     [](const Candidate &one) { return one.found.has_value(); });
      if (isEnough)
        progress.cancel = true;
    };
    const explore::Answer answer = explore::makeDpor()->run(code, search, progress);
    executions += answer.stats.executions;
    if (isEnough)
      progress.cancel = false;
    for (const vm::Gap &gap : answer.gaps)
      if (why.empty())
        why = gap.reason + (gap.detail.empty() ? "" : ": " + gap.detail);
    return !isEnough && !progress.cancel && answer.gaps.empty();
  }

  std::string testOf(const Candidate &one) {
    findings.add(*one.found);
    findings.improve(*one.found);
    report::Result all;
    known.addTo(all);
    const std::string kind(vm::name(one.kind));
    for (const report::Finding &finding : all.findings) {
      Places places;
      for (const report::Participant &part : finding.participants)
        places.push_back(cli::keyOf(part.place));
      std::ranges::sort(places);
      if (finding.kind == kind &&
          (one.kind == vm::FaultKind::Deadlock ? std::ranges::includes(places, one.places)
                                               : places == one.places))
        return finding.test;
    }
    return {};
  }

  support::Done conclude(bool isComplete) {
    result.reach.emplace();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate &one = candidates[i];
      report::ReachQuestion &question = result.reach->questions.emplace_back(questions[i]);
      question.message = one.kind == vm::FaultKind::Deadlock ? "deadlock" : "data race";
      for (const report::Place &side : one.sides)
        question.targets.push_back(fmt::format("{}:{}", side.file, side.line));
      if (one.found) {
        question.status = "confirmed";
        question.test = testOf(one);
        if (question.test.empty())
          question.status = "open", question.why = "internal defect: it does not come again";
      } else if (isComplete) {
        question.status = "refuted";
        question.why = fmt::format("none of {} executions shows it", executions);
      } else {
        question.why = why.empty() ? "the time for confirming was up" : why;
      }
    }
    return support::done();
  }

  const program::Program &program;
  const PairsConfirmOptions &options;
  report::Result &result;
  explore::Progress progress;
  vm::SharedCode code;
  const Findings::Settings settings;
  Known known;
  Findings findings;
  std::vector<Candidate> candidates;
  std::vector<report::ReachQuestion> questions; ///< One for each of them.
  std::uint64_t executions = 0;
  std::string why; ///< What got in the way.
};

} // namespace

support::Done confirmPairs(const program::Program &program, const frontend::Options &frontend,
                           const PairsConfirmOptions &options, report::Result &result) {
  return Confirmer(program, frontend, options, result).run();
}

} // namespace heddle::cli
