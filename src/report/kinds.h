// The kinds of findings, for formats that describe each of them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace heddle::report {

struct Kind {
  std::string_view name; ///< As in Finding::kind.
  std::string_view description;
  unsigned cwe = 0; ///< Of the Common Weakness Enumeration; 0 if none fits.
};
/// All of docs/json.md, in that order.
std::span<const Kind> kinds();

/// Where in kinds() the name is.
std::optional<std::size_t> kindNumber(std::string_view name);

} // namespace heddle::report
