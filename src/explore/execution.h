// The execution that a reduction looks at: its steps, what each touched, and which happens before
// which. It grows and shrinks with the search.
#pragma once

#include "explore/touches.h"
#include "vm/machine.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace heddle::explore {

using EventId = std::uint32_t;
inline constexpr EventId noEvent = ~EventId{0};

/// One step: a visible operation of a thread and all that follows until its next one.
struct Event {
  vm::ThreadId thread = 0;
  std::uint32_t number = 0; ///< Of this thread, from 1.
  std::uint32_t path = 0;   ///< Where its choices begin in the path.
  std::uint32_t node = 0;   ///< The scheduling point it was taken at, from 1; 0 for none.
  std::uint32_t effects = 0;
  std::uint32_t entries = 0; ///< Where its entries in the chains begin,
  std::uint32_t wides = 0;   ///< in the list of large accesses,
  std::uint32_t saved = 0;   ///< and the clocks it changed.
  std::uint32_t races = 0;
  std::uint32_t ordered = 0; ///< Where the clocks begin that it changed of earlier events.
  std::uint32_t tails = 0;   ///< How many tails there are before it.
  TouchId touches = 0;       ///< What it did, once it is complete.
  /// Other threads went on within it, leaving a join or a barrier. What they depend on comes before
  /// them, but not before the step itself: without it the step ends earlier.
  bool hasTail = false;
  bool orders = false; ///< It lets other threads go on, or joins them.
};

/// Two steps that could have happened the other way round.
struct Race {
  EventId first = 0;
  EventId second = 0;
  /// The second is not the step but what its thread could have done instead, until `first` took
  /// that away: it touches this address.
  bool instead = false;
  /// Both are stores that only the order of which this event has seen; `noEvent` if it is the
  /// operation of a thread that is blocked. It may be the second itself: then who goes on within
  /// that step has seen it.
  bool observed = false;
  EventId observer = noEvent;
  vm::ThreadId thread = 0;
  vm::Address address = 0;
  /// The reversal need not be looked at again while the events up to this one stay.
  EventId cover = noEvent;
  /// Observed: the observer would see them before other stores, where it had to wait still.
  bool waits = false;
};

class Execution {
public:
  Execution(Dependency dependency, TouchTable &table)
      : dependent(dependency), touches(table, dependency) {}
  const Dependency dependent;
  Touches touches;
  std::size_t size() const { return events.size(); }
  const Event &operator[](EventId id) const { return events[id]; }
  std::vector<Race> races; ///< By their second event.

  /// The first event whose order has changed since this was last asked; `noEvent` for none.
  EventId firstReordered() { return std::exchange(reordered, noEvent); }
  /// The places with stores whose order nobody has seen; `now` is what the running step did.
  void contested(std::span<const vm::Effect> now, std::vector<vm::TrialCell> &out) const;
  /// Where forecasts of loops come from.
  void follow(const vm::Machine &of) { machine = &of; }
  /// The values that a place held before it was written, youngest first and not all of them.
  void valuesBefore(vm::Address address, std::uint32_t size, std::vector<std::uint64_t> &out);

  /// A step of a thread begins.
  void begin(vm::ThreadId thread, std::size_t path, std::uint32_t node);
  /// More of what it does.
  void add(std::span<const vm::Effect> effects);
  /// The step is complete: orders it and finds its races.
  void end();
  /// Makes the last step incomplete again, with its first effects only.
  void reopen(std::size_t effects);
  /// Takes all steps from this one on back.
  void cut(std::size_t size);

  std::span<const vm::Effect> effectsOf(EventId id) const {
    const std::size_t to = id + 1 < events.size() ? events[id + 1].effects : touched.size();
    return {touched.data() + events[id].effects, to - events[id].effects};
  }
  /// Where its choices end in the path, which is this long.
  std::size_t pathEnd(EventId id, std::size_t length) const {
    return id + 1 < events.size() ? events[id + 1].path : length;
  }
  bool happensBefore(EventId a, EventId b) const {
    return clock(b)[events[a].thread] >= events[a].number;
  }
  /// The same for the nth event of a thread.
  bool knows(EventId id, vm::ThreadId thread, std::uint32_t number) const {
    return clock(id)[thread] >= number;
  }
  /// Likewise, or before what other threads do within the second.
  bool happensBeforeTail(EventId a, EventId b) const {
    return full(b)[events[a].thread] >= events[a].number;
  }
  /// Whether what the thread does next comes after an event in any case.
  bool isKnown(EventId a, vm::ThreadId thread) const {
    return thread < live.size() && live[thread][events[a].thread] >= events[a].number;
  }
  /// Whether the thread of an event knew of another one before it.
  bool wasKnown(EventId a, EventId event) const {
    return savedClocks[std::size_t{events[event].saved} * width + events[a].thread] >=
           events[a].number;
  }
  /// The events that an operation of a thread which is blocked may have to come before.
  void findFor(vm::ThreadId thread, std::span<const vm::Effect> effects, std::vector<Race> &found);

private:
  struct Entry { ///< Of the chain of accesses to eight bytes.
    vm::Address granule;
    std::uint32_t previous; ///< Index + 1.
    EventId event;
    std::uint32_t effect;
  };
  struct Wide {
    EventId event;
    std::uint32_t effect;
  };
  struct Head {
    vm::Address granule = ~vm::Address{0};
    std::uint32_t entry = 0;
  };
  struct Candidate {
    EventId event;
    bool open;     ///< The operation could have happened before it,
    bool sure;     ///< and that is no guess.
    bool isTail;   ///< It is one of another thread, within the step.
    bool fromTail; ///< It depends on what another thread did within the event.
    bool isSeen;   ///< Both are stores, and who goes on within the step sees the later one.
  };
  enum class Openness : std::uint8_t { Closed, Unknown, Open };
  using Clock = std::vector<std::uint32_t>;

  const std::uint32_t *clock(EventId id) const { return clocks.data() + std::size_t{id} * width; }
  const std::uint32_t *full(EventId id) const {
    const Event &event = events[id];
    return event.hasTail ? tailClocks.data() + std::size_t{event.tails} * width : clock(id);
  }
  void widen(std::size_t threads);
  void mergeCandidates();
  void teachOthers(EventId id);
  void endTail(EventId id);
  void restore(const Event &event, std::size_t saved);
  void undoOrders(std::size_t from);
  Head &head(vm::Address granule);
  void grow();
  void enter(EventId id, std::uint32_t effect);
  void gather(const vm::Effect &effect, const std::uint32_t *known, vm::ThreadId who, bool gated,
              bool isTail);
  void offer(const vm::Effect &effect, EventId event, const vm::Effect &earlier,
             const std::uint32_t *known, vm::ThreadId who, bool gated, bool isTail);
  void save(vm::ThreadId thread);
  void collectStores(const vm::Effect &effect, const std::uint32_t *known, vm::ThreadId who);
  void findObserved(vm::ThreadId thread, std::vector<Race> &found);
  template <class F> void forObserved(F found);
  void order(EventId first, EventId second);
  void observe(EventId id);
  void markSeen(EventId id);
  static bool areSeenStores(const vm::Effect &later, const vm::Effect &earlier) {
    return later.isBlind && earlier.kind == vm::EffectKind::Store &&
           later.address == earlier.address && later.size == earlier.size &&
           later.size <= Dependency::widest;
  }
  // A width is a multiple of this, so that a clock is a few registers of the processor.
  static constexpr std::size_t lanes = 8;
  static void join(std::uint32_t *into, const std::uint32_t *from, std::size_t width) {
    for (std::size_t i = 0; i < width; i += lanes) {
      std::array<std::int32_t, lanes> one; // Signed numbers are less work for older processors.
      std::array<std::int32_t, lanes> other;
      std::memcpy(one.data(), into + i, sizeof one);
      std::memcpy(other.data(), from + i, sizeof other);
      for (std::size_t k = 0; k < lanes; ++k)
        one[k] = one[k] < other[k] ? other[k] : one[k];
      std::memcpy(into + i, one.data(), sizeof one);
    }
  }
  static void copy(std::uint32_t *to, const std::uint32_t *from, std::size_t width) {
    for (std::size_t i = 0; i < width; i += lanes)
      std::memcpy(to + i, from + i, lanes * sizeof(std::uint32_t));
  }
  /// Makes room for so many clocks. What is there beyond them is left as it is.
  void reserve(std::vector<std::uint32_t> &flat, std::size_t count) const {
    if (flat.size() < count * width) [[unlikely]]
      flat.resize(2 * count * width);
  }

  Openness opennessOf(const vm::Effect &effect, EventId event, const vm::Effect &earlier,
                      vm::ThreadId who);
  bool isWrittenAfter(const vm::TrialCell &cell, EventId event);

  const vm::Machine *machine = nullptr;
  EventId reordered = noEvent;
  std::vector<Event> events;
  std::vector<vm::Effect> touched;
  std::size_t width = lanes;         ///< Threads a clock has room for.
  std::vector<std::uint32_t> clocks; ///< Of the events.
  std::vector<std::uint32_t> tailClocks;
  std::uint32_t tailCount = 0;
  std::vector<Clock> live; ///< Of the threads: what comes next knows this.
  std::vector<vm::ThreadId> savedThreads;
  std::vector<std::uint32_t> savedClocks;
  std::vector<Entry> entries;
  std::vector<Wide> wides;
  std::vector<Head> heads = std::vector<Head>(256);
  std::size_t headsUsed = 0;
  std::vector<Candidate> candidates;
  struct Seen { ///< A store that an effect of the step reads from or over.
    EventId event;
    std::uint32_t effect;
    bool isPassed; ///< It could have looked before this one too, but had to wait there.
  };
  std::vector<Seen> stores;
  static constexpr EventId tailBit = EventId{1} << 31;
  std::vector<EventId> orderedEvents; ///< Whose clocks (or those of tails) were changed later,
  std::vector<std::uint32_t> orderedClocks; ///< and what they were.
  Clock scratch;
  Clock tail; ///< What comes before that of the running step.
};

} // namespace heddle::explore
