// Instructions on symbolic operands: their guards do them.
#include "vm/bulk.h"
#include "vm/dispatch.h"
#include "vm/guard.h"
#include "vm/image.h"
#include "vm/lazy.h"
#include "vm/lift.h"
#include "vm/ops.h"
#include "vm/symbolic_memory.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <utility>

namespace heddle::vm {

namespace {

using expr::Ref;
using Kind = ShapeKind;
using Side = Executor::Side;

/// One instruction and its frame, while its guard works on it.
class SymbolicStep {
public:
  SymbolicStep(Executor &x, const Inst *pc, const Shape &shape, Shadows &shadows)
      : x(x), pc(pc), inst(*pc), shape(shape), shadows(shadows), b(x.symbolic.builder()),
        operands(b, shadows.values, shadows.allNodes()) {}

  Step run(const Inst *&target);

private:
  Step pure();
  Step load();
  Step loadPieces();
  Step store();
  Step storePieces();
  Step atomicUpdate();
  bool mayJump();
  Step compareExchange();
  Step bulk();
  Step branch();
  Step compareBranch(const Inst *&target);
  Step switchOn(const Inst *&target);
  Step call();
  Step builtin();
  Step returns();
  Step wide();

  /// Decides the lazy pointers that a register depends on; false if the thread stops.
  bool use(std::uint32_t reg) {
    const Ref node = shadows.node(reg);
    if (!node || x.symbolic.lazies.empty())
      return true;
    if (!resolveLazies(x, pc, node))
      return false;
    if (isPlainNow(x, node)) {
      shadows.values[reg] = x.symbolic.valueOf(node);
      shadows.setNode(reg, nullptr);
    }
    return true;
  }
  /// Gives a register a plain value; false if the thread stops.
  bool settle(std::uint32_t reg) {
    if (!use(reg))
      return false;
    const Ref node = shadows.node(reg);
    if (!node)
      return true;
    std::uint64_t value = 0;
    if (!x.settle(pc, node, value))
      return false;
    shadows.values[reg] = value;
    shadows.setNode(reg, nullptr);
    return true;
  }
  bool settle(std::uint32_t reg, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i)
      if (!settle(reg + i))
        return false;
    return true;
  }
  void clear(std::uint32_t reg, std::uint32_t count = 1) {
    for (std::uint32_t i = 0; i < count; ++i)
      shadows.setNode(reg + i, nullptr);
  }
  /// The expression of what is read at an address, if it happens now; null if that is plain.
  Ref nodeAt(Address address, unsigned bytes) {
    if (!x.lifts(address))
      return x.symbolicAt(address, bytes);
    return x.wouldGrant(address) ? x.lift(address, bytes) : nullptr;
  }
  Shadow shadowOf(Address address, unsigned bytes) {
    const Ref node = x.lifts(address) ? nodeAt(address, bytes) : nullptr;
    return node ? Shadow{0, node} : shadowAt(x, address, bytes);
  }
  /// The next store writes this expression at an offset.
  void plan(std::uint32_t reg, std::uint32_t offset, unsigned bytes) {
    const Ref node = shadows.node(reg);
    if (!node)
      return;
    const Ref whole = b.resize(node, bytes * 8);
    std::uint64_t plain = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      const Ref byte = b.extract(whole, i * 8, 8);
      if (byte->isConstant())
        plain |= byte->value << (i * 8);
      else
        x.storeHoles.push_back({offset + i, byte});
    }
    shadows.values[reg] = plain; // What of it is plain is stored as usual.
  }
  bool anySymbolic() const {
    switch (shape.kind) {
    case Kind::Select:
      return shadows.node(inst.a) || shadows.node(inst.b) || shadows.node(inst.c);
    default:
      return shadows.node(inst.a) || (shape.readsB && shadows.node(inst.b)) ||
             (shape.readsC && shadows.node(inst.c)) ||
             (shape.readsImm && shadows.node(static_cast<std::uint32_t>(inst.imm)));
    }
  }
  Step fail();

  Executor &x;
  const Inst *pc;
  const Inst &inst;
  const Shape &shape;
  Shadows &shadows;
  expr::Builder &b;
  Operands operands;
};

/// The operation is not defined on the side that was taken.
Step SymbolicStep::fail() {
  using I = llvm::Instruction;
  if (shape.lift == Lift::Checked)
    x.fault(pc, FaultKind::Overflow, "signed overflow");
  else if (shape.opcode == I::Shl || shape.opcode == I::LShr || shape.opcode == I::AShr)
    x.fault(pc, FaultKind::Shift, "shift by the width of the value or more");
  else
    x.fault(pc, FaultKind::DivisionByZero, "division by zero, or its result does not fit");
  return Step::Stop;
}

Step SymbolicStep::pure() {
  const bool two = shape.kind == Kind::Overflow;
  const bool moves = shape.kind == Kind::Move && shape.lift == Lift::None;
  const bool chooses = shape.kind == Kind::Select;
  if (!moves && (!use(inst.a) || (shape.readsB && !use(inst.b)) ||
                 (shape.readsC && !chooses && !use(inst.c)) ||
                 (shape.readsImm && !use(static_cast<std::uint32_t>(inst.imm)))))
    return Step::Stop;
  if (!anySymbolic()) {
    clear(inst.dst, two ? 2 : 1);
    return Step::Run;
  }
  if (moves) {
    if (inst.run == pointerToIntegerHandler())
      for (const std::uint64_t constant : x.symbolic.constantsOf(shadows.node(inst.a)))
        x.share(constant);
    shadows.values[inst.dst] = 0;
    shadows.setNode(inst.dst, shadows.node(inst.a));
    return Step::Skip;
  }
  const Lifted lifted = lift(inst, shape, operands);
  if (!lifted.result) { // No symbolic form: one value at a time.
    const bool settled = settle(inst.a) && (!shape.readsB || settle(inst.b)) &&
                         (!shape.readsC || settle(inst.c)) &&
                         (!shape.readsImm || settle(static_cast<std::uint32_t>(inst.imm)));
    clear(inst.dst, two ? 2 : 1);
    return settled ? Step::Run : Step::Stop;
  }
  if (lifted.allowed)
    switch (x.decide(pc, lifted.allowed)) {
    case Side::True:
      break;
    case Side::False:
      return fail();
    case Side::Stopped:
      return Step::Stop;
    }
  shadows.put(inst.dst, lifted.result);
  if (two)
    shadows.put(inst.dst + 1, lifted.second);
  return Step::Skip;
}

Step SymbolicStep::wide() {
  const auto &op = pointee<WideOp>(inst);
  const auto words = (op.width + 63) / 64;
  using I = llvm::Instruction;
  const bool single = !op.isIntrinsic && (I::isCast(op.opcode) || op.opcode == I::FNeg);
  if (!settle(inst.a, words) || (!single && !settle(inst.b, words)))
    return Step::Stop;
  const bool compares = !op.isIntrinsic && (op.opcode == I::ICmp || op.opcode == I::FCmp);
  clear(inst.dst, compares ? 1 : (op.resultWidth + 63) / 64);
  return Step::Run;
}

Step SymbolicStep::load() {
  if (!use(inst.a) || (shape.indexed && !use(inst.b)))
    return Step::Stop;
  if (x.options.lifts && (!settle(inst.a) || (shape.indexed && !settle(inst.b))))
    return Step::Stop;
  if (shadows.node(inst.a) || (shape.indexed && shadows.node(inst.b))) {
    const Address base = shadows.node(inst.a) ? 0 : shadows.values[inst.a];
    const Place place =
        resolve(x, pc, liftAddress(inst, shape, operands), base, shape.bytes, AccessKind::Read);
    if (place.kind == Place::Kind::Stopped)
      return Step::Stop;
    if (place.kind == Place::Kind::Range) {
      shadows.setMask(inst.dst, 0);
      shadows.put(inst.dst, readRange(x, place, shape.bytes));
      return Step::Skip;
    }
    if (!settle(inst.a) || (shape.indexed && !settle(inst.b)))
      return Step::Stop;
  }
  const Address address = liftAddress(inst, shape, operands)->value;
  shadows.set(inst.dst, shadowOf(address, shape.bytes));
  return Step::Run;
}

Step SymbolicStep::loadPieces() {
  if (!settle(inst.a))
    return Step::Stop;
  const auto &layout = pointee<Layout>(inst);
  std::uint32_t reg = inst.dst;
  for (const Shadow &shadow : shadowsAt(x, shadows.values[inst.a], layout))
    shadows.set(reg++, shadow);
  return Step::Run;
}

Step SymbolicStep::store() {
  if (!use(inst.a) || (shape.indexed && !use(inst.b)))
    return Step::Stop;
  if (x.options.lifts && (!settle(inst.a) || (shape.indexed && !settle(inst.b))))
    return Step::Stop;
  if (shadows.node(inst.a) || (shape.indexed && shadows.node(inst.b))) {
    const Address base = shadows.node(inst.a) ? 0 : shadows.values[inst.a];
    const Place place =
        resolve(x, pc, liftAddress(inst, shape, operands), base, shape.bytes, AccessKind::Write);
    if (place.kind == Place::Kind::Stopped)
      return Step::Stop;
    if (place.kind == Place::Kind::Range && !shadows.mask(inst.dst)) {
      writeRange(x, place, operands.of(inst.dst, shape.bytes * 8u), shape.bytes);
      return Step::Skip;
    }
    if (!settle(inst.a) || (shape.indexed && !settle(inst.b)))
      return Step::Stop;
  }
  plan(inst.dst, 0, shape.bytes);
  return Step::Run;
}

Step SymbolicStep::storePieces() {
  if (!settle(inst.a))
    return Step::Stop;
  std::uint32_t reg = inst.dst;
  for (const Piece &piece : pointee<Layout>(inst).pieces)
    plan(reg++, piece.offset, piece.bytes);
  return Step::Run;
}

Step SymbolicStep::atomicUpdate() {
  if (!settle(inst.a))
    return Step::Stop;
  const unsigned bytes = inst.c;
  const Address address = shadows.values[inst.a];
  const Ref before = nodeAt(address, bytes);
  if (!before && !shadows.node(inst.b)) {
    clear(inst.dst);
    return Step::Run;
  }
  const Ref old = before ? before : b.constant(x.peek(address, bytes), bytes * 8);
  const Ref updated =
      liftUpdate(b, static_cast<unsigned>(inst.imm >> 8), old, operands.of(inst.b, bytes * 8));
  if (!updated) {
    x.gap(pc, "unsupported", "an atomic float operation on symbolic data");
    return Step::Stop;
  }
  for (unsigned i = 0; i < bytes; ++i)
    x.storeHoles.push_back({i, b.extract(updated, i * 8, 8)});
  shadows.setNode(inst.dst, before);
  return Step::Run;
}

Step SymbolicStep::compareExchange() {
  if (!settle(inst.a))
    return Step::Stop;
  const unsigned bytes = inst.c;
  const Address address = shadows.values[inst.a];
  const Ref before = nodeAt(address, bytes);
  if (before || shadows.node(inst.b)) {
    if (!x.wouldGrant(address)) {
      x.exchangeOutcome = 1; // It waits; what it will find is not known yet.
    } else {
      const Ref old = before ? before : b.constant(x.peek(address, bytes), bytes * 8);
      const Side side = x.decide(pc, b.equal(old, operands.of(inst.b, bytes * 8)));
      if (side == Side::Stopped)
        return Step::Stop;
      x.exchangeOutcome = side == Side::True;
    }
  }
  // The new value stands in a register of its own.
  const bool writes = x.exchangeOutcome >= 0 ? x.exchangeOutcome != 0
                                             : x.peek(address, bytes) == shadows.values[inst.b];
  if (writes)
    plan(inst.dst + 2, 0, bytes);
  shadows.setNode(inst.dst, before);
  clear(inst.dst + 1);
  return Step::Run;
}

Step SymbolicStep::bulk() {
  if (!settle(inst.dst) || !settle(inst.b) || (shape.readsB && !settle(inst.a)))
    return Step::Stop;
  if (shape.readsB || !shadows.node(inst.a))
    return Step::Run;
  const Address to = shadows.values[inst.dst];
  const std::uint64_t size = shadows.values[inst.b];
  if (!bulkFill(x, pc, to, 0, size))
    return Step::Stop;
  const Ref byte = operands.of(inst.a, 8);
  x.storeHoles.clear();
  for (std::uint64_t i = 0; i < size; ++i)
    x.storeHoles.push_back({static_cast<std::uint32_t>(i), byte});
  if (size)
    x.punchHoles(to);
  return Step::Skip;
}

Step SymbolicStep::branch() {
  if (!use(inst.a))
    return Step::Stop;
  if (!shadows.node(inst.a))
    return Step::Run;
  const Side side = x.decide(pc, operands.of(inst.a, 1));
  if (side == Side::Stopped)
    return Step::Stop;
  shadows.values[inst.a] = side == Side::True;
  return Step::Run;
}

/// A jump is where the run loop gets to look, also if the data leave only one way to go.
bool SymbolicStep::mayJump() {
  x.budget -= inst.c;
  if (x.budget >= 0)
    return true;
  x.refill(pc);
  return false;
}

Step SymbolicStep::compareBranch(const Inst *&target) {
  if (!use(inst.a) || !use(inst.b))
    return Step::Stop;
  if (!shadows.node(inst.a) && !shadows.node(inst.b))
    return Step::Run;
  const Ref condition =
      compare(b, shape.opcode, operands.of(inst.a, shape.width), operands.of(inst.b, shape.width));
  if (!mayJump())
    return Step::Stop;
  const Side side = x.decide(pc, condition);
  if (side == Side::Stopped)
    return Step::Stop;
  target = pc + static_cast<std::int32_t>(side == Side::True ? inst.imm : inst.imm >> 32);
  return Step::Jump;
}

Step SymbolicStep::switchOn(const Inst *&target) {
  const Ref node = shadows.node(inst.a);
  if (!node)
    return Step::Run;
  const auto &table = pointee<CodeFunction::Switch>(inst);
  if (!mayJump())
    return Step::Stop;
  // Cases that lead to one place are one condition.
  std::vector<std::pair<std::uint32_t, Ref>> groups;
  for (const auto &[value, to] : table.cases) {
    if (to == table.otherwise)
      continue;
    const Ref wide = b.resize(node, 64);
    const Ref hit = b.equal(wide, b.constant(value, 64));
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [goal = to](const auto &group) { return group.first == goal; });
    if (known == groups.end())
      groups.emplace_back(to, hit);
    else
      known->second = b.bitOr(known->second, hit);
  }
  target = pc + static_cast<std::int32_t>(table.otherwise);
  for (const auto &[to, hit] : groups) {
    const Side side = x.decide(pc, hit);
    if (side == Side::Stopped)
      return Step::Stop;
    if (side == Side::True) {
      target = pc + static_cast<std::int32_t>(to);
      break;
    }
  }
  return Step::Jump;
}

Step SymbolicStep::call() {
  const auto &site = pointee<CallSite>(inst);
  if (!site.callee && !settle(site.target))
    return Step::Stop;
  for (const CallSite::ByValue &value : site.byValues)
    if (!settle(site.arguments[value.index]))
      return Step::Stop;
  if (!site.callee) {
    // The VM's own functions take plain values, whoever calls them.
    const CodeFunction *callee = x.image.functionAt(shadows.values[site.target]);
    if (callee && callee->builtin)
      return builtin();
  }
  clear(site.dst, site.resultRegisters);
  return Step::Run;
}

Step SymbolicStep::builtin() {
  const auto &site = pointee<CallSite>(inst);
  const CodeFunction *callee =
      site.callee ? site.callee : x.image.functionAt(shadows.values[site.target]);
  std::size_t count = callee->symbols == Symbols::Known ? 0 : site.arguments.size();
  // One that samples finds out from its format which of the variable ones it must know.
  if (callee->symbols == Symbols::Sampled)
    for (const CallSite::Variable &variable : site.variables)
      count -= variable.registers;
  for (std::size_t i = 0; i < count; ++i)
    if (!settle(site.arguments[i]))
      return Step::Stop;
  clear(site.dst, site.resultRegisters);
  return Step::Run;
}

Step SymbolicStep::returns() {
  // The result of a thread is read by whoever joins it; that of main by exit handlers at most.
  if (x.thread->core.depth > 1 || inst.b == 0)
    return Step::Run;
  if (x.current == 0 && !x.exitHandlers.size() && shadows.node(inst.a)) {
    shadows.values[inst.a] = x.symbolic.valueOf(shadows.node(inst.a));
    shadows.setNode(inst.a, nullptr);
  }
  return settle(inst.a, inst.b) ? Step::Run : Step::Stop;
}

Step SymbolicStep::run(const Inst *&target) {
  switch (shape.kind) {
  case Kind::Other:
  case Kind::Jump:
    return Step::Run;
  case Kind::Constant:
    if (inst.run == allocateHandler() && inst.b && !settle(inst.a))
      return Step::Stop;
    clear(inst.dst);
    return Step::Run;
  case Kind::Undefined:
    clear(inst.dst, inst.b);
    return Step::Run;
  case Kind::Move:
  case Kind::Mask:
  case Kind::Extend:
  case Kind::And:
  case Kind::Or:
  case Kind::Xor:
  case Kind::ShiftLeft:
  case Kind::ShiftRight:
  case Kind::Mix:
  case Kind::Compare:
  case Kind::Select:
  case Kind::Overflow:
    return pure();
  case Kind::Wide:
    return wide();
  case Kind::Load:
    return load();
  case Kind::Store:
    return store();
  case Kind::LoadPieces:
    return loadPieces();
  case Kind::StorePieces:
    return storePieces();
  case Kind::AtomicLoad:
    if (!settle(inst.a))
      return Step::Stop;
    shadows.set(inst.dst, shadowOf(shadows.values[inst.a], inst.c));
    return Step::Run;
  case Kind::AtomicStore:
    if (!settle(inst.a))
      return Step::Stop;
    plan(inst.dst, 0, inst.c);
    return Step::Run;
  case Kind::AtomicUpdate:
    return atomicUpdate();
  case Kind::CompareExchange:
    return compareExchange();
  case Kind::Bulk:
    return bulk();
  case Kind::Uses:
    return settle(inst.a) && (!shape.readsB || settle(inst.b)) ? Step::Run : Step::Stop;
  case Kind::Branch:
    return branch();
  case Kind::CompareBranch:
    return compareBranch(target);
  case Kind::Switch:
    return switchOn(target);
  case Kind::IndirectJump:
    return settle(inst.a) ? Step::Run : Step::Stop;
  case Kind::Call:
  case Kind::IndirectCall:
    return call();
  case Kind::Builtin:
    return builtin();
  case Kind::Return:
    return returns();
  }
  return Step::Run;
}

} // namespace

Step guardSymbolic(Executor &x, const Inst *pc, const Shape &shape, Shadows &shadows,
                   const Inst *&target) {
  return SymbolicStep(x, pc, shape, shadows).run(target);
}

} // namespace heddle::vm
