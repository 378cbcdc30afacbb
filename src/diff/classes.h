// Statements and variables of two versions under common numbers: those that are the same in both
// have the same number, so that edges of the two can be compared.
#pragma once

#include "diff/match.h"
#include "diff/relations.h"

#include <set>

namespace heddle::diff {

using ClassId = std::uint32_t;
inline constexpr ClassId initialClass = ~ClassId{0};
/// Of an edge that has an end of which it is not known which variable it goes to. Through one of
/// them or another, the same write is seen by the same read.
inline constexpr ClassId anyVariable = (ClassId{1} << 31) - 1;

/// A read-from edge whatever thread and context it is in.
struct EdgeKey {
  ClassId variable = 0;
  ClassId write = 0; ///< `initialClass` for the initial value.
  ClassId read = 0;
  auto operator<=>(const EdgeKey &) const = default;
};

class Classes {
public:
  Classes(const Match &match, const Version &old, const Version &current);

  ClassId ofLocation(Side side, program::LocationId location) const;
  ClassId ofVariable(Side side, VariableId variable) const {
    return variables[static_cast<std::size_t>(side)][variable];
  }
  ClassId ofStatement(Side side, StatementId id) const;
  EdgeKey keyOf(Side side, const ReadFrom &edge) const;
  /// Whether the statement, or variable, is in both versions.
  bool isCommon(ClassId location) const { return location == initialClass || !(location & own); }
  bool isCommonVariable(ClassId variable) const { return !(variable & own); }
  const Version &version(Side side) const { return *versions[static_cast<std::size_t>(side)]; }
  const Match &matching() const { return match; }

private:
  void pairVariables();
  void findVague();
  /// Marks what only the new version has.
  static constexpr ClassId own = ClassId{1} << 31;

  const Match &match;
  const Version *versions[2];
  std::vector<ClassId> variables[2];
  std::set<ClassId> vague; ///< Statements, if they are in one of the versions.
};

} // namespace heddle::diff
