#include "vm/shapes.h"

#include "vm/ops.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>
#include <unordered_map>

namespace heddle::vm {

namespace {

using Table = std::unordered_map<Handler, Shape>;
using I = llvm::Instruction;
using Kind = ShapeKind;

std::uint16_t number(unsigned opcode) {
  return static_cast<std::uint16_t>(opcode);
}

Kind binaryKind(unsigned opcode) {
  switch (opcode) {
  case I::And:
    return Kind::And;
  case I::Or:
    return Kind::Or;
  case I::Xor:
    return Kind::Xor;
  case I::Shl:
    return Kind::ShiftLeft;
  case I::LShr:
    return Kind::ShiftRight;
  default:
    return Kind::Mix;
  }
}

void addIntegers(Table &table) {
  for (const unsigned opcode : {I::Add, I::Sub, I::Mul, I::And, I::Or, I::Xor, I::Shl, I::LShr,
                                I::AShr, I::UDiv, I::SDiv, I::URem, I::SRem}) {
    for (const std::uint8_t width : {8, 16, 32, 64}) {
      table[binaryHandler(opcode, width, false)] = {.kind = binaryKind(opcode),
                                                    .lift = Lift::Binary,
                                                    .opcode = number(opcode),
                                                    .readsB = true,
                                                    .width = width};
      table[binaryHandler(opcode, width, true)] = {.kind = binaryKind(opcode),
                                                   .lift = Lift::Binary,
                                                   .opcode = number(opcode),
                                                   .immediate = true,
                                                   .width = width};
    }
    table[binaryHandler(opcode, 7, false)] = {
        .kind = binaryKind(opcode), .lift = Lift::Binary, .opcode = number(opcode), .readsB = true};
    if (const Handler checked = checkedBinaryHandler(opcode))
      table[checked] = {
          .kind = Kind::Mix, .lift = Lift::Checked, .opcode = number(opcode), .readsB = true};
  }
  for (unsigned p = llvm::CmpInst::FIRST_ICMP_PREDICATE; p <= llvm::CmpInst::LAST_ICMP_PREDICATE;
       ++p)
    for (const std::uint8_t width : {7, 8, 16, 32, 64}) {
      const std::uint8_t plain = width == 7 ? 0 : width;
      Shape shape{.kind = Kind::Compare, .lift = Lift::Compare, .opcode = number(p)};
      shape.width = plain;
      if (plain) {
        shape.immediate = true;
        table[compareHandler(p, width, true)] = shape;
        shape.immediate = false;
      }
      shape.readsB = true;
      table[compareHandler(p, width, false)] = shape;
      shape.kind = Kind::CompareBranch;
      if (plain)
        table[compareBranchHandler(p, width)] = shape;
    }
  for (const std::uint8_t width : {8, 16, 32})
    table[signExtendHandler(width)] = {.kind = Kind::Extend, .width = width};
  table[signExtendHandler(7)] = {.kind = Kind::Extend};
  namespace N = llvm::Intrinsic;
  for (const unsigned id :
       {N::ctpop,    N::ctlz,     N::cttz, N::bswap,    N::bitreverse, N::abs,      N::smax,
        N::smin,     N::umax,     N::umin, N::uadd_sat, N::usub_sat,   N::sadd_sat, N::ssub_sat,
        N::ushl_sat, N::sshl_sat, N::fshl, N::fshr,     N::ucmp,       N::scmp})
    table[integerIntrinsicHandler(id)] = {.kind = Kind::Mix,
                                          .lift = Lift::Intrinsic,
                                          .opcode = number(id),
                                          .readsB = true,
                                          .readsImm = id == N::fshl || id == N::fshr};
  for (const unsigned id : {N::uadd_with_overflow, N::usub_with_overflow, N::umul_with_overflow,
                            N::sadd_with_overflow, N::ssub_with_overflow, N::smul_with_overflow})
    table[overflowIntrinsicHandler(id)] = {
        .kind = Kind::Overflow, .lift = Lift::Overflow, .opcode = number(id), .readsB = true};
}

void addFloats(Table &table) {
  namespace N = llvm::Intrinsic;
  for (const bool isDouble : {false, true}) {
    Shape shape{.kind = Kind::Mix, .isDouble = isDouble, .width = 64};
    for (const unsigned opcode : {I::FPToSI, I::FPToUI, I::SIToFP, I::UIToFP, I::FPExt})
      for (const bool toDouble : {false, true}) {
        shape.lift = Lift::FloatCast;
        shape.opcode = number(opcode);
        shape.toDouble = toDouble;
        table[floatCastHandler(opcode, isDouble, toDouble)] = shape;
      }
    shape.readsB = true;
    for (const unsigned opcode : {I::FAdd, I::FSub, I::FMul, I::FDiv, I::FRem}) {
      shape.lift = Lift::FloatBinary;
      shape.opcode = number(opcode);
      table[floatBinaryHandler(opcode, isDouble)] = shape;
    }
    for (unsigned p = 0; p < 16; ++p)
      table[floatCompareHandler(p, isDouble)] = {.kind = Kind::Compare,
                                                 .lift = Lift::FloatCompare,
                                                 .isDouble = isDouble,
                                                 .opcode = number(p),
                                                 .readsB = true};
    table[floatNegateHandler(isDouble)] = {
        .kind = Kind::Move, .lift = Lift::FloatNegate, .isDouble = isDouble};
    table[floatIntrinsicHandler(N::fabs, isDouble)] = {.kind = Kind::Mix,
                                                       .lift = Lift::FloatIntrinsic,
                                                       .isDouble = isDouble,
                                                       .readsB = true,
                                                       .readsC = true,
                                                       .width = 64};
    for (const unsigned id : {N::ldexp, N::powi, N::lrint, N::llrint, N::lround, N::llround})
      table[floatMixedHandler(id, isDouble)] = {.kind = Kind::Mix, .readsB = true, .width = 64};
    table[floatMixedHandler(N::frexp, isDouble)] = {
        .kind = Kind::Overflow, .readsB = true, .width = 64};
  }
}

void addMemory(Table &table) {
  for (const std::uint8_t bytes : {1, 2, 4, 8})
    for (const Addressing how : {Addressing::Plain, Addressing::Indexed, Addressing::Indexed32}) {
      const bool indexed = how != Addressing::Plain;
      const bool small = how == Addressing::Indexed32;
      table[loadHandler(bytes, how)] = {
          .kind = Kind::Load, .indexed = indexed, .index32 = small, .bytes = bytes};
      table[storeHandler(bytes, how)] = {
          .kind = Kind::Store, .indexed = indexed, .index32 = small, .bytes = bytes};
      table[addressHandler(how)] = {.kind = Kind::Mix,
                                    .lift = Lift::Address,
                                    .readsB = indexed,
                                    .indexed = indexed,
                                    .index32 = small,
                                    .width = 64};
    }
  table[loadPiecesHandler()] = {.kind = Kind::LoadPieces};
  table[storePiecesHandler()] = {.kind = Kind::StorePieces};
  table[allocateHandler()] = {.kind = Kind::Constant};
  table[stackSaveHandler()] = {.kind = Kind::Constant};
  table[threadLocalHandler()] = {.kind = Kind::Constant};
  table[pointerToIntegerHandler()] = {.kind = Kind::Move};
  table[copyHandler(false)] = {.kind = Kind::Bulk, .readsB = true};
  table[copyHandler(true)] = {.kind = Kind::Bulk, .readsB = true};
  table[fillHandler()] = {.kind = Kind::Bulk};
  table[scopeHandler(true)] = {.kind = Kind::Uses};
  table[scopeHandler(false)] = {.kind = Kind::Uses};
  table[stackRestoreHandler()] = {.kind = Kind::Uses};
  table[variablesStartHandler()] = {.kind = Kind::Uses};
  table[variablesCopyHandler()] = {.kind = Kind::Uses, .readsB = true};
  table[atomicLoadHandler()] = {.kind = Kind::AtomicLoad};
  table[atomicStoreHandler()] = {.kind = Kind::AtomicStore};
  table[atomicUpdateHandler()] = {.kind = Kind::AtomicUpdate, .readsB = true};
  table[compareExchangeHandler()] = {.kind = Kind::CompareExchange, .readsB = true};
}

Table makeTable() {
  Table table;
  addIntegers(table);
  addFloats(table);
  addMemory(table);
  table[moveHandler()] = {.kind = Kind::Move};
  table[constantHandler()] = {.kind = Kind::Constant};
  table[undefinedHandler()] = {.kind = Kind::Undefined};
  table[truncateHandler()] = {.kind = Kind::Mask};
  table[selectHandler()] = {.kind = Kind::Select};
  table[wideHandler()] = {.kind = Kind::Wide};
  table[jumpHandler()] = {.kind = Kind::Jump};
  table[branchHandler()] = {.kind = Kind::Branch};
  table[switchHandler()] = {.kind = Kind::Switch};
  table[indirectJumpHandler()] = {.kind = Kind::IndirectJump};
  table[callHandler()] = {.kind = Kind::Call};
  table[callBuiltinHandler()] = {.kind = Kind::Builtin};
  table[indirectCallHandler()] = {.kind = Kind::IndirectCall};
  table[tailCallHandler()] = {.kind = Kind::Call};
  table[returnHandler()] = {.kind = Kind::Return};
  table[resumeHandler()] = {.kind = Kind::Uses};
  return table;
}

} // namespace

const Shape &shapeOf(Handler handler) {
  static const Table table = makeTable();
  static const Shape other;
  const auto found = table.find(handler);
  return found == table.end() ? other : found->second;
}

} // namespace heddle::vm
