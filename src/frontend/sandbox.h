// Tries something that may crash or never end in a child process first.
#pragma once

#include "support/outcome.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace heddle::frontend {

/// Runs `attempt` in a child that may use that many seconds of processor time. The Failure says how
/// it came to grief ("crashes"); the child's own result and output are lost.
support::Done tryInChild(llvm::function_ref<void()> attempt, unsigned seconds);

} // namespace heddle::frontend
