#include "defuse/inference.h"

#include <algorithm>
#include <llvm/IR/Instructions.h>

namespace heddle::defuse {

using solver::Answer;
using trace::LiftedEvent;
using trace::LiftedRun;
using trace::Prediction;

namespace {

constexpr unsigned mostChecks = 2000; ///< Times that an assertion is asked for.
constexpr int manyConditions = 256;   ///< Of a run: the solver takes long for all of them.

} // namespace

trace::PredictOptions Inference::optionsFor(Matters mayMatter) const {
  return {settings.reductions, [this] { return budget.milliseconds(); }, std::move(mayMatter)};
}

void Inference::askPairs(const LiftedRun &run, Prediction &prediction,
                         const std::vector<PairKey> &wanted,
                         std::set<program::LocationId> *because) {
  std::set<program::LocationId> there = {program::noLocation};
  for (const LiftedEvent &event : run.events)
    if (event.isAccess())
      there.insert(event.location);
  for (const PairKey &key : wanted) {
    if (!ledger.isOpen(key) || !there.contains(key.read) || !there.contains(key.write))
      continue;
    if (!budget.goesOn())
      return;
    const double begun = budget.now();
    const Prediction::Answer answer = prediction.pair(key);
    budget.askedSince(begun);
    if (answer.answer == Answer::Unknown) {
      budget.gaveUp();
      ledger.isUnsure(key);
      continue;
    }
    if (answer.answer == Answer::No) {
      ++figures.infeasibleInTraces;
      if (because)
        because->insert(answer.because.begin(), answer.because.end());
      continue;
    }
    show(key, run, answer.plan);
  }
}

void Inference::askQuickly(const trace::Course &course, const std::vector<PairKey> &wanted) {
  const LiftedRun &run = course.run;
  const auto conditions = std::ranges::count_if(run.events, &LiftedEvent::isCondition);
  if (!settings.looksQuickly || conditions < manyConditions)
    return;
  trace::PredictOptions options = optionsFor({});
  options.isQuick = true;
  const double begun = budget.now();
  Prediction prediction(course, wanted, options);
  budget.tookSince(begun);
  for (const PairKey &key : wanted) {
    if (!ledger.isOpen(key))
      continue;
    if (!budget.goesOn())
      return;
    const double before = budget.now();
    const Prediction::Answer answer = prediction.pair(key);
    budget.askedSince(before);
    if (answer.answer == Answer::Yes)
      show(key, run, answer.plan);
  }
}

void Inference::show(const PairKey &key, const LiftedRun &run, const trace::LiftedPlan &plan) {
  runs.show(plan, Met::Replay, Status::Inferred);
  if (ledger.isOpen(key) && waits(run)) {
    gaps.add(
        {"waits", "threads wait in loops, and rounds that come to nothing are no steps", key.read});
    return;
  }
  ++figures.inferred;
  if (!ledger.isOpen(key))
    ++figures.replayed;
  else
    gaps.add(
        {"not-replayed", "internal defect: a pair that was inferred does not replay", key.read});
}

void Inference::failAssertions(const LiftedRun &run, Prediction &prediction) {
  for (trace::EventIndex i = 0; i < run.events.size() && budget.goesOn(); ++i) {
    const LiftedEvent &event = run.events[i];
    if (!event.isCondition() || !prediction.isOpen(i) || !isCheck(event) ||
        ++asked[event.location] > mostChecks)
      continue;
    const double begun = budget.now();
    const Prediction::Answer answer = prediction.flip(i, {});
    budget.askedSince(begun);
    if (answer.answer != Answer::Yes)
      continue;
    canFail(event.location);
    runs.show(answer.plan, Met::Guided, Status::Observed);
  }
}

std::optional<Side> Inference::otherSide(const LiftedEvent &event) const {
  const llvm::Instruction *at = program.location(event.location).instruction;
  const auto *branch = llvm::dyn_cast_or_null<llvm::BranchInst>(at);
  if (!branch || !branch->isConditional())
    return std::nullopt;
  return Side{event.location, event.side ? 1U : 0U};
}

bool Inference::isCheck(const LiftedEvent &event) const {
  if (failing.contains(event.location))
    return false;
  const auto fails = [&](const llvm::Instruction &at) {
    const program::LocationId id = program.locationOf(at);
    return id != program::noLocation && program.location(id).kind == program::OpKind::Assertion;
  };
  const llvm::Instruction *at = program.location(event.location).instruction;
  if (!at || fails(*at))
    return at && event.side;
  const std::optional<Side> side = otherSide(event);
  return side && std::ranges::any_of(*at->getSuccessor(side->successor), fails);
}

bool Inference::mayWait(const PairKey &key) {
  return mayWait(key.read) || (key.write != program::noLocation && mayWait(key.write));
}

bool Inference::mayWait(program::LocationId location) {
  const auto [known, isNew] = waiting.try_emplace(location, false);
  if (isNew)
    known->second = potential.mayWait(location);
  return known->second;
}

/// Whether it has steps in loops that may wait. A round that came to nothing there may be no step
/// in another order.
bool Inference::waits(const LiftedRun &run) {
  return std::ranges::any_of(run.events, [&](const LiftedEvent &event) {
    return event.isAccess() && event.shared && event.location != program::noLocation &&
           mayWait(event.location);
  });
}

} // namespace heddle::defuse
