// What an execution is when only what each read sees counts: events, the order that every
// execution with the same reads has, and which event each read sees.
//
// An event is a step of a thread, up to where the thread goes on only after another one (it joins
// it, it is woken). What it does from there on is an event of its own, a *silent* one: nobody
// chooses it, it happens as soon as it can, in the step of whoever comes last. So the events are
// the same in whatever order the steps are done.
#pragma once

#include "explore/linearise.h"
#include "vm/effects.h"
#include "vm/machine.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace heddle::explore {

using GraphId = std::uint32_t;
inline constexpr GraphId nobody = Placed::nobody;

struct Bytes {
  vm::Address address = 0;
  std::uint64_t size = 0;
  vm::Address end() const { return address + size; }
  bool overlaps(const Bytes &that) const { return address < that.end() && that.address < end(); }
  bool covers(const Bytes &that) const { return address <= that.address && that.end() <= end(); }
  bool operator==(const Bytes &) const = default;
};

struct ReadFrom {
  Bytes bytes;
  GraphId writer = nobody; ///< Nobody: what was there at the beginning.
};

using GraphClock = std::vector<std::uint32_t>; ///< By thread; what is missing is 0.

struct GraphEvent {
  vm::ThreadId thread = 0;
  std::uint32_t step = 0;      ///< Of the thread, from 1; 0 before its first.
  std::uint32_t part = 0;      ///< How often it was let go on since.
  bool exists = false;         ///< It has happened,
  bool isRecorded = false;     ///< and all that it does is known.
  bool isUnknown = false;      ///< It touches what nobody knows.
  std::uint32_t way = 0;       ///< Alternative of its operation.
  std::vector<GraphId> after;  ///< What it directly follows, whatever is read.
  GraphClock start;            ///< What comes before it, whatever it reads,
  GraphClock clock;            ///< and with what it reads.
  std::vector<ReadFrom> reads; ///< Not of its own writes.
  std::vector<Bytes> writes;
  std::vector<vm::Effect> effects;
  struct Side {
    const void *condition; ///< Null for a choice that the program asks for.
    program::LocationId location;
    std::uint32_t side;
  };
  std::vector<Side> sides; ///< That were taken within its step.
  std::size_t again = 0;   ///< Of the effects, those that it had when it happened last.

  bool isSilent() const { return part > 0 || step == 0; }
  std::uint32_t number() const { return (step << 12) + part + 1; }
  /// Whether this event comes before what a clock tells of.
  bool isIn(const GraphClock &of) const { return thread < of.size() && of[thread] >= number(); }
};

/// Who wrote which bytes last, as events happen.
class Writers {
public:
  void clear();
  void push(GraphId event, Bytes bytes);
  /// The bytes by their last writer.
  void find(Bytes bytes, std::vector<ReadFrom> &out) const;

private:
  struct Entry {
    GraphId event;
    Bytes bytes;
  };
  static constexpr std::uint64_t widest = 64;
  std::vector<Entry> entries;
  std::unordered_map<vm::Address, std::vector<std::uint32_t>> chains; ///< By eight bytes.
  std::vector<std::uint32_t> wides;
};

/// The events of an execution while it runs, in the order in which they were decided; every writer
/// that an event reads from comes before it there.
class ReadsGraph {
public:
  std::vector<GraphEvent> events;

  /// Nothing has happened yet; the events are known.
  void restart();
  /// What main does before the first choice begins.
  void beginFirst();
  /// A thread takes a step.
  void begin(vm::ThreadId thread);
  /// What it does, and what others do within the step.
  void add(std::span<const vm::Effect> effects);
  void end();
  /// An event finds out whether the object is there that its thread will touch next.
  void lookAhead(GraphId id, Bytes bytes);
  /// The event of a thread in the running step, or `nobody`.
  GraphId eventOf(vm::ThreadId thread) { return stateOf(thread).open; }
  /// Makes the next event be this one, when it happens: others get numbers behind it.
  void reserve(vm::ThreadId thread, std::uint32_t step, std::uint32_t part);
  /// Forgets the events from there on.
  void cut(std::size_t size);
  /// Likewise, when there were so many right after the last `reserve` or `cut`.
  void retract(std::size_t size);

  /// Events of the running step, in order.
  std::vector<GraphId> inStep;
  /// Whether a known event saw something else than it did.
  bool hasDiffered = false;

  std::uint32_t stepsOf(vm::ThreadId thread) const {
    return thread < threads.size() ? threads[thread].step : 0;
  }
  const GraphClock &clockOf(vm::ThreadId thread) { return stateOf(thread).live; }
  const std::vector<GraphId> &afterOf(vm::ThreadId thread) { return stateOf(thread).after; }
  const Writers &writers() const { return last; }
  /// The stores whose order nobody has seen, for who is alone.
  void contested(std::span<const vm::Effect> now, std::vector<vm::TrialCell> &out) const;

  /// The bytes that these effects look at, in order and without those they wrote before.
  static std::vector<Bytes> looks(std::span<const vm::Effect> effects);

private:
  struct State {
    std::uint32_t step = 0;
    std::uint32_t part = 0;
    GraphId open = nobody; ///< Its event in the running step.
    std::vector<GraphId> after;
    GraphClock live;
  };
  State &stateOf(vm::ThreadId thread);
  GraphId open(vm::ThreadId thread);
  void order(const vm::Effect &effect);
  static bool isNext(GraphEvent &event, const vm::Effect &effect);
  void touch(const vm::Effect &effect, bool endsObject, bool missesObject);
  void read(GraphId id, Bytes bytes);
  void write(GraphId id, Bytes bytes);
  static std::uint64_t keyOf(vm::ThreadId thread, std::uint32_t step, std::uint32_t part) {
    return std::uint64_t{thread} << 48 | std::uint64_t{step} << 16 | part;
  }

  std::vector<State> threads;
  std::unordered_map<std::uint64_t, GraphId> known;
  Writers last;
  GraphId reservedAt = nobody;   ///< The last one that was,
  GraphId reservedSlot = nobody; ///< and is still.
  std::uint64_t reservedKey = 0;
  std::vector<ReadFrom> found;
};

/// Takes bytes away from a list of them.
void subtract(std::vector<Bytes> &from, Bytes bytes);

void joinClocks(GraphClock &into, const GraphClock &from);

} // namespace heddle::explore
