// What the place that text goes to can show.
#pragma once

namespace heddle::support {

struct Terminal {
  unsigned width = 100; ///< In columns.
  bool colour = false;
  bool interactive = false; ///< A terminal, not a pipe or file.
  bool redraws = false;     ///< What was written to it can be written over.
};

/// Of a file descriptor: COLUMNS, then the terminal itself, give the width; NO_COLOR and TERM=dumb
/// turn colour off.
Terminal terminalOf(int descriptor);

} // namespace heddle::support
