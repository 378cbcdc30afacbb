#include "vm/race.h"

#include <cassert>

namespace heddle::vm {

void RaceShadow::copyFrom(const RaceShadow &from) {
  entries.copyFrom(from.entries);
  heads = from.heads;
}

void RaceShadow::shrink(std::size_t size) {
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
