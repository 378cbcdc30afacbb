// The names after --property, and which finding kinds they stand for.
#pragma once

#include "support/outcome.h"
#include "vm/options.h"

#include <string>
#include <vector>

namespace heddle::cli {

/// All names, in the order of help.
const std::vector<std::string> &allProperties();

/// What is looked for when nothing is said: all but those that must be asked for by name.
std::vector<std::string> defaultProperties();

/// The checks that a list of properties turns on; a word that is none is a Failure.
support::Outcome<std::bitset<vm::faultKinds>> checksOf(const std::vector<std::string> &properties);

} // namespace heddle::cli
