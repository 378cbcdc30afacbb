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

std::vector<Telling> tellingsOf(const std::vector<Event> &events) {
  std::vector<Telling> result(events.size());
  std::optional<std::size_t> row; // The one that was told last, and the call it tells of.
  std::string last;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event &event = events[i];
    const bool isInside = isAccess(event) && !event.stack.empty() && event.stack.front().library &&
                          std::ranges::any_of(event.stack, isOfCxx);
    const bool isOwn = isAccess(event) && !event.stack.empty() && event.stack.front().library;
    if (isOwn && firstOfUser(event.stack) == event.stack.end())
      continue; // How a library hands over what a thread is to run.
    if (isAccess(event) && isOfLibrary(event.object))
      continue;
    std::string call = isInside ? libraryCall(event.stack) : "";
    if (isAtomic(call))
      call.clear();
    const bool goesOn = !call.empty() && call == last && row &&
                        events[*row].thread == event.thread &&
                        events[*row].place.line == event.place.line;
    if (!goesOn)
      row = i;
    last = call;
    result[i] = {row, std::move(call)};
  }
  return result;
}

std::vector<Event> withLibraryCalls(const std::vector<Event> &events) {
  std::vector<Event> result;
  const std::vector<Telling> tellings = tellingsOf(events);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (tellings[i].row != i)
      continue;
    result.push_back(events[i]);
    if (tellings[i].call.empty())
      continue;
    result.back().object = tellings[i].call;
    result.back().text = "calls " + tellings[i].call;
  }
  return result;
}

} // namespace heddle::report
