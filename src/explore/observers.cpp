// Stores whose order only matters to who sees it (Aronis, Jonsson, Lång, Sagonas, TACAS 2018).
#include "explore/execution.h"

#include <algorithm>

namespace heddle::explore {

/// The stores that an effect looks at, or at what they left.
void Execution::collectStores(const vm::Effect &effect, const std::uint32_t *known,
                              vm::ThreadId who) {
  if (effect.kind != vm::EffectKind::Read && effect.kind != vm::EffectKind::Write)
    return;
  auto see = [&](const Entry &entry) {
    const vm::Effect &store = touched[entry.effect];
    if (store.kind != vm::EffectKind::Store || !store.overlaps(effect))
      return;
    const Event &event = events[entry.event];
    const bool isPassed = effect.gate == vm::Gate::Loop && known[event.thread] < event.number &&
                          opennessOf(effect, entry.event, store, who) != Openness::Open;
    stores.push_back({entry.event, entry.effect, isPassed});
  };
  if (effect.size > Dependency::widest) {
    for (const Entry &entry : entries)
      see(entry);
    return;
  }
  for (vm::Address granule = effect.address >> 3;
       granule <= (effect.address + effect.size - 1) >> 3; ++granule)
    for (std::uint32_t i = head(granule).entry; i; i = entries[i - 1].previous)
      see(entries[i - 1]);
}

void Execution::contested(std::span<const vm::Effect> now, std::vector<vm::TrialCell> &out) const {
  struct Last {
    const vm::Effect *store;
    EventId event;
  };
  std::vector<Last> lasts; // Of each place; linear, for there are few that two threads write.
  auto enter = [&](const vm::Effect &store, EventId event) {
    if (store.kind != vm::EffectKind::Store)
      return;
    const auto known = std::ranges::find_if(
        lasts, [&](const Last &last) { return dependent.areStores(*last.store, store); });
    if (known == lasts.end()) {
      lasts.push_back({&store, event});
      return;
    }
    const bool ordered = known->store->thread == store.thread ||
                         (event != noEvent && happensBefore(known->event, event));
    if (!ordered)
      out.push_back({store.address, store.size, true, 0});
    *known = {&store, event};
  };
  for (EventId i = 0; i < events.size(); ++i)
    for (const vm::Effect &effect : effectsOf(i))
      enter(effect, i + 1 < events.size() ? i : noEvent);
  for (const vm::Effect &effect : now)
    enter(effect, noEvent);
}

/// Calls `found(first, last, isSeen)` for each store that could have been the last one to a place
/// instead. Who waits for a value sees the last one (`isSeen`) and would also have seen, before
/// stores at which it had to wait still, the last one until then.
template <class F> void Execution::forObserved(F found) {
  if (stores.size() < 2)
    return;
  auto place = [&](const Seen &seen) {
    const vm::Effect &store = touched[seen.effect];
    return std::pair(store.address, store.size);
  };
  std::ranges::sort(stores, [&](const Seen &a, const Seen &b) {
    return place(a) != place(b) ? place(a) < place(b) : a.event > b.event;
  });
  for (std::size_t i = 0; i < stores.size();) {
    const std::size_t from = i;
    while (i < stores.size() && place(stores[i]) == place(stores[from]))
      ++i;
    for (std::size_t last = from; last < i; ++last) {
      for (std::size_t k = last + 1; k < i; ++k)
        if (stores[k].event != stores[last].event)
          found(stores[k].event, stores[last].event, last == from);
      if (!stores[last].isPassed)
        break;
    }
  }
}

void Execution::findObserved(vm::ThreadId thread, std::vector<Race> &found) {
  forObserved([&](EventId first, EventId last, bool) {
    if (!happensBefore(first, last))
      found.push_back({first, last, false, true, noEvent, thread, 0, noEvent});
  });
}

/// From now on the first happens before the second and all that comes after it.
void Execution::order(EventId first, EventId second) {
  const Event &target = events[second];
  reordered = std::min(reordered, second);
  for (EventId i = second; i + 1 < events.size(); ++i) { // The last one is not complete.
    auto change = [&](std::uint32_t *to, EventId which) {
      if (to[target.thread] < target.number)
        return;
      orderedEvents.push_back(which);
      orderedClocks.insert(orderedClocks.end(), to, to + width);
      join(to, clock(first), width);
    };
    change(clocks.data() + std::size_t{i} * width, i);
    if (events[i].hasTail)
      change(tailClocks.data() + std::size_t{events[i].tails} * width, i | tailBit);
  }
  for (std::size_t t = 0; t < live.size(); ++t)
    if (live[t][target.thread] >= target.number) {
      save(static_cast<vm::ThreadId>(t));
      join(live[t].data(), clock(first), width);
    }
}

/// A store that is read within the same step is seen at once: by a thread that it lets go on, and
/// then nobody else is left.
void Execution::markSeen(EventId id) {
  for (std::size_t i = events[id].effects; i < touched.size(); ++i)
    for (std::size_t k = i + 1; touched[i].kind == vm::EffectKind::Store && k < touched.size(); ++k)
      if (touched[k].kind == vm::EffectKind::Read && touched[k].overlaps(touched[i])) {
        touched[i].kind = vm::EffectKind::Write;
        touched[i].isBlind = true;
      }
}

/// The step sees which of several stores came last.
void Execution::observe(EventId id) {
  stores.clear();
  auto isOwn = [&](std::size_t at) { // It sees what the step itself has written.
    for (std::size_t i = events[id].effects; i < at; ++i)
      if (touched[i].writes() && touched[i].covers(touched[at]))
        return true;
    return false;
  };
  for (std::size_t i = events[id].effects; i < touched.size(); ++i) {
    if (touched[i].isBlind)
      continue;
    if (touched[i].thread >= live.size())
      save(touched[i].thread); // It begins within the step.
    const std::size_t found = stores.size();
    collectStores(touched[i], live[touched[i].thread].data(), touched[i].thread);
    if (stores.size() > found && isOwn(i))
      stores.resize(found);
  }
  forObserved([&](EventId first, EventId last, bool isSeen) {
    if (happensBefore(first, last))
      return;
    Race race;
    race.first = first;
    race.second = last;
    race.observed = true;
    race.waits = !isSeen;
    race.observer = id;
    races.push_back(race);
    if (isSeen)
      order(first, last);
  });
}

} // namespace heddle::explore
