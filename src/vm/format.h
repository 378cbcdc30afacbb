// printf's formatting, on values of the program under test.
#pragma once

#include "vm/call.h"

#include <functional>
#include <optional>
#include <string>

namespace heddle::vm {

/// Where the arguments behind the format come from: a call's `...`, or a va_list.
class ArgumentSource {
public:
  virtual ~ArgumentSource() = default;
  virtual std::uint64_t integer() = 0;
  virtual double real() = 0;
  virtual long double longReal() = 0;
};

/// The text, or nothing if an access failed and the thread stands.
std::optional<std::string> formatText(Call &call, const std::string &format, ArgumentSource &from);

} // namespace heddle::vm
