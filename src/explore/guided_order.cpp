// What spares a guided trial states: threads are run through what means nothing to the abstract
// system, and who stands at a goal with a lock that another route needs came there too early.
#include "explore/guided_trial.h"

#include <algorithm>

namespace heddle::explore {

namespace {

bool isPlain(const vm::Pending &pending) {
  using program::OpKind;
  switch (pending.kind) {
  case OpKind::Read:
  case OpKind::Write:
  case OpKind::BulkCopy:
  case OpKind::Allocate:
  case OpKind::Free:
    return !pending.isAtomic && pending.phase == vm::Phase::Start;
  default:
    return false;
  }
}

bool takesLock(const vm::Pending &pending) {
  using program::OpKind;
  return pending.kind == OpKind::Lock || pending.kind == OpKind::ReadLock ||
         pending.kind == OpKind::WriteLock;
}

} // namespace

/// Whether whoever moved last only goes on to a plain access that does not matter, or lets a lock
/// go: nobody else can do anything before that which they cannot do after it.
bool GuidedTrial::runsThrough(const std::vector<vm::Choice> &choices) const {
  if (now->path.empty() || now->machine->asks())
    return false;
  const vm::ThreadId last = now->path.back().thread;
  const vm::Pending &pending = now->machine->thread(last).pending;
  if (pending.location == program::noLocation ||
      std::ranges::count(choices, vm::Choice{last, 0, false}) == 0 ||
      std::ranges::count(choices, last, &vm::Choice::thread) != 1)
    return false;
  if (pending.kind == program::OpKind::Unlock)
    return true;
  if (!isPlain(pending))
    return false;
  const program::LocationId at = world.original[pending.location];
  return !(pending.isWrite ? world.relevant.writes : world.relevant.reads)[at];
}

/// Somebody who has the next step of a route wants a lock that is held by a thread at its goal:
/// that one should have waited before it took the lock.
void GuidedTrial::findOrder() {
  const vm::Machine &machine = *now->machine;
  const Course &course = now->course;
  for (std::size_t route = 0; route < routes.routes.size() && !order; ++route) {
    if (course.isThere(route))
      continue;
    const std::size_t next = course.nextOf(route);
    const vm::ThreadId wanting = course.boundTo(route, routes.routes[route].steps[next].segment);
    if (wanting == vm::noThread || wanting >= machine.threadCount() || !machine.exists(wanting) ||
        !takesLock(machine.thread(wanting).pending) ||
        std::ranges::count(machine.choices(), wanting, &vm::Choice::thread) != 0)
      continue;
    const vm::Address lock = machine.thread(wanting).pending.address;
    for (std::size_t other = 0; other < routes.routes.size() && !order; ++other) {
      const Route &of = routes.routes[other];
      if (other == route || !course.isThere(other))
        continue;
      const std::vector<vm::Address> held = machine.locksHeldBy(course.boundTo(other, of.goal()));
      if (std::ranges::count(held, lock) == 0)
        continue;
      std::size_t step = of.steps.size() - 1;
      while (step > 0 && of.steps[step - 1].segment == of.goal() &&
             !world.system[of.steps[step].place].is(analysis::AbstractAcquire))
        --step;
      const RouteOrder missing{other, step, route, next};
      if (std::ranges::find(routes.orders, missing) == routes.orders.end())
        order = missing;
    }
  }
}

} // namespace heddle::explore
