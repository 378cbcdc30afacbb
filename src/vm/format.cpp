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

} // namespace

std::optional<std::string> formatText(Call &call, const std::string &format, ArgumentSource &from) {
  std::string text;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    ++i;
    std::string spec = "%";
    std::optional<long> precision;
    auto number = [&] {
      if (i < format.size() && format[i] == '*') {
        ++i;
        const auto value = static_cast<std::int32_t>(from.integer());
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
    number();
    if (i < format.size() && format[i] == '.') {
      const std::string before = spec;
      spec += format[i++];
      precision = number();
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
      text += hostFormat(spec + "ld", narrowSigned(from.integer(), length));
      break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      text += hostFormat(spec + "l" + conversion, narrowUnsigned(from.integer(), length));
      break;
    case 'c':
      text += hostFormat(spec + "c", static_cast<int>(from.integer()));
      break;
    case 'p':
      text += hostFormat(spec + "p", reinterpret_cast<void *>(from.integer()));
      break;
    case 's': {
      const Address address = from.integer();
      std::optional<std::string> value;
      if (!address) {
        value = "(null)";
      } else if (precision && *precision >= 0) {
        // With a precision the string need not end.
        std::string bounded;
        for (long n = 0; n < *precision; ++n) {
          const std::uint8_t *byte = call.read(address + static_cast<Address>(n), 1);
          if (!byte)
            return std::nullopt;
          if (!*byte)
            break;
          bounded += static_cast<char>(*byte);
        }
        value = bounded;
      } else {
        value = call.string(address);
      }
      if (!value)
        return std::nullopt;
      text += hostFormat(spec + "s", value->c_str());
      break;
    }
    case 'm':
      text += hostFormat(spec + "s", std::strerror(call.getErrno()));
      break;
    case 'n': {
      const unsigned size = length == "hh" ? 1 : length == "h" ? 2 : length.empty() ? 4 : 8;
      if (!call.store(from.integer(), text.size(), size))
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
      if (length == "L")
        text += hostFormat(spec + "L" + conversion, from.longReal());
      else
        text += hostFormat(spec + conversion, from.real());
      break;
    default:
      text += spec + length + conversion;
    }
  }
  return text;
}

} // namespace heddle::vm
