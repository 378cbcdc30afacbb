// From syntax to rules: names, types, and whether every variable has values to range over.
#pragma once

#include "datalog/rules.h"
#include "datalog/syntax.h"

namespace heddle::datalog {

/// Fills `rules`; what is wrong is reported.
void checkDeclarations(const syntax::Program &program, Rules &rules, Diagnostics &diagnostics);
void checkClauses(const syntax::Program &program, Rules &rules, Diagnostics &diagnostics);

/// Orders the relations into strata. A negation in a cycle is reported, with the cycle.
void stratify(Rules &rules, Diagnostics &diagnostics);

} // namespace heddle::datalog
