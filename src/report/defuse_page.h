// Definition-use pairs as a page: for each variable a matrix of its writes against its reads, each
// cell with its test. It needs nothing else and runs nothing.
#pragma once

#include "report/result.h"
#include "support/source_text.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

/// The result has a `defuse`.
void printDefuseHtml(llvm::raw_ostream &out, const Result &result,
                     const support::SourceText &sources);

} // namespace heddle::report
