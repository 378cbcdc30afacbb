// What must hold for every program. Each answers with what is wrong; empty if nothing is.
#pragma once

#include "explored.h"

namespace heddle::property {

/// The search with a table of states finds the bugs and final states of the plain one.
std::string checkDedup(Ready &ready, const Explored &plain);

/// Every bug comes again from its test file, event by event.
std::string checkReplay(Ready &ready, const Explored &plain);

/// Going back restores the state, and a copy is independent of its original.
std::string checkMarks(Ready &ready, std::uint64_t seed);

/// The program as C, through clang, has as many executions and ends in the same way.
std::string checkC(const Shape &shape, const Explored &plain, const std::string &directory);

/// Native runs under random delays end only in ways that the search has found.
std::string checkNative(const Shape &shape, const Explored &plain, const std::string &directory,
                        unsigned runs, std::uint64_t seed);

/// Threads of a few operations each have as many executions as combinatorics says.
std::string checkCounts();

} // namespace heddle::property
