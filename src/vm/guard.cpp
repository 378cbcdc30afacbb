#include "vm/guard.h"

#include "vm/dispatch.h"
#include "vm/image.h"
#include "vm/ops.h"
#include "vm/shapes.h"

#include <llvm/IR/Instruction.h>

namespace heddle::vm {

namespace {

using Kind = ShapeKind;
constexpr std::uint64_t all = ~std::uint64_t{0};

/// The masks of the running frame, and what the guards do with them.
class Masks {
public:
  Masks(std::uint64_t *r, const Frame &frame) : r(r), masks(r + frame.function->frameSize) {}
  std::uint64_t of(std::uint32_t reg) const { return masks[reg]; }
  void set(std::uint32_t reg, std::uint64_t mask) { masks[reg] = mask; }
  void set(std::uint32_t reg, std::uint32_t count, std::uint64_t mask) {
    for (std::uint32_t i = 0; i < count; ++i)
      masks[reg + i] = mask;
  }
  bool any(std::uint32_t reg, std::uint32_t count) const {
    for (std::uint32_t i = 0; i < count; ++i)
      if (masks[reg + i])
        return true;
    return false;
  }
  std::uint64_t *r;

private:
  std::uint64_t *masks;
};

Address addressOf(const Inst &inst, const Shape &shape, const std::uint64_t *r) {
  Address address = r[inst.a] + inst.imm;
  if (shape.index32)
    address +=
        static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(r[inst.b])}) * inst.c;
  else if (shape.indexed)
    address += r[inst.b] * inst.c;
  return address;
}

std::uint64_t undefinedOf(const Executor &x, Address address, unsigned bytes) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < bytes; ++i)
    if (!x.isReadable(address + i) || x.isWritten(address + i, 1))
      continue;
    else
      mask |= std::uint64_t{0xFF} << (8 * i);
  return mask;
}

std::uint64_t binaryMask(const Inst &inst, const Shape &shape, const Masks &masks) {
  const std::uint64_t ma = masks.of(inst.a);
  const std::uint64_t mb = shape.readsB ? masks.of(inst.b) : 0;
  if (!ma && !mb)
    return 0;
  const std::uint64_t a = masks.r[inst.a];
  const std::uint64_t b = shape.immediate ? inst.imm : masks.r[inst.b];
  const unsigned width = shape.width ? shape.width : inst.c;
  switch (shape.kind) {
  case Kind::And:
    return (ma & mb) | (ma & b) | (mb & a);
  case Kind::Or:
    return (ma & mb) | (ma & ~b) | (mb & ~a);
  case Kind::Xor:
    return ma | mb;
  case Kind::ShiftLeft:
    return mb || b >= width ? maskOf(width) : ma << b & maskOf(width);
  case Kind::ShiftRight:
    return mb || b >= width ? maskOf(width) : ma >> b;
  default:
    return maskOf(width && width <= 64 ? width : 64);
  }
}

/// Bytes of a store that carry nothing defined.
void planHoles(Executor &x, std::uint64_t mask, std::uint32_t offset, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    if ((mask >> (8 * i) & 0xFF) == 0xFF)
      x.storeHoles.push_back(offset + i);
}

void passArguments(Executor &x, const CallSite &site, const Masks &masks) {
  x.argumentMasks.clear();
  bool some = false;
  for (const std::uint32_t argument : site.arguments)
    some |= masks.of(argument) != 0;
  if (some)
    for (const std::uint32_t argument : site.arguments)
      x.argumentMasks.push_back(masks.of(argument));
}

bool depends(Executor &x, const Inst *pc, const char *what) {
  x.fault(pc, FaultKind::Uninitialised, std::string(what) + " depends on an uninitialised value");
  return false;
}

bool guardWide(const Inst &inst, Masks &masks) {
  const auto &op = *reinterpret_cast<const WideOp *>(inst.imm);
  const auto words = (op.width + 63) / 64;
  const bool single = !op.isIntrinsic && (llvm::Instruction::isCast(op.opcode) ||
                                          op.opcode == llvm::Instruction::FNeg);
  const bool bad = masks.any(inst.a, words) || (!single && masks.any(inst.b, words));
  const bool compares = !op.isIntrinsic && (op.opcode == llvm::Instruction::ICmp ||
                                            op.opcode == llvm::Instruction::FCmp);
  masks.set(inst.dst, compares ? 1 : (op.resultWidth + 63) / 64, bad ? all : 0);
  return true;
}

/// Moves the masks along for the instruction at `pc`; false if the thread has failed.
bool guard(Executor &x, const Inst *pc, std::uint64_t *r) {
  const Inst &inst = *pc;
  const Shape &shape = shapeOf(inst.run);
  Masks masks(r, x.thread->top());
  x.storeHoles.clear();
  x.argumentMasks.clear();
  const bool badAddress =
      (shape.kind == Kind::Load || shape.kind == Kind::Store || shape.kind == Kind::LoadPieces ||
       shape.kind == Kind::StorePieces || shape.kind == Kind::AtomicLoad ||
       shape.kind == Kind::AtomicStore || shape.kind == Kind::AtomicUpdate ||
       shape.kind == Kind::CompareExchange) &&
      (masks.of(inst.a) || (shape.indexed && masks.of(inst.b)));
  if (badAddress)
    return depends(x, pc, "an address");
  switch (shape.kind) {
  case Kind::Other:
  case Kind::Jump:
    break;
  case Kind::Move:
    masks.set(inst.dst, masks.of(inst.a));
    break;
  case Kind::Constant:
    masks.set(inst.dst, 0);
    break;
  case Kind::Undefined:
    masks.set(inst.dst, inst.b, all);
    break;
  case Kind::Mask:
    masks.set(inst.dst, masks.of(inst.a) & inst.imm);
    break;
  case Kind::Extend: {
    const unsigned width = shape.width ? shape.width : inst.c;
    masks.set(inst.dst, static_cast<std::uint64_t>(signExtend(masks.of(inst.a), width)) & inst.imm);
    break;
  }
  case Kind::And:
  case Kind::Or:
  case Kind::Xor:
  case Kind::ShiftLeft:
  case Kind::ShiftRight:
    masks.set(inst.dst, binaryMask(inst, shape, masks));
    break;
  case Kind::Mix:
  case Kind::Compare:
  case Kind::Overflow: {
    const bool bad = masks.of(inst.a) || (shape.readsB && masks.of(inst.b)) ||
                     (shape.readsC && masks.of(inst.c)) ||
                     (shape.readsImm && masks.of(static_cast<std::uint32_t>(inst.imm)));
    const unsigned width = shape.kind == Kind::Compare ? 1 : shape.width ? shape.width : inst.c;
    masks.set(inst.dst, bad ? maskOf(width && width <= 64 ? width : 64) : 0);
    if (shape.kind == Kind::Overflow)
      masks.set(inst.dst + 1, bad ? 1 : 0);
    break;
  }
  case Kind::Select:
    masks.set(inst.dst, masks.of(inst.a) & 1 ? all : masks.of(r[inst.a] & 1 ? inst.b : inst.c));
    break;
  case Kind::Wide:
    return guardWide(inst, masks);
  case Kind::Load:
    masks.set(inst.dst, undefinedOf(x, addressOf(inst, shape, r), shape.bytes));
    break;
  case Kind::LoadPieces: {
    const auto &layout = *reinterpret_cast<const Layout *>(inst.imm);
    for (std::size_t i = 0; i < layout.pieces.size(); ++i)
      masks.set(inst.dst + static_cast<std::uint32_t>(i),
                undefinedOf(x, r[inst.a] + layout.pieces[i].offset, layout.pieces[i].bytes));
    break;
  }
  case Kind::Store:
    planHoles(x, masks.of(inst.dst), 0, shape.bytes);
    break;
  case Kind::StorePieces: {
    const auto &layout = *reinterpret_cast<const Layout *>(inst.imm);
    for (std::size_t i = 0; i < layout.pieces.size(); ++i)
      planHoles(x, masks.of(inst.dst + static_cast<std::uint32_t>(i)), layout.pieces[i].offset,
                layout.pieces[i].bytes);
    break;
  }
  case Kind::AtomicLoad:
    masks.set(inst.dst, undefinedOf(x, r[inst.a], inst.c));
    break;
  case Kind::AtomicStore:
    planHoles(x, masks.of(inst.dst), 0, inst.c);
    break;
  case Kind::AtomicUpdate:
    masks.set(inst.dst, undefinedOf(x, r[inst.a], inst.c));
    break;
  case Kind::CompareExchange:
    masks.set(inst.dst, undefinedOf(x, r[inst.a], inst.c));
    masks.set(inst.dst + 1, masks.of(inst.dst) || masks.of(inst.b) ? 1 : 0);
    break;
  case Kind::Bulk:
    if (masks.of(inst.dst) || (shape.readsB && masks.of(inst.a)) || masks.of(inst.b))
      return depends(x, pc, "an address or size");
    break;
  case Kind::Branch:
    if (masks.of(inst.a) & 1)
      return depends(x, pc, "a branch");
    break;
  case Kind::CompareBranch:
    if (masks.of(inst.a) || masks.of(inst.b))
      return depends(x, pc, "a branch");
    break;
  case Kind::Switch:
    if (masks.of(inst.a))
      return depends(x, pc, "a switch");
    break;
  case Kind::IndirectJump:
    if (masks.of(inst.a))
      return depends(x, pc, "a jump");
    break;
  case Kind::Call:
  case Kind::IndirectCall:
  case Kind::Builtin: {
    const auto &site = *reinterpret_cast<const CallSite *>(inst.imm);
    if (shape.kind == Kind::IndirectCall && masks.of(site.target))
      return depends(x, pc, "a called address");
    if (shape.kind != Kind::Builtin)
      passArguments(x, site, masks);
    masks.set(site.dst, site.resultRegisters, 0);
    break;
  }
  case Kind::Return:
    x.returnMasks.clear();
    if (masks.any(inst.a, inst.b))
      for (std::uint32_t i = 0; i < inst.b; ++i)
        x.returnMasks.push_back(masks.of(inst.a + i));
    break;
  }
  if (!x.storeHoles.empty())
    x.clearWindows(); // So that the store goes the slow way, which makes the holes.
  return true;
}

HEDDLE_OP guardNext(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!guard(*x, pc + 1, r)) [[unlikely]]
    return;
  HEDDLE_NEXT;
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
    auto table = std::make_unique<CodeFunction::Switch>(
        *reinterpret_cast<const CodeFunction::Switch *>(inst.imm));
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

} // namespace

void makeGuardedCode(CodeFunction &function) {
  function.guarded.reserve(function.code.size() * 2);
  for (const Inst &inst : function.code) {
    function.guarded.push_back({guardNext, 0, 0, 0, 0, 0});
    function.guarded.push_back(stretched(inst, function));
  }
}

void becomeGuarded(Executor &x, const Inst *pc, std::uint32_t reg, std::uint32_t count,
                   const std::uint64_t *masks) {
  Thread &thread = *x.thread;
  Frame &frame = thread.top();
  const CodeFunction &function = *frame.function;
  if (!frame.guarded) {
    x.image.ensureGuarded(function);
    const std::size_t at = function.indexOf(pc);
    frame.guarded = true;
    frame.size = function.frameSize * 2;
    if (frame.base + frame.size > thread.registers.size())
      thread.registers.resize((frame.base + frame.size) * 2);
    std::uint64_t *r = thread.frameRegisters(frame);
    std::fill(r + function.frameSize, r + frame.size, 0);
    frame.pc = function.at(at + 1, true);
  } else {
    frame.pc = pc + 1;
  }
  std::uint64_t *r = thread.frameRegisters(frame);
  for (std::uint32_t i = 0; i < count; ++i)
    r[function.frameSize + reg + i] = masks[i];
}

void guardCallee(Executor &x, Frame &frame) {
  if (x.argumentMasks.empty())
    return;
  const CodeFunction &function = *frame.function;
  x.image.ensureGuarded(function);
  Thread &thread = *x.thread;
  frame.guarded = true;
  frame.size = function.frameSize * 2;
  frame.pc = function.guarded.data();
  if (frame.base + frame.size > thread.registers.size())
    thread.registers.resize((frame.base + frame.size) * 2);
  std::uint64_t *masks = thread.frameRegisters(frame) + function.frameSize;
  std::fill(masks, masks + function.frameSize, 0);
  for (std::size_t i = 0; i < std::min<std::size_t>(function.parameters, x.argumentMasks.size());
       ++i)
    masks[i] = x.argumentMasks[i];
  x.argumentMasks.clear();
}

bool undefinedBits(const Executor &x, Address address, const Layout &layout, std::uint64_t *masks) {
  bool some = false;
  for (std::size_t i = 0; i < layout.pieces.size(); ++i) {
    masks[i] = undefinedOf(x, address + layout.pieces[i].offset, layout.pieces[i].bytes);
    some |= masks[i] != 0;
  }
  return some;
}

} // namespace heddle::vm
