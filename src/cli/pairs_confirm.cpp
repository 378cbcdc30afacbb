#include "cli/pairs_confirm.h"

#include "cli/findings.h"
#include "cli/leading.h"
#include "cli/supervisor.h"
#include "explore/sampling.h"
#include "report/finding.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace heddle::cli {
namespace {

// Of the guided search: states for a candidate, and shares of the time for all of them. First
// little, then more and more.
constexpr std::uint64_t firstStates = 100;
constexpr double firstShare = 0.15;
constexpr std::array<std::uint64_t, 2> laterStates = {1000, 10'000};
constexpr double laterShare = 0.2;
constexpr double leastSeconds = 0.1; ///< Of one of them.

// How far the search of all executions goes before others are tried.
constexpr std::uint64_t mostAlone = 1000;
constexpr std::uint64_t workAlone = 10'000'000;

constexpr std::uint64_t looks = 1000;
constexpr explore::Effort lookEffort = {.work = 200'000'000, .seconds = 5};
constexpr double lookShare = 0.1;

class Confirmer {
public:
  Confirmer(const program::Program &program, const frontend::Options &frontend,
            const analysis::Study &pairs, const PairsConfirmOptions &options,
            report::Result &result)
      : program(program), options(options), result(result), code(program, false),
        settings{.frontend = frontend,
                 .vm = machine(frontend),
                 .out = options.out,
                 .given = {},
                 .minimising = options.seconds / 10,
                 .cancel = &progress.cancel,
                 .names = &names,
                 .say = {}},
        candidates(candidatesOf(*result.pairs, pairs)), questions(candidates.size()) {}

  support::Done run() {
    Supervisor::Settings limits;
    limits.limits.seconds = options.seconds;
    limits.lastResort = [this](const std::string &) {
      static_cast<void>(conclude(false)); // Whether tests can be kept does not matter any more.
      return finish(result, support::SourceText(), {});
    };
    Supervisor supervisor(progress, limits);
    order();
    bool isComplete = candidates.empty();
    if (!candidates.empty()) {
      study = std::make_unique<ReachStudy>(program);
      lead(supervisor, firstStates, firstShare);
      if (isAnyOpen() && !progress.cancel)
        isComplete = searchAll(supervisor);
    }
    supervisor.finish();
    return problem ? conclude(isComplete) : problem;
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
    if (found.fault.kind == vm::FaultKind::Deadlock)
      return takeDeadlocks(found.path, found.inputs);
    for (Candidate &one : candidates)
      if (!one.found && isRaceMeant(one, found.fault, program))
        one.found = found;
  }

  void takeDeadlocks(const std::vector<vm::Choice> &path,
                     const std::vector<vm::InputValue> &inputs) {
    if (!isDeadlockOpen())
      return;
    for (const SeenDeadlock &seen : deadlocksAlong(code, settings.vm, path, inputs))
      for (Candidate &one : candidates)
        if (!one.found && isMeant(one, vm::FaultKind::Deadlock, seen.threads))
          one.found = seen.found;
  }

  bool isDeadlockOpen() const {
    return std::ranges::any_of(candidates, [](const Candidate &one) {
      return !one.found && one.kind == vm::FaultKind::Deadlock;
    });
  }

  /// A search tells each deadlock once, by the places where threads wait; these may be those of a
  /// function that locks for others.
  void lookAtEnd(const vm::Machine &machine, const std::vector<vm::Choice> &path) {
    if (!isDeadlockOpen())
      return;
    std::vector<Places> threads;
    for (std::size_t i = 0; i < machine.threadCount(); ++i)
      if (const auto id = static_cast<vm::ThreadId>(i);
          machine.exists(id) && machine.thread(id).status == vm::ThreadStatus::Ready)
        threads.push_back(placesOf(machine, id, program));
    const bool mayBe = threads.size() > 1 && std::ranges::any_of(candidates, [&](const auto &one) {
                         return !one.found && isMeant(one, vm::FaultKind::Deadlock, threads);
                       });
    if (mayBe)
      takeDeadlocks(path, machine.anyInputs());
    endIfDone();
  }

  void endIfDone() {
    if (!isAnyOpen())
      progress.cancel = true;
  }

  bool isAnyOpen() const {
    return std::ranges::any_of(candidates, [](const Candidate &one) { return !one.found; });
  }

  /// Deadlocks first, then a pair of each variable, then another one of each: pairs of one variable
  /// are often alike.
  void order() {
    std::map<std::string, std::size_t> known;
    std::vector<std::pair<std::size_t, std::size_t>> ranks;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const bool isRace = candidates[i].kind == vm::FaultKind::DataRace;
      ranks.emplace_back(isRace ? ++known[candidates[i].variable] : 0, i);
    }
    std::ranges::sort(ranks);
    for (const auto &[rank, number] : ranks)
      turns.push_back(number);
  }

  /// Leads executions to each candidate by itself, in a share of the time.
  void lead(const Supervisor &supervisor, std::uint64_t states, double share) {
    const double end = supervisor.seconds() + options.seconds * share;
    for (std::size_t nth = 0; nth < turns.size() && problem; ++nth) {
      Candidate &one = candidates[turns[nth]];
      const double left = end - supervisor.seconds();
      if (progress.cancel || left <= 0)
        return;
      if (one.found)
        continue;
      explore::GuidedOptions how;
      how.vm = settings.vm;
      how.states = states;
      how.seconds = std::max(left / static_cast<double>(turns.size() - nth), leastSeconds);
      const auto led = leadTo(one, *study, code, how, progress, questions[turns[nth]]);
      if (!led)
        problem = led.failure();
      else
        for (const explore::Found &found : led->found)
          take(found);
    }
  }

  explore::Options searching() {
    explore::Options search;
    search.vm = settings.vm;
    search.all = true;
    search.workers = 1;
    search.onFound = [this](const explore::Found &found, bool isSmall) {
      if (!isSmall)
        return;
      take(found);
      endIfDone();
    };
    search.atEnd = [this](const vm::Machine &machine, const std::vector<vm::Choice> &path) {
      lookAtEnd(machine, path);
    };
    return search;
  }

  /// Executions that are far from each other: they often meet what there is in many of them.
  void lookAround() {
    explore::Options search = searching();
    search.runs = looks;
    explore::Effort effort = lookEffort;
    effort.seconds = std::min(effort.seconds, lookShare * options.seconds);
    explore::samplePct(code, search, progress, effort);
  }

  /// One search of all executions for all that is left. If that takes long, others are tried in
  /// between.
  bool searchAll(const Supervisor &supervisor) {
    explore::Options search = searching();
    search.pause = explore::Pause{mostAlone, workAlone, [&](const explore::Stats &) {
                                    lookAround();
                                    for (const std::uint64_t states : laterStates)
                                      if (isAnyOpen() && !progress.cancel)
                                        lead(supervisor, states, laterShare);
                                    return isAnyOpen() && problem;
                                  }};
    const explore::Answer answer = explore::makeDpor()->run(code, search, progress);
    executions = answer.stats.executions;
    const bool isEnough = !isAnyOpen();
    if (isEnough)
      progress.cancel = false;
    for (const vm::Gap &gap : answer.gaps)
      if (why.empty())
        why = gap.reason + (gap.detail.empty() ? "" : ": " + gap.detail);
    return !isEnough && problem && !progress.cancel && answer.gaps.empty();
  }

  /// The test of a candidate that was found. Findings tell deadlocks apart by less than candidates
  /// do, so each has its own.
  std::string testOf(const Candidate &one) {
    for (const bool improves : {true, false}) { // A shorter one may be of another candidate.
      const auto begun = std::chrono::steady_clock::now();
      Known known;
      Findings::Settings how = settings;
      how.minimising = std::max(0.0, settings.minimising - spent);
      Findings findings(code, how, known);
      findings.add(*one.found);
      if (improves && how.minimising > 0)
        findings.improve(*one.found);
      spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      report::Result all;
      known.addTo(all);
      for (const report::Finding &finding : all.findings)
        if (finding.kind == vm::name(one.kind) && isMeant(one, one.kind, threadsOf(one, finding)))
          return finding.test;
    }
    return {};
  }

  static std::vector<Places> threadsOf(const Candidate &one, const report::Finding &finding) {
    std::vector<Places> threads;
    for (const report::Participant &part : finding.participants) {
      Places &places = threads.emplace_back(1, keyOf(part.place));
      if (one.kind == vm::FaultKind::Deadlock)
        for (const report::Place &place : part.stack)
          places.push_back(keyOf(place));
    }
    return threads;
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
  std::set<std::string> names; ///< Of tests.
  const Findings::Settings settings;
  double spent = 0; ///< Seconds, on tests.
  std::vector<Candidate> candidates;
  std::vector<report::ReachQuestion> questions; ///< One for each of them.
  std::vector<std::size_t> turns;               ///< The order in which they are led to.
  std::unique_ptr<ReachStudy> study;
  support::Done problem = support::done();
  std::uint64_t executions = 0; ///< Of the search of all.
  std::string why;              ///< What got in the way.
};

} // namespace

support::Done confirmPairs(const program::Program &program, const frontend::Options &frontend,
                           const analysis::Study &pairs, const PairsConfirmOptions &options,
                           report::Result &result) {
  return Confirmer(program, frontend, pairs, options, result).run();
}

} // namespace heddle::cli
