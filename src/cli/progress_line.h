// The line that tells on a terminal how far a search is.
#pragma once

#include "explore/search.h"

#include <deque>
#include <string>
#include <utility>

namespace heddle::cli {

/// "950", "12 k", "4.5 M": five characters at most, so that all figures fit into 80 columns.
std::string shortNumber(std::uint64_t number);

/// "42 s", "12 min", "3.5 h".
std::string shortTime(double seconds);

class ProgressLine {
public:
  /// The line after so many seconds of a search that may take `limit`. What does not fit into
  /// `width` columns is left out, the least telling first.
  std::string text(const explore::Progress &progress, double seconds, double limit, unsigned width);

private:
  /// Executions a second over the last lines: what it was long ago says little of now.
  double rate() const;
  std::deque<std::pair<double, std::uint64_t>> seen; ///< Seconds and executions.
};

} // namespace heddle::cli
