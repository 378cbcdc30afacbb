#include "explore/reads_graph.h"

#include <algorithm>

namespace heddle::explore {

void joinClocks(GraphClock &into, const GraphClock &from) {
  if (into.size() < from.size())
    into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    into[i] = std::max(into[i], from[i]);
}

void subtract(std::vector<Bytes> &from, Bytes bytes) {
  for (std::size_t i = 0; i < from.size();) {
    const Bytes one = from[i];
    if (!one.overlaps(bytes)) {
      ++i;
      continue;
    }
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(i));
    if (one.end() > bytes.end())
      from.insert(from.begin() + static_cast<std::ptrdiff_t>(i),
                  {bytes.end(), one.end() - bytes.end()});
    if (one.address < bytes.address) {
      from.insert(from.begin() + static_cast<std::ptrdiff_t>(i),
                  {one.address, bytes.address - one.address});
      ++i;
    }
  }
}

namespace {

/// Whether an object is there is read by whoever touches it, byte by byte.
Bytes lifeOf(Bytes bytes) {
  return {bytes.address + vm::cell::lifeOffset, bytes.size};
}

Bytes bytesOf(const vm::Effect &effect) {
  return {effect.address, effect.size};
}

bool looksAt(const vm::Effect &effect) {
  return effect.kind == vm::EffectKind::Read || effect.kind == vm::EffectKind::Write;
}

bool isLifeMark(const vm::Effect &effect) {
  return effect.address >= vm::cell::lifeOffset;
}

/// Two effects that mean the end of an object.
bool endsObject(std::span<const vm::Effect> effects, std::size_t at) {
  return at + 1 < effects.size() && effects[at].writes() && effects[at + 1].writes() &&
         effects[at + 1].address == effects[at].address + vm::cell::lifeOffset;
}

/// Two effects that mean that an object was not there: what was in it does not matter.
bool missesObject(std::span<const vm::Effect> effects, std::size_t at) {
  return at + 1 < effects.size() && effects[at].kind == vm::EffectKind::Read &&
         effects[at + 1].kind == vm::EffectKind::Read && isLifeMark(effects[at + 1]) &&
         effects[at + 1].thread == effects[at].thread;
}

} // namespace

// --- writers
// --------------------------------------------------------------------------------------

void Writers::clear() {
  entries.clear();
  chains.clear();
  wides.clear();
}

void Writers::push(GraphId event, Bytes bytes) {
  const auto index = static_cast<std::uint32_t>(entries.size());
  entries.push_back({event, bytes});
  if (bytes.size > widest) {
    wides.push_back(index);
    return;
  }
  for (vm::Address granule = bytes.address >> 3; granule <= (bytes.end() - 1) >> 3; ++granule)
    chains[granule].push_back(index);
}

void Writers::find(Bytes bytes, std::vector<ReadFrom> &out) const {
  std::vector<Bytes> left = {bytes};
  const std::size_t first = out.size();
  const auto see = [&](const Entry &entry) {
    for (const Bytes &one : left) {
      if (!one.overlaps(entry.bytes))
        continue;
      const vm::Address from = std::max(one.address, entry.bytes.address);
      out.push_back({{from, std::min(one.end(), entry.bytes.end()) - from}, entry.event});
    }
    subtract(left, entry.bytes);
  };
  std::vector<std::uint32_t> candidates = wides;
  if (bytes.size > widest)
    for (std::uint32_t i = 0; i < entries.size(); ++i)
      candidates.push_back(i);
  else
    for (vm::Address granule = bytes.address >> 3; granule <= (bytes.end() - 1) >> 3; ++granule)
      if (const auto chain = chains.find(granule); chain != chains.end())
        candidates.insert(candidates.end(), chain->second.begin(), chain->second.end());
  std::ranges::sort(candidates, std::greater<>());
  for (std::size_t i = 0; i < candidates.size() && !left.empty(); ++i)
    see(entries[candidates[i]]);
  for (const Bytes &one : left)
    out.push_back({one, nobody});
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
            [](const ReadFrom &a, const ReadFrom &b) { return a.bytes.address < b.bytes.address; });
  // Neighbours with the same writer are one.
  std::size_t size = first;
  for (std::size_t i = first; i < out.size(); ++i)
    if (size > first && out[size - 1].writer == out[i].writer &&
        out[size - 1].bytes.end() == out[i].bytes.address)
      out[size - 1].bytes.size += out[i].bytes.size;
    else
      out[size++] = out[i];
  out.resize(size);
}

// --- the graph
// ------------------------------------------------------------------------------------

void ReadsGraph::restart() {
  threads.clear();
  last.clear();
  inStep.clear();
  hasDiffered = false;
  for (GraphEvent &event : events)
    event.again = 0;
}

void ReadsGraph::cut(std::size_t size) {
  for (std::size_t i = size; i < events.size(); ++i)
    if (events[i].exists)
      known.erase(keyOf(events[i].thread, events[i].step, events[i].part));
  events.resize(size);
  reservedSlot = reservedAt = nobody;
}

void ReadsGraph::retract(std::size_t size) {
  if (reservedAt == nobody || reservedAt + std::size_t{1} != size)
    return cut(size);
  const GraphId at = reservedAt;
  cut(at);
  reservedAt = reservedSlot = at;
  events.emplace_back();
}

void ReadsGraph::reserve(vm::ThreadId thread, std::uint32_t step, std::uint32_t part) {
  reservedAt = reservedSlot = static_cast<GraphId>(events.size());
  reservedKey = keyOf(thread, step, part);
  events.emplace_back();
}

ReadsGraph::State &ReadsGraph::stateOf(vm::ThreadId thread) {
  if (thread >= threads.size())
    threads.resize(thread + std::size_t{1});
  return threads[thread];
}

void ReadsGraph::beginFirst() {
  inStep.clear();
  stateOf(0);
  open(0);
}

void ReadsGraph::begin(vm::ThreadId thread) {
  inStep.clear();
  State &state = stateOf(thread);
  ++state.step;
  state.part = 0;
  state.open = nobody;
  open(thread);
}

GraphId ReadsGraph::open(vm::ThreadId thread) {
  State &state = stateOf(thread);
  if (state.open != nobody)
    return state.open;
  const std::uint64_t key = keyOf(thread, state.step, state.part);
  const auto same = known.find(key);
  GraphId id = nobody;
  if (same != known.end()) {
    id = same->second;
    std::vector<ReadFrom> now;
    for (const ReadFrom &read : events[id].reads) {
      now.clear();
      last.find(read.bytes, now);
      hasDiffered |= now.size() != 1 || now.front().writer != read.writer;
    }
  } else {
    if (reservedSlot != nobody && key == reservedKey) {
      id = reservedSlot;
      reservedSlot = nobody;
    } else {
      id = static_cast<GraphId>(events.size());
      events.emplace_back();
    }
    known.emplace(key, id);
    GraphEvent &event = events[id];
    event.thread = thread;
    event.step = state.step;
    event.part = state.part;
    event.exists = true;
    event.after = state.after;
    event.start = state.live;
    event.clock = state.live;
    if (event.clock.size() <= thread)
      event.clock.resize(thread + std::size_t{1});
    event.clock[thread] = event.number();
  }
  state.open = id;
  state.after = {id};
  state.live = events[id].clock;
  inStep.push_back(id);
  return id;
}

void ReadsGraph::order(const vm::Effect &effect) {
  stateOf(std::max(effect.thread, effect.other));
  const State &from = threads[effect.thread];
  State &to = threads[effect.other];
  if (from.open != nobody && !events[from.open].isRecorded)
    events[from.open].effects.push_back(effect);
  if (&from != &to) {
    for (const GraphId one : from.after)
      if (std::ranges::find(to.after, one) == to.after.end())
        to.after.push_back(one);
    joinClocks(to.live, from.live);
  }
  to.open = nobody;
  ++to.part;
}

void ReadsGraph::add(std::span<const vm::Effect> effects) {
  for (std::size_t i = 0; i < effects.size(); ++i) {
    if (effects[i].kind == vm::EffectKind::Order) {
      order(effects[i]);
    } else {
      touch(effects[i], endsObject(effects, i), missesObject(effects, i));
    }
  }
}

void ReadsGraph::lookAhead(GraphId id, Bytes bytes) {
  read(id, lifeOf(bytes));
}

/// Whether an event that happens once more does what it did. Whom it lets go on depends on when it
/// comes, and so does how far one can see beyond a loop.
bool ReadsGraph::isNext(GraphEvent &event, const vm::Effect &effect) {
  const auto isLoose = [](const vm::Effect &one) {
    return one.kind == vm::EffectKind::Order || one.gate == vm::Gate::Loop;
  };
  if (isLoose(effect))
    return true;
  while (event.again < event.effects.size() && isLoose(event.effects[event.again]))
    ++event.again;
  if (event.again == event.effects.size())
    return true; // Alone it goes on further.
  const vm::Effect &known = event.effects[event.again++];
  return known.address == effect.address && known.size == effect.size &&
         known.thread == effect.thread;
}

void ReadsGraph::end() {
  for (const GraphId id : inStep)
    events[id].isRecorded = true;
  for (State &state : threads)
    state.open = nobody;
}

void ReadsGraph::touch(const vm::Effect &effect, bool endsObject, bool missesObject) {
  if (effect.waits)
    return; // Whether it waits depends on when it comes.
  const GraphId id = open(effect.thread);
  GraphEvent &event = events[id];
  if (!event.isRecorded)
    event.effects.push_back(effect);
  else
    hasDiffered |= !isNext(event, effect);
  if (effect.size == vm::Effect::everything) {
    event.isUnknown = true;
    return;
  }
  const Bytes bytes = bytesOf(effect);
  if (isLifeMark(effect) &&
      effect.kind == vm::EffectKind::Read) // It missed the object by its address.
    read(id, bytes);
  if (isLifeMark(effect) || !bytes.size)
    return;
  if (endsObject) {
    if (!event.isSilent()) // Who lets go of memory finds out whether it is there.
      read(id, lifeOf(bytes));
    write(id, lifeOf(bytes));
    return;
  }
  read(id, lifeOf(bytes));
  if (looksAt(effect) && !missesObject)
    read(id, bytes);
  if (effect.writes() || effect.changes)
    write(id, bytes);
}

void ReadsGraph::read(GraphId id, Bytes bytes) {
  GraphEvent &event = events[id];
  if (event.isRecorded)
    return;
  std::vector<Bytes> left = {bytes};
  for (const Bytes &own : event.writes)
    subtract(left, own);
  for (const ReadFrom &seen : event.reads)
    subtract(left, seen.bytes);
  for (const Bytes &one : left) {
    found.clear();
    last.find(one, found);
    for (const ReadFrom &read : found) {
      event.reads.push_back(read);
      if (read.writer != nobody)
        joinClocks(event.clock, events[read.writer].clock);
    }
  }
  threads[event.thread].live = event.clock;
}

void ReadsGraph::write(GraphId id, Bytes bytes) {
  if (!events[id].isRecorded)
    events[id].writes.push_back(bytes);
  last.push(id, bytes);
}

std::vector<Bytes> ReadsGraph::looks(std::span<const vm::Effect> effects) {
  std::vector<Bytes> result;
  std::vector<Bytes> done;
  const auto add = [&](Bytes bytes) {
    std::vector<Bytes> left = {bytes};
    for (const Bytes &one : done)
      subtract(left, one);
    result.insert(result.end(), left.begin(), left.end());
    done.push_back(bytes);
  };
  for (const vm::Effect &effect : effects) {
    if (effect.kind == vm::EffectKind::Order ||
        (isLifeMark(effect) && effect.kind != vm::EffectKind::Read) ||
        effect.size == vm::Effect::everything || !effect.size)
      continue;
    if (!isLifeMark(effect))
      add(lifeOf(bytesOf(effect)));
    if (looksAt(effect))
      add(bytesOf(effect));
    else
      done.push_back(bytesOf(effect));
  }
  return result;
}

void ReadsGraph::contested(std::span<const vm::Effect> now, std::vector<vm::TrialCell> &out) const {
  struct Write {
    Bytes bytes;
    vm::ThreadId thread;
    GraphId event; ///< Nobody: what runs now.
  };
  std::vector<Write> writes;
  for (GraphId i = 0; i < events.size(); ++i)
    if (events[i].exists)
      for (const Bytes &bytes : events[i].writes)
        if (bytes.address < vm::cell::lifeOffset)
          writes.push_back({bytes, events[i].thread, i});
  for (const vm::Effect &effect : now)
    if (effect.writes() && !isLifeMark(effect) && effect.size != vm::Effect::everything)
      writes.push_back({bytesOf(effect), effect.thread, nobody});
  std::ranges::sort(writes, [](const Write &a, const Write &b) {
    return a.bytes.address != b.bytes.address ? a.bytes.address < b.bytes.address
                                              : a.event < b.event;
  });
  const auto comesBefore = [&](const Write &a, const Write &b) {
    if (a.event == nobody)
      return false;
    if (b.event != nobody)
      return events[a.event].isIn(events[b.event].clock);
    return b.thread < threads.size() && events[a.event].isIn(threads[b.thread].live);
  };
  for (std::size_t i = 0; i < writes.size(); ++i)
    for (std::size_t k = i + 1; k < writes.size() && writes[k].bytes.overlaps(writes[i].bytes); ++k)
      if (writes[i].thread != writes[k].thread && !comesBefore(writes[i], writes[k]) &&
          !comesBefore(writes[k], writes[i])) {
        out.push_back(
            {writes[i].bytes.address, static_cast<std::uint32_t>(writes[i].bytes.size), true, 0});
        break;
      }
}

} // namespace heddle::explore
