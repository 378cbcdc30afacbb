#include "defuse/phases.h"

#include <algorithm>
#include <deque>

namespace heddle::defuse {

using solver::Answer;
using trace::Course;
using trace::EventIndex;
using trace::LiftedPlan;
using trace::Prediction;

namespace {

constexpr unsigned mostTries = 8; ///< Times that one side is asked for in a run.

/// What is to be run.
struct Next {
  LiftedPlan plan;
  bool isOwed = false; ///< Whatever sides of branches were covered meanwhile.
};

class Guide {
public:
  explicit Guide(Campaign &campaign) : campaign(campaign) {}

  void run() {
    plans.push_back({firstPlan(campaign.settings.seed), true});
    while (!plans.empty() && campaign.goesOn()) {
      const Next next = std::move(plans.front());
      plans.pop_front();
      const bool isDone = std::ranges::all_of(campaign.ledger.branchPairs,
                                              [](const auto &one) { return one.isCovered; });
      if (!next.isOwed && isDone)
        continue;
      if (Explored *const here = campaign.runs.explore(next.plan))
        goThrough(*here);
    }
  }

private:
  static LiftedPlan firstPlan(std::uint64_t seed) {
    // What a seed gives depends on nothing but it.
    LiftedPlan plan;
    if (!seed)
      return plan;
    std::uint64_t state = seed;
    for (std::uint32_t thread = 0; thread < 64; ++thread)
      for (std::uint32_t nth = 0; nth < 8; ++nth) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        plan.inputs[{thread, nth}] = {(state >> 33) % 16};
      }
    return plan;
  }

  void goThrough(Explored &here) {
    const Course course(*here.run);
    campaign.inference.askQuickly(course, campaign.openPairs());
    const double begun = campaign.budget.now();
    const std::vector<PairKey> wanted = campaign.openPairs();
    Prediction prediction(course, wanted, campaign.inference.optionsFor({}));
    campaign.budget.tookSince(begun);
    campaign.inference.askPairs(*here.run, prediction, wanted, nullptr);
    alternate(here, course, prediction);
    campaign.count(prediction.figures());
    campaign.runs.keepForLater(here);
  }

  /// Whether it is one of two sides that lead to a write and a read, which are not covered, and the
  /// other end is there.
  bool isWorth(const Side &side, const std::set<program::LocationId> &there) const {
    return std::ranges::any_of(campaign.ledger.branchPairs, [&](const FoundBranchPair &one) {
      if (one.isCovered)
        return false;
      const auto has = [&](program::LocationId PairKey::*end) {
        return std::ranges::any_of(one.pair.flows,
                                   [&](const PairKey &flow) { return there.contains(flow.*end); });
      };
      return (one.pair.write == side && has(&PairKey::read)) ||
             (one.pair.read == side && has(&PairKey::write));
    });
  }

  /// Algorithm 3: sides of branches, the other ones of those that were taken, that are part of a
  /// pair of sides which is not covered and whose other side was taken.
  void alternate(Explored &here, const Course &course, Prediction &prediction) {
    const trace::LiftedRun &run = *here.run;
    std::set<program::LocationId> there;
    for (const trace::LiftedEvent &event : run.events)
      if (event.isAccess())
        there.insert(event.location);
    std::set<Side> done;
    std::map<Side, unsigned> tries;
    std::map<program::LocationId, unsigned> checks;
    for (EventIndex i = 0; i < run.events.size() && campaign.goesOn(); ++i) {
      const trace::LiftedEvent &event = run.events[i];
      if (!event.isCondition() || !prediction.isOpen(i))
        continue;
      const std::optional<Side> side = campaign.inference.otherSide(event);
      const bool failsToBegin = run.end == vm::End::Assumption && course.after(i) == trace::noEvent;
      const bool isCheck =
          campaign.inference.isCheck(event) && ++checks[event.location] <= mostTries;
      const bool isWanted =
          side && !done.contains(*side) && tries[*side] < mostTries && isWorth(*side, there);
      if (!failsToBegin && !isCheck && !isWanted)
        continue;
      if (side)
        ++tries[*side];
      ++campaign.figures.alternates;
      const double begun = campaign.budget.now();
      Prediction::Answer answer = prediction.flip(i, {});
      campaign.budget.askedSince(begun);
      if (answer.answer == Answer::Unknown)
        campaign.budget.gaveUp();
      if (answer.answer != Answer::Yes)
        continue;
      if (side)
        done.insert(*side);
      if (isCheck)
        campaign.inference.canFail(event.location);
      plans.push_back({std::move(answer.plan), !isWanted});
    }
  }

  Campaign &campaign;
  std::deque<Next> plans;
};

} // namespace

void guide(Campaign &campaign) {
  Guide(campaign).run();
}

} // namespace heddle::defuse
