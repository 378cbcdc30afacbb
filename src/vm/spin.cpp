#include "vm/spin.h"

#include "vm/trial.h"

#include <algorithm>

namespace heddle::vm {

namespace {

using expr::Ref;

constexpr std::size_t mostTrials = 24; ///< Remembered, a thread.

bool holdsNow(const Executor &x, const TrialCell &cell) {
  return x.isReadable(cell.address) && x.isWritten(cell.address, cell.size) &&
         x.peek(cell.address, cell.size) == cell.value;
}

/// Whether what an iteration looks at may be a race: by now, or in another order.
bool mayRace(Executor &x, const KnownTrial &known, bool now) {
  if (!x.seeksRaces || !x.options.looksFor(FaultKind::DataRace))
    return false;
  const Clock *clock = now ? &x.thread->core.clock : nullptr;
  return std::ranges::any_of(known.reads, [&](const TrialCell &cell) {
    return cell.shared && x.races.mayRace(cell.address, cell.size, cell.plain, x.current, clock);
  });
}

/// Whether nobody else can act within the iteration that was tried. One that leads through a loop
/// around it is left to that one, so that it does not depend on the way where a thread waits.
bool isSingleStep(const Executor &x) {
  return x.trialSteps <= 1 && !x.trialOuter;
}

/// Tries one iteration and tells what it looked at. One of several visible operations does not
/// count: others may act between them, so that it is run, whatever comes of it.
bool watchIteration(Executor &x, const Inst *pc, Trial &trial) {
  const bool careful = x.careful;
  x.careful = true; // Every access shall be seen,
  x.clearWindows(); // also one to what was used before.
  x.trial = &trial;
  const bool spins = tryIteration(x, pc) == Outcome::Spins;
  x.trial = nullptr;
  x.careful = careful;
  return spins && isSingleStep(x);
}

/// What is known of an iteration from here where all places are as `holds` says.
template <class F> const KnownTrial *recall(const Thread &thread, const Inst *pc, F holds) {
  for (const KnownTrial &known : thread.trials)
    if (known.head == pc && known.pure && hasState(thread, pc, known.state) &&
        std::ranges::all_of(known.reads, holds))
      return &known;
  return nullptr;
}

/// Tries one iteration from the loop head the running thread stands at, or remembers having done
/// so. Only where effects are wanted: plain search shall not depend on memory. One that only spins
/// may still come to a race: `trialRaces` tells.
bool comesBack(Executor &x, const Inst *pc) {
  Thread &thread = *x.thread;
  x.trialMet = x.trialVisible = x.trialRaces = false;
  x.trialCondition = nullptr;
  if (!x.tracks)
    return tryIteration(x, pc) == Outcome::Spins && isSingleStep(x);
  const bool plain = !thread.top().guarded && !x.symbolic.hasBytes();
  const auto holds = [&](const TrialCell &cell) { return holdsNow(x, cell); };
  if (const KnownTrial *known = plain ? recall(thread, pc, holds) : nullptr) {
    x.trialVisible = known->visible;
    if (known->spins && mayRace(x, *known, true))
      tryIteration(x, pc);
    return known->spins;
  }
  Trial trial;
  const bool spins = watchIteration(x, pc, trial);
  if (thread.trials.size() < mostTrials)
    thread.trials.emplace_back();
  KnownTrial &known = thread.trials[thread.nextTrial++ % mostTrials];
  known = {pc,    privateState(thread, pc), std::move(trial.reads),
           spins, plain && trial.pure,      x.trialVisible};
  return spins;
}

/// Whether an iteration leaves no trace: not even a race that nobody has seen.
bool onlySpins(Executor &x, const Inst *pc) {
  return comesBack(x, pc) && !x.trialRaces;
}

/// Whether the running thread, at the head of a loop, would spin if a place held this.
bool wouldSpinWith(Executor &x, const Inst *pc, const TrialCell &cell, std::uint64_t value) {
  // Mostly it was tried with that, and nothing need be written and taken back.
  const auto holds = [&](const TrialCell &other) {
    if (other.address == cell.address && other.size == cell.size)
      return other.value == value;
    const bool isApart =
        other.address + other.size <= cell.address || cell.address + cell.size <= other.address;
    return isApart && holdsNow(x, other);
  };
  if (!x.symbolic.hasBytes())
    if (const KnownTrial *known = recall(*x.thread, pc, holds))
      return known->spins;
  const Executor::Mark mark = x.mark();
  std::memcpy(x.memory.write(idOf(cell.address), cell.address, cell.size), &value, cell.size);
  const bool result = comesBack(x, pc);
  x.back(mark);
  return result;
}

/// The remembered trial that spun when a place held this.
const KnownTrial *trialWith(const Executor &x, const Inst *pc, const TrialCell &cell,
                            std::uint64_t value) {
  for (const KnownTrial &known : x.thread->trials)
    if (known.head == pc && known.spins && known.pure && hasState(*x.thread, pc, known.state) &&
        std::ranges::any_of(known.reads, [&](const TrialCell &read) {
          return read.address == cell.address && read.size == cell.size && read.value == value;
        }))
      return &known;
  return nullptr;
}

/// Says for each place, if it held what it held before, whether the loop would spin.
void makeForecast(Executor &x, const Inst *pc, const std::vector<TrialCell> &cells) {
  ThreadCore &core = x.thread->core;
  core.forecast = 0;
  Forecast forecast;
  std::vector<std::uint64_t> values;
  for (const TrialCell &cell : cells) {
    values.clear();
    x.history(cell.address, cell.size, values);
    if (values.empty())
      continue;
    Forecast::Place place{cell, {}};
    for (const std::uint64_t value : values) {
      if (cell.size > 8)
        break;
      if (!wouldSpinWith(x, pc, cell, value)) {
        place.values.emplace_back(value, false);
      } else if (const KnownTrial *known = trialWith(x, pc, cell, value)) {
        if (!mayRace(x, *known, false)) // Then it may have been worth an iteration.
          place.values.emplace_back(value, true);
        for (const TrialCell &looked : known->reads)
          if (looked.shared)
            forecast.looked.push_back(looked);
      }
    }
    forecast.places.push_back(std::move(place));
  }
  if (forecast.places.empty())
    return;
  x.forecasts.push_back(std::move(forecast));
  core.forecast = static_cast<std::uint32_t>(x.forecasts.size());
}

/// The last outcome for the running thread as it stands: what was looked at.
const KnownTrial *lastTrial(const Executor &x, const Inst *pc, bool spins) {
  const KnownTrial *found = nullptr;
  for (const KnownTrial &known : x.thread->trials)
    if (known.head == pc && known.spins == spins && hasState(*x.thread, pc, known.state))
      found = &known;
  return found;
}

constexpr std::size_t mostSides = 3; ///< Conditions of one iteration that are gone through.

/// Whether an iteration that begins with these sides may only spin.
bool maySpin(Executor &x, const Inst *pc, std::vector<bool> sides) {
  const Outcome outcome = tryIteration(x, pc, sides);
  if (outcome != Outcome::Undecided || sides.size() == mostSides)
    return outcome == Outcome::Spins && isSingleStep(x);
  for (const bool side : {true, false}) {
    sides.push_back(side);
    if (maySpin(x, pc, sides))
      return true;
    sides.pop_back();
  }
  return false;
}

/// Whether the trial came to a condition that is still open, and one side of it may only spin.
bool mayStillSpin(Executor &x, const Inst *pc) {
  return x.trialCondition && (maySpin(x, pc, {true}) || maySpin(x, pc, {false}));
}

void await(Executor &x, const Inst *pc) {
  Pending pending;
  pending.kind = program::OpKind::Read;
  pending.phase = Phase::Await;
  pending.location = x.userLocation(*x.thread);
  x.thread->core.pending = pending;
  x.stopAt(pc);
}

} // namespace

bool reachLoopHead(Executor &x, const Inst *pc) {
  ThreadCore &core = x.thread->core;
  if (x.isTrial) {
    // The frame may have become guarded on the way.
    const CodeFunction &function = *x.thread->top().function;
    if (core.depth != x.trialDepth || function.indexOf(pc) != function.indexOf(x.trialHead)) {
      x.trialOuter |=
          core.depth < x.trialDepth ||
          (core.depth == x.trialDepth && function.indexOf(pc) < function.indexOf(x.trialHead));
      if (!staysWithin(x, pc))
        return true;
      x.trialFault = true;
      x.stopAt(pc);
      return false;
    }
    x.trialReturned = true;
    x.stopAt(pc);
    return false;
  }
  if (x.mayBranch && core.awaits) {
    if (x.decide(pc, static_cast<Ref>(core.branch)) == Executor::Side::Stopped)
      return false;
    core.awaits = false;
    await(x, pc);
    return false;
  }
  // A granted await goes into the iteration; its first visible operation uses the grant.
  if (x.mayAct || core.atomicDepth || core.passesHead) {
    core.passesHead = false;
    return true;
  }
  // Models do not wait by spinning.
  if (x.thread->top().function->isModel)
    return true;
  x.thread->top().pc = pc;
  if (x.solo) { // Nobody will ever change what it looks at.
    if (!x.suspects)
      return true;
    --x.suspects;
    if (tryIteration(x, pc) != Outcome::Spins || x.trialOuter)
      return true;
    core.cameToNothing = true;
    await(x, pc);
    return false;
  }
  if (x.options.rounds != Rounds::Free && cameToNothing(x, pc, privateState(*x.thread, pc))) {
    core.cameToNothing = true;
    await(x, pc);
    return false;
  }
  // A thread that will do something visible stands here, whether it would spin or not: if what it
  // looks at changes until its turn, a failed try is no step.
  if (!onlySpins(x, pc) && !x.trialVisible && !mayStillSpin(x, pc)) {
    if (x.options.rounds != Rounds::Free || tryIteration(x, pc) != Outcome::Spins || x.trialOuter)
      return true;
    core.cameToNothing = true; // It could go on, but if nobody else can, it does so for ever.
  }
  await(x, pc);
  return false;
}

namespace {
void addCell(std::vector<TrialCell> &cells, const TrialCell &cell) {
  if (std::ranges::none_of(cells, [&](const TrialCell &other) {
        return other.address == cell.address && other.size == cell.size;
      }))
    cells.push_back(cell);
}

/// Notes what the next iteration looks at first, whether it spins or not. The rest are steps of
/// their own.
void noteNext(Executor &x, const Inst *pc) {
  Trial trial;
  watchIteration(x, pc, trial);
  for (const TrialCell &cell : trial.reads) {
    if (!cell.shared)
      continue;
    Effect effect;
    effect.address = cell.address;
    effect.size = cell.size;
    effect.thread = x.current;
    effect.gate = Gate::Loop;
    effect.tries = cell.mayWrite ? Gate::Unknown : Gate::None;
    effect.plain = cell.plain;
    x.effects.push_back(effect);
    return;
  }
}
} // namespace

void noteAwait(Executor &x, ThreadId which) {
  const ThreadId before = x.current;
  x.current = which;
  x.thread = x.threads[which].get();
  x.updateSolo();
  const Inst *pc = x.thread->top().pc;
  if (x.looksAgain) {
    noteNext(x, pc);
    x.current = before;
    x.thread = x.threads[before].get();
    x.clearWindows();
    return;
  }
  std::vector<TrialCell> cells;
  for (const KnownTrial &known : x.thread->trials)
    if (known.head == pc && known.spins && hasState(*x.thread, pc, known.state))
      for (const TrialCell &cell : known.reads)
        if (cell.shared)
          addCell(cells, cell);
  const KnownTrial *acts = lastTrial(x, pc, false);
  const bool unknown = cells.empty() && !acts;
  std::vector<TrialCell> looked = cells;
  if (cells.empty() && acts) // What it looks at first decides.
    for (const TrialCell &cell : acts->reads)
      if (cell.shared && looked.empty())
        looked.push_back(cell);
  x.saveCore(*x.thread);
  if (x.history && !x.thread->top().guarded)
    makeForecast(x, pc, looked);
  // Whether it would spin with an earlier value depends on all that it then looks at.
  if (const std::uint32_t number = x.thread->core.forecast)
    for (const TrialCell &cell : x.forecasts[number - 1].looked)
      addCell(cells, cell);
  for (const TrialCell &cell : cells) {
    Effect effect;
    effect.address = cell.address;
    effect.size = cell.size;
    effect.thread = which;
    effect.gate = Gate::Loop;
    effect.count = x.thread->core.forecast;
    x.effects.push_back(effect);
  }
  if (unknown) { // It could not be remembered: anything may matter.
    Effect effect;
    effect.size = Effect::everything;
    effect.thread = which;
    effect.gate = Gate::Unknown;
    x.effects.push_back(effect);
  }
  x.current = before;
  x.thread = x.threads[before].get();
  x.clearWindows();
}

bool wouldComeToNothing(Executor &x, ThreadId which) {
  const ThreadId before = x.current;
  x.current = which;
  x.thread = x.threads[which].get();
  x.updateSolo();
  x.trialRaces = x.trialStands = false;
  Thread &thread = *x.thread;
  // One that leads through a loop around it comes to that.
  const bool result = tryIteration(x, thread.top().pc) == Outcome::Spins && !x.trialOuter;
  x.current = before;
  x.thread = x.threads[before].get();
  x.clearWindows();
  return result;
}

Awaiting wouldSpin(Executor &x, ThreadId which) {
  const ThreadId before = x.current;
  x.current = which;
  x.thread = x.threads[which].get();
  x.updateSolo();
  const Inst *pc = x.thread->top().pc;
  Awaiting result = onlySpins(x, pc) ? Awaiting::Still : Awaiting::Over;
  // Where inputs decide they do so now: a failed iteration is no event, whatever they are.
  if (const Ref condition = x.trialCondition; mayStillSpin(x, pc)) {
    x.saveCore(*x.thread);
    x.decide(pc, condition);
    x.thread->core.awaits = true;
    x.resetStop();
    result = Awaiting::Asked;
  }
  x.current = before;
  x.thread = x.threads[before].get();
  x.clearWindows();
  return result;
}

} // namespace heddle::vm
