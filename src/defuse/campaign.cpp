#include "defuse/campaign.h"

#include "defuse/search.h"
#include "defuse/ways.h"

#include <algorithm>
#include <ctime>
#include <deque>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <set>

namespace heddle::defuse {

using solver::Answer;
using trace::Course;
using trace::EventIndex;
using trace::LiftedPlan;
using trace::LiftedRun;
using trace::Prediction;

std::string_view name(Status status) {
  switch (status) {
  case Status::Open:
    return "open";
  case Status::Observed:
    return "observed";
  case Status::Inferred:
    return "inferred";
  case Status::Infeasible:
    return "infeasible";
  }
  return "";
}

namespace {

/// What is to be run.
struct Next {
  LiftedPlan plan;
  bool isOwed = false; ///< Whatever sides of branches were covered meanwhile.
};

/// An execution that is kept to be gone through.
struct Explored {
  LiftedPlan plan; ///< That leads to it.
  Ways ways;
  std::unique_ptr<LiftedRun> run; ///< Null: to be run again.
  std::size_t doneWith = 0;       ///< How much of what matters was known when it was gone through.
};

void add(trace::PredictFigures &to, const trace::PredictFigures &from) {
  const auto sum = [](trace::EncodingSize &one, const trace::EncodingSize &other) {
    one.pairs += other.pairs;
    one.constraints += other.constraints;
  };
  to.events += from.events;
  sum(to.before, from.before);
  for (std::size_t i = 0; i < to.after.size(); ++i)
    sum(to.after[i], from.after[i]);
  to.folded += from.folded;
  to.conditions += from.conditions;
  to.open += from.open;
  to.reads += from.reads;
  to.inCone += from.inCone;
  to.constraints += from.constraints;
  to.questions += from.questions;
  to.seconds += from.seconds;
}

class Campaign {
public:
  Campaign(vm::SharedCode &code, const Potential &potential, const Settings &settings)
      : code(code), program(code.program()), potential(potential), settings(settings) {
    options = settings.vm;
    if (settings.secondsLeft) { // A question that is to end then may be late on a busy machine.
      margin += settings.secondsLeft() / 64;
      patience = std::max(1.0, settings.secondsLeft() / 8);
    }
    // They end nothing, and looking for them takes time: `check` is for that.
    for (const vm::FaultKind kind :
         {vm::FaultKind::DataRace, vm::FaultKind::Overflow, vm::FaultKind::Leak})
      options.checks.reset(static_cast<unsigned>(kind));
    for (const PairKey &key : potential.pairs())
      foundPair(key);
    for (const BranchPair &pair : potential.branchPairs())
      outcome.branchPairs.push_back({pair, false});
  }

  Outcome run(const std::map<PairKey, FoundPair> &known) {
    for (const auto &[key, pair] : known)
      if (pair.status == Status::Observed || pair.status == Status::Inferred) {
        FoundPair &here = pairs[foundPair(key)];
        const std::string variable = here.variable;
        here = pair;
        here.variable = variable;
        cover(key);
      }
    const std::clock_t begun = std::clock();
    guided();
    outcome.figures.guidedSeconds =
        static_cast<double>(std::clock() - begun) / static_cast<double>(CLOCKS_PER_SEC);
    outcome.figures.executions = explored.size();
    if (settings.completes)
      complete();
    outcome.figures.completing = explored.size() - outcome.figures.executions;
    finish();
    return std::move(outcome);
  }

private:
  // --- pairs
  std::size_t foundPair(const PairKey &key) {
    const auto [known, isNew] = places.try_emplace(key, pairs.size());
    if (isNew)
      pairs.push_back({key, Status::Open, potential.variableOf(key), false, false, {}, {}});
    return known->second;
  }
  bool isOpen(const PairKey &key) const {
    const auto known = places.find(key);
    return known == places.end() || pairs[known->second].status == Status::Open;
  }
  std::vector<PairKey> openPairs() const {
    std::vector<PairKey> result;
    for (const FoundPair &pair : pairs)
      if (pair.status == Status::Open)
        result.push_back(pair.key);
    return result;
  }
  void cover(const PairKey &key) {
    for (FoundBranchPair &pair : outcome.branchPairs)
      pair.isCovered =
          pair.isCovered || std::ranges::find(pair.pair.flows, key) != pair.pair.flows.end();
  }

  /// Makes a test of an edge of the run, if it comes again.
  bool keep(const LiftedRun &run, const PairKey &key, const trace::ReadFrom &edge, Status status) {
    vm::Options plain = options;
    plain.symbolic = false;
    plain.inputs = run.values;
    return keep(plain, run.path, key, edge, status);
  }
  bool keep(const vm::Options &recording, const std::vector<vm::Choice> &path, const PairKey &key,
            const trace::ReadFrom &edge, Status status) {
    trace::Trace trace = trace::recordReads(code, recording, path, {{key.write, key.read, {}}});
    trace.test.races = false;
    vm::Options replaying = recording;
    replaying.rounds = options.rounds;
    if (!trace.hasFault || !trace::replay(code, replaying, trace.test).hasFault)
      return false;
    FoundPair &pair = pairs[foundPair(key)];
    pair.status = status;
    pair.isRemote = !edge.write.isInitial() && edge.write.thread != edge.read.thread;
    pair.isLocal = !edge.write.isInitial() && !pair.isRemote;
    pair.test = std::move(trace.test);
    pair.why.clear();
    cover(key);
    if (settings.onPair)
      settings.onPair(pair);
    return true;
  }

  /// The pairs that a run shows. Those of other threads' private memory are not asked for.
  void takeReads(const LiftedRun &run, Status status) {
    std::set<PairKey> tried;
    // By thread and place: what it read there last, unless it wrote there since.
    std::map<std::pair<vm::ThreadId, vm::Address>, trace::ReadFrom> last;
    std::size_t event = 0;
    for (const trace::LiftedRead &read : trace::readsOf(run)) {
      for (; event <= read.event; ++event)
        if (run.events[event].writes())
          last.erase({run.events[event].thread, run.events[event].address});
      if (read.edge.isShared)
        follow(last, read.edge);
      const PairKey key{read.edge.write.location, read.edge.read.location};
      if (isWanted(key, read.edge) && isOpen(key) && tried.insert(key).second)
        if (!keep(run, key, read.edge, status))
          addGap({"not-reproduced", "internal defect: a pair that was seen does not replay",
                  key.read});
    }
  }

  bool isWanted(const PairKey &key, const trace::ReadFrom &edge) const {
    return places.contains(key) || (edge.isShared && isUsers(key));
  }

  void follow(std::map<std::pair<vm::ThreadId, vm::Address>, trace::ReadFrom> &last,
              const trace::ReadFrom &edge) {
    const auto [before, isNew] = last.try_emplace({edge.read.thread, edge.address}, edge);
    if (isNew)
      return;
    const trace::ReadFrom first = std::exchange(before->second, edge);
    const PairKey second{edge.write.location, edge.read.location};
    if (first.write == edge.write || first.read.location == edge.read.location ||
        !places.contains(second) || !breaks.insert(second.read).second)
      return;
    outcome.followers.push_back({{first.write.location, first.read.location}, second});
  }

  /// Both ends are in the program's own code, on memory that a thread it does not belong to wrote.
  bool isUsers(const PairKey &key) const {
    return potentialReads.contains(key.read) && key.write != program::noLocation;
  }

  void addGap(vm::Gap gap) {
    const auto same = [&](const vm::Gap &one) {
      return one.reason == gap.reason && one.location == gap.location;
    };
    if (std::ranges::none_of(outcome.gaps, same))
      outcome.gaps.push_back(std::move(gap));
  }

  void takeFaults(const LiftedRun &run, Met met) {
    if (settings.onFault)
      for (const trace::LiftedFault &one : run.faults)
        settings.onFault(
            {one.fault,
             {run.path.begin(), run.path.begin() + static_cast<std::ptrdiff_t>(one.length)},
             run.values,
             met});
  }

  bool goesOn() {
    if (isStopped)
      return false;
    const bool isTime = !settings.secondsLeft || settings.secondsLeft() > margin + slowest;
    if (isTime && (!settings.goesOn || settings.goesOn()))
      return true;
    if (!isTime)
      addGap({"time", "what is left would take longer than the limit", program::noLocation});
    isStopped = true;
    return false;
  }

  /// What cannot be interrupted is not begun when there may be no time for it.
  void tookSince(double before) {
    if (settings.secondsLeft)
      slowest = std::max(slowest, before - settings.secondsLeft());
  }
  double now() const { return settings.secondsLeft ? settings.secondsLeft() : 0; }

  LiftedRun execute(const LiftedPlan &plan) {
    const double begun = now();
    LiftedRun run = trace::runLifted(code, options, plan);
    tookSince(begun);
    outcome.figures.instructions += run.instructions;
    outcome.figures.longest = std::max(outcome.figures.longest, run.instructions);
    return run;
  }

  // --- one execution
  /// Runs it, and keeps it if its threads go ways that are not known. Null if they are.
  Explored *explore(const LiftedPlan &plan) {
    if (explored.size() >= settings.mostRuns) {
      addGap({"max-runs", fmt::format("{} executions", settings.mostRuns), program::noLocation});
      isStopped = true;
      return nullptr;
    }
    auto run = std::make_unique<LiftedRun>(execute(plan));
    takeFaults(*run, Met::Guided);
    takeReads(*run, Status::Observed);
    const Course course(*run);
    Ways ways = waysOf(course);
    for (const auto &one : explored)
      if (one->ways.sameAs(ways)) {
        ++outcome.figures.repeated;
        return nullptr;
      }
    for (const vm::Gap &gap : course.gaps)
      addGap(gap);
    if (settings.onExecution)
      settings.onExecution(course);
    explored.push_back(
        std::make_unique<Explored>(Explored{plan, std::move(ways), std::move(run), 0}));
    return explored.back().get();
  }

  /// A run that is gone through later is made again then, if many are kept.
  void keepForLater(Explored &one) {
    if (!one.run)
      return;
    heldEvents += one.run->events.size();
    if (heldEvents <= mostHeld)
      return;
    heldEvents -= one.run->events.size();
    one.run.reset();
  }

  bool mayWait(program::LocationId location) {
    const auto [known, isNew] = waiting.try_emplace(location, false);
    if (isNew)
      known->second = potential.mayWait(location);
    return known->second;
  }

  /// Whether it has steps in loops that may wait. A round that came to nothing there may be no step
  /// in another order.
  bool waits(const LiftedRun &run) {
    return std::ranges::any_of(run.events, [&](const trace::LiftedEvent &event) {
      return event.isAccess() && event.shared && event.location != program::noLocation &&
             mayWait(event.location);
    });
  }

  /// Asks for the pairs that are open of those whose ends are in the run.
  void predict(const LiftedRun &run, Prediction &prediction, const std::vector<PairKey> &wanted,
               std::set<program::LocationId> *because) {
    std::set<program::LocationId> there;
    for (const trace::LiftedEvent &event : run.events)
      if (event.isAccess())
        there.insert(event.location);
    for (const PairKey &key : wanted) {
      if (!isOpen(key) || !there.contains(key.read) ||
          (key.write != program::noLocation && !there.contains(key.write)))
        continue;
      if (!goesOn())
        return;
      const Prediction::Answer answer = prediction.pair(key);
      if (answer.answer == Answer::Yes) {
        ++outcome.figures.replays;
        const LiftedRun shown = execute(answer.plan);
        takeFaults(shown, Met::Replay);
        takeReads(shown, Status::Inferred);
        if (isOpen(key) && waits(run)) {
          addGap({"waits", "threads wait in loops, and rounds that come to nothing are no steps",
                  key.read});
          continue;
        }
        ++outcome.figures.inferred;
        if (!isOpen(key))
          ++outcome.figures.replayed;
        else
          addGap({"not-replayed", "internal defect: a pair that was inferred does not replay",
                  key.read});
      } else if (answer.answer == Answer::No) {
        ++outcome.figures.infeasibleInTraces;
        if (because)
          because->insert(answer.because.begin(), answer.because.end());
      } else {
        gaveUp();
        unsure.insert(key);
      }
    }
  }

  trace::PredictOptions optionsFor(std::function<bool(program::LocationId)> mayMatter) const {
    return {settings.reductions, [this] { return millisecondsLeft(); }, std::move(mayMatter)};
  }

  /// Hard questions come in numbers, and others wait.
  void gaveUp() { patience = std::max(1.0, patience / 2); }

  unsigned millisecondsLeft() const {
    constexpr double most = trace::PredictOptions::longest / 1000.0;
    const double left =
        settings.secondsLeft ? std::min(settings.secondsLeft() - margin, patience) : most;
    return static_cast<unsigned>(1000 * std::clamp(left, 0.05, most));
  }

  // --- the paper's algorithm
  void guided() {
    for (const PairKey &key : potential.pairs())
      potentialReads.insert(key.read);
    std::deque<Next> plans;
    plans.push_back({firstPlan(), true});
    while (!plans.empty() && goesOn()) {
      const Next next = std::move(plans.front());
      plans.pop_front();
      if (!next.isOwed && std::ranges::all_of(outcome.branchPairs, &FoundBranchPair::isCovered))
        continue;
      Explored *const here = explore(next.plan);
      if (!here)
        continue;
      const double begun = now();
      const Course course(*here->run);
      const std::vector<PairKey> wanted = openPairs();
      Prediction prediction(course, wanted, optionsFor({}));
      tookSince(begun);
      predict(*here->run, prediction, wanted, nullptr);
      alternate(*here, course, prediction, plans);
      add(outcome.figures.formulas, prediction.figures());
      keepForLater(*here);
    }
  }

  LiftedPlan firstPlan() const {
    // What a seed gives depends on nothing but it.
    LiftedPlan plan;
    if (!settings.seed)
      return plan;
    std::uint64_t state = settings.seed;
    for (std::uint32_t thread = 0; thread < 64; ++thread)
      for (std::uint32_t nth = 0; nth < 8; ++nth) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        plan.inputs[{thread, nth}] = {(state >> 33) % 16};
      }
    return plan;
  }

  std::optional<Side> otherSide(const trace::LiftedEvent &event) const {
    const llvm::Instruction *at = program.location(event.location).instruction;
    const auto *branch = llvm::dyn_cast_or_null<llvm::BranchInst>(at);
    if (!branch || !branch->isConditional())
      return std::nullopt;
    return Side{event.location, event.side ? 1U : 0U};
  }

  /// Whether the condition fails an assertion if it does not hold: it is one, or the block that
  /// follows then is where one fails.
  bool isAssertion(const trace::LiftedEvent &event) const {
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

  /// Algorithm 3: sides of branches, the other ones of those that were taken, that are part of a
  /// pair of sides which is not covered and whose other side was taken.
  void alternate(Explored &here, const Course &course, Prediction &prediction,
                 std::deque<Next> &plans) {
    std::set<program::LocationId> there;
    for (const trace::LiftedEvent &event : here.run->events)
      if (event.isAccess())
        there.insert(event.location);
    const auto isWorth = [&](const Side &side) {
      return std::ranges::any_of(outcome.branchPairs, [&](const FoundBranchPair &one) {
        if (one.isCovered)
          return false;
        const auto has = [&](program::LocationId PairKey::*end) {
          return std::ranges::any_of(
              one.pair.flows, [&](const PairKey &flow) { return there.contains(flow.*end); });
        };
        return (one.pair.write == side && has(&PairKey::read)) ||
               (one.pair.read == side && has(&PairKey::write));
      });
    };
    std::set<Side> done;
    std::map<Side, unsigned> tries;
    std::map<program::LocationId, unsigned> checks;
    for (EventIndex i = 0; i < here.run->events.size() && goesOn(); ++i) {
      const trace::LiftedEvent &event = here.run->events[i];
      if (!event.isCondition() || !prediction.isOpen(i))
        continue;
      const std::optional<Side> side = otherSide(event);
      const bool failsToBegin =
          here.run->end == vm::End::Assumption && course.after(i) == trace::noEvent;
      const bool isCheck = isAssertion(event) && !failing.contains(event.location) &&
                           ++checks[event.location] <= mostTries;
      const bool isWanted =
          side && !done.contains(*side) && tries[*side] < mostTries && isWorth(*side);
      if (!failsToBegin && !isCheck && !isWanted)
        continue;
      if (side)
        ++tries[*side];
      ++outcome.figures.alternates;
      Prediction::Answer answer = prediction.flip(i, {});
      if (answer.answer == Answer::Unknown)
        gaveUp();
      if (answer.answer != Answer::Yes)
        continue;
      if (side)
        done.insert(*side);
      if (isCheck)
        failing.insert(event.location);
      plans.push_back({std::move(answer.plan), !isWanted});
    }
  }

  // --- completing rounds
  void complete() {
    std::size_t before = 0;
    while (goesOn()) {
      const std::vector<PairKey> wanted = openPairs();
      if (wanted.empty())
        return;
      if (wanted.size() != before || closed.empty()) {
        before = wanted.size();
        closed = potential.closure(wanted);
      }
      Explored *next = nullptr;
      for (const auto &one : explored)
        if (!next && one->doneWith != mattering.size() + 1)
          next = one.get();
      if (!next)
        break;
      if (explored.size() >= outcome.figures.executions + beforeSearch && search())
        return;
      next->doneWith = mattering.size() + 1;
      goThrough(*next, wanted);
    }
    isExhausted = !isStopped;
    addUnsure();
    const auto isHidden = [&](const PairKey &key) { return mayWait(key.read); };
    const std::vector<PairKey> left = openPairs();
    if (!left.empty() && (!outcome.gaps.empty() || std::ranges::any_of(left, isHidden)) && goesOn())
      search();
  }

  /// Looks at all executions, once, if they are not too many. True if it did.
  bool search() {
    if (!settings.searches || outcome.figures.searched)
      return false;
    const double mostSeconds = now() / 4;
    const double begun = now();
    SearchSettings all;
    all.vm = options;
    all.most =
        std::clamp(mostInstructions / (outcome.figures.longest + 1), leastSearched, mostSearched);
    all.goesOn = [&] { return goesOn() && (!settings.secondsLeft || begun - now() < mostSeconds); };
    std::set<PairKey> tried;
    all.onRun = [&](const SearchedRun &run) {
      for (const trace::ReadFrom &edge : run.edges) {
        const PairKey key{edge.write.location, edge.read.location};
        if (!isWanted(key, edge) || !isOpen(key) || !tried.insert(key).second)
          continue;
        vm::Options plain = asSearched(options);
        plain.inputs = run.inputs;
        if (!keep(plain, run.path, key, edge, Status::Observed))
          addGap({"not-reproduced", "internal defect: a pair that was seen does not replay",
                  key.read});
      }
    };
    all.onFault = [&](const vm::Fault &fault, const std::vector<vm::Choice> &path,
                      const std::vector<vm::InputValue> &inputs) {
      if (settings.onFault)
        settings.onFault({fault, path, inputs, Met::Search});
    };
    const Searched searched = searchAll(code, all);
    outcome.figures.searched = std::max<std::uint64_t>(searched.executions, 1);
    wasSearched = searched.isComplete;
    hasWaited = searched.hasWaited;
    return wasSearched;
  }

  bool matters(program::LocationId location) const {
    return location >= closed.size() || closed.test(location) || mattering.contains(location);
  }

  void goThrough(Explored &here, const std::vector<PairKey> &wanted) {
    if (here.run)
      heldEvents -= here.run->events.size();
    else
      here.run = std::make_unique<LiftedRun>(execute(here.plan));
    const std::unique_ptr<LiftedRun> run = std::move(here.run);
    const double begun = now();
    const Course course(*run);
    here.ways = waysOf(course); // With its own events.
    const Matters matter = [this](program::LocationId location) { return matters(location); };
    Prediction prediction(course, wanted, optionsFor(matter));
    tookSince(begun);
    std::set<program::LocationId> because = prediction.learnedFrom();
    predict(*run, prediction, wanted, &because);
    failAssertions(*run, prediction);
    for (std::size_t thread = 0; thread < here.ways.threads.size(); ++thread)
      for (std::size_t i = 0; i < here.ways.threads[thread].size(); ++i) {
        if (openPairs().empty() || !goesOn())
          break;
        if (matter(here.ways.threads[thread][i].location))
          tryOther(here, static_cast<vm::ThreadId>(thread), i, *run, prediction, because);
      }
    for (EventIndex i = 0; i < run->events.size() && goesOn(); ++i)
      if (run->events[i].isPending)
        tryOther(here, run->events[i].thread, std::nullopt, *run, prediction, because);
    add(outcome.figures.formulas, prediction.figures());
    for (const program::LocationId location : because)
      mattering.insert(location);
  }

  /// Pairs need not hang on what an assertion says, but who looks at pairs wants to know of it.
  void failAssertions(const LiftedRun &run, Prediction &prediction) {
    for (EventIndex i = 0; i < run.events.size() && goesOn(); ++i) {
      const trace::LiftedEvent &event = run.events[i];
      if (!event.isCondition() || failing.contains(event.location) || !prediction.isOpen(i) ||
          !isAssertion(event) || ++asked[event.location] > mostChecks)
        continue;
      const Prediction::Answer answer = prediction.flip(i, {});
      if (answer.answer != Answer::Yes)
        continue;
      failing.insert(event.location);
      ++outcome.figures.replays;
      const LiftedRun shown = execute(answer.plan);
      takeFaults(shown, Met::Guided);
      takeReads(shown, Status::Observed);
    }
  }

  /// All that can be had by deciding otherwise there, or (without a decision) by going on where the
  /// thread stood for good.
  void tryOther(Explored &here, vm::ThreadId thread, std::optional<std::size_t> decision,
                const LiftedRun &run, Prediction &prediction,
                std::set<program::LocationId> &because) {
    const Matters matter = [this](program::LocationId location) { return matters(location); };
    const EventIndex event =
        decision ? here.ways.threads[thread][*decision].event : lastOf(run, thread);
    const bool isCondition = run.events[event].isCondition();
    if (isCondition && !prediction.isOpen(event))
      return;
    while (goesOn()) {
      std::vector<const Ways *> known;
      for (const auto &one : explored)
        known.push_back(&one->ways);
      const auto covers = decision ? coversOf(here.ways, thread, *decision, known, matter)
                                   : coversOfEnd(here.ways, thread, known, matter);
      if (!covers)
        return;
      const Prediction::Answer answer =
          isCondition ? prediction.flip(event, *covers) : prediction.reach(event, *covers);
      if (answer.answer == Answer::No)
        return because.insert(answer.because.begin(), answer.because.end()), void();
      if (answer.answer == Answer::Unknown)
        return gaveUp(),
               addGap({"solver", "the solver gave up on a condition", run.events[event].location});
      Explored *const other = explore(answer.plan);
      if (other)
        keepForLater(*other);
      if (isStopped)
        return;
      const std::vector<const Ways *> now = {other ? &other->ways : nullptr};
      const auto shown = !other     ? std::optional<std::vector<Prediction::Cover>>(std::in_place)
                         : decision ? coversOf(here.ways, thread, *decision, now, matter)
                                    : coversOfEnd(here.ways, thread, now, matter);
      if (shown && shown->empty())
        return addGap({"not-realised", "an execution that goes another way was not come by",
                       run.events[event].location});
    }
  }

  /// Another execution may have shown what the solver gave up on.
  void addUnsure() {
    for (const PairKey &key : unsure)
      if (isOpen(key))
        addGap({"solver", "the solver gave up on a pair", key.read});
  }

  /// What got in the way at an end of the pair, if anything did there.
  std::string nearestWhy(const PairKey &key, const std::string &other) const {
    for (const vm::Gap &gap : outcome.gaps)
      if (gap.location != program::noLocation &&
          (gap.location == key.read || gap.location == key.write))
        return gap.detail;
    return other;
  }

  static EventIndex lastOf(const LiftedRun &run, vm::ThreadId thread) {
    for (EventIndex i = run.events.size(); i-- > 0;)
      if (run.events[i].thread == thread)
        return i;
    return 0;
  }

  static bool isDefect(const vm::Gap &gap) {
    return gap.reason == "not-replayed" || gap.reason == "not-reproduced";
  }

  void finish() {
    addUnsure();
    std::string why;
    if (isStopped)
      why = "a limit was reached";
    else if (!settings.completes)
      why = "there were no completing rounds";
    else if (!outcome.gaps.empty())
      why = outcome.gaps.front().detail;
    if (wasSearched) // What predictive analysis does not speak of was looked at.
      std::erase_if(outcome.gaps, [](const vm::Gap &gap) { return !isDefect(gap); });
    outcome.isComplete = true;
    const bool isDecided = (isExhausted || wasSearched) && outcome.gaps.empty();
    for (FoundPair &pair : pairs) {
      const bool isWaiting =
          pair.status == Status::Open && mayWait(pair.key.read) && !(wasSearched && !hasWaited);
      if (pair.status == Status::Open && isDecided && !isWaiting)
        pair.status = Status::Infeasible;
      if (pair.status == Status::Open)
        pair.why = why.empty() && isWaiting ? "rounds of a loop that only waits are no steps"
                                            : nearestWhy(pair.key, why);
      outcome.isComplete = outcome.isComplete && pair.status != Status::Open;
    }
    outcome.pairs = pairs;
  }

  double margin = 0.5;                         ///< Seconds to say what is known by then.
  static constexpr unsigned mostTries = 8;     ///< Times that one side is asked for in a run,
  static constexpr unsigned mostChecks = 2000; ///< and an assertion in the completing rounds.
  static constexpr std::size_t mostHeld = 100'000;
  static constexpr std::size_t beforeSearch = 16; ///< Executions of the completing rounds.
  /// Of all executions that are looked at: how many, and of how many instructions.
  static constexpr std::uint64_t mostSearched = 20'000;
  static constexpr std::uint64_t leastSearched = 100;
  static constexpr std::uint64_t mostInstructions = 50'000'000;
  vm::SharedCode &code;
  const program::Program &program;
  const Potential &potential;
  const Settings &settings;
  vm::Options options;
  Outcome outcome;
  std::vector<FoundPair> pairs;
  std::map<PairKey, std::size_t> places;
  std::set<program::LocationId> potentialReads;
  std::map<program::LocationId, bool> waiting;   ///< Whether a loop around it may only wait.
  std::set<program::LocationId> failing;         ///< Assertions that were made to fail,
  std::map<program::LocationId, unsigned> asked; ///< and how often that was asked for.
  std::set<program::LocationId> breaks;          ///< Reads that do not follow the one before them.
  std::vector<std::unique_ptr<Explored>> explored;
  std::size_t heldEvents = 0;              ///< Of runs of these that are kept.
  llvm::BitVector closed;                  ///< What the pairs that are left depend on,
  std::set<program::LocationId> mattering; ///< and what turned out to matter for them.
  double slowest = 0;       ///< Seconds that an execution, or an encoding of one, took.
  double patience = 0;      ///< Seconds that a question may take.
  std::set<PairKey> unsure; ///< The solver gave up on them in some execution.
  bool isStopped = false;
  bool isExhausted = false;
  bool wasSearched = false; ///< All executions were looked at,
  bool hasWaited = false;   ///< and in one of them a loop only waited.
};

} // namespace

Outcome run(vm::SharedCode &code, const Potential &potential, const Settings &settings,
            const std::map<PairKey, FoundPair> &known) {
  return Campaign(code, potential, settings).run(known);
}

} // namespace heddle::defuse
