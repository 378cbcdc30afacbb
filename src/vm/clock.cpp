#include "vm/clock.h"

#include <algorithm>

namespace heddle::vm {

std::uint32_t *ClockArena::take(std::uint32_t count) {
  while (true) {
    if (at.chunk == chunks.size()) {
      // Small at first: there may be many states with few clocks.
      const std::size_t usual = std::min<std::size_t>(4096, sizes.empty() ? 128 : sizes.back() * 2);
      addChunk(std::max<std::size_t>(usual, count));
      at.used = 0;
    }
    if (at.used + count <= sizes[at.chunk])
      break;
    ++at.chunk;
    at.used = 0;
  }
  std::uint32_t *result = chunks[at.chunk].get() + at.used;
  at.used += count;
  return result;
}

void ClockArena::reserve(std::size_t count) {
  if (count)
    addChunk(count);
}

void ClockArena::addChunk(std::size_t count) {
  sizes.push_back(count);
  chunks.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(count));
}

void ClockBook::grow(Clock &clock, std::uint32_t size) {
  const std::uint32_t rounded = (size + 7) & ~7u;
  std::uint32_t *ticks = arena.take(rounded);
  std::copy_n(clock.ticks, clock.size, ticks);
  std::fill(ticks + clock.size, ticks + rounded, 0);
  if (logging)
    log.saveRaw(&clock, sizeof clock);
  clock = {ticks, rounded};
}

void ClockBook::assign(Clock &into, const Clock &from) {
  reserve(into, from.size);
  if (!into.size)
    return;
  if (logging)
    log.saveRaw(into.ticks, into.size * static_cast<std::uint32_t>(sizeof(std::uint32_t)));
  std::copy_n(from.ticks, from.size, into.ticks);
  std::fill(into.ticks + from.size, into.ticks + into.size, 0);
}

} // namespace heddle::vm
