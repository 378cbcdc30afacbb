// The executions of a campaign: those whose threads go ways that no other one went are kept.
#pragma once

#include "defuse/ledger.h"
#include "defuse/ways.h"

#include <memory>
#include <vector>

namespace heddle::defuse {

/// An execution that is kept to be gone through.
struct Explored {
  trace::LiftedPlan plan; ///< That leads to it.
  Ways ways;
  std::unique_ptr<trace::LiftedRun> run; ///< Null: to be run again.
  std::size_t doneWith = 0; ///< How much of what matters was known when it was gone through.
};

class Runs {
public:
  Runs(vm::SharedCode &code, const vm::Options &options, const Settings &settings, Gaps &gaps,
       Budget &budget, Ledger &ledger, CampaignFigures &figures)
      : code(code), options(options), settings(settings), gaps(gaps), budget(budget),
        ledger(ledger), figures(figures) {}

  trace::LiftedRun execute(const trace::LiftedPlan &plan);
  /// Runs it, and keeps it if its threads go ways that are not known. Null if they are.
  Explored *explore(const trace::LiftedPlan &plan);
  /// Runs what was inferred, or a condition made to fail: takes what it shows.
  void show(const trace::LiftedPlan &plan, Met met, Status status);

  /// A run that is gone through later is made again then, if many are kept.
  void keepForLater(Explored &one);
  std::unique_ptr<trace::LiftedRun> take(Explored &one);

  std::vector<std::unique_ptr<Explored>> explored;

private:
  void takeFaults(const trace::LiftedRun &run, Met met);

  vm::SharedCode &code;
  const vm::Options &options;
  const Settings &settings;
  Gaps &gaps;
  Budget &budget;
  Ledger &ledger;
  CampaignFigures &figures;
  std::size_t heldEvents = 0; ///< Of runs that are kept.
};

} // namespace heddle::defuse
