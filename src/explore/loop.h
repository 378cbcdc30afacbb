// What the loops of all strategies have in common: how an end is counted, where a search stood when
// it was stopped, what a path that grew too long leaves open.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

/// Counts the execution that the machine is at the end of.
void countEnd(const vm::Machine &machine, Stats &stats);

/// Where the thread stands that was interrupted, or else the one that would go on.
program::LocationId placeOf(const vm::Machine &machine);

/// What a machine of this search is made with.
vm::Options machineOptions(const Options &options, const Progress &progress, vm::Rounds rounds);

bool isCancelled(const Progress &progress);

/// Whether a path of this many choices may not go on.
bool isTooDeep(const Limits &limits, std::size_t length);
/// What is left open when it does not; the machine has choices.
vm::Gap depthGap(const vm::Machine &machine, const Limits &limits);

/// Shows the figures, and how long the path is, to whoever watches: adds what is new since
/// `before`.
void publish(const Stats &stats, Stats &before, std::size_t depth, Progress &progress);

/// Adds up the figures of two workers.
void addStats(Stats &to, const Stats &from);

/// How much a machine has done, the same on every computer: its instructions, and what takes as
/// long as so many.
std::uint64_t workOf(const vm::Machine &machine);

/// The figures that the machine itself knows.
void countWork(const vm::Machine &machine, Stats &stats);

} // namespace heddle::explore
