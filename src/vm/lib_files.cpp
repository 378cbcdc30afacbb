// What the models of files stand on (models/files.c): the contents a run is given, memory that is
// mapped, and the two streams that are captured. Files themselves are memory of the program, so
// they are part of its state and nothing ever reaches the host.
#include "vm/library.h"

#include <algorithm>
#include <cstring>

namespace heddle::vm {

namespace {

const World &worldOf(const Call &call) {
  static const World empty;
  return call.x.options.world ? *call.x.options.world : empty;
}

/// A given file by number; -1 for standard input.
const std::string *contents(const Call &call) {
  const World &world = worldOf(call);
  const auto which = static_cast<std::int32_t>(call[0]);
  if (which < 0)
    return &world.input;
  return static_cast<std::size_t>(which) < world.files.size() ? &world.files[which].bytes : nullptr;
}

Reached copyOut(Call &call, const std::string &bytes) {
  const std::uint64_t size = std::min<std::uint64_t>(bytes.size(), call[2]);
  std::uint8_t *to = size ? call.write(call[1], size) : nullptr;
  if (size && !to)
    return Reached::Stopped;
  if (size)
    std::copy_n(bytes.begin(), size, to);
  return call.done(size);
}

Reached givenCount(Call &call) {
  return call.done(worldOf(call).files.size());
}
Reached givenSize(Call &call) {
  const std::string *bytes = contents(call);
  return call.done(bytes ? bytes->size() : 0);
}
Reached givenBytes(Call &call) {
  const std::string *bytes = contents(call);
  return bytes ? copyOut(call, *bytes) : call.done(0);
}
Reached givenName(Call &call) {
  const World &world = worldOf(call);
  return call[0] < world.files.size() ? copyOut(call, world.files[call[0]].name + '\0')
                                      : call.done(0);
}

/// Pages of zeros. Nobody has to give them back, so they are no leak.
Reached mapPages(Call &call) {
  const Address address = call.x.makeHeapObject(call[0], 4096, true, false);
  if (!address)
    return call.cannot("address-space", "a mapping of " + std::to_string(call[0]) + " bytes");
  return call.done(address);
}

Reached unmapPages(Call &call) {
  const Object *object = call.x.memory.find(call[0]);
  if (!object || !object->live || object->base != call[0])
    return call.done(0);
  if (call.x.isShared(call[0]) &&
      !call.granted(program::OpKind::Free, call[0], static_cast<std::uint32_t>(object->size)))
    return Reached::Stopped;
  call.x.memory.end(idOf(call[0]), call.x.userLocation(call.thread()));
  call.x.clearWindows();
  return call.done(1);
}

constexpr LibraryFunction functions[] = {
    {"__heddle_given_count", givenCount}, {"__heddle_given_size", givenSize},
    {"__heddle_given_bytes", givenBytes}, {"__heddle_given_name", givenName},
    {"__heddle_map", mapPages},           {"__heddle_unmap", unmapPages},
};

} // namespace

std::span<const LibraryFunction> fileFunctions() {
  return functions;
}

} // namespace heddle::vm
