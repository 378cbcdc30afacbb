// Vector clocks, and the arena they live in. Plain data: a clock that changes is logged and
// restored.
#pragma once

#include "vm/undo.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::vm {

/// One counter a thread; threads beyond `size` count as 0.
struct Clock {
  std::uint32_t *ticks = nullptr;
  std::uint32_t size = 0;

  std::uint32_t of(std::uint32_t thread) const { return thread < size ? ticks[thread] : 0; }
};

/// Memory that only grows, and shrinks when the search goes back.
class ClockArena {
public:
  struct Position {
    std::size_t chunk = 0;
    std::size_t used = 0;
  };
  Position position() const { return at; }
  void restore(Position position) { at = position; }
  std::uint32_t *take(std::uint32_t count);
  /// Makes room for so much in one piece. Only for an empty arena.
  void reserve(std::size_t count);

private:
  void addChunk(std::size_t count);

  std::vector<std::unique_ptr<std::uint32_t[]>> chunks;
  std::vector<std::size_t> sizes;
  Position at;
};

/// Clocks of one state: all changes go through here, so that they are logged.
class ClockBook {
public:
  explicit ClockBook(UndoLog &log) : log(log) {}
  void setLogging(bool on) { logging = on; }
  ClockArena &memory() { return arena; }

  void tick(Clock &clock, std::uint32_t thread) {
    reserve(clock, thread + 1);
    if (logging)
      log.saveRaw(&clock.ticks[thread], sizeof(std::uint32_t));
    ++clock.ticks[thread];
  }
  void join(Clock &into, const Clock &from) {
    if (covers(into, from))
      return;
    reserve(into, from.size);
    if (logging)
      log.saveRaw(into.ticks, into.size * static_cast<std::uint32_t>(sizeof(std::uint32_t)));
    for (std::uint32_t i = 0; i < from.size; ++i)
      into.ticks[i] = std::max(into.ticks[i], from.ticks[i]);
  }
  void assign(Clock &into, const Clock &from);
  void reserve(Clock &clock, std::uint32_t size) {
    if (size > clock.size)
      grow(clock, size);
  }
  static bool covers(const Clock &clock, const Clock &other) {
    const std::uint32_t common = std::min(clock.size, other.size);
    bool ahead = false; // Without a way out, so that several are compared at once.
    for (std::uint32_t i = 0; i < common; ++i)
      ahead |= other.ticks[i] > clock.ticks[i];
    for (std::uint32_t i = common; i < other.size; ++i)
      ahead |= other.ticks[i] > 0;
    return !ahead;
  }

private:
  void grow(Clock &clock, std::uint32_t size);

  UndoLog &log;
  ClockArena arena;
  bool logging = false;
};

} // namespace heddle::vm
