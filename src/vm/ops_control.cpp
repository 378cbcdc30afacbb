// Jumps, calls and returns.
#include "vm/bulk.h"
#include "vm/call.h"
#include "vm/dispatch.h"
#include "vm/guard.h"
#include "vm/image.h"
#include "vm/ops.h"
#include "vm/spin.h"

#include <algorithm>

namespace heddle::vm {

namespace {

HEDDLE_OP jump(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->budget -= pc->c;
  if (x->budget < 0) [[unlikely]]
    return x->refill(pc);
  const Inst *target = pc + static_cast<std::int64_t>(pc->imm);
  HEDDLE_GO(target);
}

HEDDLE_OP branch(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->budget -= pc->c;
  if (x->budget < 0) [[unlikely]]
    return x->refill(pc);
  const Inst *target = pc + static_cast<std::int32_t>(r[pc->a] & 1 ? pc->imm : pc->imm >> 32);
  HEDDLE_GO(target);
}

std::int64_t targetOf(const CodeFunction::Switch &table, std::uint64_t value) {
  if (!table.table.empty()) {
    const std::uint64_t index = value - table.low;
    return static_cast<std::int32_t>(index < table.table.size() ? table.table[index]
                                                                : table.otherwise);
  }
  const auto found =
      std::lower_bound(table.cases.begin(), table.cases.end(), value,
                       [](const auto &entry, std::uint64_t v) { return entry.first < v; });
  const bool hit = found != table.cases.end() && found->first == value;
  return static_cast<std::int32_t>(hit ? found->second : table.otherwise);
}

HEDDLE_OP switchOn(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->budget -= pc->c;
  if (x->budget < 0) [[unlikely]]
    return x->refill(pc);
  const Inst *target =
      pc + targetOf(*reinterpret_cast<const CodeFunction::Switch *>(pc->imm), r[pc->a]);
  HEDDLE_GO(target);
}

HEDDLE_OP indirectJump(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->budget -= pc->c;
  if (x->budget < 0) [[unlikely]]
    return x->refill(pc);
  const auto &function = *reinterpret_cast<const CodeFunction *>(pc->imm);
  const llvm::BasicBlock *block = x->image.blockAt(r[pc->a]);
  for (const auto &[start, index] : function.blockStarts)
    if (start == block) {
      const Inst *target = function.at(index, x->thread->top().guarded);
      HEDDLE_GO(target);
    }
  x->fault(pc, FaultKind::InvalidPointer, "jump to an address that is no label of this function");
}

HEDDLE_HANDLER void callSlow(const Inst *pc, std::uint64_t *, Executor *x) {
  const auto &site = *reinterpret_cast<const CallSite *>(pc->imm);
  if (!x->enter(*site.callee, pc, site))
    return;
  HEDDLE_RESUME;
}

/// What `enter` does, where nothing is copied and there is room: a few stores.
HEDDLE_OP call(const Inst *pc, std::uint64_t *r, Executor *x) {
  const auto &site = *reinterpret_cast<const CallSite *>(pc->imm);
  const CodeFunction &callee = *site.callee;
  Thread &thread = *x->thread;
  const std::uint32_t depth = thread.core.depth;
  Frame *caller = thread.frames.data() + depth - 1;
  const std::uint32_t base = caller->base + caller->size;
  if (!site.plain || !callee.isDecoded.load(std::memory_order_acquire) ||
      site.arguments.size() != callee.parameters || depth >= thread.frames.size() ||
      depth >= Executor::deepestStack || base + callee.room > thread.registers.size() ||
      !x->argumentShadows.empty()) [[unlikely]]
    [[clang::musttail]] return callSlow(pc, r, x);
  caller->pc = pc;
  std::uint64_t *into = r + caller->size;
  for (std::uint32_t i = 0; i < callee.parameters; ++i)
    into[i] = r[site.arguments[i]];
  std::uint64_t *rest = into + callee.parameters;
  const std::uint64_t *initial = callee.initial.data();
  for (std::size_t i = 0; i < callee.initial.size(); i += CodeFunction::initialStep)
    std::memcpy(rest + i, initial + i, CodeFunction::initialStep * sizeof *initial);
  const Inst *begin = callee.code.data();
  caller[1] = {&callee, begin, base, thread.core.stackIds, 0, false, false, callee.frameSize};
  thread.core.depth = depth + 1;
  [[clang::musttail]] return begin->run(begin, into, x);
}

Reached callBuiltinNow(const Inst *pc, std::uint64_t *r, Executor *x, const CallSite &site,
                       const CodeFunction &callee) {
  x->thread->top().pc = pc;
  x->callGrants = x->grants;
  Call call(*x, pc, site, callee, r);
  const Reached reached = callee.builtin(call);
  x->callGrants.reset();
  return reached;
}

HEDDLE_OP callBuiltin(const Inst *pc, std::uint64_t *r, Executor *x) {
  const auto &site = *reinterpret_cast<const CallSite *>(pc->imm);
  switch (callBuiltinNow(pc, r, x, site, *site.callee)) {
  case Reached::Done:
    HEDDLE_NEXT;
  case Reached::Entered:
    HEDDLE_RESUME;
  case Reached::Stopped:
    return;
  }
}

CodeFunction *calleeAt(const Inst *pc, std::uint64_t address, Executor *x) {
  if (CodeFunction *callee = x->image.functionAt(address))
    return callee;
  const bool null = address < nullPage;
  x->fault(pc, null ? FaultKind::NullPointer : FaultKind::InvalidPointer,
           null ? "call through a null pointer" : "call through a pointer that is no function's");
  return nullptr;
}

[[gnu::noinline]] void noModel(const Inst *pc, Executor *x, const CodeFunction &callee) {
  x->gap(pc, "unsupported-function", "no model for function " + callee.shownName + x->neededBy());
}

HEDDLE_OP indirectCall(const Inst *pc, std::uint64_t *r, Executor *x) {
  const auto &site = *reinterpret_cast<const CallSite *>(pc->imm);
  CodeFunction *callee = calleeAt(pc, r[site.target], x);
  if (!callee)
    return;
  if (callee->isDefined) {
    if (!x->enter(*callee, pc, site))
      return;
    HEDDLE_RESUME;
  }
  if (!callee->builtin)
    return noModel(pc, x, *callee);
  x->argumentShadows.clear(); // The guard has passed them on as if there were a frame to enter.
  switch (callBuiltinNow(pc, r, x, site, *callee)) {
  case Reached::Done:
    HEDDLE_NEXT;
  case Reached::Entered:
    HEDDLE_RESUME;
  case Reached::Stopped:
    return;
  }
}

/// The frame of the caller is not needed any more: deep tail calls take no stack.
HEDDLE_OP tailCall(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->budget -= pc->c;
  if (x->budget < 0) [[unlikely]]
    return x->refill(pc);
  const auto &site = *reinterpret_cast<const CallSite *>(pc->imm);
  CodeFunction *callee = site.callee ? site.callee : calleeAt(pc, r[site.target], x);
  if (!callee)
    return;
  if (!callee->isDefined || callee->isVariadic) [[clang::musttail]]
    return indirectCall(pc, r, x);
  x->replace(*callee, site);
  HEDDLE_RESUME;
}

/// The value a call returned is not plain: the caller's frame is guarded from here on.
void takeReturnShadows(Executor *x, const Inst *callPc, const CallSite &site) {
  const auto count = std::min<std::uint32_t>(site.resultRegisters,
                                             static_cast<std::uint32_t>(x->returnShadows.size()));
  const std::vector<Shadow> shadows = std::move(x->returnShadows);
  x->returnShadows.clear();
  becomeGuarded(*x, callPc, site.dst, count, shadows.data());
}

HEDDLE_HANDLER void returnSlow(const Inst *pc, std::uint64_t *r, Executor *x) {
  const std::uint32_t count = pc->b;
  const std::uint64_t *from = r + pc->a;
  const bool again = x->thread->top().again;
  if (!x->leave()) {
    x->finishThread(count ? *from : 0);
    return;
  }
  if (again) [[unlikely]] {
    x->returnShadows.clear();
    HEDDLE_RESUME;
  }
  // The registers of the left frame stay as they were until the next call.
  Frame &frame = x->thread->top();
  const Inst *callPc = frame.pc;
  std::uint64_t *registers = x->thread->registers.data() + frame.base;
  const auto &site = *reinterpret_cast<const CallSite *>(callPc->imm);
  if (site.resultRegisters) {
    registers[site.dst] = *from & site.resultMask;
    for (std::uint32_t i = 1; i < std::min(count, site.resultRegisters); ++i)
      registers[site.dst + i] = from[i];
  }
  if (!x->returnShadows.empty()) [[unlikely]] {
    takeReturnShadows(x, callPc, site);
    HEDDLE_RESUME;
  }
  ++callPc;
  [[clang::musttail]] return callPc->run(callPc, registers, x);
}

/// What `leave` does, where no object ends, nothing is logged and the caller just goes on.
HEDDLE_OP returnFrom(const Inst *pc, std::uint64_t *r, Executor *x) {
  x->budget -= pc->c;
  if (x->budget < 0) [[unlikely]]
    return x->refill(pc);
  Thread &thread = *x->thread;
  ThreadCore &core = thread.core;
  const std::uint32_t depth = core.depth;
  const Frame *top = thread.frames.data() + depth - 1;
  if (core.stackIds != top->firstStackId || depth < 2 || core.inModelOperation || top->again ||
      pc->b > 1 || (x->memory.logging() && depth - 2 < thread.watermark) ||
      !x->returnShadows.empty()) [[unlikely]]
    [[clang::musttail]] return returnSlow(pc, r, x);
  core.depth = depth - 1;
  const Inst *callPc = top[-1].pc;
  std::uint64_t *registers = thread.registers.data() + top[-1].base;
  const auto &site = *reinterpret_cast<const CallSite *>(callPc->imm);
  if (site.resultRegisters)
    registers[site.dst] = r[pc->a] & site.resultMask;
  ++callPc;
  [[clang::musttail]] return callPc->run(callPc, registers, x);
}

void makeUndefined(const Inst *pc, std::uint64_t *r, Executor *x) {
  const std::vector<Shadow> shadows(pc->b, {~std::uint64_t{0}, nullptr});
  std::fill(r + pc->dst, r + pc->dst + pc->b, 0);
  becomeGuarded(*x, pc, pc->dst, pc->b, shadows.data());
}

HEDDLE_OP undefined(const Inst *pc, std::uint64_t *r, Executor *x) {
  makeUndefined(pc, r, x);
  HEDDLE_RESUME;
}

HEDDLE_OP unsupported(const Inst *pc, std::uint64_t *, Executor *x) {
  const auto &what = *reinterpret_cast<const std::string *>(pc->imm);
  x->gap(pc, pc->c ? "unsupported-function" : "unsupported", what + x->neededBy());
}

HEDDLE_OP unreachable(const Inst *pc, std::uint64_t *, Executor *x) {
  x->fault(pc, FaultKind::Unreachable, "code marked unreachable is reached");
}

HEDDLE_OP trap(const Inst *pc, std::uint64_t *, Executor *x) {
  x->fault(pc, FaultKind::Abort, "trap instruction");
}

template <bool Begins> HEDDLE_OP atomicSection(const Inst *pc, std::uint64_t *r, Executor *x) {
  if constexpr (Begins) {
    if (!x->beginAtomic(pc, pc->imm))
      return;
  } else {
    x->endAtomic(pc->imm);
  }
  HEDDLE_NEXT;
}

/// The va_list of x86-64, with all register slots used up: every argument is then fetched from the
/// overflow area, where the call has put them one behind the other.
void startVariables(Executor *x, const Inst *pc, Address list) {
  struct {
    std::uint32_t integers = 48;
    std::uint32_t reals = 176;
    Address overflow = 0;
    Address saved = 0;
  } head;
  head.overflow = x->thread->top().variables;
  if (std::uint8_t *bytes = x->touch(pc, list, sizeof head, AccessKind::Write))
    std::memcpy(bytes, &head, sizeof head);
}

HEDDLE_OP variablesStart(const Inst *pc, std::uint64_t *r, Executor *x) {
  startVariables(x, pc, r[pc->a]);
  if (x->stopped())
    return;
  HEDDLE_NEXT;
}

HEDDLE_OP variablesCopy(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!bulkCopy(*x, pc, r[pc->a], r[pc->b], 24, true))
    return;
  HEDDLE_NEXT;
}

void tooManyIterations(const Inst *pc, Executor *x) {
  x->gap(pc, "unroll", "a loop of more than " + std::to_string(pc->imm) + " iterations");
}

HEDDLE_OP loopHead(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!x->solo || x->mayBranch || x->isTrial || x->suspects) [[unlikely]] {
    if (!reachLoopHead(*x, pc))
      return;
    // What was tried may have called deeper than the registers reached, and moved them.
    r = x->thread->frameRegisters(x->thread->top());
  }
  HEDDLE_NEXT;
}

HEDDLE_OP loopBound(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (r[pc->a] > pc->imm) [[unlikely]]
    return tooManyIterations(pc, x);
  HEDDLE_NEXT;
}

} // namespace

Handler loopBoundHandler() {
  return loopBound;
}
Handler jumpHandler() {
  return jump;
}
Handler branchHandler() {
  return branch;
}
Handler switchHandler() {
  return switchOn;
}
Handler indirectJumpHandler() {
  return indirectJump;
}
Handler callHandler() {
  return call;
}
Handler callBuiltinHandler() {
  return callBuiltin;
}
Handler indirectCallHandler() {
  return indirectCall;
}
Handler tailCallHandler() {
  return tailCall;
}
Handler returnHandler() {
  return returnFrom;
}
Handler undefinedHandler() {
  return undefined;
}
Handler unsupportedHandler() {
  return unsupported;
}
Handler unreachableHandler() {
  return unreachable;
}
Handler trapHandler() {
  return trap;
}
Handler atomicSectionHandler(bool begins) {
  return begins ? atomicSection<true> : atomicSection<false>;
}
Handler variablesStartHandler() {
  return variablesStart;
}
Handler variablesCopyHandler() {
  return variablesCopy;
}
Handler loopHeadHandler() {
  return loopHead;
}

} // namespace heddle::vm
