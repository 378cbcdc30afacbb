// Why a version cannot do what the other one can, as a sentence: the rule that excludes it, and the
// synchronisation that the rule rests on.
#pragma once

#include "diff/relations.h"

namespace heddle::diff {

class Reasons {
public:
  explicit Reasons(const Relations &relations) : relations(relations) {}

  /// Why the load cannot read from the store; empty if nothing says so.
  std::string whyNoRf(const ReadFrom &edge) const;
  /// What puts the one before the other: "joined at a.c:30"; empty if that is the order of the
  /// program alone.
  std::string whyOrdered(StatementId one, StatementId other) const;
  /// "a.c:12", or "the initial value".
  std::string placeOf(StatementId id) const;

private:
  std::string becauseOf(StatementId one, StatementId other) const;
  std::string lockName(datalog::ValueId lock) const;

  const Relations &relations;
};

} // namespace heddle::diff
