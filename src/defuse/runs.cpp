#include "defuse/runs.h"

#include <fmt/format.h>
#include <utility>

namespace heddle::defuse {

using trace::LiftedPlan;
using trace::LiftedRun;

namespace {

constexpr std::size_t mostHeld = 100'000; ///< Events.

} // namespace

LiftedRun Runs::execute(const LiftedPlan &plan) {
  const double begun = budget.now();
  LiftedRun run = trace::runLifted(code, options, plan);
  budget.tookSince(begun);
  figures.instructions += run.instructions;
  figures.longest = std::max(figures.longest, run.instructions);
  return run;
}

Explored *Runs::explore(const LiftedPlan &plan) {
  if (explored.size() >= settings.mostRuns) {
    gaps.add({"max-runs", fmt::format("{} executions", settings.mostRuns), program::noLocation});
    budget.stop();
    return nullptr;
  }
  auto run = std::make_unique<LiftedRun>(execute(plan));
  takeFaults(*run, Met::Guided);
  ledger.takeReads(*run, Status::Observed);
  const trace::Course course(*run);
  Ways ways = waysOf(course);
  for (const auto &one : explored)
    if (one->ways.sameAs(ways)) {
      ++figures.repeated;
      return nullptr;
    }
  for (const vm::Gap &gap : course.gaps)
    gaps.add(gap);
  if (settings.onExecution)
    settings.onExecution(course);
  explored.push_back(
      std::make_unique<Explored>(Explored{plan, std::move(ways), std::move(run), 0}));
  return explored.back().get();
}

void Runs::show(const LiftedPlan &plan, Met met, Status status) {
  ++figures.replays;
  const LiftedRun run = execute(plan);
  takeFaults(run, met);
  ledger.takeReads(run, status);
}

void Runs::keepForLater(Explored &one) {
  if (!one.run)
    return;
  heldEvents += one.run->events.size();
  if (heldEvents <= mostHeld)
    return;
  heldEvents -= one.run->events.size();
  one.run.reset();
}

std::unique_ptr<LiftedRun> Runs::take(Explored &one) {
  if (!one.run)
    return std::make_unique<LiftedRun>(execute(one.plan));
  heldEvents -= one.run->events.size();
  return std::move(one.run);
}

void Runs::takeFaults(const LiftedRun &run, Met met) {
  if (!settings.onFault)
    return;
  for (const trace::LiftedFault &one : run.faults) {
    const auto end = run.path.begin() + static_cast<std::ptrdiff_t>(one.length);
    settings.onFault({one.fault, {run.path.begin(), end}, run.values, met});
  }
}

} // namespace heddle::defuse
