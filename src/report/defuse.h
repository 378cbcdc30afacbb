// From definition-use testing to the result.
#pragma once

#include "defuse/campaign.h"
#include "report/result.h"

namespace heddle::report {

/// `testOf` says where the test of a pair was kept.
DefuseReport reportDefuse(const defuse::Outcome &outcome, const program::Program &program,
                          const std::function<std::string(const defuse::PairKey &)> &testOf);

/// Counters of the campaign, for --stats.
std::vector<std::pair<std::string, std::string>> figuresOf(const defuse::CampaignFigures &figures);

} // namespace heddle::report
