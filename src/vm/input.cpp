#include "vm/input.h"

#include <charconv>
#include <cstring>

namespace heddle::vm {

std::string textOf(const InputValue &value) {
  const std::size_t size = value.bytes.size();
  if (value.type == InputType::Signed || value.type == InputType::Unsigned) {
    std::uint64_t number = 0;
    std::memcpy(&number, value.bytes.data(), size < 8 ? size : 8);
    if (value.type == InputType::Unsigned)
      return std::to_string(number);
    const unsigned shift = 64 - 8 * static_cast<unsigned>(size);
    return std::to_string(static_cast<std::int64_t>(number << shift) >> shift);
  }
  static constexpr char digits[] = "0123456789abcdef";
  std::string text = "0x";
  for (const std::uint8_t byte : value.bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string shownText(const InputValue &value) {
  char text[64];
  std::to_chars_result end{text, {}};
  if (value.type == InputType::Real && value.bytes.size() == 4) {
    float number = 0;
    std::memcpy(&number, value.bytes.data(), sizeof number);
    end = std::to_chars(text, text + sizeof text, number);
  } else if (value.type == InputType::Real && value.bytes.size() == 8) {
    double number = 0;
    std::memcpy(&number, value.bytes.data(), sizeof number);
    end = std::to_chars(text, text + sizeof text, number);
  } else {
    return textOf(value);
  }
  return {text, end.ptr};
}

bool readInput(const std::string &text, InputValue &value) {
  if (text.starts_with("0x")) {
    if (text.size() % 2)
      return false;
    value.type = InputType::Bytes;
    for (std::size_t i = 2; i < text.size(); i += 2) {
      std::uint8_t byte = 0;
      const auto [end, error] = std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
      if (error != std::errc{} || end != text.data() + i + 2)
        return false;
      value.bytes.push_back(byte);
    }
    return true;
  }
  const char *last = text.data() + text.size();
  std::uint64_t number = 0;
  value.type = text.starts_with('-') ? InputType::Signed : InputType::Unsigned;
  if (value.type == InputType::Signed) {
    std::int64_t negative = 0;
    const auto [end, error] = std::from_chars(text.data(), last, negative);
    if (error != std::errc{} || end != last)
      return false;
    number = static_cast<std::uint64_t>(negative);
  } else {
    const auto [end, error] = std::from_chars(text.data(), last, number);
    if (error != std::errc{} || end != last)
      return false;
  }
  value.bytes.resize(8);
  std::memcpy(value.bytes.data(), &number, 8);
  return true;
}

} // namespace heddle::vm
