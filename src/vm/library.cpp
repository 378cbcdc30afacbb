#include "vm/library.h"

#include "vm/image.h"

#include <string>
#include <unordered_map>

namespace heddle::vm {

Builtin findBuiltin(std::string_view name) {
  static const auto table = [] {
    std::unordered_map<std::string_view, Builtin> all;
    for (const auto group :
         {threadFunctions(), mutexFunctions(), conditionFunctions(), waitingFunctions(),
          memoryFunctions(), outputFunctions(), fileFunctions(), processFunctions(),
          mathFunctions(), numberFunctions(), jumpFunctions(), cancelFunctions(), keyFunctions(),
          rwLockFunctions()})
      for (const LibraryFunction &function : group)
        all.emplace(function.name, function.run);
    return all;
  }();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

void Call::note(program::OpKind kind, Address address, std::uint64_t result, ThreadId other) const {
  if (x.recorder && !x.isTrial)
    x.recorder->saw({x.current, kind, x.userLocation(*x.thread), address, 0, nullptr, nullptr,
                     result, other, true});
}

const std::uint8_t *Call::read(Address address, std::uint64_t size) const {
  const std::uint8_t *bytes = x.touch(pc, address, size, AccessKind::Read);
  if (bytes && x.recorder)
    x.noteAccess(address, size, AccessKind::Read, bytes, bytes);
  if (bytes)
    joinFurther(address);
  return bytes;
}

std::uint8_t *Call::write(Address address, std::uint64_t size) const {
  std::uint8_t *bytes = x.touch(pc, address, size, AccessKind::Write);
  if (bytes)
    joinFurther(address);
  return bytes;
}

bool Call::store(Address address, std::uint64_t value, unsigned size) const {
  std::uint8_t *bytes = write(address, size);
  if (!bytes)
    return false;
  std::uint64_t before = 0;
  std::memcpy(&before, bytes, size);
  std::memcpy(bytes, &value, size);
  if (x.recorder)
    x.noteAccess(address, size, AccessKind::Write, reinterpret_cast<std::uint8_t *>(&before),
                 bytes);
  if (size == 8)
    x.publish(address, size);
  return true;
}

std::optional<std::string> Call::string(Address address) const {
  const Object *object = x.memory.find(address);
  std::uint64_t length = 0;
  if (object && object->live && address >= object->base && address - object->base < object->size) {
    const std::uint8_t *bytes = x.memory.read(*object, address);
    const std::uint64_t room = object->size - (address - object->base);
    while (length < room && bytes[length])
      ++length;
  }
  // With the final zero; one byte too many if there is none, so that the check fails there.
  const std::uint8_t *bytes = read(address, length + 1);
  if (!bytes)
    return std::nullopt;
  return std::string(reinterpret_cast<const char *>(bytes), length);
}

void Call::setErrno(int value) const {
  ThreadCore &core = x.thread->core;
  if (!core.errnoAddress)
    core.errnoAddress = x.makeHeapObject(4, 16, true, false);
  if (core.errnoAddress)
    std::memcpy(x.memory.write(idOf(core.errnoAddress), core.errnoAddress, 4), &value, 4);
}

int Call::getErrno() const {
  return static_cast<int>(x.peek(x.thread->core.errnoAddress, 4));
}

} // namespace heddle::vm
