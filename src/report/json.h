// The result as one JSON object (docs/json.md).
#pragma once

#include "report/result.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace heddle::report {

void printJson(llvm::raw_ostream &out, const Result &result);
/// The same, without white space.
void printCompactJson(llvm::raw_ostream &out, const Result &result);

/// Attributes of the object that is being written: numbers as such, each name once.
void writeValues(llvm::json::OStream &json,
                 const std::vector<std::pair<std::string, std::string>> &values);

} // namespace heddle::report
