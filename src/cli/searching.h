// What the commands that search say about it in the same way.
#pragma once

#include "explore/search.h"
#include "report/result.h"

#include <string>
#include <vector>

namespace heddle::cli {

/// Everything a search lists under `assumes`.
std::vector<std::string> assumptions();

void fillStats(report::Stats &to, const explore::Stats &from, double seconds);

} // namespace heddle::cli
