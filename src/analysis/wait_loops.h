// Loops that may only wait. The machine does not run their failed rounds as steps, so what those
// see is in no execution: that an edge into such a loop is not met says nothing.
#pragma once

#include "program/program.h"

namespace heddle::analysis {

/// Whether a read may be done in such a loop, also of a caller. A loop that counts its rounds does
/// not wait: each of them is another state.
bool mayWait(const program::Program &program, program::LocationId read);

} // namespace heddle::analysis
