#include "defuse/campaign.h"

#include "defuse/phases.h"

#include <algorithm>
#include <ctime>

namespace heddle::defuse {

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

vm::Options optionsOf(const Settings &settings) {
  vm::Options options = settings.vm;
  // They end nothing, and looking for them takes time: `check` is for that.
  for (const vm::FaultKind kind :
       {vm::FaultKind::DataRace, vm::FaultKind::Overflow, vm::FaultKind::Leak})
    options.checks.reset(static_cast<unsigned>(kind));
  return options;
}

bool isDefect(const vm::Gap &gap) {
  return gap.reason == "not-replayed" || gap.reason == "not-reproduced";
}

/// What got in the way of a pair at one of its ends, if anything did there.
std::string nearestWhy(const Gaps &gaps, const PairKey &key, const std::string &other) {
  for (const vm::Gap &gap : gaps.all)
    if (gap.location != program::noLocation &&
        (gap.location == key.read || gap.location == key.write))
      return gap.detail;
  return other;
}

/// What can be said of the pairs that were not seen.
void conclude(Campaign &campaign, const Completion &completion) {
  Gaps &gaps = campaign.gaps;
  campaign.ledger.addUnsure();
  if (completion.wasSearched) // What predictive analysis does not speak of was looked at.
    std::erase_if(gaps.all, [](const vm::Gap &gap) { return !isDefect(gap); });
  std::string why;
  if (campaign.budget.isStopped())
    why = "a limit was reached";
  else if (!campaign.settings.completes)
    why = "there were no completing rounds";
  else if (!gaps.isEmpty())
    why = gaps.all.front().detail;
  const bool isDecided = (completion.isExhausted || completion.wasSearched) && gaps.isEmpty();
  const bool sawRounds = completion.wasSearched && !completion.hasWaited;
  for (FoundPair &pair : campaign.ledger.pairs) {
    if (pair.status != Status::Open)
      continue;
    const bool isWaiting = !sawRounds && campaign.inference.mayWait(pair.key);
    if (isDecided && !isWaiting)
      pair.status = Status::Infeasible;
    else
      pair.why = why.empty() && isWaiting ? "rounds of a loop that only waits are no steps"
                                          : nearestWhy(gaps, pair.key, why);
  }
}

} // namespace

Campaign::Campaign(vm::SharedCode &code, const Potential &potential, const Settings &settings)
    : code(code), potential(potential), settings(settings), options(optionsOf(settings)),
      budget(settings.goesOn, settings.secondsLeft, gaps),
      ledger(code, potential, options, settings.onPair, gaps),
      runs(code, options, settings, gaps, budget, ledger, figures),
      inference(code.program(), potential, settings, gaps, budget, ledger, runs, figures) {}

void Campaign::count(const trace::PredictFigures &encoding) {
  const auto sum = [](trace::EncodingSize &to, const trace::EncodingSize &from) {
    to.pairs += from.pairs;
    to.constraints += from.constraints;
  };
  trace::PredictFigures &all = figures.formulas;
  all.events += encoding.events;
  sum(all.before, encoding.before);
  for (std::size_t i = 0; i < all.after.size(); ++i)
    sum(all.after[i], encoding.after[i]);
  all.folded += encoding.folded;
  all.conditions += encoding.conditions;
  all.open += encoding.open;
  all.reads += encoding.reads;
  all.inCone += encoding.inCone;
  all.constraints += encoding.constraints;
  all.questions += encoding.questions;
  all.seconds += encoding.seconds;
}

Outcome run(vm::SharedCode &code, const Potential &potential, const Settings &settings,
            const std::map<PairKey, FoundPair> &known) {
  Campaign campaign(code, potential, settings);
  for (const auto &[key, pair] : known)
    campaign.ledger.adopt(pair);
  const std::clock_t begun = std::clock();
  guide(campaign);
  CampaignFigures &figures = campaign.figures;
  figures.guidedSeconds =
      static_cast<double>(std::clock() - begun) / static_cast<double>(CLOCKS_PER_SEC);
  figures.executions = campaign.runs.explored.size();
  conclude(campaign, settings.completes ? complete(campaign) : Completion());
  figures.completing = campaign.runs.explored.size() - figures.executions;
  Ledger &ledger = campaign.ledger;
  const bool isComplete = std::ranges::none_of(
      ledger.pairs, [](const FoundPair &pair) { return pair.status == Status::Open; });
  return {std::move(ledger.pairs),      std::move(ledger.branchPairs),
          std::move(ledger.followers),  figures,
          std::move(campaign.gaps.all), isComplete};
}

} // namespace heddle::defuse
