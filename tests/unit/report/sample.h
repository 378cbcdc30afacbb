// Results made by hand, for the tests of the formats.
#pragma once

#include "report/result.h"

namespace heddle::report {

/// The lost update of examples/account.c, with `threads` depositors.
Finding lostUpdate(unsigned threads = 2);

/// A file of the given text that lives as long as the test, for source lines.
std::string sourceFile(const std::string &name, const std::string &text);

} // namespace heddle::report
