#include "diff/difference.h"

#include <algorithm>

namespace heddle::diff {

std::string_view name(Side side) {
  return side == Side::Old ? "old" : "new";
}

std::string_view name(Status status) {
  switch (status) {
  case Status::Confirmed:
    return "confirmed";
  case Status::Refuted:
    return "refuted";
  case Status::Open:
    break;
  }
  return "open";
}

std::string_view name(ExclusionDifference::Kind kind) {
  switch (kind) {
  case ExclusionDifference::Kind::Split:
    return "split";
  case ExclusionDifference::Kind::Order:
    return "order";
  case ExclusionDifference::Kind::Condition:
    return "condition";
  case ExclusionDifference::Kind::WakeUp:
    return "wake-up";
  case ExclusionDifference::Kind::Count:
    return "count";
  case ExclusionDifference::Kind::Overlap:
    break;
  }
  return "overlap";
}

std::string_view name(Relationship relationship) {
  switch (relationship) {
  case Relationship::Unknown:
    return "how they relate is not known";
  case Relationship::NewRefinesOld:
    return "new refines old";
  case Relationship::OldRefinesNew:
    return "old refines new";
  case Relationship::Neither:
    return "neither refines the other";
  case Relationship::Equivalent:
    break;
  }
  return "equivalent";
}

bool Difference::counts() const {
  if (status == Status::Refuted)
    return false;
  for (const Edge &edge : edges)
    if (edge.readElsewhere == program::noLocation)
      return false;
  return true;
}

bool hasConsequence(const Comparison &comparison) {
  return std::ranges::any_of(comparison.differences, &Difference::counts) ||
         !comparison.lockOrder.empty() || !comparison.threads.empty();
}

bool hasDifference(const Comparison &comparison) {
  return hasConsequence(comparison) || !comparison.exclusion.empty();
}

std::vector<Gap> gapsOf(const Comparison &comparison) {
  std::vector<Gap> gaps = comparison.gaps;
  if (comparison.unexplained && !hasDifference(comparison))
    gaps.push_back(*comparison.unexplained);
  return gaps;
}

Relationship relationshipOf(const Comparison &comparison) {
  bool only[2] = {false, false}; // Does something that the other does not.
  const auto add = [&](Side side) { only[static_cast<std::size_t>(side)] = true; };
  // Who lacks a write may lack what waited with it: what `std::latch` and the like order is not
  // known, so that the flows which were added do not show.
  bool isKnown = true;
  for (const Difference &difference : comparison.differences)
    if (difference.counts()) {
      add(difference.onlyIn);
      isKnown = isKnown && std::ranges::none_of(difference.edges, [](const Edge &edge) {
                  return !edge.isInitial && edge.writeElsewhere == program::noLocation;
                });
    }
  for (const LockCycleDifference &cycle : comparison.lockOrder)
    add(cycle.onlyIn);
  for (const ExclusionDifference &one : comparison.exclusion)
    add(one.onlyIn);
  for (const ThreadDifference &thread : comparison.threads)
    // Who does not wait allows more.
    add(thread.kind == ThreadDifference::Kind::Created ? thread.onlyIn : otherSide(thread.onlyIn));
  if (only[0] && only[1])
    return Relationship::Neither;
  if (!gapsOf(comparison).empty() || comparison.isCutShort || !isKnown)
    return Relationship::Unknown;
  if (only[0])
    return Relationship::NewRefinesOld;
  return only[1] ? Relationship::OldRefinesNew : Relationship::Equivalent;
}

} // namespace heddle::diff
