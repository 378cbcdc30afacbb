// What kind of file an input is, and whether it can be read at all.
#pragma once

#include "support/outcome.h"

#include <string>
#include <string_view>

namespace heddle::frontend {

enum class InputKind { C, Cxx, Ir };

/// The kind of an input that exists and can be read; a Failure names what is wrong with it.
support::Outcome<InputKind> classify(const std::string &file);

/// The system's word for an error, ready to stand inside a message ("no such file or directory").
std::string lowered(std::string_view message);

} // namespace heddle::frontend
