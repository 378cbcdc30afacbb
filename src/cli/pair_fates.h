// What a search that is led by pairs of operations says of each of them.
#pragma once

#include "explore/search.h"
#include "report/result.h"

#include <span>

namespace heddle::cli {

/// Harmful ones first, then those that are open. A failure names its finding's test.
std::vector<report::PairOutcome> outcomesOf(const program::Program &program,
                                            const explore::Answer &answer,
                                            std::span<const report::Finding> findings);

} // namespace heddle::cli
