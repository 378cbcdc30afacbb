#include "watch.h"

namespace heddle::property {

namespace {

using Op = program::OpKind;

bool isMemory(Op kind) {
  return kind >= Op::Read && kind <= Op::BulkCopy;
}

} // namespace

bool isPlainKind(Op kind) {
  switch (kind) {
  case Op::Read:
  case Op::Write:
  case Op::ReadModifyWrite:
  case Op::CompareExchange:
  case Op::Lock:
  case Op::Unlock:
  case Op::Create:
  case Op::Join:
  case Op::ThreadExit:
    return true;
  default:
    return false;
  }
}

void Watch::saw(const vm::Seen &seen) {
  Event event;
  event.isMemory = isMemory(seen.kind);
  if (event.isMemory && !seen.shared)
    return;
  plain = plain && isPlainKind(seen.kind);
  event.thread = seen.thread;
  event.kind = seen.kind;
  event.reads = seen.kind != Op::Write;
  event.writes = seen.kind != Op::Read;
  event.address = seen.address;
  event.size = event.isMemory ? seen.size : seen.address ? 1 : 0;
  std::uint64_t past = mixed(1, seen.thread);
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].thread == seen.thread) {
      event.nth = events[i].nth + 1;
      past = events[i].past;
      break;
    }
  event.sight = mixed(mixed(1, event.thread), event.nth);
  for (std::uint64_t i = 0; event.reads && i < event.size; ++i) {
    const std::uint64_t pair = see(event, event.address + i);
    event.sight += pair;
    if (event.isMemory)
      pairs.insert(pair);
  }
  past = mixed(past, static_cast<std::uint64_t>(seen.kind));
  past = mixed(past, seen.address);
  event.past = mixed(past, conflictsOf(event));
  events.push_back(event);
}

std::uint64_t Watch::see(const Event &reader, vm::Address at) const {
  std::uint64_t pair = mixed(mixed(1, reader.thread), reader.nth);
  pair = mixed(pair, at);
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].writes && events[i].touches(reader.isMemory, at))
      return mixed(mixed(mixed(pair, 1), events[i].thread), events[i].nth);
  return pair;
}

/// For each byte, what it is ordered after: the last write, and for a write the reads since. A sum,
/// because those reads have no order among themselves.
std::uint64_t Watch::conflictsOf(const Event &event) const {
  std::uint64_t sum = 0;
  for (std::uint64_t offset = 0; offset < event.size; ++offset)
    for (std::size_t i = events.size(); i-- > 0;) {
      const Event &earlier = events[i];
      if (!earlier.touches(event.isMemory, event.address + offset))
        continue;
      if (earlier.writes || event.writes)
        sum += mixed(offset, earlier.past);
      if (earlier.writes)
        break;
    }
  return sum;
}

std::uint64_t Watch::sight() const {
  std::uint64_t sum = 0;
  for (const Event &event : events)
    sum += mixed(event.sight, static_cast<std::uint64_t>(event.kind));
  return sum;
}

std::uint64_t Watch::trace() const {
  std::uint64_t sum = 0;
  std::vector<bool> seen;
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event &event = events[i];
    if (seen.size() <= event.thread)
      seen.resize(event.thread + 1u);
    if (!seen[event.thread])
      sum += mixed(event.thread, event.past);
    seen[event.thread] = true;
  }
  return sum;
}

} // namespace heddle::property
