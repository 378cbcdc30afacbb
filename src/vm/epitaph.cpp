#include "vm/epitaph.h"

namespace heddle::vm {

namespace {
constexpr std::uint64_t usualAlignment = 16;
} // namespace

Epitaphs::Key Epitaphs::keyOf(const Object &object) {
  const unsigned flags = unsigned{object.shared} | unsigned{object.constant} << 1 |
                         unsigned{object.inScope} << 2 | unsigned{object.leakable} << 3;
  return {object.size, object.unwritten, std::uint64_t{object.sync} << 32 | object.site,
          std::uint64_t{object.freedAt} << 32 | object.owner,
          std::uint64_t{static_cast<std::uint8_t>(object.kind)} << 8 | flags};
}

std::uint32_t Epitaphs::write(ObjectId id, const Object &object) {
  if (object.live || object.storage || object.base != baseOf(id, usualAlignment))
    return none;
  const Key key = keyOf(object);
  if (last != none && key == lastKey)
    return last;
  const auto known = numbers.find(key);
  if (known == numbers.end() && objects.size() > 0xFFFF)
    return none;
  lastKey = key;
  if (known != numbers.end())
    return last = known->second;
  last = static_cast<std::uint32_t>(objects.size());
  numbers.emplace(key, static_cast<std::uint16_t>(last));
  objects.push_back(object);
  objects.back().createdIn = 0; // Older than every mark.
  return last;
}

const Object &Epitaphs::read(ObjectId id, std::uint16_t number) {
  Object &object = shown[turn++ % shown.size()];
  object = objects[number];
  object.base = baseOf(id, usualAlignment);
  return object;
}

} // namespace heddle::vm
