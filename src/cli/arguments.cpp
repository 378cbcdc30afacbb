#include "cli/arguments.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace heddle::cli {

bool looksLikeInput(const std::string &name) {
  constexpr std::array<std::string_view, 12> endings = {
      ".c", ".C", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".i", ".ii", ".ll", ".bc", ".heddle"};
  return std::ranges::any_of(endings,
                             [&](std::string_view ending) { return name.ends_with(ending); });
}

Arguments split(const std::vector<std::string> &arguments) {
  Arguments parts;
  const auto end = std::ranges::find(arguments, "--");
  for (auto at = arguments.begin(); at != end; ++at) {
    if (*at == "--args" || at->starts_with("--args=")) {
      if (*at != "--args")
        parts.own.push_back("--args=:" + at->substr(7));
      while (++at != end)
        parts.own.push_back("--args=:" + *at);
      break;
    }
    parts.own.push_back(*at);
    if (*at != "--json")
      continue;
    const auto next = at + 1;
    const bool hasTarget =
        next != end && (*next == "-" || !next->starts_with('-')) && !looksLikeInput(*next);
    if (!hasTarget)
      parts.own.back() = "--json=-";
  }
  if (end != arguments.end())
    parts.flags.assign(end + 1, arguments.end());
  return parts;
}

} // namespace heddle::cli
