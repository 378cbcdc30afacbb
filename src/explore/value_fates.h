// What became of each pair in a search by value schedules: whether its orders were tried, broke the
// program or could not be had, and why.
#pragma once

#include "explore/value_pairs.h"
#include "vm/thread.h"

#include <set>

namespace heddle::explore {

/// An operation of an execution that some pair is about.
struct PairEvent {
  program::LocationId at = program::noLocation;
  vm::ThreadId thread = 0;
  vm::Address address = 0;
  std::uint64_t size = 0;
};

class Fates {
public:
  explicit Fates(ValuePairs &pairs) : pairs(pairs) {}

  void giveUp(ValuePairs::Index pair, GivenUp why, program::LocationId turnedAwayAt);
  void drop(ValuePairs::Index pair);
  /// An order of the pair was brought about, and the program failed behind it.
  void fail(ValuePairs::Index pair, std::string_view failure);
  /// An execution with these operations came to a good end.
  void end(std::span<const PairEvent> events);

  std::vector<PairFate> all() const;

private:
  struct Record {
    std::optional<std::string> failure;
    std::array<std::uint64_t, givenUpKinds> givenUp{};
    program::LocationId turnedAwayAt = program::noLocation;
    bool isDropped = false;
    std::uint8_t orders = 0; ///< 1: `one` came first, 2: `other`.
  };
  Record &of(ValuePairs::Index pair);

  ValuePairs &pairs;
  std::vector<Record> records;
  std::set<program::LocationId> met;
};

} // namespace heddle::explore
