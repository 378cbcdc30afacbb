// What became of each pair in a search by value schedules: whether its orders were tried, broke the
// program or could not be had, and why.
#pragma once

#include "explore/search.h"
#include "explore/value_pairs.h"
#include "vm/fault.h"
#include "vm/recorder.h"

#include <map>
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
  void fail(ValuePairs::Index pair, const vm::Fault &fault);
  /// The program fails without any order of a pair having been brought about.
  void failAnyway(const vm::Fault &fault) { anyway.insert(bugKey(fault)); }
  /// An execution with these operations came to an end, without a failure or with one.
  void end(std::span<const PairEvent> events, bool isClean);

  /// Told of all operations, also of those that another search does.
  vm::Recorder &recorder() { return touches; }
  /// Every execution was tried: what none of them had cannot be.
  void complete() { isComplete = true; }

  std::vector<PairFate> all() const;

private:
  /// Who has done what where: by location the threads and bytes.
  class Touches : public vm::Recorder {
  public:
    explicit Touches(const ValuePairs &pairs) : pairs(pairs) {}
    void saw(const vm::Seen &seen) override;
    bool hasMet(program::LocationId at) const { return known.contains(at); }
    /// Whether two threads have touched one place there, be it in different executions.
    bool mayMeet(program::LocationId one, program::LocationId other) const;

  private:
    struct Touch {
      vm::ThreadId thread = 0;
      vm::Address address = 0;
      std::uint64_t size = 0;
      auto operator<=>(const Touch &) const = default;
    };
    const ValuePairs &pairs;
    std::map<program::LocationId, std::set<Touch>> known;
  };

  struct Record {
    std::optional<std::string> failure;
    std::array<std::uint64_t, givenUpKinds> givenUp{};
    program::LocationId turnedAwayAt = program::noLocation;
    bool isDropped = false;
    std::uint8_t orders = 0;  ///< With a good end. 1: `one` came first, 2: `other`.
    std::uint8_t failing = 0; ///< With a failure.
  };
  Record &of(ValuePairs::Index pair);

  void explain(PairFate &fate, const Record &record) const;

  ValuePairs &pairs;
  std::vector<Record> records;
  Touches touches{pairs};
  std::set<std::string> anyway; ///< Failures that no pair is to blame for.
  bool isComplete = false;
};

} // namespace heddle::explore
