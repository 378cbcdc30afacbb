#include "defuse/phases.h"
#include "defuse/search.h"

#include <algorithm>
#include <llvm/ADT/BitVector.h>

namespace heddle::defuse {

using solver::Answer;
using trace::EventIndex;
using trace::LiftedRun;
using trace::Prediction;

namespace {

constexpr std::size_t beforeSearch = 16; ///< Executions of the completing rounds.
/// Of all executions that are looked at: how many, and of how many instructions.
constexpr std::uint64_t mostSearched = 20'000;
constexpr std::uint64_t leastSearched = 100;
constexpr std::uint64_t mostInstructions = 50'000'000;

EventIndex lastOf(const LiftedRun &run, vm::ThreadId thread) {
  for (EventIndex i = run.events.size(); i-- > 0;)
    if (run.events[i].thread == thread)
      return i;
  return 0;
}

/// Sides of all conditions on which the pairs that are left depend, each together with how far the
/// other threads have come by then.
class Rounds {
public:
  explicit Rounds(Campaign &campaign)
      : campaign(campaign), gaps(campaign.gaps), explored(campaign.runs.explored),
        guided(explored.size()) {}

  Completion run() {
    if (goRound())
      return result;
    result.isExhausted = !campaign.budget.isStopped();
    campaign.ledger.addUnsure();
    const auto isHidden = [&](const PairKey &key) { return campaign.inference.mayWait(key); };
    const std::vector<PairKey> left = campaign.openPairs();
    if (!left.empty() && (!gaps.isEmpty() || std::ranges::any_of(left, isHidden)) &&
        campaign.goesOn())
      search();
    return result;
  }

private:
  /// Whether that was all: no pair is left, or all executions were looked at.
  bool goRound() {
    std::size_t before = 0;
    while (campaign.goesOn()) {
      const std::vector<PairKey> wanted = campaign.openPairs();
      if (wanted.empty())
        return true;
      if (wanted.size() != before || closed.empty()) {
        before = wanted.size();
        closed = campaign.potential.closure(wanted);
      }
      const auto next = std::ranges::find_if(
          explored, [&](const auto &one) { return one->doneWith != mattering.size() + 1; });
      if (next == explored.end())
        return false;
      Explored &here = **next; // `explored` may grow.
      if (explored.size() >= guided + beforeSearch && search())
        return true;
      here.doneWith = mattering.size() + 1;
      goThrough(here, wanted);
    }
    return false;
  }

  /// Looks at all executions, once, if they are not too many. True if it did.
  bool search() {
    const Settings &settings = campaign.settings;
    if (!settings.searches || campaign.figures.searched)
      return false;
    const double begun = campaign.budget.now();
    SearchSettings all;
    all.vm = campaign.options;
    all.most =
        std::clamp(mostInstructions / (campaign.figures.longest + 1), leastSearched, mostSearched);
    all.goesOn = [&] {
      return campaign.goesOn() &&
             (!campaign.budget.isLimited() || begun - campaign.budget.now() < begun / 4);
    };
    std::set<PairKey> tried;
    bool isLost = false;
    all.onRun = [&](const SearchedRun &run) {
      for (const trace::ReadFrom &edge : run.edges) {
        const PairKey key{edge.write.location, edge.read.location};
        if (!campaign.ledger.isWanted(key, edge) || !campaign.ledger.isOpen(key) ||
            !tried.insert(key).second)
          continue;
        vm::Options plain = asSearched(campaign.options);
        plain.inputs = run.inputs;
        if (campaign.ledger.keep(plain, run.path, key, edge, Status::Observed))
          continue;
        // The last round of a loop that goes on for ever is no step of a test.
        if (campaign.inference.mayWait(key))
          isLost = true;
        else
          campaign.ledger.addLost(key);
      }
    };
    all.onFault = [&](const vm::Fault &fault, const std::vector<vm::Choice> &path,
                      const std::vector<vm::InputValue> &inputs) {
      if (settings.onFault)
        settings.onFault({fault, path, inputs, Met::Search});
    };
    const Searched searched = searchAll(campaign.code, all);
    campaign.figures.searched = std::max<std::uint64_t>(searched.executions, 1);
    result.wasSearched = searched.isComplete;
    result.hasWaited = searched.hasWaited || isLost;
    return searched.isComplete;
  }

  bool matters(program::LocationId location) const {
    return location >= closed.size() || closed.test(location) || mattering.contains(location);
  }
  Matters matter() const {
    return [this](program::LocationId location) { return matters(location); };
  }

  void goThrough(Explored &here, const std::vector<PairKey> &wanted) {
    const std::unique_ptr<LiftedRun> run = campaign.runs.take(here);
    const trace::Course course(*run);
    campaign.inference.askQuickly(course, wanted);
    const double begun = campaign.budget.now();
    here.ways = waysOf(course); // With its own events.
    Prediction prediction(course, wanted, campaign.inference.optionsFor(matter()));
    campaign.budget.tookSince(begun);
    std::set<program::LocationId> because = prediction.learnedFrom();
    campaign.inference.askPairs(*run, prediction, wanted, &because);
    campaign.inference.failAssertions(*run, prediction);
    for (std::size_t thread = 0; thread < here.ways.threads.size(); ++thread)
      for (std::size_t i = 0; i < here.ways.threads[thread].size(); ++i) {
        if (campaign.openPairs().empty() || !campaign.goesOn())
          break;
        if (matters(here.ways.threads[thread][i].location))
          tryOther(here, static_cast<vm::ThreadId>(thread), i, *run, prediction, because);
      }
    for (EventIndex i = 0; i < run->events.size() && campaign.goesOn(); ++i)
      if (run->events[i].isPending)
        tryOther(here, run->events[i].thread, std::nullopt, *run, prediction, because);
    campaign.count(prediction.figures());
    mattering.insert(because.begin(), because.end());
  }

  /// What of the known executions goes the same ways up to there and differs; nothing if one of
  /// them does whatever the others do.
  std::optional<std::vector<Prediction::Cover>>
  covers(const Ways &run, vm::ThreadId thread, std::optional<std::size_t> decision,
         const std::vector<const Ways *> &known) const {
    return decision ? coversOf(run, thread, *decision, known, matter())
                    : coversOfEnd(run, thread, known, matter());
  }

  /// All that can be had by deciding otherwise there, or (without a decision) by going on where the
  /// thread stood for good.
  void tryOther(Explored &here, vm::ThreadId thread, std::optional<std::size_t> decision,
                const LiftedRun &run, Prediction &prediction,
                std::set<program::LocationId> &because) {
    const EventIndex event =
        decision ? here.ways.threads[thread][*decision].event : lastOf(run, thread);
    const bool isCondition = run.events[event].isCondition();
    if (isCondition && !prediction.isOpen(event))
      return;
    // Formulas do not tell when a try finds nothing to take.
    if (!isCondition && run.events[event].kind == program::OpKind::SemTryWait)
      return gaps.add({"semaphore", "a try to take from a semaphore may come out otherwise",
                       run.events[event].location});
    while (campaign.goesOn()) {
      std::vector<const Ways *> known;
      for (const auto &one : explored)
        known.push_back(&one->ways);
      const auto before = covers(here.ways, thread, decision, known);
      if (!before)
        return;
      const double begun = campaign.budget.now();
      const Prediction::Answer answer =
          isCondition ? prediction.flip(event, *before) : prediction.reach(event, *before);
      campaign.budget.askedSince(begun);
      if (answer.answer == Answer::No)
        return because.insert(answer.because.begin(), answer.because.end()), void();
      if (answer.answer == Answer::Unknown) {
        campaign.budget.gaveUp();
        return gaps.add(
            {"solver", "the solver gave up on a condition", run.events[event].location});
      }
      Explored *const other = campaign.runs.explore(answer.plan);
      if (other)
        campaign.runs.keepForLater(*other);
      if (campaign.budget.isStopped())
        return;
      const auto shown = other ? covers(here.ways, thread, decision, {&other->ways})
                               : std::optional<std::vector<Prediction::Cover>>(std::in_place);
      if (shown && shown->empty())
        return gaps.add({"not-realised", "an execution that goes another way was not come by",
                         run.events[event].location});
    }
  }

  Campaign &campaign;
  Gaps &gaps;
  std::vector<std::unique_ptr<Explored>> &explored;
  const std::size_t guided;                ///< Executions of the paper's algorithm.
  llvm::BitVector closed;                  ///< What the pairs that are left depend on,
  std::set<program::LocationId> mattering; ///< and what turned out to matter for them.
  Completion result;
};

} // namespace

Completion complete(Campaign &campaign) {
  return Rounds(campaign).run();
}

} // namespace heddle::defuse
