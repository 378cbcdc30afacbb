#include "vm/symbolic_memory.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace heddle::vm {

using expr::Ref;
using Side = Executor::Side;

namespace {

constexpr std::uint64_t mostReads = 65'536; ///< Places of one read; more are tried one by one.
constexpr std::uint64_t mostWrites = 4'096;

bool isUsable(const Object *object, unsigned size) {
  return object && object->live && object->inScope && object->storage && object->size >= size &&
         object->kind != ObjectKind::Function;
}

Ref inside(expr::Builder &b, Ref address, const Object &object, unsigned size) {
  return b.lessEqual(b.sub(address, b.constant(object.base, 64)),
                     b.constant(object.size - size, 64));
}

/// Whether an address out of an object is one that only this object explains.
Ref around(expr::Builder &b, Ref address, const Object &object) {
  const Address start = Address{idOf(object.base)} << slotBits;
  const std::uint64_t size = slotsFor(object.base, object.size) * slotSize;
  return b.lessEqual(b.sub(address, b.constant(start, 64)), b.constant(size - 1, 64));
}

/// The object that explains why an access through a pointer into `object` fails: what a run with
/// plain inputs finds there. Nothing if it cannot be told yet.
std::optional<const Object *> culprit(Executor &x, const Inst *pc, Ref address,
                                      const Object *object, unsigned size) {
  expr::Builder &b = x.symbolic.builder();
  if (object)
    switch (x.decide(pc, around(b, address, *object))) {
    case Side::True:
      return object;
    case Side::Stopped:
      return std::nullopt;
    case Side::False:
      break;
    }
  // One address of all that are left, and always the same one.
  const std::uint64_t value = x.symbolic.smallest(address).value_or(x.symbolic.valueOf(address));
  const Ref isThere = b.equal(address, b.constant(value, 64));
  expr::Assignment found;
  if (x.symbolic.canHold(isThere, found) == solver::Answer::Yes)
    x.symbolic.add(isThere, std::move(found));
  const Object *met = x.memory.find(value);
  return isUsable(met, size) && object ? object : met;
}

/// Objects whose addresses occur in an expression.
std::vector<ObjectId> mentioned(const Executor &x, Ref node) {
  std::vector<ObjectId> result;
  for (const std::uint64_t constant : x.symbolic.constantsOf(node))
    if (const Object *object = x.memory.find(constant); isUsable(object, 1))
      result.push_back(idOf(object->base));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// The stretch of the object that the address can reach.
Place stretchOf(Executor &x, Ref address, const Object &object, unsigned size, AccessKind kind) {
  expr::Builder &b = x.symbolic.builder();
  Place place;
  place.kind = Place::Kind::Settle;
  const bool visible =
      !object.constant && (x.options.settlesAddresses || (object.shared && !x.solo));
  if (visible)
    return place;
  const Ref offset = b.sub(address, b.constant(object.base, 64));
  const std::uint64_t low = std::min(offset->low, object.size - size);
  const std::uint64_t high = std::min(offset->high, object.size - size);
  const auto fixed =
      static_cast<unsigned>(std::min(std::countr_one(offset->zeros | offset->ones), 12));
  place.stride = std::uint64_t{1} << fixed;
  const std::uint64_t rest = offset->ones & (place.stride - 1);
  const std::uint64_t start = (low & ~(place.stride - 1)) + rest;
  if (start > high)
    return place;
  place.first = object.base + start;
  place.count = (high - start) / place.stride + 1;
  if (place.count > (kind == AccessKind::Read ? mostReads : mostWrites))
    return place;
  place.index =
      b.shift(expr::Op::ShiftRight, b.sub(offset, b.constant(start, 64)), b.constant(fixed, 64));
  // An undefined byte that may be read is looked at where it is read.
  if (object.unwritten)
    for (std::uint64_t at = place.first; at <= object.base + high + size - 1; ++at)
      if (!x.memory.isWritten(object, at, 1) && !x.symbolic.byteAt(at))
        return place;
  place.kind = Place::Kind::Range;
  return place;
}

} // namespace

Place resolve(Executor &x, const Inst *pc, Ref address, Address base, unsigned size,
              AccessKind kind) {
  expr::Builder &b = x.symbolic.builder();
  const Place stopped;
  if (base) {
    const Object *object = x.memory.find(base);
    const bool bad = !isUsable(object, size) || (object->constant && kind != AccessKind::Read);
    if (!bad)
      switch (x.decide(pc, inside(b, address, *object, size))) {
      case Side::True:
        return stretchOf(x, address, *object, size, kind);
      case Side::Stopped:
        return stopped;
      case Side::False:
        break;
      }
    x.thread->top().pc = pc;
    const std::optional<const Object *> met = culprit(x, pc, address, object, size);
    if (!met)
      return stopped;
    x.explainBadAddress(pc, x.symbolic.valueOf(address), size, *met, kind);
    if (!x.stopped()) // It lies in another object: not where the index may lead.
      x.fault(pc, FaultKind::OutOfBounds, "index leads out of the object");
    return stopped;
  }
  // The pointer itself: one object after the other.
  for (const ObjectId id : mentioned(x, address)) {
    const Object *object = x.memory.object(id);
    if (!isUsable(object, size) || (object->constant && kind != AccessKind::Read))
      continue;
    switch (x.decide(pc, inside(b, address, *object, size))) {
    case Side::True:
      return stretchOf(x, address, *object, size, kind);
    case Side::Stopped:
      return stopped;
    case Side::False:
      break;
    }
  }
  std::uint64_t value = x.symbolic.valueOf(address);
  if (!isUsable(x.memory.find(value), size)) {
    x.explainBadAddress(pc, value, size, x.memory.find(value), kind);
    return stopped;
  }
  Place place; // An address made up from numbers: each on its own.
  place.kind = Place::Kind::Settle;
  return place;
}

Ref readRange(Executor &x, const Place &place, unsigned size) {
  expr::Builder &b = x.symbolic.builder();
  std::vector<Ref> elements;
  elements.reserve(place.count);
  for (std::uint64_t i = 0; i < place.count; ++i) {
    const Address at = place.first + i * place.stride;
    const Ref node = x.symbolicAt(at, size);
    elements.push_back(node ? node : b.constant(x.peek(at, size), size * 8));
  }
  return b.select(std::move(elements), place.index);
}

void writeRange(Executor &x, const Place &place, Ref value, unsigned size) {
  expr::Builder &b = x.symbolic.builder();
  const Object *object = x.memory.find(place.first);
  const ObjectId id = idOf(object->base);
  // Places may overlap: every byte is worked out from the old bytes before any is written.
  const std::uint64_t span = (place.count - 1) * place.stride + size;
  std::vector<Ref> bytes;
  bytes.reserve(span);
  for (std::uint64_t i = 0; i < span; ++i) {
    const Ref node = x.symbolicAt(place.first + i, 1);
    bytes.push_back(node ? node : b.constant(x.peek(place.first + i, 1), 8));
  }
  for (std::uint64_t i = 0; i < place.count; ++i) {
    const Ref here = b.equal(place.index, b.constant(i, 64));
    for (unsigned k = 0; k < size; ++k) {
      Ref &byte = bytes[i * place.stride + k];
      byte = b.ite(here, b.extract(value, k * 8, 8), byte);
    }
  }
  std::uint8_t *host = x.memory.write(id, place.first, span);
  x.storeHoles.clear();
  for (std::uint64_t i = 0; i < span; ++i) {
    host[i] = static_cast<std::uint8_t>(bytes[i]->isConstant() ? bytes[i]->value : 0);
    if (!bytes[i]->isConstant())
      x.storeHoles.push_back({static_cast<std::uint32_t>(i), bytes[i]});
  }
  x.punchHoles(place.first);
  x.publish(place.first, span);
}

} // namespace heddle::vm
