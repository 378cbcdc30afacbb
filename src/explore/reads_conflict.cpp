#include "explore/reads_conflict.h"

#include <algorithm>

namespace heddle::explore {

namespace {

using vm::Gate;

/// What the event found where a step has to wait or tries something; null if it did not look.
const vm::Effect *foundBy(const GraphEvent &event, const vm::Effect &effect) {
  for (const vm::Effect &one : event.effects)
    if (one.kind != vm::EffectKind::Order && one.overlaps(effect))
      return &one;
  return nullptr;
}

bool isClosed(const GraphEvent &event, const vm::Effect &effect, Gate gate, vm::ThreadId thread) {
  if (gate == Gate::None || gate == Gate::Loop || gate == Gate::Unknown)
    return false;
  const vm::Effect *found = foundBy(event, effect);
  return found && !vm::wasOpen(gate, thread, *found);
}

bool isAccess(const vm::Effect &effect) {
  return effect.kind != vm::EffectKind::Order && effect.gate != Gate::Loop &&
         effect.address < vm::cell::lifeOffset;
}

/// Whether an object that it will touch next is there counts only for who is chosen: if it ends a
/// little later, the next step of the same thread finds that out.
bool reads(const GraphEvent &event, Bytes bytes) {
  if (event.isSilent() && bytes.address >= vm::cell::lifeOffset)
    return false;
  return std::ranges::any_of(event.reads,
                             [&](const ReadFrom &read) { return read.bytes.overlaps(bytes); });
}

} // namespace

bool isUnforeseeable(std::span<const vm::Effect> step, vm::ThreadId thread) {
  bool looked = false;
  for (const vm::Effect &effect : step) {
    if (effect.address == vm::cell::sections || effect.size == vm::Effect::everything)
      return true;
    if (!isAccess(effect) || effect.thread != thread)
      continue;
    if (looked && (effect.isFound || effect.size > 1))
      return true;
    looked |= effect.kind != vm::EffectKind::Store && (effect.isFound || effect.size > 1);
  }
  return false;
}

bool mayBeSeenBy(const GraphEvent &event, std::span<const vm::Effect> step, vm::ThreadId thread) {
  if (event.reads.empty())
    return false;
  for (const vm::Effect &effect : step)
    if (isClosed(event, effect, effect.gate, thread))
      return false; // It could not have happened.
  for (std::size_t i = 0; i < step.size(); ++i) {
    const vm::Effect &effect = step[i];
    const bool tries = effect.tries != Gate::None;
    if (effect.kind == vm::EffectKind::Order || !(effect.writes() || effect.changes || tries) ||
        (tries && isClosed(event, effect, effect.tries, thread)))
      continue;
    const bool ends = i + 1 < step.size() && step[i + 1].writes() &&
                      step[i + 1].address == effect.address + vm::cell::lifeOffset;
    const vm::Address address = effect.address + (ends ? vm::cell::lifeOffset : 0);
    if (reads(event, {address, effect.size}))
      return true;
  }
  return false;
}

bool mayRace(std::span<const vm::Effect> round, const GraphEvent &event) {
  const auto writes = [](const vm::Effect &effect) {
    return effect.writes() || effect.tries != Gate::None;
  };
  for (const vm::Effect &look : round)
    for (const vm::Effect &effect : event.effects)
      if (look.gate == Gate::Loop && isAccess(effect) && effect.thread != look.thread &&
          effect.overlaps(look) && (effect.plain || look.plain) && (writes(effect) || writes(look)))
        return true;
  return false;
}

std::vector<Bytes> certainWrites(const GraphEvent &event) {
  const bool tries = std::ranges::any_of(event.effects, [](const vm::Effect &effect) {
    return effect.tries != Gate::None || effect.gate == Gate::Loop;
  });
  if (tries || isUnforeseeable(event.effects, event.thread))
    return {};
  // What ends with a scope, and lists that all threads share, come after what it sees.
  std::vector<Bytes> result = event.writes;
  std::erase_if(result, [](const Bytes &bytes) {
    return bytes.address >= vm::cell::lifeOffset || bytes.address <= vm::cell::keys;
  });
  return result;
}

} // namespace heddle::explore
