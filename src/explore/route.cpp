#include "explore/route.h"

#include <algorithm>

namespace heddle::explore {

namespace {
constexpr std::size_t nowhere = ~std::size_t{0};
constexpr std::size_t mostOpen = 64; ///< Writes of a thread that no note is behind yet.

std::size_t findIn(const std::vector<std::uint32_t> &notes, std::size_t from, std::uint32_t note) {
  const auto begin = notes.begin() + static_cast<std::ptrdiff_t>(std::min(from, notes.size()));
  const auto found = std::find(begin, notes.end(), note);
  return found == notes.end() ? nowhere : static_cast<std::size_t>(found - notes.begin());
}
} // namespace

Course::Course(const RouteSet &set) {
  for (const Route &route : set.routes)
    tracks.push_back({0, false, std::vector<Segment>(route.segments)});
}

void Course::write(vm::ThreadId thread, const llvm::Instruction &by, vm::Address address,
                   std::uint64_t size) {
  if (thread >= histories.size())
    histories.resize(thread + std::size_t{1});
  auto &open = histories[thread].open;
  if (open.size() >= mostOpen)
    open.erase(open.begin());
  open.push_back({&by, {address, size}});
}

void Course::pass(vm::ThreadId thread, std::uint32_t note, const llvm::Instruction *done) {
  if (thread >= histories.size())
    histories.resize(thread + std::size_t{1});
  History &history = histories[thread];
  if (done)
    std::erase_if(history.open, [&](const auto &one) {
      if (one.first == done)
        history.written.emplace_back(history.notes.size(), one.second);
      return one.first == done;
    });
  history.notes.push_back(note);
}

/// When the thread came by that step: for a definition, of the bytes that are meant.
std::size_t Course::find(const History &history, std::size_t from, const RouteStep &step) {
  std::size_t at = findIn(history.notes, from, step.note);
  while (at != nowhere && !step.defines.empty()) {
    bool isMeant = true; // If it was not seen to write anything.
    for (const auto &[when, bytes] : history.written) {
      if (when != at)
        continue;
      isMeant = std::ranges::any_of(step.defines, [&, &where = bytes](vm::Address meant) {
        return where.address <= meant && meant - where.address < where.size;
      });
      if (isMeant)
        break;
    }
    if (isMeant)
      return at;
    at = findIn(history.notes, at + 1, step.note);
  }
  return at;
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
    const std::vector<std::uint32_t> &notes = histories[i].notes;
    const std::size_t at = findIn(notes, 0, step.note);
    if (at == nowhere || isTaken(set, route, thread) ||
        std::ranges::count(track.segments[step.segment].rejected, thread))
      continue;
    if (last == Notes::none || findIn(notes, at, last) == nowhere)
      return thread;
    if (old == vm::noThread)
      old = thread;
  }
  return old;
}

/// From the cursor on the thread has come by the next step, or by a later one of the segment. A
/// definition of certain bytes is not left out.
bool Course::matchBound(const RouteSet &set, std::size_t route, Segment &segment) {
  const Route &of = set.routes[route];
  Track &track = tracks[route];
  if (segment.thread >= histories.size())
    return false; // It stands at the goal, and came by nothing that tells.
  const History &history = histories[segment.thread];
  const std::size_t end = lastOf(of, track.next);
  for (std::size_t step = track.next; step <= end; ++step) {
    if (of.steps[step].note == Notes::none)
      continue;
    const std::size_t at = find(history, segment.cursor, of.steps[step]);
    if (at != nowhere) {
      segment.cursor = at + 1;
      track.next = step + 1;
      return true;
    }
    if (of.steps[step].defines.empty())
      continue;
    if (findIn(history.notes, segment.cursor, of.steps[step].note) != nowhere)
      reject(set, route, segment);
    return false;
  }
  return false;
}

/// Another thread is to do what this one did elsewhere.
void Course::reject(const RouteSet &set, std::size_t route, Segment &segment) {
  const std::vector<RouteStep> &steps = set.routes[route].steps;
  std::size_t &next = tracks[route].next;
  const std::uint32_t number = steps[next].segment;
  while (next > 0 && steps[next - 1].segment == number)
    --next;
  segment.rejected.push_back(segment.thread);
  segment.thread = vm::noThread;
  segment.cursor = 0;
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

std::size_t Course::broken(const RouteSet &set) const {
  return static_cast<std::size_t>(std::ranges::count_if(set.orders, [&](const RouteOrder &order) {
    return isPast(order.later, order.laterStep) && !isPast(order.first, order.firstStep);
  }));
}

bool Course::mayFollow(const RouteSet &set, std::size_t route, vm::ThreadId thread) const {
  const Track &track = tracks[route];
  const Segment &segment = track.segments[set.routes[route].steps[track.next].segment];
  return segment.thread == thread ||
         (segment.thread == vm::noThread && !isTaken(set, route, thread) &&
          std::ranges::count(segment.rejected, thread) == 0);
}

bool Course::isHeld(const RouteSet &set, vm::ThreadId thread) const {
  for (std::size_t i = 0; i < tracks.size(); ++i)
    if (tracks[i].isThere && tracks[i].segments[set.routes[i].goal()].thread == thread)
      return true;
  return false;
}

} // namespace heddle::explore
