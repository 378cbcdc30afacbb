// What a fault means, with names: the message and everybody's part in it.
#include "trace/watcher.h"

#include "vm/targets.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::trace {

using Op = program::OpKind;

namespace {

std::string accessRole(Op kind) {
  return kind == Op::Read ? "read" : kind == Op::Write ? "write" : std::string(program::name(kind));
}

std::string waitingFor(const Watcher &watcher, const vm::Pending &pending) {
  switch (pending.kind) {
  case Op::Join:
    return "waits for the end of a thread";
  case Op::Wait:
  case Op::TimedWait:
    if (pending.phase == vm::Phase::Waiting)
      return "waits on " + watcher.nameOf(pending.address);
    return "waits for lock " + watcher.nameOf(pending.second);
  case Op::SemWait:
    return "waits for semaphore " + watcher.nameOf(pending.address);
  case Op::BarrierWait:
    return "waits at barrier " + watcher.nameOf(pending.address);
  case Op::Once:
    return "waits for " + watcher.nameOf(pending.address);
  case Op::Read:
    return "spins";
  default:
    return "waits for lock " + watcher.nameOf(pending.address);
  }
}

std::string blockedRole(const vm::Machine &machine, const Watcher &watcher, vm::ThreadId thread) {
  std::string role = waitingFor(watcher, machine.thread(thread).pending);
  std::string held;
  for (const vm::Address lock : machine.locksHeldBy(thread))
    held += (held.empty() ? "" : ", ") + watcher.nameOf(lock);
  return held.empty() ? role : role + ", holds " + held;
}

void explainRace(Trace &trace, const vm::Fault &fault, const vm::Machine &machine,
                 const Watcher &watcher) {
  auto part = [&](vm::ThreadId thread, program::LocationId location) {
    Participant participant{thread, location, "access", {}};
    if (const auto last = watcher.last.find({thread, location}); last != watcher.last.end()) {
      participant.role = accessRole(last->second.kind);
      participant.stack = last->second.stack;
    }
    return participant;
  };
  trace.participants = {part(fault.thread, fault.location), part(fault.otherThread, fault.other)};
  // The later access is still going on when the race is seen, so its event comes after.
  if (trace.participants[0].stack.empty())
    trace.participants[0].stack = watcher.stackOf(fault.thread);
  std::string object;
  if (const auto last = watcher.last.find({fault.otherThread, fault.other});
      last != watcher.last.end())
    object = " on " + last->second.object;
  trace.message = fmt::format("data race{}: {} by {} and {} by {} are not ordered", object,
                              trace.participants[0].role, machine.threadName(fault.thread),
                              trace.participants[1].role, machine.threadName(fault.otherThread));
}

void explainBlocked(Trace &trace, const vm::Fault &fault, const vm::Machine &machine,
                    const Watcher &watcher) {
  std::string who;
  for (const auto &[thread, location] : fault.blocked) {
    const std::string role = blockedRole(machine, watcher, thread);
    trace.participants.push_back({thread, location, role, watcher.stackOf(thread)});
    who += fmt::format("{}{} {}", who.empty() ? "" : "; ", machine.threadName(thread), role);
  }
  const char *what = fault.kind == vm::FaultKind::Deadlock     ? "deadlock"
                     : fault.kind == vm::FaultKind::LostWakeup ? "lost wake-up, nobody will signal"
                                                               : "hang, nothing will end the loop";
  trace.message = fmt::format("{}: {}", what, who);
}

void explainTarget(Trace &trace, const vm::Fault &fault, const vm::Machine &machine,
                   const Watcher &watcher) {
  std::string who;
  for (std::size_t i = 0; i < fault.blocked.size(); ++i) {
    const auto &[thread, location] = fault.blocked[i];
    const bool isLast = i + 1 == fault.blocked.size();
    who += (i == 0 ? "" : isLast ? " and " : ", ") + machine.threadName(thread);
    trace.participants.push_back({thread, location, "is here", watcher.stackOf(thread)});
  }
  trace.message = fault.blocked.size() == 1 ? fmt::format("{} comes here", who)
                                            : fmt::format("{} stand at the targets at once", who);
}

/// What is known of an access that took part.
Participant partOf(const Access &access, std::string role, const Watcher &watcher) {
  Participant participant{access.thread, access.location, std::move(role), {}};
  if (const auto last = watcher.last.find({access.thread, access.location});
      last != watcher.last.end())
    participant.stack = last->second.stack;
  return participant;
}

} // namespace

std::string_view outcomeOf(const vm::Fault &fault) {
  return vm::isArrival(fault) ? targetKind : vm::name(fault.kind);
}

void explainReads(Trace &trace, const std::vector<ReadFrom> &reads, const vm::Machine &machine,
                  const Watcher &watcher) {
  trace.hasFault = true;
  trace.reads = reads;
  for (const ReadFrom &one : reads) {
    const std::string object = watcher.nameOf(one.address);
    const std::string reader = machine.threadName(one.read.thread);
    const bool isInitial = one.write.isInitial();
    const std::string writer = isInitial ? "" : machine.threadName(one.write.thread);
    trace.message += fmt::format(
        "{}{} reads {} and sees {}", trace.message.empty() ? "" : ", then ", reader, object,
        isInitial                             ? "its initial value"
        : one.write.thread == one.read.thread ? "what it wrote itself"
                                              : "what " + writer + " wrote");
    trace.participants.push_back(partOf(one.read, fmt::format("reads {}", object), watcher));
    if (!isInitial)
      trace.participants.push_back(
          partOf(one.write, fmt::format("writes {}, which {} sees", object, reader), watcher));
  }
}

void explain(Trace &trace, const vm::Fault &fault, vm::Machine &machine, const Watcher &watcher) {
  trace.hasFault = true;
  if (fault.kind == vm::FaultKind::DataRace)
    return explainRace(trace, fault, machine, watcher);
  if (vm::isArrival(fault))
    return explainTarget(trace, fault, machine, watcher);
  if (!fault.blocked.empty())
    return explainBlocked(trace, fault, machine, watcher);
  trace.message = fault.message;
  trace.participants.push_back(
      {fault.thread, fault.location, "fails here", watcher.stackOf(fault.thread)});
  if (fault.other == program::noLocation)
    return;
  const auto freed =
      std::ranges::find_if(watcher.events.rbegin(), watcher.events.rend(), [&](const Event &event) {
        return event.kind == Op::Free && event.location == fault.other;
      });
  if (freed != watcher.events.rend())
    trace.participants.push_back({freed->thread, fault.other, "freed it here", freed->stack});
}

} // namespace heddle::trace
