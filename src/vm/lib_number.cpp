// Floating-point numbers from text, by the host: exact rounding is its business.
#include "vm/dispatch.h"
#include "vm/library.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace heddle::vm {

namespace {

/// The text up to its end or the end of the object; what is really read is checked afterwards.
std::string textAt(const Executor &x, Address address) {
  const Object *object = x.memory.find(address);
  if (!object || !object->live || address < object->base || address - object->base >= object->size)
    return {};
  const auto *bytes = reinterpret_cast<const char *>(x.memory.read(*object, address));
  const char *end = bytes + (object->size - (address - object->base));
  return {bytes, std::find(bytes, end, '\0')};
}

void give(Call &call, long double value) {
  std::uint64_t *r = call.thread().frameRegisters(call.thread().top()) + call.site.dst;
  r[1] = 0;
  std::memcpy(r, &value, 10);
}
void give(Call &call, double value) {
  call.done(bitsOf(value));
}
void give(Call &call, float value) {
  call.done(bitsOf(value));
}

template <class T, T (*Parse)(const char *, char **), bool HasEnd> Reached parse(Call &call) {
  const std::string text = textAt(call.x, call[0]);
  char *end = nullptr;
  errno = 0;
  const T value = Parse(text.c_str(), &end);
  const int error = errno;
  const auto length = static_cast<std::uint64_t>(end - text.c_str());
  // With the character that ends it.
  if (!call.read(call[0], length + 1))
    return Reached::Stopped;
  if (HasEnd && call[1]) {
    const Executor::Together together(call.x, call.x.isShared(call[0]));
    if (!call.store(call[1], call[0] + length, 8))
      return Reached::Stopped;
  }
  if (error)
    call.setErrno(error);
  if (call.site.resultRegisters)
    give(call, value);
  return Reached::Done;
}

constexpr LibraryFunction functions[] = {
    {"strtod", parse<double, ::strtod, true>},
    {"strtof", parse<float, ::strtof, true>},
    {"strtold", parse<long double, ::strtold, true>},
    {"atof", parse<double, ::strtod, false>},
};

} // namespace

std::span<const LibraryFunction> numberFunctions() {
  return functions;
}

} // namespace heddle::vm
