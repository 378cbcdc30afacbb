#include "explore/route.h"

#include <algorithm>

namespace heddle::explore {

namespace {
constexpr std::size_t nowhere = ~std::size_t{0};

std::size_t findIn(const std::vector<std::uint32_t> &history, std::size_t from,
                   std::uint32_t note) {
  const auto begin = history.begin() + static_cast<std::ptrdiff_t>(std::min(from, history.size()));
  const auto found = std::find(begin, history.end(), note);
  return found == history.end() ? nowhere : static_cast<std::size_t>(found - history.begin());
}
} // namespace

Course::Course(const RouteSet &set) {
  for (const Route &route : set.routes)
    tracks.push_back({0, false, std::vector<Segment>(route.segments)});
}

void Course::pass(vm::ThreadId thread, std::uint32_t note) {
  if (thread >= histories.size())
    histories.resize(thread + std::size_t{1});
  histories[thread].push_back(note);
}

std::size_t Course::lastOf(const Route &route, std::size_t step) const {
  while (step + 1 < route.steps.size() &&
         route.steps[step + 1].segment == route.steps[step].segment)
    ++step;
  return step;
}

/// Whether the thread has a part on this route already, or is to stand at the goal of another one.
bool Course::isTaken(const RouteSet &set, std::size_t route, vm::ThreadId thread) const {
  for (std::size_t i = 0; i < tracks.size(); ++i)
    for (std::uint32_t segment = 0; segment < tracks[i].segments.size(); ++segment) {
      if (tracks[i].segments[segment].thread != thread)
        continue;
      if (i == route || segment == set.routes[i].goal())
        return true;
    }
  return false;
}

/// Who has come by the next step. One that has gone on beyond its segment did it long ago, and
/// another one is better.
vm::ThreadId Course::findThread(const RouteSet &set, std::size_t route) const {
  const Route &of = set.routes[route];
  const Track &track = tracks[route];
  const RouteStep &step = of.steps[track.next];
  const std::uint32_t last = of.steps[lastOf(of, track.next)].note;
  vm::ThreadId old = vm::noThread;
  for (std::size_t i = 0; i < histories.size(); ++i) {
    const auto thread = static_cast<vm::ThreadId>(i);
    const std::size_t at = findIn(histories[i], 0, step.note);
    if (at == nowhere || isTaken(set, route, thread))
      continue;
    if (last == Notes::none || findIn(histories[i], at, last) == nowhere)
      return thread;
    if (old == vm::noThread)
      old = thread;
  }
  return old;
}

/// From the cursor on the thread has come by the next step, or by a later one of the segment.
bool Course::matchBound(const RouteSet &set, std::size_t route, Segment &segment) {
  const Route &of = set.routes[route];
  Track &track = tracks[route];
  if (segment.thread >= histories.size())
    return false; // It stands at the goal, and came by nothing that tells.
  const std::vector<std::uint32_t> &history = histories[segment.thread];
  const std::size_t end = lastOf(of, track.next);
  for (std::size_t step = track.next; step <= end; ++step) {
    if (of.steps[step].note == Notes::none)
      continue;
    const std::size_t at = findIn(history, segment.cursor, of.steps[step].note);
    if (at == nowhere)
      continue;
    segment.cursor = at + 1;
    track.next = step + 1;
    return true;
  }
  return false;
}

bool Course::matchStep(const RouteSet &set, std::size_t route) {
  const Route &of = set.routes[route];
  Track &track = tracks[route];
  if (track.next + 1 >= of.steps.size())
    return false; // What is left is the goal.
  Segment &segment = track.segments[of.steps[track.next].segment];
  if (segment.thread == vm::noThread) {
    segment.thread = findThread(set, route);
    if (segment.thread == vm::noThread)
      return false;
  }
  return matchBound(set, route, segment);
}

void Course::advance(const RouteSet &set, const std::vector<std::uint64_t> &targets) {
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    while (matchStep(set, i)) {
    }
    Track &track = tracks[i];
    Segment &goal = track.segments[set.routes[i].goal()];
    const auto stands = [&](vm::ThreadId thread) {
      return thread < targets.size() && (targets[thread] >> i & 1) != 0;
    };
    if (goal.thread == vm::noThread)
      for (std::size_t thread = 0; thread < targets.size(); ++thread)
        if (stands(static_cast<vm::ThreadId>(thread)) &&
            !isTaken(set, i, static_cast<vm::ThreadId>(thread)))
          goal.thread = static_cast<vm::ThreadId>(thread);
    track.isThere = stands(goal.thread); // By whatever way.
  }
}

std::size_t Course::leftOf(const RouteSet &set, std::size_t route) const {
  return tracks[route].isThere ? 0 : set.routes[route].steps.size() - tracks[route].next;
}

std::size_t Course::left(const RouteSet &set) const {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < tracks.size(); ++i)
    sum += leftOf(set, i);
  return sum;
}

bool Course::mayFollow(const RouteSet &set, std::size_t route, vm::ThreadId thread) const {
  const Track &track = tracks[route];
  const vm::ThreadId bound = track.segments[set.routes[route].steps[track.next].segment].thread;
  return bound == thread || (bound == vm::noThread && !isTaken(set, route, thread));
}

bool Course::isHeld(const RouteSet &set, vm::ThreadId thread) const {
  for (std::size_t i = 0; i < tracks.size(); ++i)
    if (tracks[i].isThere && tracks[i].segments[set.routes[i].goal()].thread == thread)
      return true;
  return false;
}

} // namespace heddle::explore
