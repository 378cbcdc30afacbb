// The result in the Static Analysis Results Interchange Format 2.1.0, as editors and code hosts
// read it (docs/formats.md).
#pragma once

#include "report/result.h"
#include "support/source_text.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

/// `directory` is the absolute path of the one that relative names of files start from.
void printSarif(llvm::raw_ostream &out, const Result &result, const support::SourceText &sources,
                const std::string &directory);

} // namespace heddle::report
