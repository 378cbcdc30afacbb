// The result as one JSON object (docs/json.md).
#pragma once

#include "report/result.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

void printJson(llvm::raw_ostream &out, const Result &result);
/// The same, without white space.
void printCompactJson(llvm::raw_ostream &out, const Result &result);

} // namespace heddle::report
