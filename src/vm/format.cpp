#include "vm/format.h"

#include "vm/dispatch.h"

#include <cstdio>
#include <cstring>

namespace heddle::vm {

namespace {

template <class T> std::string hostFormat(const std::string &spec, T value) {
  const int length = std::snprintf(nullptr, 0, spec.c_str(), value);
  if (length < 0)
    return {};
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), spec.c_str(), value);
  text.pop_back();
  return text;
}

std::int64_t narrowSigned(std::uint64_t value, const std::string &length) {
  if (length == "hh")
    return static_cast<std::int8_t>(value);
  if (length == "h")
    return static_cast<std::int16_t>(value);
  if (length.empty())
    return static_cast<std::int32_t>(value);
  return static_cast<std::int64_t>(value);
}

std::uint64_t narrowUnsigned(std::uint64_t value, const std::string &length) {
  if (length == "hh")
    return static_cast<std::uint8_t>(value);
  if (length == "h")
    return static_cast<std::uint16_t>(value);
  if (length.empty())
    return static_cast<std::uint32_t>(value);
  return value;
}

/// Whether the text is not only shown: %n stores how long it is.
bool storesLength(const std::string &format) {
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%')
      continue;
    i = format.find_first_not_of("-+ #0'123456789.*hljztLq", i + 1);
    if (i == std::string::npos)
      break;
    if (format[i] == 'n')
      return true;
  }
  return false;
}

} // namespace

std::optional<std::string> formatText(Call &call, const std::string &format, ArgumentSource &from) {
  std::string text;
  const bool exact = !call.samples() || storesLength(format);
  bool stopped = false;
  auto word = [&](bool mustKnow = false) {
    std::uint64_t value = 0;
    stopped = stopped || !from.next(&value, 1, exact || mustKnow);
    return value;
  };
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    ++i;
    std::string spec = "%";
    std::optional<long> precision;
    auto number = [&](bool mustKnow) {
      if (i < format.size() && format[i] == '*') {
        ++i;
        const auto value = static_cast<std::int32_t>(word(mustKnow));
        spec += std::to_string(value);
        return static_cast<long>(value);
      }
      long value = 0;
      while (i < format.size() && std::isdigit(static_cast<unsigned char>(format[i]))) {
        value = value * 10 + (format[i] - '0');
        spec += format[i++];
      }
      return value;
    };
    while (i < format.size() && std::string_view("-+ #0'").find(format[i]) != std::string::npos)
      spec += format[i++];
    number(false);
    if (i < format.size() && format[i] == '.') {
      const std::string before = spec;
      spec += format[i++];
      // How much of a text is read is no matter of taste.
      precision = number(format.find_first_not_of("*hl", i) == format.find('s', i));
      if (*precision < 0) // As if there were none.
        spec = before;
    }
    std::string length;
    while (i < format.size() && std::string_view("hljztLq").find(format[i]) != std::string::npos)
      length += format[i++];
    const char conversion = i < format.size() ? format[i] : '\0';
    switch (conversion) {
    case '%':
      text += '%';
      break;
    case 'd':
    case 'i':
      text += hostFormat(spec + "ld", narrowSigned(word(), length));
      break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      text += hostFormat(spec + "l" + conversion, narrowUnsigned(word(), length));
      break;
    case 'c':
      text += hostFormat(spec + "c", static_cast<int>(word()));
      break;
    case 'p':
      text += hostFormat(spec + "p", reinterpret_cast<void *>(word()));
      break;
    case 's': {
      const Address address = word(true);
      if (stopped)
        return std::nullopt;
      // With a precision the string need not end.
      const bool bounded = precision && *precision >= 0;
      const std::optional<std::string> value =
          address ? call.string(address,
                                bounded ? static_cast<std::uint64_t>(*precision) : Call::wholeText)
                  : "(null)";
      if (!value)
        return std::nullopt;
      text += hostFormat(spec + "s", value->c_str());
      break;
    }
    case 'm': {
      const Address at = call.thread().core.errnoAddress;
      const expr::Ref node = exact ? nullptr : call.x.symbolicAt(at, 4);
      const std::optional<std::uint64_t> error =
          node ? call.x.symbolic.valueOf(node) : call.glance(at, 4);
      if (!error)
        return std::nullopt;
      text += hostFormat(spec + "s", std::strerror(static_cast<int>(*error)));
      break;
    }
    case 'n': {
      const unsigned size = length == "hh" ? 1 : length == "h" ? 2 : length.empty() ? 4 : 8;
      const Address into = word();
      if (stopped || !call.store(into, text.size(), size))
        return std::nullopt;
      break;
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (length == "L") {
        std::uint64_t words[2] = {0, 0};
        stopped = stopped || !from.next(words, 2, exact);
        long double value = 0;
        std::memcpy(&value, words, 10);
        text += hostFormat(spec + "L" + conversion, value);
      } else {
        text += hostFormat(spec + conversion, asDouble(word()));
      }
      break;
    default:
      text += spec + length + conversion;
    }
    if (stopped)
      return std::nullopt;
  }
  return text;
}

} // namespace heddle::vm
