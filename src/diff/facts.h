// The facts of one version, for the rules of rules/rank1.dl.
#pragma once

#include "datalog/database.h"
#include "diff/version.h"

namespace heddle::diff {

/// A database with the facts of a version, and which of its values stand for what.
struct FactBase {
  datalog::Database database;
  std::vector<datalog::ValueId> statements; ///< By StatementId.
  std::vector<datalog::ValueId> variables;  ///< By VariableId.
  std::vector<datalog::ValueId> threads;
  std::vector<datalog::ValueId> locks; ///< By analysis::LockId.
  // The other way round; values that stand for nothing of the program have `noStatement`.
  std::vector<StatementId> statementOf;
  std::vector<VariableId> variableOf;
  static constexpr StatementId noStatement = ~StatementId{0};
};

/// The rules have the relations of rank1.dl.
FactBase factsOf(const Version &version, const datalog::Rules &rules);

} // namespace heddle::diff
