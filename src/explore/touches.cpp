#include "explore/touches.h"

#include <algorithm>
#include <utility>

namespace heddle::explore {

namespace {

bool isSame(const vm::Effect &a, const vm::Effect &b) {
  return a.address == b.address && a.size == b.size && a.thread == b.thread && a.kind == b.kind;
}

bool areSame(std::span<const vm::Effect> a, std::span<const vm::Effect> b) {
  return std::ranges::equal(a, b, isSame);
}

/// Whether the accesses among the effects are these.
bool areThese(std::span<const vm::Effect> effects, std::span<const vm::Effect> list) {
  std::size_t at = 0;
  for (const vm::Effect &one : effects) {
    if (one.kind == vm::EffectKind::Order)
      continue;
    if (at == list.size() || !isSame(one, list[at]))
      return false;
    ++at;
  }
  return at == list.size();
}

std::uint64_t hashOf(std::span<const vm::Effect> effects) {
  std::uint64_t hash = 0;
  std::uint64_t place = 0;
  for (const vm::Effect &one : effects) {
    if (one.kind == vm::EffectKind::Order)
      continue;
    // Each by itself, so that the processor need not wait for the one before.
    const std::uint64_t rest = std::uint64_t{one.size} << 32 ^ std::uint64_t{one.thread} << 8 ^
                               static_cast<std::uint64_t>(one.kind);
    const std::uint64_t product =
        (one.address + ++place * 0x9E3779B97F4A7C15u ^ rest << 20) * 0xBF58476D1CE4E5B9u;
    hash += product ^ product >> 29;
  }
  hash ^= hash >> 32;
  return hash;
}

TouchTable::List accessesOf(std::span<const vm::Effect> effects) {
  TouchTable::List list;
  for (const vm::Effect &effect : effects) {
    if (effect.kind == vm::EffectKind::Order)
      continue;
    vm::Effect &one = list.emplace_back();
    one.address = effect.address;
    one.size = effect.size;
    one.thread = effect.thread;
    one.kind = effect.kind;
  }
  return list;
}

} // namespace

TouchId TouchTable::add(const List &list, std::uint64_t hash) {
  const std::scoped_lock lock(mutex);
  const auto [from, to] = byHash.equal_range(hash);
  for (auto i = from; i != to; ++i)
    if (areSame(lists[i->second], list))
      return i->second;
  const auto id = static_cast<TouchId>(lists.size());
  lists.push_back(list);
  byHash.emplace(hash, id);
  return id;
}

TouchId Touches::of(std::span<const vm::Effect> effects) {
  const std::uint64_t hash = hashOf(effects);
  for (std::size_t at = hash & (slots.size() - 1); slots[at].id; at = (at + 1) & (slots.size() - 1))
    if (slots[at].hash == hash && areThese(effects, (*this)[slots[at].id]))
      return slots[at].id;
  const TouchTable::List list = accessesOf(effects);
  if (list.empty())
    return 0;
  const TouchId id = table.add(list, hash);
  enter({hash, id});
  return id;
}

void Touches::enter(Slot slot) {
  if (2 * ++used > slots.size()) {
    const std::vector<Slot> old = std::exchange(slots, std::vector<Slot>(2 * slots.size()));
    used = 1;
    for (const Slot &one : old)
      if (one.id)
        enter(one);
  }
  std::size_t at = slot.hash & (slots.size() - 1);
  while (slots[at].id)
    at = (at + 1) & (slots.size() - 1);
  slots[at] = slot;
}

TouchId Touches::both(TouchId a, TouchId b) {
  if (a == b || !b)
    return a;
  if (!a)
    return b;
  std::vector<vm::Effect> all((*this)[a].begin(), (*this)[a].end());
  for (const vm::Effect &one : (*this)[b])
    if (std::ranges::none_of(all, [&](const vm::Effect &other) { return isSame(one, other); }))
      all.push_back(one);
  return of(all);
}

bool Touches::contains(TouchId all, TouchId some) const {
  const std::span<const vm::Effect> among = (*this)[all];
  return all == some || std::ranges::all_of((*this)[some], [&](const vm::Effect &effect) {
           return std::ranges::any_of(among, [&](const vm::Effect &one) {
             return one.kind == effect.kind && one.address == effect.address &&
                    one.size == effect.size;
           });
         });
}

bool Touches::isWithin(TouchId some, TouchId all) const {
  return all == some || std::ranges::all_of((*this)[some], [&](const vm::Effect &effect) {
           return std::ranges::any_of((*this)[all],
                                      [&](const vm::Effect &one) { return isSame(one, effect); });
         });
}

bool Touches::hasStore(TouchId id) const {
  return std::ranges::count((*this)[id], vm::EffectKind::Store, &vm::Effect::kind) > 0;
}

void Touches::learn(TouchId id) const {
  if (id >= known.size())
    known.resize(id + std::size_t{1});
  known[id] = &table.at(id);
}

std::uint8_t Touches::findRelation(TouchId a, TouchId b) const {
  std::uint8_t found = knownBit;
  for (const vm::Effect &one : (*this)[a])
    for (const vm::Effect &other : (*this)[b]) {
      if (depends(one, other))
        found |= dependentBit;
      if (depends.areStores(one, other))
        found |= storesBit;
    }
  const std::size_t wanted = std::max(a, b) + std::size_t{1};
  if (wanted > most)
    return found;
  if (wanted > width) {
    std::size_t to = std::max<std::size_t>(width, 32);
    while (to < wanted)
      to *= 2;
    std::vector<std::uint8_t> wider(to * to);
    for (std::size_t i = 0; i < width; ++i)
      std::copy_n(relations.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                  wider.begin() + static_cast<std::ptrdiff_t>(i * to));
    relations = std::move(wider);
    width = to;
  }
  relations[a * width + b] = relations[b * width + a] = found;
  return found;
}

} // namespace heddle::explore
