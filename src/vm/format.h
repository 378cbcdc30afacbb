// printf's formatting, on values of the program under test.
#pragma once

#include "vm/call.h"

#include <optional>
#include <string>

namespace heddle::vm {

/// Where the arguments behind the format come from: a call's `...`, or a va_list.
class ArgumentSource {
public:
  virtual ~ArgumentSource() = default;
  /// The bits of the next argument, which takes one word or, aligned to that, two. If it is
  /// symbolic they are those of any possible value, or with `exact` one that the path is then
  /// bound to. False if the thread stops.
  virtual bool next(std::uint64_t *words, unsigned count, bool exact) = 0;
};

/// The text, or nothing if an access failed and the thread stands.
std::optional<std::string> formatText(Call &call, const std::string &format, ArgumentSource &from);

} // namespace heddle::vm
