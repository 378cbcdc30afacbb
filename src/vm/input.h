// Inputs of a program: what the environment may choose, and what it chose in one test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::vm {

enum class InputType : std::uint8_t { Signed, Unsigned, Real, Bytes };

struct InputValue {
  std::string name;
  InputType type = InputType::Bytes;
  std::vector<std::uint8_t> bytes; ///< As in memory.
  bool operator==(const InputValue &) const = default;
};

/// As people write it: a decimal number, or 0x and two digits a byte in the order of memory.
std::string textOf(const InputValue &value);
/// For people: like that, but a float as a number.
std::string shownText(const InputValue &value);
/// Reads what `textOf` writes; false if it is neither.
bool readInput(const std::string &text, InputValue &value);

} // namespace heddle::vm
