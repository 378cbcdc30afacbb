#include "report/library_calls.h"

#include <algorithm>
#include <array>

namespace heddle::report {

namespace {

bool isOfCxx(const Place &frame) {
  return frame.library &&
         (frame.function.starts_with("std::") || frame.function.starts_with("__gnu_cxx::"));
}

bool isAccess(const Event &event) {
  constexpr std::array<std::string_view, 6> kinds = {
      "read", "write", "read-modify-write", "compare-exchange", "bulk-copy", "free"};
  return std::ranges::find(kinds, event.kind) != kinds.end();
}

bool isAtomic(const std::string &function) {
  return function.starts_with("std::atomic") || function.starts_with("std::__atomic");
}

/// What belongs to the library, as the streams do. Models of functions tell nothing of themselves.
bool isOfLibrary(const std::string &object) {
  return object.starts_with("std::") || object.starts_with("__gnu_cxx::");
}

/// What the compiler adds to start variables has no line.
auto firstOfUser(const std::vector<Place> &stack) {
  return std::ranges::find_if(stack,
                              [](const Place &frame) { return !frame.library && frame.line; });
}

} // namespace

std::string libraryCall(const std::vector<Place> &stack) {
  const auto user = firstOfUser(stack);
  if (user == stack.begin() || user == stack.end() || !isOfCxx(*(user - 1)))
    return {};
  return (user - 1)->function;
}

std::vector<Event> withLibraryCalls(const std::vector<Event> &events) {
  std::vector<Event> result;
  std::string last;
  for (const Event &event : events) {
    const bool isInside = isAccess(event) && !event.stack.empty() && event.stack.front().library &&
                          std::ranges::any_of(event.stack, isOfCxx);
    if (isInside && firstOfUser(event.stack) == event.stack.end())
      continue;
    if (isAccess(event) && isOfLibrary(event.object))
      continue;
    const std::string call = isInside ? libraryCall(event.stack) : "";
    if (call.empty() || isAtomic(call)) {
      result.push_back(event);
      last.clear();
      continue;
    }
    const bool goesOn = call == last && !result.empty() && result.back().thread == event.thread &&
                        result.back().place.line == event.place.line;
    last = call;
    if (goesOn)
      continue;
    result.push_back(event);
    result.back().object = call;
    result.back().text = "calls " + call;
  }
  return result;
}

} // namespace heddle::report
