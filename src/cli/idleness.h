// A search that had nothing to look at, because the program ended before it began.
#pragma once

#include "report/result.h"
#include "vm/machine.h"

namespace heddle::cli {

/// Where the program has threads, and no execution made one: adds a note that says how it ended.
void noteIdleness(vm::SharedCode &code, const vm::Options &options, report::Result &result);

} // namespace heddle::cli
