// Output: what a program prints is captured, standard error apart. Printing is no visible
// operation: the order of two threads' lines creates no dependency between them. Streams that are
// files are models (models/stdio.c).
#include "vm/dispatch.h"
#include "vm/format.h"
#include "vm/guard.h"
#include "vm/library.h"

#include <algorithm>
#include <cstdio>

namespace heddle::vm {

namespace {

/// A word of an argument: what it is, as an expression or as plain bits, or what it is taken to be.
bool takeWord(Call &call, expr::Ref node, std::uint64_t plain, bool exact, std::uint64_t &word) {
  if (!node) {
    word = plain;
    return true;
  }
  if (!exact) {
    word = call.x.symbolic.valueOf(node);
    return true;
  }
  const std::optional<std::uint64_t> settled = call.settle(node);
  word = settled.value_or(0);
  return settled.has_value();
}

/// The arguments of the call itself, behind the named ones.
class DirectArguments : public ArgumentSource {
public:
  explicit DirectArguments(Call &call) : call(call) {}
  bool next(std::uint64_t *words, unsigned count, bool exact) override {
    if (at == call.site.variables.size())
      return true;
    const CallSite::Variable &variable = call.site.variables[at++];
    const Frame &frame = call.thread().top();
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(count, variable.registers); ++i) {
      const std::uint32_t reg = variable.reg + i;
      const expr::Ref node =
          frame.guarded ? Shadows(call.raw(), *frame.function).node(reg) : nullptr;
      if (!takeWord(call, node, call.raw()[reg], exact, words[i]))
        return false;
    }
    return true;
  }

private:
  Call &call;
  std::size_t at = 0;
};

/// A va_list as the VM lays it out: everything lies in the overflow area.
class ListArguments : public ArgumentSource {
public:
  ListArguments(Call &call, Address list, Address area) : call(call), list(list), at(area) {}
  /// Only once the call is done: one that stops before a visible operation starts again.
  void finish() {
    const Object *object = call.x.memory.find(list);
    if (object && object->live)
      std::memcpy(call.x.memory.write(idOf(object->base), list + 8, 8), &at, 8);
  }
  bool next(std::uint64_t *words, unsigned count, bool exact) override {
    if (count == 2)
      at = (at + 15) & ~Address{15};
    for (unsigned i = 0; i < count; ++i, at += 8)
      if (!takeWord(call, call.x.symbolicAt(at, 8), call.x.peek(at, 8), exact, words[i]))
        return false;
    return true;
  }

private:
  Call &call;
  Address list;
  Address at;
};

enum { Out = 1, Errors = 2 };

Reached print(Call &call, const std::string &text, unsigned stream = Out) {
  if (!call.x.isTrial)
    (stream == Errors ? call.x.errors : call.x.output) += text;
  return call.done(text.size());
}

template <unsigned Format, bool List> std::optional<std::string> textOf(Call &call) {
  const std::optional<std::string> format = call.string(call[Format]);
  if (!format)
    return std::nullopt;
  if constexpr (List) {
    const Address list = call[Format + 1];
    const std::optional<std::uint64_t> area = call.glance(list + 8, 8);
    if (!area)
      return std::nullopt;
    ListArguments arguments(call, list, *area);
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
  const expr::Ref node = call.symbolic(0);
  const std::uint64_t shown = node ? call.x.symbolic.valueOf(node) : call[0];
  print(call, std::string(1, static_cast<char>(shown)));
  if (!node)
    return call.done(shown & 0xFF);
  expr::Builder &b = call.x.symbolic.builder();
  return call.doneWith(b.resize(b.extract(node, 0, 8), 32));
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
    {"puts", putString, Symbols::Shown},
    {"putchar", putCharacter, Symbols::Known},
    {"putchar_unlocked", putCharacter, Symbols::Known},
    {"__heddle_print", printBytes, Symbols::Shown},
    {"__heddle_print_list", printList, Symbols::Sampled},
};

} // namespace

std::span<const LibraryFunction> outputFunctions() {
  return functions;
}

} // namespace heddle::vm
