#include "diff/classes.h"

#include <algorithm>
#include <map>

namespace heddle::diff {

Classes::Classes(const Match &match, const Version &old, const Version &current)
    : match(match), versions{&old, &current} {
  pairVariables();
  findVague();
}

ClassId Classes::ofLocation(Side side, program::LocationId location) const {
  const program::LocationId partner = match.other(side, location);
  if (side == Side::Old)
    return partner == program::noLocation ? location | ClassId{1} << 30 | own : location;
  return partner == program::noLocation ? location | own : partner;
}

ClassId Classes::ofStatement(Side side, StatementId id) const {
  return id == initialStatement ? initialClass
                                : ofLocation(side, version(side).statements()[id].user);
}

EdgeKey Classes::keyOf(Side side, const ReadFrom &edge) const {
  const ClassId write = ofStatement(side, edge.store), read = ofStatement(side, edge.load);
  const bool isAny = vague.contains(write) || vague.contains(read);
  return {isAny ? anyVariable : ofVariable(side, edge.variable), write, read};
}

void Classes::findVague() {
  for (const Side side : {Side::Old, Side::New})
    for (const Statement &statement : version(side).statements())
      if (statement.use && statement.use->isVague && statement.user != program::noLocation)
        vague.insert(ofLocation(side, statement.user));
}

/// Variables that the same statements access are the same. A name that both versions have breaks
/// ties.
void Classes::pairVariables() {
  using Uses = std::map<ClassId, std::vector<VariableId>>; // By statement.
  const auto usesOf = [&](Side side) {
    Uses uses;
    for (const Statement &statement : version(side).statements()) {
      if (!statement.use || statement.user == program::noLocation)
        continue;
      std::vector<VariableId> &list = uses[ofLocation(side, statement.user)];
      for (const auto *variables_ : {&statement.use->loads, &statement.use->stores})
        for (const VariableId id : *variables_)
          if (std::ranges::find(list, id) == list.end())
            list.push_back(id);
    }
    return uses;
  };
  const Uses old = usesOf(Side::Old);
  const Uses current = usesOf(Side::New);
  std::map<std::pair<VariableId, VariableId>, double> votes;
  for (const auto &[statement, list] : old) {
    const auto found = current.find(statement);
    if (!isCommon(statement) || found == current.end())
      continue;
    const double weight = 1.0 / static_cast<double>(list.size() * found->second.size());
    for (const VariableId one : list)
      for (const VariableId other : found->second) {
        const Variable &a = version(Side::Old).variables()[one];
        const Variable &b = version(Side::New).variables()[other];
        votes[{one, other}] += weight * (a.name == b.name ? 2 : 1) *
                               (a.offset == b.offset && a.size == b.size ? 1.5 : 1);
      }
  }
  std::vector<std::tuple<double, VariableId, VariableId>> sorted;
  for (const auto &[pair, weight] : votes)
    sorted.emplace_back(-weight, pair.first, pair.second);
  std::ranges::sort(sorted);
  const std::size_t oldCount = version(Side::Old).variables().size();
  const std::size_t newCount = version(Side::New).variables().size();
  constexpr ClassId unknown = ~ClassId{0};
  variables[0].resize(oldCount);
  variables[1].assign(newCount, unknown);
  std::vector<char> taken(oldCount);
  for (const auto &[weight, one, other] : sorted)
    if (!taken[one] && variables[1][other] == unknown) {
      taken[one] = 1;
      variables[1][other] = one;
    }
  for (VariableId id = 0; id < oldCount; ++id)
    variables[0][id] = taken[id] ? id : id | ClassId{1} << 30 | own;
  for (VariableId id = 0; id < newCount; ++id)
    if (variables[1][id] == unknown)
      variables[1][id] = id | own;
}

} // namespace heddle::diff
