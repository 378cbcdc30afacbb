#include "diff/difference.h"

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

std::string_view name(Relationship relationship) {
  switch (relationship) {
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

} // namespace heddle::diff
