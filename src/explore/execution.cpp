#include "explore/execution.h"

#include <algorithm>
#include <cstring>

namespace heddle::explore {

namespace {
constexpr std::size_t mostValues = 8; ///< Of a place's history.

/// It may have had to wait for something that the effect does not tell.
bool mayBlock(const vm::Effect &effect) {
  return effect.gate == vm::Gate::Unknown || (effect.gate == vm::Gate::Loop && !effect.count);
}

/// Whether a thread had to wait for something before it could have these effects.
bool isGated(std::span<const vm::Effect> effects, vm::ThreadId thread) {
  return std::ranges::any_of(effects, [&](const vm::Effect &effect) {
    return effect.thread == thread && effect.gate != vm::Gate::None;
  });
}
} // namespace

void Execution::widen(std::size_t threads) {
  std::size_t to = width;
  while (to < threads)
    to *= 2;
  auto relay = [&](std::vector<std::uint32_t> &flat) {
    std::vector<std::uint32_t> result(flat.size() / width * to);
    for (std::size_t i = 0; i < flat.size() / width; ++i)
      std::memcpy(result.data() + i * to, flat.data() + i * width, width * sizeof(std::uint32_t));
    flat = std::move(result);
  };
  relay(clocks);
  relay(tailClocks);
  relay(savedClocks);
  relay(orderedClocks);
  width = to;
  for (Clock &one : live)
    one.resize(width);
}

void Execution::save(vm::ThreadId thread) {
  if (thread >= width)
    widen(thread + 1u);
  while (live.size() <= thread)
    live.emplace_back(width);
  savedThreads.push_back(thread);
  reserve(savedClocks, savedThreads.size());
  copy(savedClocks.data() + (savedThreads.size() - 1) * width, live[thread].data(), width);
}

void Execution::begin(vm::ThreadId thread, std::size_t path, std::uint32_t node) {
  Event event;
  event.saved = static_cast<std::uint32_t>(savedThreads.size());
  save(thread);
  event.thread = thread;
  event.number = live[thread][thread] + 1;
  event.path = static_cast<std::uint32_t>(path);
  event.node = node;
  event.effects = static_cast<std::uint32_t>(touched.size());
  event.entries = static_cast<std::uint32_t>(entries.size());
  event.wides = static_cast<std::uint32_t>(wides.size());
  event.races = static_cast<std::uint32_t>(races.size());
  event.ordered = static_cast<std::uint32_t>(orderedEvents.size());
  event.tails = tailCount;
  events.push_back(event);
  reserve(clocks, events.size());
  std::fill_n(clocks.data() + (events.size() - 1) * width, width, 0);
}

void Execution::add(std::span<const vm::Effect> effects) {
  touched.insert(touched.end(), effects.begin(), effects.end());
}

Execution::Head &Execution::head(vm::Address granule) {
  std::size_t at = granule * 0x9E3779B97F4A7C15u >> 40;
  while (true) {
    Head &head = heads[at & (heads.size() - 1)];
    if (head.granule == granule)
      return head;
    if (head.granule == ~vm::Address{0}) {
      if (headsUsed * 2 > heads.size()) {
        grow();
        return this->head(granule);
      }
      ++headsUsed;
      head.granule = granule;
      return head;
    }
    ++at;
  }
}

void Execution::grow() {
  std::vector<Head> old(heads.size() * 2);
  old.swap(heads);
  headsUsed = 0;
  for (const Head &one : old)
    if (one.entry)
      head(one.granule).entry = one.entry;
}

void Execution::enter(EventId id, std::uint32_t effect) {
  const vm::Effect &one = touched[effect];
  if (one.kind == vm::EffectKind::Order)
    return;
  if (one.size > Dependency::widest) {
    wides.push_back({id, effect});
    return;
  }
  for (vm::Address granule = one.address >> 3; granule <= (one.address + one.size - 1) >> 3;
       ++granule) {
    Head &list = head(granule);
    entries.push_back({granule, list.entry, id, effect});
    list.entry = static_cast<std::uint32_t>(entries.size());
  }
}

void Execution::offer(const vm::Effect &effect, EventId event, const vm::Effect &earlier,
                      const std::uint32_t *known, vm::ThreadId who, bool gated, bool isTail) {
  if (!dependent(effect, earlier))
    return;
  const bool fromTail = earlier.thread != events[event].thread;
  if (known[events[event].thread] >= events[event].number) {
    if (fromTail) // The step is known, but perhaps not all that others did within it.
      candidates.push_back({event, false, false, isTail, true, false});
    return;
  }
  const Openness open = opennessOf(effect, event, earlier, who);
  // Where it does not wait itself, but for another of its effects, that one may have been closed.
  const bool sure = open == Openness::Open && (!gated || effect.gate != vm::Gate::None);
  candidates.push_back({event, open != Openness::Closed, sure, isTail, fromTail,
                        !fromTail && areSeenStores(effect, earlier)});
}

/// Whether the operation could have happened just before an earlier one.
Execution::Openness Execution::opennessOf(const vm::Effect &effect, EventId event,
                                          const vm::Effect &earlier, vm::ThreadId who) {
  if (effect.gate == vm::Gate::None)
    return Openness::Open;
  // What the earlier step found is what its first write there did.
  for (const vm::Effect *one = &touched[events[event].effects]; one != &earlier; ++one)
    if (one->writes() && one->overlaps(earlier))
      return Openness::Closed;
  if (effect.gate != vm::Gate::Loop || !effect.count)
    return vm::wasOpen(effect.gate, who, earlier) ? Openness::Open : Openness::Closed;
  const vm::Forecast &forecast = machine->forecast(effect.count);
  for (const vm::Forecast::Place &place : forecast.places) {
    if (place.cell.address != earlier.address || place.cell.size != earlier.size)
      continue;
    for (const auto &[value, spins] : place.values) {
      if (!earlier.isFound || value != earlier.before)
        continue;
      const bool others = std::ranges::any_of(forecast.looked, [&](const vm::TrialCell &cell) {
        return (cell.address != earlier.address || cell.size != earlier.size) &&
               isWrittenAfter(cell, event);
      });
      return others ? Openness::Unknown : spins ? Openness::Closed : Openness::Open;
    }
  }
  return Openness::Unknown;
}

bool Execution::isWrittenAfter(const vm::TrialCell &cell, EventId event) {
  vm::Effect looked;
  looked.address = cell.address;
  looked.size = cell.size;
  auto writes = [&](const vm::Effect &effect) {
    return effect.writes() && effect.overlaps(looked);
  };
  for (const Wide &wide : wides)
    if (wide.event > event && writes(touched[wide.effect]))
      return true;
  for (vm::Address granule = cell.address >> 3; granule <= (cell.address + cell.size - 1) >> 3;
       ++granule)
    for (std::uint32_t i = head(granule).entry; i && entries[i - 1].event > event;
         i = entries[i - 1].previous)
      if (writes(touched[entries[i - 1].effect]))
        return true;
  return false;
}

void Execution::valuesBefore(vm::Address address, std::uint32_t size,
                             std::vector<std::uint64_t> &out) {
  for (std::uint32_t i = head(address >> 3).entry; i && out.size() < mostValues;
       i = entries[i - 1].previous) {
    const vm::Effect &effect = touched[entries[i - 1].effect];
    if (effect.writes() && effect.isFound && effect.address == address && effect.size == size &&
        std::ranges::find(out, effect.before) == out.end())
      out.push_back(effect.before);
  }
}

/// The earlier events that this effect depends on and that `known` does not have.
void Execution::gather(const vm::Effect &effect, const std::uint32_t *known, vm::ThreadId who,
                       bool gated, bool isTail) {
  for (const Wide &wide : wides)
    offer(effect, wide.event, touched[wide.effect], known, who, gated, isTail);
  if (effect.size > Dependency::widest) {
    for (const Entry &entry : entries)
      offer(effect, entry.event, touched[entry.effect], known, who, gated, isTail);
    return;
  }
  const vm::Address end = effect.address + effect.size;
  for (vm::Address granule = effect.address >> 3; granule <= (end - 1) >> 3; ++granule) {
    const vm::Address low = std::max(effect.address, granule << 3);
    const vm::Address high = std::min(end, (granule + 1) << 3);
    for (std::uint32_t i = head(granule).entry; i; i = entries[i - 1].previous) {
      const Entry &entry = entries[i - 1];
      const vm::Effect &earlier = touched[entry.effect];
      offer(effect, entry.event, earlier, known, who, gated, isTail);
      // All that came before a write of all these bytes is known through it.
      if (effect.gate == vm::Gate::None && earlier.address <= low &&
          earlier.address + earlier.size >= high &&
          (dependent.observers ? earlier.kind == vm::EffectKind::Write : earlier.writes()))
        break;
    }
  }
}

void Execution::end() {
  const auto id = static_cast<EventId>(events.size() - 1);
  if (dependent.observers) {
    markSeen(id);
    observe(id);
  }
  const vm::ThreadId thread = events[id].thread;
  const std::size_t from = events[id].effects;
  const std::size_t to = touched.size();
  scratch.resize(width);
  copy(scratch.data(), live[thread].data(), width);
  live[thread][thread] = events[id].number;
  // Whom it joins in the end comes before its next step, not before this one.
  copy(clocks.data() + std::size_t{id} * width, live[thread].data(), width);
  candidates.clear();
  bool blocks = false;
  bool orders = false;
  bool isAlone = true; // No other thread goes on within it.
  const bool gated = isGated(std::span(touched).subspan(from), thread);
  // What other threads do within the step (leaving a join) they do after what they know by then.
  for (std::size_t i = from; i < to; ++i) {
    const vm::Effect &effect = touched[i];
    blocks |= mayBlock(effect);
    if (effect.kind != vm::EffectKind::Order) {
      isAlone &= effect.thread == thread;
      if (effect.thread != thread && effect.thread >= live.size())
        save(effect.thread);
      gather(effect, live[effect.thread].data(), effect.thread, gated, effect.thread != thread);
      continue;
    }
    orders = true;
    if (savedThreads.back() != effect.other)
      save(effect.other);
    if (effect.thread >= live.size())
      save(effect.thread);
    join(live[effect.other].data(), live[effect.thread].data(), width);
  }
  scratch.resize(width); // A thread that the step has made may have widened the clocks.
  events[id].orders = orders;
  mergeCandidates();
  if (orders || !candidates.empty())
    tail.assign(width, 0);
  for (const Candidate &candidate : candidates) {
    const Event &earlier = events[candidate.event];
    const std::uint32_t *past = candidate.fromTail ? full(candidate.event) : clock(candidate.event);
    if (candidate.open && scratch[earlier.thread] < earlier.number) {
      races.push_back({candidate.event, id, false, candidate.isSeen,
                       candidate.isSeen ? id : noEvent, thread, 0, noEvent});
      // Where only what others did within the step came later, the step itself may come earlier
      // still, and is then another one: it ends without them.
      if (candidate.sure && !blocks && !candidate.isTail)
        join(scratch.data(), past, width);
    }
    if (candidate.isTail) {
      join(tail.data(), past, width);
      continue;
    }
    join(live[thread].data(), past, width);
    join(clocks.data() + std::size_t{id} * width, past, width);
  }
  if (orders)
    teachOthers(id);
  if (!isAlone)
    endTail(id);
  events[id].touches = touches.of(effectsOf(id));
  for (std::size_t i = from; i < to; ++i)
    enter(id, static_cast<std::uint32_t>(i));
}

/// Whoever goes on within a step knows of it. Mostly that is one thread, with many effects.
void Execution::teachOthers(EventId id) {
  const vm::ThreadId thread = events[id].thread;
  vm::ThreadId pupil = vm::noThread;
  bool knowsTail = false;
  auto teach = [&](vm::ThreadId who, bool withTail) {
    if (who != pupil) {
      join(live[who].data(), clock(id), width);
      pupil = who;
      knowsTail = false;
    }
    if (withTail && !knowsTail) {
      join(live[who].data(), tail.data(), width);
      knowsTail = true;
    }
  };
  for (std::size_t i = events[id].effects; i < touched.size(); ++i) {
    const vm::Effect &effect = touched[i];
    if (effect.kind == vm::EffectKind::Order) {
      // What its thread joined later in the step is not known to who goes on.
      teach(effect.other, effect.thread != thread && effect.other != thread);
      if (effect.replaces)
        races.push_back({id, id, true, false, noEvent, effect.other, effect.address, noEvent});
    } else if (effect.thread != thread && !candidates.empty()) {
      teach(effect.thread, true);
    }
  }
}

/// One for each event; it is part of the tail only if nothing else of the step depends on it.
void Execution::mergeCandidates() {
  if (candidates.size() < 2)
    return;
  std::ranges::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return a.event != b.event ? a.event > b.event : a.open > b.open;
  });
  std::size_t size = 1;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    Candidate &kept = candidates[size - 1];
    if (candidates[i].event != kept.event) {
      candidates[size++] = candidates[i];
      continue;
    }
    kept.isTail = kept.isTail && candidates[i].isTail;
    kept.fromTail = kept.fromTail || candidates[i].fromTail;
    kept.isSeen = kept.isSeen && candidates[i].isSeen;
  }
  candidates.resize(size);
}

/// Keeps what comes before the other threads that went on within a step.
void Execution::endTail(EventId id) {
  Event &event = events[id];
  vm::ThreadId before = event.thread;
  for (std::size_t i = event.effects; i < touched.size(); ++i) {
    const vm::Effect &effect = touched[i];
    if (effect.kind == vm::EffectKind::Order || effect.thread == event.thread ||
        effect.thread == before)
      continue;
    before = effect.thread;
    if (!event.hasTail) {
      reserve(tailClocks, ++tailCount);
      copy(tailClocks.data() + std::size_t{event.tails} * width, clock(id), width);
      event.hasTail = true;
    }
    join(tailClocks.data() + std::size_t{event.tails} * width, live[effect.thread].data(), width);
  }
}

/// Takes back what is known since an event began: all but so many saved clocks, and its races.
void Execution::restore(const Event &event, std::size_t saved) {
  while (entries.size() > event.entries) {
    head(entries.back().granule).entry = entries.back().previous;
    entries.pop_back();
  }
  wides.resize(event.wides);
  races.resize(event.races);
  for (std::size_t i = savedThreads.size(); i-- > event.saved;)
    copy(live[savedThreads[i]].data(), savedClocks.data() + i * width, width);
  if (orderedEvents.size() > event.ordered)
    undoOrders(event.ordered);
  tailCount = event.tails;
  savedThreads.resize(saved);
}

/// Takes back what `order` has changed since.
void Execution::undoOrders(std::size_t from) {
  for (std::size_t i = orderedEvents.size(); i-- > from;) {
    const EventId id = orderedEvents[i] & ~tailBit;
    std::uint32_t *to = orderedEvents[i] & tailBit
                            ? tailClocks.data() + std::size_t{events[id].tails} * width
                            : clocks.data() + std::size_t{id} * width;
    copy(to, orderedClocks.data() + i * width, width);
  }
  orderedEvents.resize(from);
  orderedClocks.resize(orderedEvents.size() * width);
}

void Execution::cut(std::size_t size) {
  if (size >= events.size())
    return;
  const Event &first = events[size];
  restore(first, first.saved);
  touched.resize(first.effects);
  events.resize(size);
}

void Execution::reopen(std::size_t effects) {
  Event &event = events.back();
  restore(event, event.saved + std::size_t{1});
  touched.resize(event.effects + effects);
  event.hasTail = false;
}

void Execution::findFor(vm::ThreadId thread, std::span<const vm::Effect> effects,
                        std::vector<Race> &found) {
  found.clear();
  if (thread >= live.size())
    return;
  candidates.clear();
  stores.clear();
  bool blocks = false;
  const bool gated = isGated(effects, thread);
  for (const vm::Effect &effect : effects) {
    blocks |= mayBlock(effect);
    if (effect.size == vm::Effect::everything) { // What it waits for is not known: any of them.
      for (EventId i = 0; i < events.size(); ++i)
        if (live[thread][events[i].thread] < events[i].number)
          candidates.push_back({i, true, false, false, false, false});
      continue;
    }
    if (effect.kind != vm::EffectKind::Order)
      gather(effect, live[thread].data(), thread, gated, false);
    if (dependent.observers)
      collectStores(effect, live[thread].data(), thread);
  }
  std::ranges::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return a.event != b.event ? a.event > b.event : a.open > b.open;
  });
  scratch = live[thread];
  EventId before = noEvent;
  for (const Candidate &candidate : candidates) {
    const Event &earlier = events[candidate.event];
    if (!candidate.open || scratch[earlier.thread] >= earlier.number || candidate.event == before)
      continue;
    before = candidate.event;
    found.push_back({candidate.event, noEvent, false, false, noEvent, thread, 0, noEvent});
    if (candidate.sure && !blocks)
      join(scratch.data(), candidate.fromTail ? full(candidate.event) : clock(candidate.event),
           width);
  }
  if (dependent.observers)
    findObserved(thread, found);
}

} // namespace heddle::explore
