// The parts of a campaign, and what is done with them; private to campaign.cpp and the phases.
#pragma once

#include "defuse/inference.h"

namespace heddle::defuse {

struct Campaign {
  Campaign(vm::SharedCode &code, const Potential &potential, const Settings &settings);

  std::vector<PairKey> openPairs() const { return ledger.openPairs(); }
  bool goesOn() { return budget.goesOn(); }
  /// Sums up what an encoding was made of.
  void count(const trace::PredictFigures &encoding);

  vm::SharedCode &code;
  const Potential &potential;
  const Settings &settings;
  const vm::Options options; ///< With which programs are run.
  CampaignFigures figures;
  Gaps gaps;
  Budget budget;
  Ledger ledger;
  Runs runs;
  Inference inference;
};

/// Guided executions, algorithm 4 of paper 000: predictive analysis of each, and other sides of
/// branches that may lead to pairs not seen yet, until all escort branch pairs are covered or
/// nothing is left to try.
void guide(Campaign &campaign);

/// What the completing rounds came to.
struct Completion {
  bool isExhausted = false; ///< No execution is left that differs in what matters.
  bool wasSearched = false; ///< All executions were looked at,
  bool hasWaited = false;   ///< and in one of them a loop only waited.
};

/// Goes on until it is known of each pair whether it is possible.
Completion complete(Campaign &campaign);

} // namespace heddle::defuse
