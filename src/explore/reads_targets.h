// What an event could see instead, and an order of the events in which it does.
#pragma once

#include "explore/reads_graph.h"
#include "explore/rerun.h"

namespace heddle::explore {

/// A way to run an event that is not decided yet.
struct Target {
  std::vector<GraphId> order;  ///< Of the events before it and itself, if it is known.
  std::vector<ReadFrom> wants; ///< What it is to see; the rest is as it comes.
  Asked asked;
  bool isWayFixed = false;
};

/// An event among those before it.
struct Newcomer {
  std::vector<GraphId> after;
  std::vector<ReadFrom> wants;
  std::vector<Bytes> writes;
  bool isSilent = false;
};

/// An order of the first events and the new one, near to `wanted`.
Linearised findOrder(std::span<const GraphEvent> events, const Newcomer &newcomer,
                     std::span<const GraphId> wanted);

/// For each of the bytes that were read and that `from` does not settle, the other events that
/// could have been seen there: a target each, in which all that was read before is seen again.
/// `start` is what comes before the reader whatever it sees.
void addTargets(std::span<const GraphEvent> events, const GraphClock &start,
                std::span<const ReadFrom> reads, const Target &from, std::vector<Target> &out);

/// The same for all ways of a step that see the same, and no others.
std::vector<std::uint64_t> signatureOf(const GraphEvent &event,
                                       std::span<const std::uint32_t> sides);

} // namespace heddle::explore
