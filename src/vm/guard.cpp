#include "vm/guard.h"

#include "vm/dispatch.h"
#include "vm/image.h"
#include "vm/journal.h"
#include "vm/ops.h"

#include <algorithm>

namespace heddle::vm {

namespace {

using Kind = ShapeKind;

/// What a call or a return takes along.
void passShadows(Executor &x, const Inst &inst, const Shape &shape, const Shadows &shadows) {
  if (shape.kind == Kind::Call || shape.kind == Kind::IndirectCall) {
    const auto &site = pointee<CallSite>(inst);
    bool some = false;
    for (const std::uint32_t argument : site.arguments)
      some |= !shadows.of(argument).isPlain();
    if (some)
      for (const std::uint32_t argument : site.arguments)
        x.argumentShadows.push_back(shadows.of(argument));
    else if (x.journal) // The callee is to be guarded, too.
      x.argumentShadows.emplace_back();
  } else if (shape.kind == Kind::Return) {
    x.returnShadows.clear();
    bool some = false;
    for (std::uint32_t i = 0; i < inst.b; ++i)
      some |= !shadows.of(inst.a + i).isPlain();
    if (some)
      for (std::uint32_t i = 0; i < inst.b; ++i)
        x.returnShadows.push_back(shadows.of(inst.a + i));
  }
}

Step guard(Executor &x, const Inst *pc, const Shape &shape, std::uint64_t *r, const Inst *&target) {
  Shadows shadows(r, *x.thread->top().function);
  x.storeHoles.clear();
  x.argumentShadows.clear();
  x.lifted = nullptr;
  if (x.journal) [[unlikely]]
    x.journal->before(pc, shape, shadows);
  if (!guardUndefined(x, pc, shape, shadows))
    return Step::Stop;
  const bool looks = x.symbolic.any() || x.options.lifts;
  const Step step = looks ? guardSymbolic(x, pc, shape, shadows, target) : Step::Run;
  if (step == Step::Run) {
    passShadows(x, *pc, shape, shadows);
    if (!x.storeHoles.empty())
      x.clearWindows(); // So that the store goes the slow way, which makes the holes.
  }
  return step;
}

HEDDLE_OP guardNext(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Inst *target = pc + 2;
  switch (guard(*x, pc + 1, pointee<Shape>(*pc), r, target)) {
  case Step::Run:
    HEDDLE_NEXT;
  case Step::Skip:
  case Step::Jump:
    HEDDLE_GO(target);
  case Step::Resume:
    HEDDLE_RESUME;
  case Step::Stop:
    return;
  }
}

/// Distances double, less the guard before the target.
std::int32_t stretch(std::int32_t distance) {
  return 2 * distance - 1;
}

Inst stretched(const Inst &inst, CodeFunction &function) {
  Inst result = inst;
  switch (shapeOf(inst.run).kind) {
  case Kind::Jump:
    result.imm =
        static_cast<std::uint64_t>(std::int64_t{stretch(static_cast<std::int32_t>(inst.imm))});
    break;
  case Kind::Branch:
  case Kind::CompareBranch:
    result.imm = packTargets(stretch(static_cast<std::int32_t>(inst.imm)),
                             stretch(static_cast<std::int32_t>(inst.imm >> 32)));
    break;
  case Kind::Switch: {
    auto table = std::make_unique<CodeFunction::Switch>(pointee<CodeFunction::Switch>(inst));
    auto apply = [](std::uint32_t &distance) {
      distance = static_cast<std::uint32_t>(stretch(static_cast<std::int32_t>(distance)));
    };
    for (auto &[value, target] : table->cases)
      apply(target);
    for (std::uint32_t &target : table->table)
      apply(target);
    apply(table->otherwise);
    result.imm = reinterpret_cast<std::uint64_t>(table.get());
    function.switches.push_back(std::move(table));
    break;
  }
  default:
    break;
  }
  return result;
}

/// Room for the shadows of the frame, all of them plain.
Shadows spread(Executor &x, Frame &frame) {
  Thread &thread = *x.thread;
  const CodeFunction &function = *frame.function;
  frame.guarded = true;
  frame.size = function.frameSize * 3;
  if (frame.base + frame.size > thread.registers.size())
    thread.registers.resize((frame.base + frame.size) * std::size_t{2});
  std::uint64_t *r = thread.frameRegisters(frame);
  std::fill(r + function.frameSize, r + frame.size, 0);
  return {r, function};
}

} // namespace

void makeGuardedCode(CodeFunction &function) {
  function.guarded.reserve(function.code.size() * 2);
  for (const Inst &inst : function.code) {
    const auto shape = reinterpret_cast<std::uint64_t>(&shapeOf(inst.run));
    function.guarded.push_back({guardNext, 0, 0, 0, 0, shape});
    function.guarded.push_back(stretched(inst, function));
  }
}

void becomeGuarded(Executor &x, const Inst *pc, std::uint32_t reg, std::uint32_t count,
                   const Shadow *shadows) {
  Frame &frame = x.thread->top();
  const CodeFunction &function = *frame.function;
  if (!frame.guarded) {
    x.image.ensureGuarded(function);
    const std::size_t at = function.indexOf(pc);
    spread(x, frame);
    frame.pc = function.at(at + 1, true);
  } else {
    frame.pc = pc + 1;
  }
  Shadows all(x.thread->frameRegisters(frame), function);
  for (std::uint32_t i = 0; i < count; ++i)
    all.set(reg + i, shadows[i]);
}

void guardHere(Executor &x, const Inst *pc) {
  Frame &frame = x.thread->top();
  const CodeFunction &function = *frame.function;
  x.image.ensureGuarded(function);
  const std::size_t at = function.indexOf(pc);
  spread(x, frame);
  frame.pc = function.at(at, true);
}

void guardWhole(Executor &x, Frame &frame) {
  x.image.ensureGuarded(*frame.function);
  frame.pc = frame.function->guarded.data();
  spread(x, frame);
}

void guardCallee(Executor &x, Frame &frame) {
  if (x.argumentShadows.empty())
    return;
  guardWhole(x, frame);
  const CodeFunction &function = *frame.function;
  Shadows shadows(x.thread->frameRegisters(frame), function);
  const std::size_t count = std::min<std::size_t>(function.parameters, x.argumentShadows.size());
  for (std::size_t i = 0; i < count; ++i)
    shadows.set(static_cast<std::uint32_t>(i), x.argumentShadows[i]);
  x.argumentShadows.clear();
}

} // namespace heddle::vm
