// Whether a step may change what another one sees.
#pragma once

#include "explore/reads_graph.h"

namespace heddle::explore {

/// Whether the reads of an event could see something of a step with these effects (or of what it
/// would be if it found something else) if that came first. Where nobody knows, it could.
bool mayBeSeenBy(const GraphEvent &event, std::span<const vm::Effect> step, vm::ThreadId thread);

/// Whether a round of a loop that only waits, which looks at this, may be a race with an event.
bool mayRace(std::span<const vm::Effect> round, const GraphEvent &event);

/// Whether it depends on what a step reads what else it touches.
bool isUnforeseeable(std::span<const vm::Effect> step, vm::ThreadId thread);

/// The bytes that these effects write whatever was there; none if that depends on it.
std::vector<Bytes> certainWrites(const GraphEvent &event);

} // namespace heddle::explore
