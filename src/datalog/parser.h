// Rule text to its syntax. Goes on behind an error, at the end of the clause.
#pragma once

#include "datalog/syntax.h"

#include <span>

namespace heddle::datalog {

/// All files as one program. What is wrong is reported; the rest of it is in the result.
syntax::Program parse(std::span<const RuleFile> files, Diagnostics &diagnostics);

} // namespace heddle::datalog
