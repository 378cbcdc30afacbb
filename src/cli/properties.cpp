#include "cli/properties.h"

#include "support/nearest.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace heddle::cli {

const std::vector<std::string> &allProperties() {
  static const std::vector<std::string> names = {"assertion", "deadlock",   "hang",   "race",
                                                 "memory",    "arithmetic", "misuse", "exception",
                                                 "overflow",  "leak"};
  return names;
}

std::vector<std::string> defaultProperties() {
  std::vector<std::string> names = allProperties();
  std::erase(names, "overflow");
  std::erase(names, "leak");
  return names;
}

support::Outcome<std::bitset<vm::faultKinds>> checksOf(const std::vector<std::string> &properties) {
  std::bitset<vm::faultKinds> checks;
  for (const std::string &property : properties) {
    if (std::ranges::count(allProperties(), property) == 0) {
      const auto meant = support::nearest(property, allProperties());
      return support::Failure{
          "unknown property '" + property + "'" +
              (meant ? "; did you mean '" + *meant + "'?"
                     : fmt::format("; there are {}", fmt::join(allProperties(), ", "))),
          {}};
    }
    for (unsigned kind = 0; kind < vm::faultKinds; ++kind)
      if (vm::propertyOf(static_cast<vm::FaultKind>(kind)) == property)
        checks.set(kind);
  }
  return checks;
}

} // namespace heddle::cli
