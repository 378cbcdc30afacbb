// Output: what a program prints is captured, standard error apart. Printing is no visible
// operation: the order of two threads' lines creates no dependency between them. Streams that are
// files are models (models/stdio.c).
#include "vm/dispatch.h"
#include "vm/format.h"
#include "vm/library.h"

#include <algorithm>
#include <cstdio>

namespace heddle::vm {

namespace {

/// The arguments of the call itself, behind `first`.
class DirectArguments : public ArgumentSource {
public:
  explicit DirectArguments(Call &call) : call(call) {}
  std::uint64_t integer() override { return next() ? call.raw()[current->reg] : 0; }
  double real() override { return next() ? asDouble(call.raw()[current->reg]) : 0; }
  long double longReal() override {
    long double value = 0;
    if (next())
      std::memcpy(&value, call.raw() + current->reg, 10);
    return value;
  }

private:
  bool next() {
    current = at < call.site.variables.size() ? &call.site.variables[at++] : nullptr;
    return current;
  }
  Call &call;
  std::size_t at = 0;
  const CallSite::Variable *current = nullptr;
};

/// A va_list as the VM lays it out: everything lies in the overflow area.
class ListArguments : public ArgumentSource {
public:
  ListArguments(Call &call, Address list) : call(call), list(list) {
    const Address area = call.x.peek(list + 8, 8);
    at = area;
  }
  /// Only once the call is done: one that stops before a visible operation starts again.
  void finish() {
    const Object *object = call.x.memory.find(list);
    if (object && object->live)
      std::memcpy(call.x.memory.write(idOf(object->base), list + 8, 8), &at, 8);
  }
  std::uint64_t integer() override { return take(8); }
  double real() override { return asDouble(take(8)); }
  long double longReal() override {
    at = (at + 15) & ~Address{15};
    std::uint64_t parts[2] = {take(8), take(8)};
    long double value = 0;
    std::memcpy(&value, parts, 10);
    return value;
  }

private:
  std::uint64_t take(unsigned size) {
    const expr::Ref node = call.x.symbolicAt(at, size);
    const std::uint64_t value = node ? call.x.symbolic.valueOf(node) : call.x.peek(at, size);
    at += size;
    return value;
  }
  Call &call;
  Address list;
  Address at = 0;
};

enum { Out = 1, Errors = 2 };

Reached print(Call &call, const std::string &text, unsigned stream = Out) {
  if (!call.x.isTrial)
    (stream == Errors ? call.x.errors : call.x.output) += text;
  return call.done(text.size());
}

/// Symbolic arguments in a va_list get plain values, unless they are only printed; false if the
/// thread stops.
bool settleList(Call &call, Address list) {
  Executor &x = call.x;
  const Address area = x.peek(list + 8, 8);
  const Object *object = x.symbolic.hasBytes() ? x.memory.find(area) : nullptr;
  if (!object || !object->live || area < object->base)
    return true;
  const Address end = object->base + object->size;
  for (Address at = area; at + 8 <= end; at += 8)
    if (const expr::Ref node = x.symbolicAt(at, 8);
        node && (!call.samples() || x.mayPoint(node)) && !call.settleBytes(at, 8))
      return false;
  return true;
}

template <unsigned Format, bool List> std::optional<std::string> textOf(Call &call) {
  const std::optional<std::string> format = call.string(call[Format]);
  if (!format)
    return std::nullopt;
  if constexpr (List) {
    if (!settleList(call, call[Format + 1]))
      return std::nullopt;
    ListArguments arguments(call, call[Format + 1]);
    std::optional<std::string> text = formatText(call, *format, arguments);
    if (text)
      arguments.finish();
    return text;
  } else {
    DirectArguments arguments(call);
    return formatText(call, *format, arguments);
  }
}

template <unsigned Format, bool List> Reached printText(Call &call) {
  const Call::Whole whole(call);
  const std::optional<std::string> text = textOf<Format, List>(call);
  return text ? print(call, *text) : Reached::Stopped;
}

/// sprintf (Size 0: no bound) and snprintf (Size: which argument bounds it).
template <unsigned Format, bool List, unsigned Size> Reached printInto(Call &call) {
  const Call::Whole whole(call);
  const std::optional<std::string> text = textOf<Format, List>(call);
  if (!text)
    return Reached::Stopped;
  std::uint64_t length = text->size();
  if constexpr (Size != 0) {
    const std::uint64_t room = call[Size];
    if (room == 0)
      return call.done(text->size());
    length = std::min(length, room - 1);
  }
  std::uint8_t *bytes = call.write(call[0], length + 1);
  if (!bytes)
    return Reached::Stopped;
  std::copy_n(text->begin(), length, bytes);
  bytes[length] = 0;
  return call.done(text->size());
}

Reached putString(Call &call) {
  const std::optional<std::string> text = call.string(call[0]);
  return text ? print(call, *text + "\n") : Reached::Stopped;
}
Reached putCharacter(Call &call) {
  print(call, std::string(1, static_cast<char>(call[0])));
  return call.done(call[0] & 0xFF);
}

/// What the models print with: which stream, bytes, how many.
Reached printBytes(Call &call) {
  const std::uint8_t *bytes = call[2] ? call.read(call[1], call[2]) : nullptr;
  if (call[2] && !bytes)
    return Reached::Stopped;
  return print(call, std::string(reinterpret_cast<const char *>(bytes), call[2]),
               static_cast<unsigned>(call[0]));
}
/// Which stream, a format, a va_list.
Reached printList(Call &call) {
  const Call::Whole whole(call);
  const std::optional<std::string> text = textOf<1, true>(call);
  return text ? print(call, *text, static_cast<unsigned>(call[0])) : Reached::Stopped;
}

constexpr LibraryFunction functions[] = {
    {"printf", printText<0, false>, Symbols::Sampled},
    {"vprintf", printText<0, true>, Symbols::Sampled},
    {"__printf_chk", printText<1, false>, Symbols::Sampled},
    {"__vprintf_chk", printText<1, true>, Symbols::Sampled},
    {"sprintf", printInto<1, false, 0>},
    {"vsprintf", printInto<1, true, 0>},
    {"snprintf", printInto<2, false, 1>},
    {"vsnprintf", printInto<2, true, 1>},
    {"__sprintf_chk", printInto<3, false, 0>},
    {"__vsprintf_chk", printInto<3, true, 0>},
    {"__snprintf_chk", printInto<4, false, 1>},
    {"__vsnprintf_chk", printInto<4, true, 1>},
    {"puts", putString, Symbols::Sampled},
    {"putchar", putCharacter, Symbols::Sampled},
    {"putchar_unlocked", putCharacter, Symbols::Sampled},
    {"__heddle_print", printBytes, Symbols::Sampled},
    {"__heddle_print_list", printList, Symbols::Sampled},
};

} // namespace

std::span<const LibraryFunction> outputFunctions() {
  return functions;
}

} // namespace heddle::vm
