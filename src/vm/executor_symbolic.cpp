// Symbolic data in a running thread: deciding conditions, settling values, bytes of memory.
#include "vm/executor.h"

namespace heddle::vm {

using expr::Ref;
using solver::Answer;

void Executor::waitForSide(const Inst *pc, Phase phase, std::uint32_t count) {
  ThreadCore &core = thread->core;
  // A library call starts again from its beginning, with what it was granted.
  core.actsAfter = mayAct || (callGrants && *callGrants != grants);
  core.choosesAfter = choice;
  thread->top().pc = pc;
  Pending pending;
  pending.phase = phase;
  pending.size = count;
  pending.location = userLocation(*thread);
  core.pending = pending;
  stopAt(pc);
}

Executor::Side Executor::decide(const Inst *pc, Ref condition) {
  if (condition->isConstant())
    return condition->value ? Side::True : Side::False;
  if (options.cancel && options.cancel->load(std::memory_order_relaxed)) {
    stand(pc, Standing::Bound);
    return Side::Stopped;
  }
  if (options.lifts) {
    const bool side = symbolic.valueOf(condition) != 0;
    if (recorder && !isTrial) {
      thread->top().pc = pc;
      recorder->decided(current, thread->top().function->locationAt(pc),
                        side ? condition : symbolic.builder().invert(condition), side);
    }
    return side ? Side::True : Side::False;
  }
  expr::Builder &b = symbolic.builder();
  ThreadCore &core = thread->core;
  expr::Assignment found;
  auto giveUp = [&] {
    thread->top().pc = pc;
    if (isTrial)
      trialFault = true;
    else
      gaps.push_back({"solver", "the solver gave up on a condition", userLocation(*thread)});
  };
  if (mayBranch && !isTrial && core.branch == condition) {
    mayBranch = false;
    core.branch = nullptr;
    const bool side = branchChoice == 0;
    const Ref wanted = side ? condition : b.invert(condition);
    if (symbolic.canHold(wanted, found) != Answer::Yes) {
      giveUp();
      stand(pc, Standing::Unsupported);
      return Side::Stopped;
    }
    symbolic.add(wanted, std::move(found));
    return side ? Side::True : Side::False;
  }
  const bool side = symbolic.valueOf(condition) != 0;
  switch (symbolic.canHold(side ? b.invert(condition) : condition, found)) {
  case Answer::No:
    return side ? Side::True : Side::False;
  case Answer::Unknown:
    giveUp();
    symbolic.add(side ? condition : b.invert(condition));
    return side ? Side::True : Side::False;
  case Answer::Yes:
    break;
  }
  if (trial)
    trial->pure = false;
  if (isTrial) {
    const Side tried = takeTrialSide(condition, side, std::move(found));
    if (tried == Side::Stopped) {
      trialFault = true;
      stopAt(pc);
    }
    return tried;
  }
  if (nextAnswer < sectionAnswers.size()) {
    const bool wanted = sectionAnswers[nextAnswer++] == 0;
    const Ref held = wanted ? condition : b.invert(condition);
    if (wanted == side)
      symbolic.add(held);
    else
      symbolic.add(held, std::move(found));
    return wanted ? Side::True : Side::False;
  }
  core.branch = condition;
  waitForSide(pc, Phase::Branch, 2);
  return Side::Stopped;
}

/// `found` takes the side that the model does not.
Executor::Side Executor::takeTrialSide(Ref condition, bool ofModel, expr::Assignment found) {
  const std::size_t nth = trialAssumed.size();
  if (nth >= trialSides.size()) {
    trialCondition = condition;
    return Side::Stopped;
  }
  const bool side = trialSides[nth];
  const Ref assumed = side ? condition : symbolic.builder().invert(condition);
  if (side == ofModel)
    symbolic.add(assumed);
  else
    symbolic.add(assumed, std::move(found));
  trialAssumed.push_back(assumed);
  return side ? Side::True : Side::False;
}

Executor::Side Executor::decideInTrial(Ref condition) {
  const bool side = symbolic.valueOf(condition) != 0;
  if (condition->isConstant() || options.lifts)
    return side ? Side::True : Side::False;
  expr::Assignment found;
  if (symbolic.canHold(side ? symbolic.builder().invert(condition) : condition, found) !=
      Answer::Yes)
    return side ? Side::True : Side::False;
  return takeTrialSide(condition, side, std::move(found));
}

bool Executor::settle(const Inst *pc, Ref node, std::uint64_t &value) {
  if (node->isConstant()) {
    value = node->value;
    return true;
  }
  expr::Builder &b = symbolic.builder();
  if (options.lifts) {
    value = symbolic.valueOf(node);
    return decide(pc, b.equal(node, b.constant(value, node->width))) != Side::Stopped;
  }
  while (true) {
    const std::optional<std::uint64_t> least = symbolic.smallest(node);
    if (!least) {
      gap(pc, "solver", "the solver gave up on a value");
      return false;
    }
    switch (decide(pc, b.equal(node, b.constant(*least, node->width)))) {
    case Side::True:
      value = *least;
      return true;
    case Side::False:
      break; // The next one.
    case Side::Stopped:
      return false;
    }
  }
}

bool Executor::choose(const Inst *pc, std::uint32_t count, std::uint32_t &which) {
  ThreadCore &core = thread->core;
  if (count <= 1 || isTrial) {
    which = 0;
    if (isTrial && count > 1)
      trialFault = true;
    return true;
  }
  if (mayBranch && core.pending.phase == Phase::Choose) {
    mayBranch = false;
    core.pending.phase = Phase::Start;
    which = branchChoice;
    return true;
  }
  if (nextAnswer < sectionAnswers.size()) {
    which = sectionAnswers[nextAnswer++];
    return true;
  }
  waitForSide(pc, Phase::Choose, count);
  return false;
}

bool Executor::assume(const Inst *pc, Ref condition) {
  // With nobody else there, an execution in which it does not hold is none.
  if (solo && !options.lifts && !condition->isConstant()) {
    expr::Assignment found;
    if (symbolic.canHold(condition, found) == Answer::Yes) {
      symbolic.add(condition, std::move(found));
      return true;
    }
  }
  switch (decide(pc, condition)) {
  case Side::True:
    return true;
  case Side::False:
    stand(pc, Standing::Assume);
    return false;
  case Side::Stopped:
    break;
  }
  return false;
}

void Executor::setSymbolic(Address address, Ref value, unsigned size) {
  expr::Builder &b = symbolic.builder();
  const Ref whole = b.resize(value, size * 8);
  storeHoles.clear();
  for (unsigned i = 0; i < size; ++i)
    storeHoles.push_back({i, b.extract(whole, i * 8, 8)});
  punchInput(address, size);
}

void Executor::punchInput(Address address, std::uint64_t size) {
  if (options.lifts && recorder) {
    const std::vector<std::uint8_t> zeros(size);
    noteAccess(address, size, AccessKind::Write, zeros.data(), zeros.data());
  }
  punchHoles(address);
}

Ref Executor::symbolicAt(Address address, unsigned size) {
  if (!symbolic.hasBytes())
    return nullptr;
  const Object *object = memory.find(address);
  if (!object || !object->live || !object->unwritten || !object->storage ||
      address < object->base || size > object->size || address - object->base > object->size - size)
    return nullptr;
  expr::Builder &b = symbolic.builder();
  Ref result = nullptr;
  bool some = false;
  for (unsigned i = 0; i < size; ++i) {
    Ref byte = memory.isWritten(*object, address + i, 1) ? nullptr : symbolic.byteAt(address + i);
    some |= byte != nullptr;
    if (!byte)
      byte = b.constant(*memory.read(*object, address + i), 8);
    result = result ? b.concat(byte, result) : byte;
  }
  return some ? result : nullptr;
}

Ref Executor::lift(Address address, unsigned size) {
  const Object *object = memory.find(address);
  if (!object || !object->live || !object->inScope || address < object->base ||
      size > object->size || address - object->base > object->size - size)
    return nullptr; // The access will find that out.
  for (const Hole &hole : holesAt(address, size))
    if (!hole.value)
      return nullptr;
  const Ref there = symbolicAt(address, size);
  lifted = symbolic.lift(current, thread->core.lifts++, size * 8,
                         there ? symbolic.valueOf(there) : peek(address, size));
  return lifted;
}

void Executor::forgetSymbols(const Object &object) {
  for (std::uint64_t i = 0; i < object.size; ++i)
    symbolic.setByte(object.base + i, nullptr, memory.logging());
}

void Executor::shareSymbolic(Address at) {
  const Ref pointer = symbolicAt(at, 8);
  if (!pointer)
    return;
  for (const std::uint64_t constant : symbolic.constantsOf(pointer))
    share(constant);
}

bool Executor::wouldGrant(Address address) const {
  const ThreadCore &core = thread->core;
  return together || isTrial || core.atomicDepth || mayAct || solo || !isShared(address) ||
         (core.inModelOperation && thread->top().function->isModel);
}

} // namespace heddle::vm
