#include "vm/race.h"

#include <algorithm>
#include <cassert>

namespace heddle::vm {

void RaceShadow::copyFrom(const RaceShadow &from) {
  entries.copyFrom(from.entries);
  accesses = from.accesses;
  heads = from.heads;
}

bool RaceShadow::isNew(Address address, std::uint64_t size, bool write, bool atomic,
                       ThreadId thread, const Clock &clock, program::LocationId location) {
  const Address end = address + size;
  for (Address granule = address & ~Address{7}; granule < end; granule += 8) {
    const std::uint8_t mask = maskOf(granule, address, end);
    bool races = false;
    std::uint32_t youngest = 0; // Of those that it races with.
    std::uint32_t own = 0;
    bool known = false;
    for (std::uint32_t i = first(granule); i; i = entries[i - 1].next) {
      const ShadowEntry &entry = entries[i - 1];
      if (entry.granule != granule)
        continue;
      if (entry.thread == thread) {
        if (entry.location == location && entry.bytes == mask && entry.write == write &&
            entry.atomic == atomic) {
          known = true;
          own = entry.when;
        }
      } else if ((entry.bytes & mask) && (entry.write || write) && !(entry.atomic && atomic) &&
                 entry.tick > clock.of(entry.thread)) {
        races = true;
        youngest = std::max(youngest, entry.when);
      }
    }
    if (races && (!known || own < youngest))
      return true;
  }
  return false;
}

bool RaceShadow::mayRace(Address address, std::uint64_t size, bool plain, ThreadId thread,
                         const Clock *clock) {
  const Address end = address + size;
  for (Address granule = address & ~Address{7}; granule < end; granule += 8)
    for (std::uint32_t i = first(granule); i; i = entries[i - 1].next)
      if (const ShadowEntry &entry = entries[i - 1];
          entry.granule == granule && entry.thread != thread &&
          (entry.bytes & maskOf(granule, address, end)) && (plain || !entry.atomic) &&
          (!clock || entry.tick > clock->of(entry.thread)))
        return true;
  return false;
}

void RaceShadow::shrink(std::size_t size, std::uint32_t count) {
  accesses = count;
  for (std::size_t i = entries.size(); i > size; --i) {
    const ShadowEntry &entry = entries[i - 1];
    assert(head(entry.granule) == i && "the youngest entry is the first of its list");
    head(entry.granule) = entry.next;
  }
  entries.shrink(size);
}

void RaceShadow::add(ShadowEntry entry) {
  if (entries.size() == heads.size())
    grow();
  std::uint32_t &list = head(entry.granule);
  entry.next = list;
  entries.add(entry);
  list = static_cast<std::uint32_t>(entries.size());
}

void RaceShadow::grow() {
  heads.assign(heads.empty() ? 16 : heads.size() * 2, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::uint32_t &list = head(entries[i].granule);
    entries[i].next = list;
    list = static_cast<std::uint32_t>(i + 1);
  }
}

} // namespace heddle::vm
