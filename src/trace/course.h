// What a lifted run says about all executions in which the threads go the same way: which events
// come before which in each of them, the critical sections, the places in memory and who touches
// them. Encodings (predict.h) are made from it.
#pragma once

#include "trace/lifted.h"

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace heddle::trace {

using EventIndex = std::size_t;
inline constexpr EventIndex noEvent = std::numeric_limits<EventIndex>::max();

/// While a thread holds a lock.
struct CriticalSection {
  vm::ThreadId thread = 0;
  EventIndex acquire = noEvent;
  EventIndex release = noEvent; ///< `noEvent`: not in this run.
  bool isReading = false;
};

/// A wait on a condition variable.
struct ConditionWait {
  EventIndex wait = noEvent;
  EventIndex back = noEvent; ///< When the thread has its mutex again.
};

/// Who waits at a barrier until all of them are there.
struct BarrierRound {
  std::vector<EventIndex> arrivals;
  bool isFull = false;
};

struct Semaphore {
  std::uint64_t first = 0; ///< What it begins with.
  std::vector<EventIndex> posts;
  std::vector<EventIndex> takes;
  std::vector<EventIndex> failures; ///< Tries that found nothing.
};

/// Bytes that all accesses of the run touch together or not at all.
struct MemoryCell {
  vm::Address begin = 0;
  unsigned bytes = 0;
  std::uint64_t initial = 0; ///< What was there at first.
  std::vector<EventIndex> reads;
  std::vector<EventIndex> writes;
};

class Course {
public:
  explicit Course(const LiftedRun &run);

  const LiftedRun &run;
  /// Events by thread, in its order.
  std::vector<std::vector<EventIndex>> threads;
  std::vector<std::size_t> place; ///< By event: where it stands in its thread.
  std::map<vm::Address, std::vector<CriticalSection>> locks;
  std::map<vm::Address, std::vector<EventIndex>> failedTries;
  std::map<vm::Address, std::vector<ConditionWait>> waits;
  std::map<vm::Address, std::vector<EventIndex>> signals; ///< And broadcasts.
  std::map<vm::Address, Semaphore> semaphores;
  std::map<vm::Address, std::vector<BarrierRound>> barriers;
  std::map<vm::Address, std::vector<EventIndex>> once;
  std::map<vm::ThreadId, EventIndex> creations; ///< By the thread created,
  std::map<vm::ThreadId, EventIndex> exits;     ///< and by the one that ends.
  std::vector<EventIndex> joins;
  std::map<vm::ThreadId, EventIndex> cancels; ///< By the thread that is asked to end.
  std::vector<MemoryCell> cells;
  std::vector<std::vector<std::uint32_t>> cellsOf; ///< By event.
  /// What is not told exactly: other executions may go the same way and not be among those that an
  /// encoding has.
  std::vector<vm::Gap> gaps;

  /// By event: those of other threads that it comes after at once.
  std::map<EventIndex, std::vector<EventIndex>> sources;
  /// By event and thread: how many of that thread's events come before it, and happen whenever it
  /// does.
  using Clocks = std::vector<std::vector<std::size_t>>;
  const Clocks &known() const { return clocks; }
  /// Whether the first comes before the second, and happens whenever that does.
  bool isBefore(EventIndex first, EventIndex second) const {
    const LiftedEvent &event = run.events[first];
    return first != second && clocks[second][event.thread] > place[first];
  }
  /// The event of a thread after this one; `noEvent` for none.
  EventIndex after(EventIndex event) const;
  EventIndex before(EventIndex event) const;
  /// Of the end of a thread: where it was asked to end before that; `noEvent` if it was not.
  EventIndex cancelOf(EventIndex exit) const;
  /// The value of the cell that a write leaves there; of the part of a read.
  expr::Ref written(EventIndex write, const MemoryCell &cell) const;
  expr::Ref seen(EventIndex read, const MemoryCell &cell) const;
  /// The sections that an access lies in.
  struct Held {
    vm::Address lock = 0;
    std::size_t section = 0;
  };
  std::vector<Held> heldAt(EventIndex event) const;

private:
  struct Open;
  void split();
  void findSections();
  void synchronise(EventIndex index, std::map<std::pair<vm::ThreadId, vm::Address>, Open> &open);
  void findCells();
  void findClocks();
  void gap(const char *reason, const char *detail, EventIndex event);

  Clocks clocks;
};

} // namespace heddle::trace
