// Undefined bits: how they travel through instructions.
#include "vm/dispatch.h"
#include "vm/guard.h"
#include "vm/ops.h"

#include <llvm/IR/Instruction.h>

namespace heddle::vm {

namespace {

using Kind = ShapeKind;
constexpr std::uint64_t all = ~std::uint64_t{0};

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
    if (x.isReadable(address + i) && !x.isWritten(address + i, 1) &&
        !x.symbolic.byteAt(address + i))
      mask |= std::uint64_t{0xFF} << (8 * i);
  return mask;
}

void setMasks(Shadows &shadows, std::uint32_t reg, std::uint32_t count, std::uint64_t mask) {
  for (std::uint32_t i = 0; i < count; ++i)
    shadows.setMask(reg + i, mask);
}

bool anyMask(const Shadows &shadows, std::uint32_t reg, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i)
    if (shadows.mask(reg + i))
      return true;
  return false;
}

std::uint64_t binaryMask(const Inst &inst, const Shape &shape, const Shadows &shadows) {
  const std::uint64_t ma = shadows.mask(inst.a);
  const std::uint64_t mb = shape.readsB ? shadows.mask(inst.b) : 0;
  if (!ma && !mb)
    return 0;
  // A bit that may be one, and one that may be zero: of a symbolic value both are possible.
  const expr::Ref na = shadows.node(inst.a);
  const expr::Ref nb = shape.readsB ? shadows.node(inst.b) : nullptr;
  const std::uint64_t a = shadows.values[inst.a];
  const std::uint64_t b = shape.immediate ? inst.imm : shadows.values[inst.b];
  const std::uint64_t onesA = na ? ~na->zeros : a;
  const std::uint64_t onesB = nb ? ~nb->zeros : b;
  const std::uint64_t zerosA = na ? ~na->ones : ~a;
  const std::uint64_t zerosB = nb ? ~nb->ones : ~b;
  const unsigned width = shape.width ? shape.width : inst.c;
  switch (shape.kind) {
  case Kind::And:
    return (ma & mb) | (ma & onesB) | (mb & onesA);
  case Kind::Or:
    return (ma & mb) | (ma & zerosB) | (mb & zerosA);
  case Kind::Xor:
    return ma | mb;
  case Kind::ShiftLeft:
    return mb || nb || b >= width ? maskOf(width) : ma << b & maskOf(width);
  case Kind::ShiftRight:
    return mb || nb || b >= width ? maskOf(width) : ma >> b;
  default:
    return maskOf(width && width <= 64 ? width : 64);
  }
}

/// Bytes of a store that carry nothing defined.
void planHoles(Executor &x, std::uint64_t mask, std::uint32_t offset, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    if ((mask >> (8 * i) & 0xFF) == 0xFF)
      x.storeHoles.push_back({offset + i, nullptr});
}

/// Whether the first argument decides how the run goes on, as that of a branch does.
bool isCondition(const CodeFunction *callee) {
  const program::OpKind kind =
      callee ? program::kindOfFunction(callee->name) : program::OpKind::None;
  return callee && callee->symbols == Symbols::Known &&
         (kind == program::OpKind::Assertion || kind == program::OpKind::Assume);
}

bool depends(Executor &x, const Inst *pc, const char *what) {
  x.fault(pc, FaultKind::Uninitialised, std::string(what) + " depends on an uninitialised value");
  return false;
}

bool guardWide(const Inst &inst, Shadows &shadows) {
  const auto &op = pointee<WideOp>(inst);
  const auto words = (op.width + 63) / 64;
  const bool single = !op.isIntrinsic && (llvm::Instruction::isCast(op.opcode) ||
                                          op.opcode == llvm::Instruction::FNeg);
  const bool bad = anyMask(shadows, inst.a, words) || (!single && anyMask(shadows, inst.b, words));
  const bool compares = !op.isIntrinsic && (op.opcode == llvm::Instruction::ICmp ||
                                            op.opcode == llvm::Instruction::FCmp);
  setMasks(shadows, inst.dst, compares ? 1 : (op.resultWidth + 63) / 64, bad ? all : 0);
  return true;
}

bool usesAddress(Kind kind) {
  return kind == Kind::Load || kind == Kind::Store || kind == Kind::LoadPieces ||
         kind == Kind::StorePieces || kind == Kind::AtomicLoad || kind == Kind::AtomicStore ||
         kind == Kind::AtomicUpdate || kind == Kind::CompareExchange;
}

} // namespace

Shadow shadowAt(Executor &x, Address address, unsigned bytes) {
  return {undefinedOf(x, address, bytes), x.symbolicAt(address, bytes)};
}

std::vector<Shadow> shadowsAt(Executor &x, Address address, const Layout &layout) {
  std::vector<Shadow> result;
  result.reserve(layout.pieces.size());
  for (const Piece &piece : layout.pieces)
    result.push_back(shadowAt(x, address + piece.offset, piece.bytes));
  return result;
}

bool guardUndefined(Executor &x, const Inst *pc, const Shape &shape, Shadows &shadows) {
  const Inst &inst = *pc;
  const std::uint64_t *r = shadows.values;
  if (usesAddress(shape.kind) && (shadows.mask(inst.a) || (shape.indexed && shadows.mask(inst.b))))
    return depends(x, pc, "an address");
  switch (shape.kind) {
  case Kind::Other:
  case Kind::Jump:
    break;
  case Kind::Move:
    shadows.setMask(inst.dst, shadows.mask(inst.a));
    break;
  case Kind::Constant:
    shadows.setMask(inst.dst, 0);
    break;
  case Kind::Undefined:
    setMasks(shadows, inst.dst, inst.b, all);
    break;
  case Kind::Mask:
    shadows.setMask(inst.dst, shadows.mask(inst.a) & inst.imm);
    break;
  case Kind::Extend: {
    const unsigned width = shape.width ? shape.width : inst.c;
    shadows.setMask(inst.dst,
                    static_cast<std::uint64_t>(signExtend(shadows.mask(inst.a), width)) & inst.imm);
    break;
  }
  case Kind::And:
  case Kind::Or:
  case Kind::Xor:
  case Kind::ShiftLeft:
  case Kind::ShiftRight:
    shadows.setMask(inst.dst, binaryMask(inst, shape, shadows));
    break;
  case Kind::Mix:
  case Kind::Compare:
  case Kind::Overflow: {
    const bool bad = shadows.mask(inst.a) || (shape.readsB && shadows.mask(inst.b)) ||
                     (shape.readsC && shadows.mask(inst.c)) ||
                     (shape.readsImm && shadows.mask(static_cast<std::uint32_t>(inst.imm)));
    const unsigned width = shape.kind == Kind::Compare ? 1 : shape.width ? shape.width : inst.c;
    shadows.setMask(inst.dst, bad ? maskOf(width && width <= 64 ? width : 64) : 0);
    if (shape.kind == Kind::Overflow)
      shadows.setMask(inst.dst + 1, bad ? 1 : 0);
    break;
  }
  case Kind::Select: {
    const std::uint64_t chosen = shadows.node(inst.a)
                                     ? shadows.mask(inst.b) | shadows.mask(inst.c)
                                     : shadows.mask(r[inst.a] & 1 ? inst.b : inst.c);
    shadows.setMask(inst.dst, shadows.mask(inst.a) & 1 ? all : chosen);
    break;
  }
  case Kind::Wide:
    return guardWide(inst, shadows);
  case Kind::Load:
    shadows.setMask(inst.dst, undefinedOf(x, addressOf(inst, shape, r), shape.bytes));
    break;
  case Kind::LoadPieces: {
    std::uint32_t reg = inst.dst;
    for (const Piece &piece : pointee<Layout>(inst).pieces)
      shadows.setMask(reg++, undefinedOf(x, r[inst.a] + piece.offset, piece.bytes));
    break;
  }
  case Kind::Store:
    planHoles(x, shadows.mask(inst.dst), 0, shape.bytes);
    break;
  case Kind::StorePieces: {
    std::uint32_t reg = inst.dst;
    for (const Piece &piece : pointee<Layout>(inst).pieces)
      planHoles(x, shadows.mask(reg++), piece.offset, piece.bytes);
    break;
  }
  case Kind::AtomicStore:
    planHoles(x, shadows.mask(inst.dst), 0, inst.c);
    break;
  case Kind::AtomicLoad:
  case Kind::AtomicUpdate:
    shadows.setMask(inst.dst, undefinedOf(x, r[inst.a], inst.c));
    break;
  case Kind::CompareExchange:
    shadows.setMask(inst.dst, undefinedOf(x, r[inst.a], inst.c));
    shadows.setMask(inst.dst + 1, shadows.mask(inst.dst) || shadows.mask(inst.b) ? 1 : 0);
    break;
  case Kind::Bulk:
    if (shadows.mask(inst.dst) || (shape.readsB && shadows.mask(inst.a)) || shadows.mask(inst.b))
      return depends(x, pc, "an address or size");
    break;
  case Kind::Uses:
    if (shadows.mask(inst.a) || (shape.readsB && shadows.mask(inst.b)))
      return depends(x, pc, "an address");
    break;
  case Kind::Branch:
    if (shadows.mask(inst.a) & 1)
      return depends(x, pc, "a branch");
    break;
  case Kind::CompareBranch:
    if (shadows.mask(inst.a) || shadows.mask(inst.b))
      return depends(x, pc, "a branch");
    break;
  case Kind::Switch:
    if (shadows.mask(inst.a))
      return depends(x, pc, "a switch");
    break;
  case Kind::IndirectJump:
    if (shadows.mask(inst.a))
      return depends(x, pc, "a jump");
    break;
  case Kind::Call:
  case Kind::IndirectCall:
  case Kind::Builtin: {
    const auto &site = pointee<CallSite>(inst);
    if (shape.kind == Kind::IndirectCall && shadows.mask(site.target))
      return depends(x, pc, "a called address");
    if (shape.kind == Kind::Builtin && isCondition(site.callee) &&
        shadows.mask(site.arguments.front()))
      return depends(x, pc, "a checked condition");
    setMasks(shadows, site.dst, site.resultRegisters, 0);
    break;
  }
  case Kind::Return:
    break;
  }
  return true;
}

} // namespace heddle::vm
