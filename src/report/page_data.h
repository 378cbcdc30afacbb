// What the script of the page reads: the result as `--json` prints it, and beside it what only a
// page needs.
#pragma once

#include "report/result.h"
#include "support/source_text.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

void printPageData(llvm::raw_ostream &out, const Result &result,
                   const support::SourceText &sources);

} // namespace heddle::report
