// The comparison of two versions as one page that needs nothing else (docs/diff-confirm.md).
#pragma once

#include "report/result.h"
#include "support/source_text.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

/// The result has a `diff`. Files of both versions that it speaks of go into the page.
void printDiffHtml(llvm::raw_ostream &out, const Result &result, const support::SourceText &old,
                   const support::SourceText &current);

} // namespace heddle::report
