// What must hold for every program. Each answers with what is wrong; empty if nothing is.
#pragma once

#include "defuse_check.h"
#include "explored.h"
#include "laws.h"

namespace heddle::property {

/// Every strategy finds what there is, and each of its findings comes again from its test. One
/// that is named is not left out for any seed, and the others are.
std::string checkStrategies(Ready &ready, const Explored &all, std::uint64_t seed,
                            const std::string &only);
/// Whether there is one with this name.
bool hasSetting(const std::string &name);

/// The comparison of strategies notices one that leaves something out.
std::string checkComparison();

/// Every bug comes again from its test file, event by event.
std::string checkReplay(Ready &ready, const explore::Answer &answer, bool races);

/// What is seen in random executions, and in those that end in a deadlock, is in the answers of the
/// static analyses.
LawRuns checkLaws(Ready &ready, const explore::Answer &answer, std::uint64_t seed);

/// Where threads come to in random executions is in reach of where they were.
std::string checkReachLaw(Ready &ready, std::uint64_t seed);

/// Places and pairs of places are reached if and only if some execution comes there.
std::string checkTargets(Ready &ready, std::uint64_t seed);

/// Going back restores the state, and a copy is independent of its original.
std::string checkMarks(Ready &ready, std::uint64_t seed);

/// The program as C, through clang, has as many executions and ends in the same way.
std::string checkC(const Shape &shape, const Explored &plain, const std::string &directory);

/// Native runs under random delays end only in ways that the search has found.
std::string checkNative(const Shape &shape, const Explored &plain, const std::string &directory,
                        unsigned runs, std::uint64_t seed);

/// Which writes reads can see, and the encodings that say so, against all executions.
DefuseCheck checkDefuse(Ready &ready, std::uint64_t seed);
/// The encodings of all executions that definition-use testing comes by in that time.
DefuseCheck checkEncodings(Ready &ready, double seconds);

/// Threads of a few operations each have as many executions as combinatorics says.
std::string checkCounts();

} // namespace heddle::property
