// Watches which write each read sees, and whether reads that are looked for come one after the
// other.
#pragma once

#include "program/program.h"
#include "vm/recorder.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace heddle::trace {

/// An access as it happened.
struct Access {
  vm::ThreadId thread = vm::noThread;
  program::LocationId location = program::noLocation; ///< noLocation: what was there at first.
  std::uint64_t time = 0; ///< How often the thread had come there, with this one; 0 for at first.
  auto operator<=>(const Access &) const = default;
  bool isInitial() const { return location == program::noLocation; }
};

/// A read that saw what a write left.
struct ReadFrom {
  Access write;
  Access read;
  vm::Address address = 0; ///< The first byte of those.
  bool isShared = false;
};

/// Told of all operations of one run in their order, says what each read saw.
class Readers {
public:
  /// What this operation read from; each write once.
  std::vector<ReadFrom> saw(const vm::Seen &seen);

private:
  struct Written {
    vm::Address end = 0;
    Access by;
  };
  void write(vm::Address begin, vm::Address end, const Access &by);

  std::map<vm::Address, Written> written; ///< By where the bytes begin.
  std::map<std::pair<vm::ThreadId, program::LocationId>, std::uint64_t> times;
};

/// A read-from edge that is looked for.
struct WantedRead {
  program::LocationId write = program::noLocation; ///< noLocation: what was there at first.
  program::LocationId read = program::noLocation;
  /// If set, whether it may be this one of the edges between these places.
  std::function<bool(const ReadFrom &)> isMeant = {}; // NOLINT(readability-redundant-member-init)

  bool fits(const ReadFrom &seen) const {
    return seen.write.location == write && seen.read.location == read &&
           (!isMeant || isMeant(seen));
  }
};

/// Whether edges come one after the other: the read of the second after that of the first. The
/// first that fits is taken, which leaves most to those that follow.
class ReadSequence {
public:
  explicit ReadSequence(std::vector<WantedRead> wanted) : wanted(std::move(wanted)) {}

  /// Whether this was the last that was missing.
  bool offer(const ReadFrom &seen);
  const std::vector<ReadFrom> &met() const { return found; }
  bool isComplete() const { return found.size() == wanted.size(); }

private:
  std::vector<WantedRead> wanted;
  std::vector<ReadFrom> found;
};

} // namespace heddle::trace
