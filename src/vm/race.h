// Data races of one execution: who touched which bytes last, and was it ordered.
//
// For each 8 bytes of shared memory the last access per (thread, location) is kept, so that the set
// of races does not depend on which of several equivalent executions was run.
#pragma once

#include "program/program.h"
#include "vm/address.h"
#include "vm/clock.h"
#include "vm/stable_pool.h"
#include "vm/thread.h"
#include "vm/undo.h"

#include <cstdint>
#include <vector>

namespace heddle::vm {

struct ShadowEntry {
  Address granule = 0;
  std::uint32_t next = 0; ///< Index + 1 in the pool.
  std::uint32_t tick = 0;
  std::uint32_t when = 0; ///< In which order entries were made, or made again.
  program::LocationId location = program::noLocation;
  ThreadId thread = 0;
  std::uint8_t bytes = 0; ///< Which of the eight.
  bool write = false;
  bool atomic = false;
};

class RaceShadow {
public:
  explicit RaceShadow(UndoLog &log) : log(log) {}
  void copyFrom(const RaceShadow &from);
  void setLogging(bool on) { logging = on; }

  std::size_t size() const { return entries.size(); }
  std::uint32_t count() const { return accesses; }
  /// Takes the youngest entries off again; there were so many accesses then.
  void shrink(std::size_t size, std::uint32_t count);

  /// Enters an access and calls `report(const ShadowEntry &)` for each earlier one it races with.
  template <class F>
  void access(Address address, std::uint64_t size, bool write, bool atomic, ThreadId thread,
              const Clock &clock, program::LocationId location, F report) {
    const Address end = address + size;
    for (Address granule = address & ~Address{7}; granule < end; granule += 8) {
      const std::uint8_t mask = maskOf(granule, address, end);
      ShadowEntry fresh{granule, 0,     clock.of(thread), accesses++, location, thread, mask,
                        write,   atomic};
      bool known = false;
      for (std::uint32_t i = first(granule); i; i = entries[i - 1].next) {
        ShadowEntry &entry = entries[i - 1];
        if (entry.granule != granule)
          continue;
        if (entry.thread == thread) {
          if (entry.location == location && entry.bytes == mask && entry.write == write &&
              entry.atomic == atomic) {
            known = true;
            if (logging) {
              log.saveRaw(&entry.tick, sizeof entry.tick);
              log.saveRaw(&entry.when, sizeof entry.when);
            }
            entry.tick = fresh.tick;
            entry.when = fresh.when;
          }
          continue;
        }
        if ((entry.bytes & mask) && (entry.write || write) && !(entry.atomic && atomic) &&
            entry.tick > clock.of(entry.thread))
          report(entry);
      }
      if (!known)
        add(fresh);
    }
  }

  /// Whether an access would race with an earlier one and is not like one that the thread has made
  /// since.
  bool isNew(Address address, std::uint64_t size, bool write, bool atomic, ThreadId thread,
             const Clock &clock, program::LocationId location);
  /// Whether others have touched these bytes so that an access may race; with a clock only those
  /// who did after what it knows.
  bool mayRace(Address address, std::uint64_t size, bool plain, ThreadId thread,
               const Clock *clock);

private:
  static std::uint8_t maskOf(Address granule, Address address, Address end) {
    const std::uint64_t begin = granule < address ? address - granule : 0;
    const std::uint64_t last = end - granule < 8 ? end - granule : 8;
    return static_cast<std::uint8_t>((1u << last) - (1u << begin));
  }
  std::uint32_t &head(Address granule) {
    return heads[(granule >> 3) * 0x9E3779B97F4A7C15u >> 32 & (heads.size() - 1)];
  }
  std::uint32_t first(Address granule) { return heads.empty() ? 0 : head(granule); }
  void add(ShadowEntry entry);
  void grow();

  UndoLog &log;
  StablePool<ShadowEntry> entries;
  // A hash table of lists, each by falling index. So the youngest entry is always first in its
  // list, and taking entries off needs no log.
  std::vector<std::uint32_t> heads;
  bool logging = false;
  std::uint32_t accesses = 0;
};

} // namespace heddle::vm
