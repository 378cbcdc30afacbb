#include "solver/path.h"

#include <algorithm>

namespace heddle::solver {

void Path::become(std::span<const expr::Ref> path) {
  const auto [mine, theirs] =
      std::mismatch(conditions.begin(), conditions.end(), path.begin(), path.end());
  const auto common = static_cast<std::size_t>(mine - conditions.begin());
  while (conditions.size() > common) {
    groups.pop();
    ranges.pop();
    conditions.pop_back();
  }
  for (const expr::Ref condition : path.subspan(common)) {
    conditions.push_back(condition);
    groups.push(condition);
    ranges.push(condition);
  }
}

std::vector<expr::Ref> Path::relevant(expr::Ref condition) const {
  std::vector<expr::Ref> found;
  for (const std::uint32_t place : groups.around(*condition->support))
    found.push_back(conditions[place]);
  return found;
}

} // namespace heddle::solver
