#include "diff/told.h"

#include <algorithm>

namespace heddle::diff {

bool Told::isWanted(const ExclusionDifference &difference) const {
  const program::Program &program = classes.version(difference.onlyIn).program();
  return (options.variable.empty() || difference.variable == options.variable) &&
         (options.function.empty() ||
          std::ranges::any_of(difference.accesses, [&](const auto &access) {
            return program.place(access.at).function == options.function;
          }));
}

bool Told::isNew(const ExclusionDifference &difference) {
  if (!isWanted(difference))
    return false;
  const program::Program &program = classes.version(difference.onlyIn).program();
  Lines lines;
  for (const ExclusionDifference::Access &access : difference.accesses) {
    const program::Place place = program.place(access.at);
    lines.emplace(place.file, place.line);
  }
  return shown.emplace(difference.onlyIn, difference.variable, std::move(lines)).second;
}

} // namespace heddle::diff
