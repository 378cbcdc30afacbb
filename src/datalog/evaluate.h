// What follows from the facts of a database by its rules. Two evaluators that answer the same:
// `Dense` is the one to use, `Muz` is Z3's fixedpoint engine, the reference.
#pragma once

#include "datalog/database.h"
#include "datalog/limits.h"
#include "datalog/rules.h"

#include <functional>

namespace heddle::datalog {

enum class Engine : std::uint8_t { Dense, Muz };

/// Adds all that follows to the relations of `database`. On a failure (time, memory, cancelled) the
/// database is of no use any more: some of what follows may be missing.
support::Done evaluate(const Rules &rules, Database &database, Engine engine = Engine::Dense,
                       const Limits &limits = {});

// The evaluators themselves.
support::Done evaluateDense(const Rules &rules, Database &database, Budget &budget);
support::Done evaluateMuz(const Rules &rules, Database &database, Budget &budget);

/// Evaluates one stratum in rounds, without the shortcut for transitive relations, and shows what
/// each round adds. For the facts that a stratum starts with there is a round of their own.
using OnRound = std::function<void(RelationId, const Relation &fresh)>;
support::Done evaluateInRounds(const Rules &rules, const Stratum &stratum, Database &database,
                               Budget &budget, const OnRound &onRound);

} // namespace heddle::datalog
