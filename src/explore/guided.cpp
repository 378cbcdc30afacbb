// Assertion-guided search (paper 004): depth first, and what is known to be harmless is left out.
//
// Going back from what was explored, the search works out what of the data was relied on
// (formula.h) and keeps that as a summary of each point it leaves. Whoever comes to a point with
// the same control state, in a way that the summary covers, need not go on.
//
// Of steps that do not depend on each other one order is tried (source sets and sleep sets). A
// summary then speaks only for what was tried while others slept, and a point that is left out
// still has its steps compared with those that led there.
#include "explore/guided.h"

#include "explore/one_order.h"
#include "solver/solver.h"

namespace heddle::explore {

namespace {
// Nanoseconds, about. They are not measured, so that a search does the same each time.
constexpr std::uint64_t costOfStep = 500;
constexpr std::uint64_t costOfInstruction = 15;
constexpr std::uint64_t costOfNode = 30'000;
constexpr std::uint64_t costOfQuestion = 5'000'000;
constexpr std::uint64_t allowance = 100'000'000;
} // namespace

GuidedSearch::GuidedSearch(vm::SharedCode &code, const Options &options, Progress &progress)
    : options(options), progress(progress),
      machine(code, machineOptions(options, progress,
                                   options.partialOrder ? vm::Rounds::Stop : vm::Rounds::Cut)),
      asking(progress, machine), collector(options.onFound), formulas(machine, options.summarySize),
      summaries(machine, formulas, options.summaryTable), execution({.observers = false}, touches),
      reduces(options.partialOrder), keeps(options.summaries && !needsHistory(options)) {
  if (keeps)
    machine.keepJournal();
  if (reduces)
    track();
}

/// Races and leaks look back at how a state was reached.
bool GuidedSearch::needsHistory(const Options &options) {
  return options.vm.looksFor(vm::FaultKind::Leak) ||
         (options.vm.looksFor(vm::FaultKind::DataRace) && !options.areRacesExcluded);
}

Answer GuidedSearch::run() {
  machine.start();
  if (keeps)
    first = std::move(machine.lastChoices());
  if (reduces) {
    execution.begin(0, 0, 0);
    execution.add(machine.effects());
  }
  bool goesOn = true;
  while (goesOn) {
    Formula known = advance(goesOn);
    goesOn = goesOn && goBack(std::move(known));
  }
  countWork(machine, stats);
  countSummaries();
  Answer answer = collector.finish(stats);
  answer.stoppedAt = stoppedAt;
  if (options.summaries && needsHistory(options))
    answer.by = "assertion-guided without summaries";
  return answer;
}

// --- forward
// ----------------------------------------------------------------------------------------

void GuidedSearch::take(vm::Choice choice) {
  path.push_back(choice);
  const std::uint64_t before = machine.instructions();
  machine.take(choice);
  effort += costOfStep + costOfInstruction * (machine.instructions() - before);
  if (keeps)
    steps.push_back({std::move(machine.lastStep()), std::move(machine.lastChoices())});
  if (reduces)
    execution.add(machine.effects());
}

/// Goes on from the current state to the end of an execution, or to where a summary covers it. What
/// is known of that state.
Formula GuidedSearch::advance(bool &goesOn) {
  behindEnd.clear();
  cut.reset();
  while (true) {
    collector.look(machine, path);
    const bool isEnough = collector.foundBug() && !options.all;
    if (isCancelled(progress)) {
      stoppedAt = placeOf(machine);
      goesOn = false;
      return Formula::nothing();
    }
    const std::vector<vm::Choice> &choices = machine.choices();
    if (choices.empty())
      end(isEnough);
    publish(stats, published, path.size(), progress);
    if (isEnough) {
      goesOn = false;
      return Formula::nothing();
    }
    if (choices.empty())
      return knownOfEnd();
    if (isTooDeep(options.limits, path.size())) {
      cutStep(nullptr);
      collector.addGap(depthGap(machine, options.limits));
      return Formula::nothing();
    }
    if (!machine.asks())
      endStep();
    if (reduces && !machine.asks() && isAllAsleep()) {
      // All that follows is looked at elsewhere.
      ++stats.blocked;
      noteBlocked();
      return keeps ? formulas.choices(choicesAt(path.size())) : Formula::nothing();
    }
    if (choices.size() == 1 && !keeps) {
      begin(choices.front(), 0);
      take(choices.front());
      continue;
    }
    ControlKey key;
    const Summaries::Cover cover = findSummary(key);
    if (cover.summary && cover.uncovered.empty()) {
      ++stats.pruned;
      effort += cover.summary->effort;
      follow(*cover.summary, cutStep(cover.summary));
      return cover.summary->formula;
    }
    push(key);
    if (cover.summary)
      coverBy(nodes.back(), cover);
    else
      fillChildren(nodes.back());
    vm::Choice choice;
    next(nodes.back(), choice);
    take(choice);
  }
}

Summaries::Cover GuidedSearch::findSummary(ControlKey &key) {
  if (keeps && reduces && machine.threadCount() > LaterTable::mostThreads)
    stopSummaries("there are too many threads");
  if (!keeps)
    return {};
  if (!choicesAt(path.size()).unknown.empty())
    return {}; // It is more than its control state and its data.
  key = keyOf(machine, bytes);
  if (inStep && reduces) // What the rest of the step meets depends on what it has done so far.
    key.first ^=
        execution.touches.of(execution.effectsOf(static_cast<EventId>(execution.size() - 1))) *
        0x9E3779B97F4A7C15u;
  ++keptNodes;
  Summaries::Cover found = summaries.find(key, asleep, machine.asks(), execution.touches);
  if (!found.summary)
    judgeSummaries();
  return found;
}

void GuidedSearch::push(const ControlKey &key) {
  stats.states += machine.choices().size() > 1;
  Node &node = nodes.emplace_back();
  node.path = path.size();
  node.mark = machine.mark();
  node.events = execution.size();
  node.asks = machine.asks();
  if (node.asks && reduces)
    node.effects = execution.effectsOf(static_cast<EventId>(execution.size() - 1)).size();
  node.choices = machine.choices();
  node.asksInputs = node.choices.front().isBranch;
  node.asleep = asleep;
  node.inherited = asleep.size();
  node.key = key;
  node.effort = effort;
  node.known = node.asksInputs ? Formula::nothing() : Formula{};
}

void GuidedSearch::end(bool isEnough) {
  endStep();
  countEnd(machine, stats);
  if (isEnough)
    return;
  if (options.atEnd)
    options.atEnd(machine, path);
  noteBlocked();
  if (machine.end() == vm::End::Nothing && !reduces)
    findEndlessRounds();
}

Formula GuidedSearch::knownOfEnd() {
  switch (machine.end()) {
  case vm::End::Normal:
  case vm::End::Stuck: // That it is none is among what its choices depend on.
  case vm::End::Assumption:
    return keeps ? formulas.choices(choicesAt(path.size())) : Formula::nothing();
  default:
    return Formula::nothing();
  }
}

/// A round that came to nothing is left out; if others can do no more than that, nobody would tell
/// that they go on so for ever.
void GuidedSearch::findEndlessRounds() {
  const std::size_t length = path.size();
  const std::size_t mark = machine.mark();
  if (machine.onlyGoesRound(path)) {
    collector.look(machine, path);
    if (options.atEnd)
      options.atEnd(machine, path);
  }
  machine.takeFaults(); // Met on another way, too.
  machine.takeGaps();
  path.resize(length);
  machine.back(mark);
  machine.drop(mark);
}

// --- back
// -------------------------------------------------------------------------------------------

const vm::Transfer &GuidedSearch::choicesAt(std::size_t length) const {
  return length ? steps[length - 1].choices : first;
}

/// What is known of the end of the path, as something about the state of a point on it.
Formula GuidedSearch::carriedTo(const Node &node, Formula known) {
  for (std::size_t at = path.size(); at > node.path && !known.isFalse; --at) {
    known = formulas.before(steps[at - 1].data, known);
    if (at - 1 > node.path)
      known = formulas.both(known, formulas.choices(choicesAt(at - 1)));
  }
  return known;
}

/// Goes back to the deepest point where a choice is left, and takes it; false if there is none.
bool GuidedSearch::goBack(Formula known) {
  if (keeps)
    tellPoints(behindEnd);
  cut.reset();
  while (!nodes.empty()) {
    Node &node = nodes.back();
    if (keeps) {
      known = carriedTo(node, std::move(known));
      node.known =
          node.asksInputs ? formulas.either(node.known, known) : formulas.both(node.known, known);
    }
    machine.back(node.mark);
    path.resize(node.path);
    if (keeps)
      steps.resize(node.path);
    if (reduces)
      finishChild(node);
    if (vm::Choice choice; next(node, choice)) {
      take(choice);
      return true;
    }
    leave(node, known);
  }
  return false;
}

/// In the midst of a step its points are left after the one at which it was begun was told.
void GuidedSearch::leave(Node &node, Formula &known) {
  const bool tells = keeps && !node.asks;
  const Behind behind = tells ? node.behind : Behind{};
  known = Formula::nothing();
  if (keeps) {
    known = formulas.both(node.known, formulas.choices(choicesAt(node.path)));
    std::vector<Sleeper> slept(node.asleep.begin(),
                               node.asleep.begin() + static_cast<std::ptrdiff_t>(node.inherited));
    summaries.add(node.key,
                  {known, std::move(slept), std::move(node.behind), effort - node.effort});
  }
  machine.drop(node.mark);
  nodes.pop_back();
  if (tells)
    tellPoints(behind);
}

/// They may cost as much as all that a search without them would have done, and no more.
void GuidedSearch::judgeSummaries() {
  if (summaries.areUseless())
    return stopSummaries("too few of them are of use");
  const std::uint64_t asked = costOfQuestion * machine.solverCounters().byZ3;
  const std::uint64_t kept = costOfNode * keptNodes;
  if (asked + kept <= effort + allowance)
    return;
  if (kept > effort + allowance)
    return stopSummaries("they cost more than they save");
  if (isAsking)
    summaries.stopAsking();
  isAsking = false;
}

void GuidedSearch::stopSummaries(const std::string &why) {
  keeps = false;
  machine.endJournal();
  if (options.say)
    options.say("goes on without summaries: " + why);
}

void GuidedSearch::countSummaries() {
  const Summaries::Figures &figures = summaries.figures();
  const std::uint64_t lookUps = figures.hits + figures.parts + figures.misses;
  if (!lookUps)
    return;
  stats.more.emplace_back("summaries_stored", figures.stored);
  stats.more.emplace_back("summary_hits", figures.hits);
  stats.more.emplace_back("summary_partial_hits", figures.parts);
  stats.more.emplace_back("summary_misses", figures.misses);
  stats.more.emplace_back("summary_questions", figures.questions);
  stats.more.emplace_back("summary_percent_without_solver",
                          100 * (lookUps - figures.bySolver) / lookUps);
  stats.more.emplace_back("summaries_dropped", figures.dropped);
}

namespace {

class Guided : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    Stats tried;
    if (std::optional<Answer> answer = tryOneOrder(code, options, progress, tried)) {
      if (options.say)
        options.say("one order of threads stands for all: no assertion depends on another one");
      return std::move(*answer);
    }
    Answer answer = GuidedSearch(code, options, progress).run();
    addStats(answer.stats, tried);
    return answer;
  }
};

} // namespace

std::unique_ptr<Explorer> makeGuided() {
  return std::make_unique<Guided>();
}

} // namespace heddle::explore
