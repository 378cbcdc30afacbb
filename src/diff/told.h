// Which differences of exclusion are told: those that are asked for, and each once.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace heddle::diff {

class Told {
public:
  Told(const Classes &classes, const CompareOptions &options)
      : classes(classes), options(options) {}

  /// By `--var` and `--function`.
  bool isWanted(const ExclusionDifference &difference) const;
  /// Whether it is wanted and none of the same lines was told before: `x++` reads and writes on one
  /// line, and a reader tells no more apart.
  bool isNew(const ExclusionDifference &difference);

private:
  using Lines = std::set<std::pair<std::string, unsigned>>;
  const Classes &classes;
  const CompareOptions &options;
  std::set<std::tuple<Side, std::string, Lines>> shown;
};

} // namespace heddle::diff
