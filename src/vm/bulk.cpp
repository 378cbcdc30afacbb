#include "vm/bulk.h"

#include <algorithm>

namespace heddle::vm {

namespace {

constexpr unsigned word = 8;         ///< Bytes that one unknown stands for.
constexpr std::uint64_t most = 1024; ///< Bytes of a copy of which unknowns are made.

/// Tells the recorder of what is read. Where reads give unknowns, it is told word by word; what
/// they stand for is copied then.
void noteSource(Executor &x, Address from, std::span<const std::uint8_t> bytes,
                std::vector<Executor::Hole> &holes) {
  const bool isPlain = !x.lifts(from) || bytes.size() > most ||
                       std::ranges::any_of(holes, [](const auto &hole) { return !hole.value; });
  if (isPlain)
    return x.noteAccess(from, bytes.size(), AccessKind::Read, bytes.data(), bytes.data());
  expr::Builder &b = x.symbolic.builder();
  holes.clear();
  for (std::uint64_t at = 0; at < bytes.size();) {
    const auto size = static_cast<unsigned>(
        std::min<std::uint64_t>(word - (from + at) % word, bytes.size() - at));
    if (const expr::Ref value = x.lift(from + at, size))
      for (unsigned i = 0; i < size; ++i)
        holes.push_back({static_cast<std::uint32_t>(at + i), b.extract(value, i * 8, 8)});
    const std::uint8_t *const part = bytes.data() + at;
    x.noteAccess(from + at, size, AccessKind::Read, part, part);
    at += size;
  }
}

} // namespace

bool bulkCopy(Executor &x, const Inst *pc, Address to, Address from, std::uint64_t size,
              bool overlapping) {
  if (size == 0)
    return true;
  if (!overlapping && to != from && to < from + size && from < to + size) {
    x.fault(pc, FaultKind::OutOfBounds,
            "memcpy of " + std::to_string(size) + " bytes between overlapping ranges");
    return false;
  }
  const std::uint64_t grants = x.grants;
  const std::uint8_t *source = x.touch(pc, from, size, AccessKind::Read);
  if (!source)
    return false;
  // A grant of the read covers the write: both are one operation.
  const Executor::Together together(x, x.grants != grants);
  std::vector<std::uint8_t> bytes(source, source + size);
  std::vector<Executor::Hole> holes = x.holesAt(from, size); // Now: the ranges may overlap.
  if (x.recorder)
    noteSource(x, from, bytes, holes);
  std::uint8_t *target = x.touch(pc, to, size, AccessKind::Write);
  if (!target)
    return false;
  std::vector<std::uint8_t> before;
  if (x.recorder)
    before.assign(target, target + size);
  std::memcpy(target, bytes.data(), size);
  x.storeHoles = std::move(holes);
  if (x.recorder)
    x.noteAccess(to, size, AccessKind::Write, before.data(), target);
  if (!x.storeHoles.empty())
    x.punchHoles(to);
  x.publish(to, size);
  return true;
}

bool bulkFill(Executor &x, const Inst *pc, Address to, std::uint8_t value, std::uint64_t size) {
  if (size == 0)
    return true;
  std::uint8_t *target = x.touch(pc, to, size, AccessKind::Write);
  if (!target)
    return false;
  std::vector<std::uint8_t> before;
  if (x.recorder)
    before.assign(target, target + size);
  std::memset(target, value, size);
  if (x.recorder)
    x.noteAccess(to, size, AccessKind::Write, before.data(), target);
  return true;
}

} // namespace heddle::vm
