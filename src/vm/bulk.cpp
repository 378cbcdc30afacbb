#include "vm/bulk.h"

namespace heddle::vm {

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
    x.noteAccess(from, size, AccessKind::Read, bytes.data(), bytes.data());
  std::uint8_t *target = x.touch(pc, to, size, AccessKind::Write);
  if (!target)
    return false;
  std::vector<std::uint8_t> before;
  if (x.recorder)
    before.assign(target, target + size);
  std::memcpy(target, bytes.data(), size);
  if (!holes.empty()) {
    x.storeHoles = std::move(holes);
    x.punchHoles(to);
  }
  if (x.recorder)
    x.noteAccess(to, size, AccessKind::Write, before.data(), target);
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
