// Warnings of other tools, as SARIF: which lines each one is about.
#pragma once

#include "analysis/targets.h"

#include <string>
#include <vector>

namespace heddle::cli {

struct Warning {
  std::string message;                     ///< The first line of it, or the name of the rule.
  std::vector<analysis::TargetLine> lines; ///< Different threads are to stand at them at once. None
                                           ///< if a place of the warning names no line.
};

/// The results of a SARIF log that are warnings: none that was suppressed, passed, or is gone. A
/// result is about the ends of its thread flows if it has several; else about its locations, and if
/// it speaks of a race or a deadlock, about the related ones too. Of results about the same lines
/// the first one counts.
support::Outcome<std::vector<Warning>> readWarnings(const std::string &file);

} // namespace heddle::cli
