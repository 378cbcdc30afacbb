// Differences that are no data flow: cycles of locks, threads that are created or waited for in one
// version alone, statements that were added or removed.
#pragma once

#include "diff/classes.h"

namespace heddle::diff {

void compareStructure(const Classes &classes, Comparison &result);

} // namespace heddle::diff
