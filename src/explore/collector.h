// Gathers what a search finds: each distinct bug once, with its shortest path.
#pragma once

#include "explore/search.h"

#include <map>
#include <set>

namespace heddle::explore {

class Collector {
public:
  /// `onFound` may be empty.
  explicit Collector(std::function<void(const Found &, bool)> onFound)
      : onFound(std::move(onFound)) {}

  /// Takes over what the machine has found since it was last asked.
  void look(vm::Machine &machine, const std::vector<vm::Choice> &path);
  /// What it had found when it was looked at last, known or not.
  const std::vector<vm::Fault> &lastLooked() const { return looked; }
  void addGap(vm::Gap gap);
  /// Takes over what another one has gathered.
  void add(const Collector &other);
  /// Takes over what a search has answered.
  void add(const Answer &answer);
  /// The paths of what was found, in that order, and the gaps.
  std::vector<std::vector<vm::Choice>> paths() const;
  const std::vector<vm::Gap> &allGaps() const { return gaps; }
  bool foundBug() const { return bugs > 0; } ///< One that is not a race.
  Answer finish(const Stats &stats);

private:
  void add(const std::string &key, const Found &one);

  std::function<void(const Found &, bool)> onFound;
  std::map<std::string, Found> found;
  std::vector<std::string> order;
  std::set<std::string> gapKeys;
  std::vector<vm::Gap> gaps;
  std::vector<vm::Fault> looked;
  unsigned bugs = 0;
};

} // namespace heddle::explore
