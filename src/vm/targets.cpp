#include "vm/targets.h"

#include <algorithm>

namespace heddle::vm {

namespace {

struct Occupant {
  ThreadId thread;
  std::uint64_t targets;
};

/// Gives each target from this one on a thread of its own.
bool assign(unsigned target, unsigned count, const std::vector<Occupant> &occupants,
            std::vector<ThreadId> &chosen) {
  if (target == count)
    return true;
  for (const Occupant &one : occupants) {
    if (!(one.targets >> target & 1) || std::ranges::count(chosen, one.thread))
      continue;
    chosen.push_back(one.thread);
    if (assign(target + 1, count, occupants, chosen))
      return true;
    chosen.pop_back();
  }
  return false;
}

/// Those who stand at all of them at once, the running thread among them; nobody if one is free.
std::vector<ThreadId> occupantsOf(const Executor &x, unsigned count) {
  std::vector<Occupant> occupants;
  for (std::size_t i = 0; i < x.threads.size(); ++i)
    if (const std::uint64_t targets = x.threads[i] ? targetsOf(x.threads[i]->core) : 0)
      occupants.push_back({static_cast<ThreadId>(i), targets});
  std::vector<ThreadId> chosen;
  if (!assign(0, count, occupants, chosen) || !std::ranges::count(chosen, x.current))
    chosen.clear();
  return chosen;
}

} // namespace

std::uint64_t targetsOf(const ThreadCore &core) {
  const Pending &pending = core.pending;
  const bool stands = core.status == ThreadStatus::Ready && pending.phase == Phase::Start &&
                      pending.kind == program::OpKind::Yield;
  return stands ? pending.second : 0;
}

Reached standAtTarget(Call &call) {
  Executor &x = call.x;
  ThreadCore &core = call.thread().core;
  const auto count = static_cast<unsigned>(call[1]);
  if (x.isTrial) {
    // Who comes by does not only spin: others may act while it stands here.
    x.trialMet = true;
    x.trialSteps += 2;
    x.trialFault |= count == 1;
    x.trialStands = true;
    return call.done();
  }
  const Pending before = core.pending;
  const bool isGranted = x.mayAct && targetsOf(core) != 0;
  core.pending = {};
  core.pending.kind = program::OpKind::Yield;
  core.pending.address = x.names.handle(x.current);
  core.pending.second = call[0];
  core.pending.location = x.userLocation(call.thread());
  if (!isGranted) {
    const ThreadStatus status = core.status;
    core.status = ThreadStatus::Ready;
    const std::vector<ThreadId> there = occupantsOf(x, count);
    core.status = status;
    if (!there.empty()) {
      Fault fault{FaultKind::ReachError, x.current, core.pending.location, "", noThread,
                  program::noLocation,   {}};
      for (const ThreadId one : there)
        fault.blocked.emplace_back(one, x.threads[one]->core.pending.location);
      x.stand(call.pc, Standing::Fault);
      x.faults.push_back(std::move(fault));
      return Reached::Stopped;
    }
    if (!x.solo && !x.together && !core.atomicDepth) {
      x.stopAt(call.pc);
      return Reached::Stopped;
    }
  }
  core.pending = before;
  if (isGranted) {
    x.mayAct = false;
    ++x.grants;
    core.pending.second = 0;
  }
  call.note(program::OpKind::Yield, 0); // A test tells by it how many times the thread was here.
  return call.done();
}

} // namespace heddle::vm
