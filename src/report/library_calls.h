// Reports speak of what the user wrote: what a function of the C++ library does inside is told as a
// call of it.
#pragma once

#include "report/result.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

/// The function of the C++ library that the user's code has called there; empty if the innermost
/// frame is the user's own, or not of C++.
std::string libraryCall(const std::vector<Place> &stack);

/// How an event is told where library functions are one call each.
struct Telling {
  std::optional<std::size_t> row; ///< The event whose row tells of it; nothing if none does.
  std::string call;               ///< The function whose call the row tells of, if it does.
};
std::vector<Telling> tellingsOf(const std::vector<Event> &events);

/// The events with accesses inside of library functions as one call each. Those of std::atomic stay
/// what they are; those before and behind the user's code go.
std::vector<Event> withLibraryCalls(const std::vector<Event> &events);

} // namespace heddle::report
