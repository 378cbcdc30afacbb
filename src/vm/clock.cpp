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

void ClockBook::reserve(Clock &clock, std::uint32_t size) {
  if (size <= clock.size)
    return;
  const std::uint32_t rounded = (size + 7) & ~7u;
  std::uint32_t *ticks = arena.take(rounded);
  std::copy_n(clock.ticks, clock.size, ticks);
  std::fill(ticks + clock.size, ticks + rounded, 0);
  if (logging)
    log.saveRaw(&clock, sizeof clock);
  clock = {ticks, rounded};
}

void ClockBook::tick(Clock &clock, std::uint32_t thread) {
  reserve(clock, thread + 1);
  if (logging)
    log.saveRaw(&clock.ticks[thread], sizeof(std::uint32_t));
  ++clock.ticks[thread];
}

bool ClockBook::covers(const Clock &clock, const Clock &other) {
  const std::uint32_t common = std::min(clock.size, other.size);
  bool ahead = false; // Without a way out, so that several are compared at once.
  for (std::uint32_t i = 0; i < common; ++i)
    ahead |= other.ticks[i] > clock.ticks[i];
  for (std::uint32_t i = common; i < other.size; ++i)
    ahead |= other.ticks[i] > 0;
  return !ahead;
}

void ClockBook::join(Clock &into, const Clock &from) {
  if (covers(into, from))
    return;
  reserve(into, from.size);
  if (logging)
    log.saveRaw(into.ticks, into.size * static_cast<std::uint32_t>(sizeof(std::uint32_t)));
  for (std::uint32_t i = 0; i < from.size; ++i)
    into.ticks[i] = std::max(into.ticks[i], from.ticks[i]);
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
