// Facts and rules as files that Soufflé and Z3 can run too.
#pragma once

#include "datalog/database.h"

#include <string>

namespace heddle::datalog {

/// Writes `rules.dl`, and for each relation with `.input` a file `NAME.facts`: a line a tuple,
/// values apart by tabs. `souffle -F DIR -D DIR DIR/rules.dl` evaluates it. `rules.smt2` is both
/// for Z3. Makes the directory.
support::Done saveFacts(const std::string &directory, const Rules &rules, const Database &database);

/// Reads the facts of all relations with `.input` from `NAME.facts`; one that has no such file is
/// empty. What is wrong in a file is told with its line.
support::Done loadFacts(const std::string &directory, const Rules &rules, Database &database);

/// The rules and facts as a script for `z3 FILE`, which prints the relations with `.output`. Values
/// are numbers there; a comment says which.
std::string z3Script(const Rules &rules, const Database &database);

} // namespace heddle::datalog
