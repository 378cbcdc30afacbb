// What --help looks like.
#pragma once

#include "cli/common.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class FormatterBase;
class Option;
} // namespace CLI

namespace heddle::cli {

/// Fits the text to the terminal. `commands` outlives it.
std::shared_ptr<CLI::FormatterBase> helpFor(const std::vector<Command> &commands);

/// "-p", "--entry"; the name of a place if it is one.
std::vector<std::string> spellings(const CLI::Option &option);

/// What stands for the value: "FILE|-"; empty for a flag.
std::string argumentOf(const CLI::Option &option);

} // namespace heddle::cli
