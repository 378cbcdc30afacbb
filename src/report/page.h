// Puts a page together: its files, and the data they draw.
#pragma once

#include "support/embedded.h"

#include <span>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

/// The files are one of HTML with marks for the rest, styles and scripts, each put together in this
/// order. `data` is JSON.
void printPage(llvm::raw_ostream &out, std::span<const support::EmbeddedFile> files,
               const std::string &data);

} // namespace heddle::report
