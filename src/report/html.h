// The result as one page that needs nothing else (docs/page.md).
#pragma once

#include "report/result.h"
#include "support/source_text.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

/// Executions to step through, or of pairs and definition-use pairs a list beside the source. The
/// files that these speak of go into the page; what belongs to libraries does not.
void printHtml(llvm::raw_ostream &out, const Result &result, const support::SourceText &sources);

} // namespace heddle::report
