// The default strategy, for callers that know what the program is suspected of.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

/// A look at that, before a search that takes long goes on.
using Lead = std::function<Answer()>;

std::unique_ptr<Explorer> makeAuto(Lead lead);

} // namespace heddle::explore
