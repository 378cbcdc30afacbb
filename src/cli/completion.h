// Completion of the command line by a shell.
#pragma once

#include "cli/describe.h"

#include <span>
#include <string>

namespace heddle::cli {

/// Scripts for a shell to read, made from what the commands are.
std::string completionForBash(std::span<const CommandDescription> commands);
std::string completionForZsh(std::span<const CommandDescription> commands);
std::string completionForFish(std::span<const CommandDescription> commands);

/// Endings of programs, without the dot.
std::span<const std::string_view> programEndings();

/// The help up to its first clause, for a list: "how to search".
std::string shortHelp(const std::string &help);

} // namespace heddle::cli
