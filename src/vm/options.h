// What a search lets a program do and how far it goes.
#pragma once

#include "vm/fault.h"
#include "vm/input.h"

#include <atomic>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::vm {

/// What is decided when code is decoded.
struct CodeOptions {
  bool checkOverflow = false;
  std::uint64_t unroll = 0; ///< Iterations of a loop; 0 for no bound.
};

/// A file that the program finds when it starts.
struct GivenFile {
  std::string name; ///< As the program opens it.
  std::string bytes;
};

/// What a program is given from outside.
struct World {
  std::vector<GivenFile> files;
  std::string input; ///< What it reads from standard input.
};

/// What becomes of a thread whose round of a loop came to nothing.
enum class Rounds : std::uint8_t {
  Retry, ///< It goes on when another round, done at once, would not.
  Stop,  ///< It stays there, and others go on.
  Cut,   ///< The execution ends if others could go on.
  Free,  ///< Nothing: the search knows states by itself.
};

/// Inputs by (thread, nth of that thread): their parts, one for a number, else one a byte.
using GivenInputs = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint64_t>>;

struct Options {
  Rounds rounds = Rounds::Retry;
  std::uint64_t maxSteps = 10'000'000;                              ///< Instructions an execution.
  std::bitset<faultKinds> checks = std::bitset<faultKinds>().set(); ///< Kinds that are looked for.
  bool spurious = false;              ///< Condition waits may wake without a signal.
  std::vector<std::string> arguments; ///< argv[1] on.
  std::string programName = "program";
  std::shared_ptr<const World> world; ///< Null for nothing.
  bool symbolic = true;               ///< Inputs are symbolic; if not, they have these values:
  std::vector<InputValue> inputs;     ///< in the order they are asked for; 0 where none is left.
  /// Reads of shared memory give unknowns, which have the values that are there. Conditions go the
  /// way that those and the given inputs lead, and the recorder is told of them.
  bool lifts = false;
  std::shared_ptr<const GivenInputs> given; ///< If so: what inputs are; others are 0.
  /// What input decides the address of an access is looked at value by value, also while there is
  /// one thread, and in memory that others come to know later: all inputs of a path go the same way
  /// through memory.
  bool settlesAddresses = false;
  const std::atomic<bool> *cancel = nullptr; ///< Set from outside: stop soon.

  bool looksFor(FaultKind kind) const { return checks.test(static_cast<unsigned>(kind)); }
};

} // namespace heddle::vm
