// The path that is asked about, kept from question to question: neighbouring questions have most of
// it in common.
#pragma once

#include "solver/groups.h"
#include "solver/ranges.h"

#include <span>
#include <vector>

namespace heddle::solver {

class Path {
public:
  /// Makes this the path: takes back what is different and adds what is new.
  void become(std::span<const expr::Ref> path);
  /// The conditions that bear on `condition`, in the order of the path.
  std::vector<expr::Ref> relevant(expr::Ref condition) const;
  const std::vector<expr::Ref> &all() const { return conditions; }
  const Groups &inGroups() const { return groups; }
  Ranges &inRanges() { return ranges; }

private:
  std::vector<expr::Ref> conditions;
  Groups groups;
  Ranges ranges;
};

} // namespace heddle::solver
