// The bytes of objects that an instruction may touch (accesses.h), object by object.
#pragma once

#include "analysis/accesses.h"
#include "analysis/overlap.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace heddle::analysis {

/// Some bytes of an object, perhaps again and again.
struct Footprint {
  static constexpr std::uint64_t whole = std::uint64_t{1} << 40;

  std::int64_t offset = 0;
  std::uint64_t stride = 1;
  std::uint64_t size = whole;

  bool operator<(const Footprint &that) const {
    return std::tie(offset, stride, size) < std::tie(that.offset, that.stride, that.size);
  }
  bool meets(const Footprint &that) const {
    return meet(offset, size, that.offset, that.size, std::gcd(stride, that.stride));
  }
  /// Whether they are the same bytes wherever they meet.
  bool meetsAsWhole(const Footprint &that) const {
    return offset == that.offset && size == that.size && stride == that.stride &&
           (stride == 0 || stride >= size);
  }
};

/// Calls `f(object, footprint)` for all that may be touched and can change.
template <class F> void forEachPart(const MemoryTouch &touch, const PointsTo &pointers, F f) {
  const auto changes = [&](ObjectId object) {
    const AbstractObject &about = pointers.object(object);
    return about.hasMemory() && !about.isConstant;
  };
  if (touch.extent == MemoryTouch::Extent::Bytes) {
    for (const Target &target : pointers.pointsTo(*touch.pointer))
      if (changes(target.object))
        f(target.object,
          Footprint{target.offset, target.stride, std::min(touch.size, Footprint::whole)});
    return;
  }
  llvm::SmallVector<ObjectId, 8> work;
  llvm::DenseSet<ObjectId> met;
  const auto come = [&](ObjectId object) {
    if (met.insert(object).second)
      work.push_back(object);
  };
  for (const ObjectId object : pointers.objectsOf(*touch.pointer))
    come(object);
  while (!work.empty()) {
    const ObjectId object = work.pop_back_val();
    if (changes(object))
      f(object, Footprint());
    if (touch.extent == MemoryTouch::Extent::Onward)
      for (const Target &target : pointers.contents(object))
        come(target.object);
  }
}

} // namespace heddle::analysis
