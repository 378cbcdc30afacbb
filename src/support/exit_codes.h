// What the process says to the shell. docs/exit-codes.md explains them, tests/e2e pins them.
#pragma once

namespace heddle::support {

enum class ExitCode : int {
  Nothing = 0,    ///< Nothing found and the search was complete; or, for a question, answered.
  Found = 1,      ///< A bug, a difference, the target; for replay: the outcome was reproduced.
  BadInput = 2,   ///< Bad input or usage.
  Incomplete = 3, ///< Nothing found, but something was left out; for replay: not reproduced.
};

} // namespace heddle::support
