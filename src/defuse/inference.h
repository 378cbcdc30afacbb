// What predictive analysis of one execution is asked for: pairs, and assertions that can fail.
#pragma once

#include "defuse/runs.h"

#include <map>
#include <set>

namespace heddle::defuse {

class Inference {
public:
  Inference(const program::Program &program, const Potential &potential, const Settings &settings,
            Gaps &gaps, Budget &budget, Ledger &ledger, Runs &runs, CampaignFigures &figures)
      : program(program), potential(potential), settings(settings), gaps(gaps), budget(budget),
        ledger(ledger), runs(runs), figures(figures) {}

  trace::PredictOptions optionsFor(Matters mayMatter) const;

  /// Of long executions: pairs that are soon told, before all that conditions compute is looked at.
  void askQuickly(const trace::Course &course, const std::vector<PairKey> &wanted);
  /// Asks for the pairs that are open of those whose ends are in the run, and shows those found.
  /// `because`: where to put the conditions on which answers hang that could be left out.
  void askPairs(const trace::LiftedRun &run, trace::Prediction &prediction,
                const std::vector<PairKey> &wanted, std::set<program::LocationId> *because);
  /// Pairs need not hang on what an assertion says, but who looks at pairs wants to know of it.
  void failAssertions(const trace::LiftedRun &run, trace::Prediction &prediction);

  /// The side of a branch that was not taken there; nothing for other conditions.
  std::optional<Side> otherSide(const trace::LiftedEvent &event) const;
  /// Whether the condition fails an assertion, of which it is not known yet that it can fail, if it
  /// does not hold: it is one, or the block that follows then is where one fails.
  bool isCheck(const trace::LiftedEvent &event) const;
  void canFail(program::LocationId assertion) { failing.insert(assertion); }

  /// Whether it may be read or written in a loop that only waits, in a round that is no step.
  bool mayWait(const PairKey &key);

private:
  /// A pair that an answer says is there.
  void show(const PairKey &key, const trace::LiftedRun &run, const trace::LiftedPlan &plan);
  bool mayWait(program::LocationId location);
  bool waits(const trace::LiftedRun &run);

  const program::Program &program;
  const Potential &potential;
  const Settings &settings;
  Gaps &gaps;
  Budget &budget;
  Ledger &ledger;
  Runs &runs;
  CampaignFigures &figures;
  std::map<program::LocationId, bool> waiting;   ///< Whether a loop around it may only wait.
  std::set<program::LocationId> failing;         ///< Assertions that were made to fail,
  std::map<program::LocationId, unsigned> asked; ///< and how often that was asked for.
};

} // namespace heddle::defuse
