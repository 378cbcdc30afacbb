#include "report/pair_groups.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <tuple>

namespace heddle::report {

std::vector<PairGroup> groupsOf(const PairReport &report) {
  std::vector<PairGroup> groups;
  for (std::size_t from = 0; from < report.pairs.size();) {
    PairGroup group{from, from, 0, false};
    for (; group.to < report.pairs.size() &&
           report.pairs[group.to].variable == report.pairs[from].variable;
         ++group.to) {
      const AccessPair &pair = report.pairs[group.to];
      group.races += isRaceCandidate(pair);
      group.isForgotten |= isRaceCandidate(pair) && pair.a.locks.empty() != pair.b.locks.empty();
    }
    groups.push_back(group);
    from = group.to;
  }
  if (!report.showsAll)
    std::ranges::sort(groups, {}, [](const PairGroup &one) {
      return std::tuple(one.races == 0, !one.isForgotten, one.races, one.from);
    });
  return groups;
}

std::string_view verbOf(const PairSide &side) {
  static const std::map<std::string, std::string_view, std::less<>> verbs = {
      {"read", "reads"}, {"write", "writes"},   {"lock", "locks"}, {"read-lock", "locks to read"},
      {"wait", "waits"}, {"signal", "signals"},
  };
  const auto found = verbs.find(side.access);
  return found == verbs.end() ? std::string_view("touches") : found->second;
}

} // namespace heddle::report
