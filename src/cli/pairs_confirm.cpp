#include "cli/pairs_confirm.h"

#include "cli/findings.h"
#include "cli/reach_guided.h"
#include "cli/supervisor.h"
#include "explore/search.h"
#include "report/finding.h"
#include "report/inspection.h"
#include "vm/targets.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace heddle::cli {
namespace {

constexpr std::uint64_t statesEach = 2000; ///< Of the guided search, a candidate.
constexpr double guidedShare = 0.3;        ///< Of the time, for all guided searches.

using Places = std::vector<std::string>; ///< "file.c:12:3", sorted.

struct Candidate {
  vm::FaultKind kind = vm::FaultKind::DataRace;
  Places places;
  std::vector<report::Place> sides;
  std::optional<explore::Found> found;
};

/// What of a library does it is told where the user calls it, as the VM tells it.
report::Place placeOf(const report::PairSide &side) {
  return side.caller && !side.library.empty() ? *side.caller : side.place;
}

std::string keyOf(const report::Place &place) {
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

std::vector<Candidate> candidatesOf(const report::PairReport &report) {
  std::vector<Candidate> all;
  const auto add = [&](vm::FaultKind kind, std::vector<report::Place> sides) {
    Candidate one{kind, {}, std::move(sides), {}};
    for (const report::Place &side : one.sides)
      one.places.push_back(keyOf(side));
    std::ranges::sort(one.places);
    if (std::ranges::none_of(all, [&](const Candidate &other) {
          return other.kind == one.kind && other.places == one.places;
        }))
      all.push_back(std::move(one));
  };
  for (const report::LockCycle &cycle : report.deadlocks) {
    std::vector<report::Place> sides;
    for (const report::LockCycle::Link &link : cycle.links)
      sides.push_back(link.wantedAt);
    add(vm::FaultKind::Deadlock, std::move(sides));
  }
  for (const report::AccessPair &pair : report.pairs)
    if (report::isRaceCandidate(pair))
      add(vm::FaultKind::DataRace, {placeOf(pair.a), placeOf(pair.b)});
  return all;
}

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
        findings(code, settings, known), candidates(candidatesOf(*result.pairs)) {}

  support::Done run() {
    Supervisor::Settings limits;
    limits.limits.seconds = options.seconds;
    limits.lastResort = [this](const std::string &) {
      static_cast<void>(conclude(false)); // Whether tests can be kept does not matter any more.
      return finish(result, support::SourceText(), {});
    };
    Supervisor supervisor(progress, limits);
    if (!candidates.empty())
      if (const support::Done led = lead(); !led) {
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

  std::string keyOf(program::LocationId location) const {
    return location == program::noLocation ? std::string()
                                           : cli::keyOf(report::placeOf(program, location));
  }

  /// Whether a fault is what a candidate warns of.
  bool isMeant(const Candidate &one, const vm::Fault &fault) const {
    Places places;
    if (fault.kind == vm::FaultKind::Deadlock && one.kind == fault.kind) {
      for (const auto &[thread, location] : fault.blocked)
        places.push_back(keyOf(location));
      std::ranges::sort(places);
      // Who waits behind the circle is blocked too.
      return std::ranges::includes(places, one.places);
    }
    if (fault.kind != one.kind)
      return false;
    places = {keyOf(fault.location), keyOf(fault.other)};
    std::ranges::sort(places);
    return places == one.places;
  }

  /// Whether some candidate has been waiting for this.
  void take(const explore::Found &found) {
    for (Candidate &one : candidates)
      if (!one.found && isMeant(one, found.fault))
        one.found = found;
  }

  /// Leads executions to each candidate by itself.
  support::Done lead() {
    const ReachStudy study(program);
    explore::GuidedOptions how;
    how.vm = settings.vm;
    how.states = statesEach;
    how.seconds = options.seconds * guidedShare / static_cast<double>(candidates.size());
    for (Candidate &one : candidates) {
      if (one.found || progress.cancel)
        continue;
      std::vector<analysis::Goal> goals;
      for (const report::Place &side : one.sides)
        goals.push_back({cli::keyOf(side), operationsAt(side)});
      if (goals.size() > analysis::mostGoals ||
          std::ranges::any_of(goals,
                              [](const analysis::Goal &goal) { return goal.places.empty(); }))
        continue;
      analysis::AbstractSystem system(study.facts());
      auto led = explore::searchGuided(study.facts(), system, goals, how, progress);
      if (!led)
        return led.failure();
      executions += led->trials;
      if (led->found)
        goOn(*led->found, goals);
    }
    return support::done();
  }

  std::vector<program::LocationId> operationsAt(const report::Place &place) const {
    std::vector<program::LocationId> found;
    const std::string key = cli::keyOf(place);
    for (program::LocationId id = 0; id < program.locations().size(); ++id)
      if (const program::Location &at = program.location(id);
          at.kind != program::OpKind::None && at.line == place.line && keyOf(id) == key)
        found.push_back(id);
    return found;
  }

  /// From where threads stand at both places: without marks they stand before the operations. Then
  /// each does its own, in either order.
  void goOn(const explore::Found &found, const std::vector<analysis::Goal> &goals) {
    const auto marked =
        program::withMarks(program, analysis::marksFor(goals), static_cast<unsigned>(goals.size()));
    if (!marked)
      return;
    vm::SharedCode markedCode(*marked, false);
    vm::Options plain = settings.vm;
    plain.symbolic = false;
    plain.inputs = found.inputs;
    vm::Machine shadow(markedCode, plain);
    vm::Machine real(code, plain);
    std::vector<vm::Choice> path;
    shadow.start();
    real.start();
    for (const vm::Choice &choice : found.path) {
      if (choice.isBranch)
        continue;
      const bool passesMark = vm::targetsOf(shadow.thread(choice.thread)) != 0;
      if (std::ranges::find(shadow.choices(), choice) == shadow.choices().end())
        return;
      shadow.take(choice);
      if (passesMark)
        continue;
      if (std::ranges::find(real.choices(), choice) == real.choices().end())
        return;
      path.push_back(choice);
      real.take(choice);
      gather(real, path, found);
    }
    std::vector<vm::ThreadId> there;
    for (const auto &[thread, location] : found.fault.blocked)
      there.push_back(thread);
    std::ranges::sort(there);
    do {
      const std::unique_ptr<vm::Machine> copy = real.copy();
      std::vector<vm::Choice> longer = path;
      for (const vm::ThreadId thread : there) {
        const vm::Choice choice{thread, 0, false};
        if (std::ranges::find(copy->choices(), choice) == copy->choices().end())
          break;
        longer.push_back(choice);
        copy->take(choice);
        gather(*copy, longer, found);
      }
    } while (there.size() < 4 && std::ranges::next_permutation(there).found);
  }

  void gather(vm::Machine &machine, const std::vector<vm::Choice> &path,
              const explore::Found &from) {
    for (vm::Fault &fault : machine.takeFaults())
      take({std::move(fault), path, from.inputs, from.areInputsSmallest});
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
    for (Candidate &one : candidates) {
      report::ReachQuestion &question = result.reach->questions.emplace_back();
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
  std::uint64_t executions = 0;
  std::string why; ///< What got in the way.
};

} // namespace

support::Done confirmPairs(const program::Program &program, const frontend::Options &frontend,
                           const PairsConfirmOptions &options, report::Result &result) {
  return Confirmer(program, frontend, options, result).run();
}

} // namespace heddle::cli
