// Floating-point numbers from text, by the host: exact rounding is its business.
#include "vm/dispatch.h"
#include "vm/library.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace heddle::vm {

namespace {

/// Whether a number may have this character in it, or before it.
expr::Ref mayBelong(expr::Builder &b, expr::Ref byte) {
  expr::Ref result = b.constant(0, 1);
  for (const auto &[first, last] : {std::pair{'\t', '\r'},
                                    {' ', ' '},
                                    {'(', ')'},
                                    {'+', '+'},
                                    {'-', '.'},
                                    {'0', '9'},
                                    {'A', 'Z'},
                                    {'_', '_'},
                                    {'a', 'z'}})
    result = b.bitOr(result,
                     b.bitAnd(b.lessEqual(b.constant(static_cast<std::uint64_t>(first), 8), byte),
                              b.lessEqual(byte, b.constant(static_cast<std::uint64_t>(last), 8))));
  return result;
}

/// The text up to its end, the end of the object or a symbolic character that no number has; what
/// is really read is checked afterwards. Nothing if the thread stops.
std::optional<std::string> textAt(const Call &call, Address address) {
  Executor &x = call.x;
  std::string text;
  for (Address at = address; x.isReadable(at) && x.memory.find(at) == x.memory.find(address);
       ++at) {
    if (const expr::Ref node = x.wouldGrant(address) ? x.symbolicAt(at, 1) : nullptr) {
      const Executor::Side side = x.decide(call.pc, mayBelong(x.symbolic.builder(), node));
      if (side == Executor::Side::Stopped)
        return std::nullopt;
      if (side == Executor::Side::False)
        break;
      if (!call.settleBytes(at, 1))
        return std::nullopt;
    }
    const auto byte = static_cast<char>(x.peek(at, 1));
    if (!byte)
      break;
    text += byte;
  }
  return text;
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
  const std::optional<std::string> text = textAt(call, call[0]);
  if (!text)
    return Reached::Stopped;
  char *end = nullptr;
  errno = 0;
  const T value = Parse(text->c_str(), &end);
  const int error = errno;
  const auto length = static_cast<std::uint64_t>(end - text->c_str());
  // With the character that ends it, whatever it is.
  const std::uint8_t *bytes = call.x.touch(call.pc, call[0], length + 1, AccessKind::Read);
  if (!bytes)
    return Reached::Stopped;
  if (call.x.recorder)
    call.x.noteAccess(call[0], length + 1, AccessKind::Read, bytes, bytes);
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
