// What of the user's own code a thread begins with: its routine, or what that of a library calls.
#pragma once

#include "analysis/call_sites.h"
#include "analysis/study.h"

namespace heddle::analysis {

/// The routine if nothing else is known. The thread must have one.
const llvm::Function &begunBy(const Study &study, const CallSites &sites, StaticThread thread);

} // namespace heddle::analysis
