// What a step did, as far as it matters which of two steps comes first.
//
// Two steps of different threads are dependent if some effect of one touches bytes that an effect
// of the other touches, and not both only read. Synchronisation objects count as the byte they
// begin with; what is no memory (a thread's flags, the order of exit handlers) has an address that
// no object has.
#pragma once

#include "vm/address.h"
#include "vm/thread.h"

#include <cstdint>

namespace heddle::vm {

enum class EffectKind : std::uint8_t {
  Read,
  Write,
  Store, ///< A write of memory that does not look at what was there.
  Order, ///< No access: `other` goes on only after what `thread` has done so far.
};

/// What an operation has to wait for before it can happen.
enum class Gate : std::uint8_t {
  None,
  Mutex,   ///< Until it is free.
  Reading, ///< Until no writer holds it.
  Writing, ///< Until nobody holds it.
  Count,   ///< Until it is above zero.
  Once,    ///< Until nobody runs the routine.
  Loop,    ///< Until an iteration would do something.
  Unknown, ///< An atomic section: until nothing in it blocks.
};

struct Effect {
  static constexpr std::uint32_t everything = ~0u; ///< As a size: nobody knows what it touches.

  Address address = 0;
  std::uint64_t before = 0; ///< The bytes an access of at most eight found, if `isFound`.
  std::uint32_t size = 1;
  std::uint32_t count = 0; ///< Of the synchronisation object, before; of Loop: its forecast.
  ThreadId thread = 0;
  ThreadId other = noThread; ///< Who held the synchronisation object before; for Order see there.
  EffectKind kind = EffectKind::Read;
  Gate gate = Gate::None;
  /// It only looked or wrote by what it found: what it has to find in order to write; Unknown if
  /// nobody can say.
  Gate tries = Gate::None;
  bool changes = false; ///< A Read that changes an object, in no order with others that do.
  bool plain = false;   ///< An access of memory that is not atomic.
  bool waits = false;   ///< A Read of a thread's flags by who waits for an end, also its own flags.
  bool isBlind = false; ///< A Write that was a Store: it does not look at what was there.
  bool isFound = false; ///< And they were plain bytes.
  bool replaces = false; ///< Order: `other` could have done something else at `address` till now.

  bool writes() const { return kind == EffectKind::Write || kind == EffectKind::Store; }
  bool overlaps(const Effect &that) const {
    if (size == everything || that.size == everything)
      return true;
    return address < that.address + that.size && that.address < address + size;
  }
  bool covers(const Effect &that) const {
    return address <= that.address && that.address + that.size <= address + size;
  }
  bool conflictsWith(const Effect &that) const {
    return (writes() || that.writes()) && kind != EffectKind::Order &&
           that.kind != EffectKind::Order && overlaps(that);
  }
};

/// Whether an operation with this gate could happen in the state that `found` says it found.
bool wasOpen(Gate gate, ThreadId who, const Effect &found);

/// Addresses of what is no memory.
namespace cell {
inline constexpr Address sections = 0x10; ///< Atomic sections, as far as they order accesses.
inline constexpr Address exitHandlers = 0x20;
inline constexpr Address keys = 0x30;
inline constexpr Address endOffset = 8; ///< From a thread's handle: whether it has ended.
/// From where an object begins: whether it is there, for who misses it by its address.
inline constexpr Address lifeOffset = Address{1} << 62;
} // namespace cell

} // namespace heddle::vm
