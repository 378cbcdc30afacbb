#include "diff/confirm.h"

#include "analysis/wait_loops.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace heddle::diff {

namespace {

/// What is looked for in one version, and for which difference.
struct Task {
  std::size_t difference = 0;
  WantedReads reads;
  bool mayWait = false; ///< A read may see more than executions show, or a write be seen by more.
};

/// The edges as the version that allows them has them, or as the other one does; nothing if a
/// statement is missing there.
std::optional<WantedReads> readsOf(const Difference &difference, bool elsewhere) {
  WantedReads reads;
  for (const Edge &edge : difference.edges) {
    const program::LocationId write = elsewhere ? edge.writeElsewhere : edge.write;
    const program::LocationId read = elsewhere ? edge.readElsewhere : edge.read;
    if (read == program::noLocation || (!edge.isInitial && write == program::noLocation))
      return std::nullopt;
    reads.push_back({edge.isInitial ? program::noLocation : write, read});
  }
  return reads;
}

Looked look(vm::SharedCode &code, const std::vector<Task> &tasks, const ConfirmSettings &settings) {
  std::vector<WantedReads> wanted;
  wanted.reserve(tasks.size());
  for (const Task &task : tasks)
    wanted.push_back(task.reads);
  if (wanted.empty())
    return {};
  return lookFor(code, wanted,
                 {.vm = settings.vm,
                  .seconds = settings.secondsPerEdge * static_cast<double>(wanted.size()),
                  .randomRuns = settings.randomRuns,
                  .leads = settings.leads,
                  .predicts = settings.predicts,
                  .cancel = settings.cancel});
}

std::string boundText(const std::string &bound) {
  if (bound == "time")
    return "the time for confirming was up";
  if (bound == "inputs")
    return "inputs may decide which element is read, and one of each path was tried";
  if (bound == "not-reproduced")
    return "an execution did not come again";
  return "a bound was hit: " + bound;
}

std::string executionsText(std::uint64_t count) {
  return count == 1 ? "one execution" : fmt::format("{} executions", count);
}

class Confirmer {
public:
  Confirmer(vm::SharedCode &oldCode, vm::SharedCode &newCode,
            std::span<const Difference> differences, const ConfirmSettings &settings)
      : codes{&oldCode, &newCode}, differences(differences), settings(settings) {
    result.confirmations.resize(differences.size());
  }

  support::Outcome<Confirmed> run() {
    for (const Side side : {Side::Old, Side::New})
      if (const support::Done shown = lookWhereAllowed(side); !shown)
        return shown.failure();
    for (const Side side : {Side::Old, Side::New})
      lookElsewhere(side);
    return std::move(result);
  }

private:
  vm::SharedCode &codeOf(Side side) { return *codes[static_cast<std::size_t>(side)]; }

  Task taskOf(std::size_t number, WantedReads reads, Side side) {
    Task task{number, std::move(reads), false};
    for (const trace::WantedRead &read : task.reads)
      for (const program::LocationId end : {read.read, read.write})
        task.mayWait = task.mayWait || (end != program::noLocation &&
                                        analysis::mayWait(codeOf(side).program(), end));
    return task;
  }

  support::Done lookWhereAllowed(Side side) {
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      if (differences[i].onlyIn != side)
        continue;
      if (differences[i].relation != RelationKind::ReadsFrom) {
        result.confirmations[i].why = "the order of writes is not looked for in executions";
        continue;
      }
      if (auto reads = readsOf(differences[i], false))
        tasks.push_back(taskOf(i, std::move(*reads), side));
    }
    Looked looked = look(codeOf(side), tasks, settings);
    result.executions += looked.executions + looked.byChance + looked.led + looked.predicted;
    for (std::size_t i = 0; i < tasks.size(); ++i)
      if (const support::Done settled = settle(tasks[i], looked.sightings[i], looked, side);
          !settled)
        return settled;
    return support::done();
  }

  support::Done settle(const Task &task, Sighting &sighting, const Looked &looked, Side side) {
    Confirmation &one = result.confirmations[task.difference];
    if (sighting.isMet) {
      one.status = Status::Confirmed;
      one.why = fmt::format("an execution of the {} version shows it", name(side));
      one.trace = std::move(sighting.trace);
      if (!settings.keepTest)
        return support::done();
      auto kept = settings.keepTest(one.trace, task.difference);
      if (!kept)
        return kept.failure();
      one.test = std::move(*kept);
      return support::done();
    }
    if (sighting.isUnsure)
      one.why = boundText("not-reproduced");
    else if (!looked.isComplete && !sighting.isExcluded)
      one.why = boundText(looked.bound);
    else if (task.mayWait)
      one.why = "a loop that only waits may show it, in a round that is no step";
    else {
      one.status = Status::Refuted;
      one.why = sighting.isExcluded
                    ? fmt::format("predictive analysis of {} of the {} version excludes it",
                                  executionsText(looked.predicted), name(side))
                    : fmt::format("none of the {} executions of the {} version shows it",
                                  looked.executions, name(side));
    }
    return support::done();
  }

  /// The rules say that the other version cannot do it. Executions are asked too.
  void lookElsewhere(Side side) {
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      Confirmation &one = result.confirmations[i];
      if (differences[i].onlyIn != otherSide(side) || one.status != Status::Confirmed)
        continue;
      if (auto reads = readsOf(differences[i], true))
        tasks.push_back(taskOf(i, std::move(*reads), side));
      else
        one.why += fmt::format("; the {} version has no such statement", name(side));
    }
    const Looked looked = look(codeOf(side), tasks, settings);
    result.executions += looked.executions + looked.byChance + looked.led + looked.predicted;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      Confirmation &one = result.confirmations[tasks[i].difference];
      if (looked.sightings[i].isMet) {
        one.status = Status::Refuted;
        one.isDefect = true;
        one.why = "executions of both versions show it";
      } else if (looked.sightings[i].isExcluded && !tasks[i].mayWait) {
        one.why +=
            fmt::format(", and predictive analysis of {} of the {} version excludes it there",
                        executionsText(looked.predicted), name(side));
      } else if (looked.isComplete && !looked.sightings[i].isUnsure && !tasks[i].mayWait) {
        one.why += fmt::format(", and none of the {} of the {} version does", looked.executions,
                               name(side));
      } else {
        one.why += fmt::format(
            "; the {} version did not in {} executions ({})", name(side), looked.executions,
            !looked.isComplete ? boundText(looked.bound)
            : tasks[i].mayWait ? "rounds of a loop that only waits are not among them"
                               : boundText("not-reproduced"));
      }
    }
  }

  std::array<vm::SharedCode *, 2> codes;
  std::span<const Difference> differences;
  const ConfirmSettings &settings;
  Confirmed result;
};

} // namespace

support::Outcome<Confirmed> confirm(vm::SharedCode &oldCode, vm::SharedCode &newCode,
                                    std::span<const Difference> differences,
                                    const ConfirmSettings &settings) {
  return Confirmer(oldCode, newCode, differences, settings).run();
}

} // namespace heddle::diff
