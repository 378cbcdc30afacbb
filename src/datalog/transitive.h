// Relations that are a transitive closure, told by the shape of their rules.
#pragma once

#include "datalog/rules.h"

#include <optional>

namespace heddle::datalog {

/// R(x,z) :- R(x,y), R(y,z) closes what the other rules of R give. R(x,z) :- R(x,y), E(y,z) adds
/// steps of E behind, R(x,z) :- E(x,y), R(y,z) in front.
struct Transitive {
  enum class Kind : std::uint8_t { Both, Behind, Before };
  Kind kind = Kind::Both;
  RelationId step = 0; ///< E, or R itself.
};

/// Nothing unless it is the stratum's only recursive rule.
std::optional<Transitive> findTransitive(const Rules &rules, const Stratum &stratum);

} // namespace heddle::datalog
