// Arithmetic, comparisons, casts, vectors and aggregates. Vectors are taken apart here: the VM only
// knows their elements.
#include "vm/decoder.h"

#include "vm/dispatch.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Operator.h>

namespace heddle::vm {

bool Decoder::isWide(llvm::Type &type) const {
  return (type.isFloatingPointTy() && !type.isFloatTy() && !type.isDoubleTy()) ||
         (type.isIntegerTy() && type.getIntegerBitWidth() > 64);
}

WideOp &Decoder::newWide(unsigned opcode, llvm::Type &from, llvm::Type &to) {
  auto op = std::make_shared<WideOp>();
  auto typeOf = [](llvm::Type &type) {
    return type.isFloatTy()      ? WideOp::Type::Float
           : type.isDoubleTy()   ? WideOp::Type::Double
           : type.isX86_FP80Ty() ? WideOp::Type::Long
           : type.isHalfTy()     ? WideOp::Type::Half
           : type.isBFloatTy()   ? WideOp::Type::Brain
           : type.isFP128Ty()    ? WideOp::Type::Quad
                                 : WideOp::Type::Integer;
  };
  op->opcode = opcode;
  op->from = typeOf(from);
  op->to = typeOf(to);
  op->width = from.isPointerTy() ? 64 : static_cast<unsigned>(from.getPrimitiveSizeInBits());
  op->resultWidth = to.isPointerTy() ? 64 : static_cast<unsigned>(to.getPrimitiveSizeInBits());
  out.extras.push_back(op);
  return *op;
}

/// An optimiser moves operations before the condition that guards them, since a shift by too much
/// or an overflow harms nobody who does not use the result. In its code they prove nothing.
bool Decoder::isOptimised() const {
  const llvm::DISubprogram *described = function.getSubprogram();
  return described && described->isOptimized();
}

/// The amount of a shift, brought below the width.
Decoder::Reg Decoder::inRange(llvm::Type &type, Reg amount) {
  const unsigned width = type.getIntegerBitWidth();
  const Reg result = newRegs(1);
  emit(binaryHandler(llvm::Instruction::URem, 64, true), result, amount, 0, 0, width);
  return result;
}

void Decoder::emitBinary(unsigned opcode, llvm::Type &type, Reg dst, Reg a, Reg b) {
  if (isWide(type)) {
    WideOp &op = newWide(opcode, type, type);
    op.isLenient = isOptimised();
    emit(wideHandler(), dst, a, b, 0, reinterpret_cast<std::uint64_t>(&op));
  } else if (type.isFloatingPointTy()) {
    emit(opcode == llvm::Instruction::FNeg ? floatNegateHandler(type.isDoubleTy())
                                           : floatBinaryHandler(opcode, type.isDoubleTy()),
         dst, a, b);
  } else {
    const unsigned width = type.getIntegerBitWidth();
    const bool lenient = llvm::Instruction::isShift(opcode) && isOptimised();
    emit(binaryHandler(opcode, width, false), dst, a, lenient ? inRange(type, b) : b, width);
  }
}

void Decoder::emitScalarBinary(const llvm::Instruction &instruction, llvm::Type &type, Reg dst,
                               Reg a, Reg b, const llvm::Value *right) {
  const unsigned opcode = instruction.getOpcode();
  if (isWide(type) || type.isFloatingPointTy())
    return emitBinary(opcode, type, dst, a, b);
  const unsigned width = type.getIntegerBitWidth();
  if (image.checksOverflow() && !isOptimised())
    if (const auto *op = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction))
      if (op->hasNoSignedWrap())
        if (const Handler handler = checkedBinaryHandler(opcode)) {
          emit(handler, dst, a, b, width);
          return;
        }
  const auto *number = right ? llvm::dyn_cast<llvm::ConstantInt>(right) : nullptr;
  if (number && isPlainWidth(width))
    emit(binaryHandler(opcode, width, true), dst, a, 0, 0, number->getZExtValue());
  else
    emitBinary(opcode, type, dst, a, b);
}

void Decoder::decodeBinary(const llvm::Instruction &instruction) {
  llvm::Type &type = *instruction.getType();
  const bool unary = instruction.getNumOperands() == 1;
  const llvm::Value &left = *instruction.getOperand(0);
  const llvm::Value &right = *instruction.getOperand(unary ? 0 : 1);
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    llvm::Type &element = *vector->getElementType();
    const std::uint32_t each = count(element);
    const Reg a = reg(left);
    const Reg b = unary ? a : reg(right);
    const Reg dst = define(instruction);
    for (std::uint32_t i = 0; i < vector->getNumElements(); ++i)
      emitScalarBinary(instruction, element, dst + i * each, a + i * each, b + i * each, nullptr);
    return;
  }
  const Reg a = reg(left);
  const bool immediate = !unary && llvm::isa<llvm::ConstantInt>(right) && !isWide(type) &&
                         isPlainWidth(type.getIntegerBitWidth()) &&
                         (!image.checksOverflow() || isOptimised());
  const Reg b = unary ? a : immediate ? 0 : reg(right);
  emitScalarBinary(instruction, type, define(instruction), a, b, immediate ? &right : nullptr);
}

void Decoder::decodeCompare(const llvm::CmpInst &compare) {
  llvm::Type *type = compare.getOperand(0)->getType();
  std::uint32_t elements = 1;
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    elements = vector->getNumElements();
    type = vector->getElementType();
  }
  const std::uint32_t each = count(*type);
  const Reg a = reg(*compare.getOperand(0));
  const Reg b = reg(*compare.getOperand(1));
  const Reg dst = define(compare);
  for (std::uint32_t i = 0; i < elements; ++i)
    emitCompare(compare.getPredicate(), *type, dst + i, a + i * each, b + i * each);
}

void Decoder::emitCompare(unsigned predicate, llvm::Type &type, Reg dst, Reg a, Reg b) {
  using I = llvm::Instruction;
  if (isWide(type)) {
    WideOp &op = newWide(type.isIntegerTy() ? I::ICmp : I::FCmp, type, type);
    op.predicate = predicate;
    emit(wideHandler(), dst, a, b, 0, reinterpret_cast<std::uint64_t>(&op));
  } else if (type.isFloatingPointTy()) {
    emit(floatCompareHandler(predicate, type.isDoubleTy()), dst, a, b);
  } else {
    const unsigned width = type.isPointerTy() ? 64 : type.getIntegerBitWidth();
    emit(compareHandler(predicate, width, false), dst, a, b, width);
  }
}

void Decoder::decodeScalarCast(const llvm::CastInst &cast, llvm::Type &from, llvm::Type &to,
                               Reg dst, Reg source) {
  using I = llvm::Instruction;
  const unsigned opcode = cast.getOpcode();
  const bool wide = isWide(from) || isWide(to);
  if (wide && opcode != I::PtrToInt && opcode != I::IntToPtr) {
    emit(wideHandler(), dst, source, 0, 0,
         reinterpret_cast<std::uint64_t>(&newWide(opcode, from, to)));
    return;
  }
  auto widthOf = [](llvm::Type &type) {
    return type.isPointerTy() ? 64u : static_cast<unsigned>(type.getPrimitiveSizeInBits());
  };
  switch (opcode) {
  case I::Trunc:
    emit(truncateHandler(), dst, source, 0, 0, maskOf(widthOf(to)));
    break;
  case I::ZExt:
    emit(moveHandler(), dst, source);
    break;
  case I::SExt:
    emit(signExtendHandler(widthOf(from)), dst, source, 0, widthOf(from), maskOf(widthOf(to)));
    break;
  case I::IntToPtr:
    emit(moveHandler(), dst, source);
    break;
  case I::PtrToInt: {
    if (isPlainDifference(cast))
      emit(moveHandler(), dst, source);
    else
      emit(pointerToIntegerHandler(), dst, source);
    if (widthOf(to) < 64)
      emit(truncateHandler(), dst, dst, 0, 0, maskOf(widthOf(to)));
    for (std::uint32_t i = 1; i < count(to); ++i)
      emit(constantHandler(), dst + i);
    break;
  }
  case I::FPToSI:
  case I::FPToUI:
  case I::SIToFP:
  case I::UIToFP:
  case I::FPTrunc:
  case I::FPExt:
    emitFloatCast(opcode, from, to, dst, source);
    break;
  default:
    cannot(std::string("conversion ") + cast.getOpcodeName());
  }
}

void Decoder::emitFloatCast(unsigned opcode, llvm::Type &from, llvm::Type &to, Reg dst,
                            Reg source) {
  if (isWide(from) || isWide(to)) {
    emit(wideHandler(), dst, source, 0, 0,
         reinterpret_cast<std::uint64_t>(&newWide(opcode, from, to)));
    return;
  }
  const unsigned width = from.isIntegerTy() ? from.getIntegerBitWidth()
                         : to.isIntegerTy() ? to.getIntegerBitWidth()
                                            : 64;
  emit(floatCastHandler(opcode, from.isDoubleTy(), to.isDoubleTy()), dst, source, 0, width);
}

/// A pointer that becomes an integer only to be subtracted, compared or masked leaks nowhere.
bool Decoder::isPlainDifference(const llvm::Instruction &pointerToInteger) const {
  for (const llvm::User *user : pointerToInteger.users()) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (!instruction)
      return false;
    if (llvm::isa<llvm::ICmpInst>(instruction))
      continue;
    if (instruction->getOpcode() != llvm::Instruction::Sub)
      return false;
    for (const llvm::Use &operand : instruction->operands())
      if (!llvm::isa<llvm::PtrToIntInst>(operand.get()))
        return false;
  }
  return true;
}

void Decoder::decodeCast(const llvm::CastInst &cast) {
  if (cast.getOpcode() == llvm::Instruction::BitCast ||
      cast.getOpcode() == llvm::Instruction::AddrSpaceCast)
    return decodeBitcast(cast);
  llvm::Type *from = cast.getSrcTy();
  llvm::Type *to = cast.getDestTy();
  const Reg source = reg(*cast.getOperand(0));
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(from)) {
    llvm::Type &inner = *vector->getElementType();
    llvm::Type &outer = *llvm::cast<llvm::FixedVectorType>(to)->getElementType();
    const Reg dst = define(cast);
    for (std::uint32_t i = 0; i < vector->getNumElements(); ++i)
      decodeScalarCast(cast, inner, outer, dst + i * count(outer), source + i * count(inner));
    return;
  }
  // A zero-extended integer is kept as it is: the same register serves both.
  if (cast.getOpcode() == llvm::Instruction::ZExt && count(*to) == 1 && !(source & constantBit)) {
    regs[&cast] = source;
    return;
  }
  decodeScalarCast(cast, *from, *to, define(cast), source);
}

namespace {

/// Where the bits of a register stand in the whole value. Elements of a vector are packed, also
/// those of less than a byte.
struct Bits {
  std::uint32_t offset;
  std::uint32_t width;
};

std::vector<Bits> bitsOfRegisters(const llvm::DataLayout &data, llvm::Type &type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  llvm::Type &element = vector ? *vector->getElementType() : type;
  const auto width = static_cast<std::uint32_t>(data.getTypeSizeInBits(&element).getFixedValue());
  std::vector<Bits> result;
  for (std::uint32_t e = 0; e < (vector ? vector->getNumElements() : 1); ++e)
    for (std::uint32_t at = 0; at < width; at += 64)
      result.push_back({e * width + at, std::min(64u, width - at)});
  return result;
}

} // namespace

/// Bits stay, elements change.
void Decoder::decodeBitcast(const llvm::CastInst &cast) {
  const Reg source = reg(*cast.getOperand(0));
  const std::vector<Bits> from = bitsOfRegisters(data, *cast.getSrcTy());
  const std::vector<Bits> to = bitsOfRegisters(data, *cast.getDestTy());
  if (from.size() == 1 && to.size() == 1) {
    if (!(source & constantBit))
      regs[&cast] = source;
    else
      emit(moveHandler(), define(cast), source);
    return;
  }
  const Reg dst = define(cast);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Reg place = dst + static_cast<Reg>(i);
    emit(constantHandler(), place);
    for (std::size_t j = 0; j < from.size(); ++j) {
      const std::uint32_t begin = std::max(from[j].offset, to[i].offset);
      const std::uint32_t end =
          std::min(from[j].offset + from[j].width, to[i].offset + to[i].width);
      if (begin >= end)
        continue;
      const Reg part = newRegs(1);
      emit(binaryHandler(llvm::Instruction::LShr, 64, true), part, source + static_cast<Reg>(j), 0,
           0, begin - from[j].offset);
      emit(truncateHandler(), part, part, 0, 0, maskOf(end - begin));
      emit(binaryHandler(llvm::Instruction::Shl, 64, true), part, part, 0, 0, begin - to[i].offset);
      emit(binaryHandler(llvm::Instruction::Or, 64, false), place, place, part);
    }
  }
}

void Decoder::decodeSelect(const llvm::SelectInst &select) {
  const Reg condition = reg(*select.getCondition());
  const Reg yes = reg(*select.getTrueValue());
  const Reg no = reg(*select.getFalseValue());
  const Reg dst = define(select);
  const std::uint32_t all = count(select);
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(select.getCondition()->getType());
  const std::uint32_t each = vector ? all / vector->getNumElements() : all;
  for (std::uint32_t i = 0; i < all; ++i)
    emit(selectHandler(), dst + i, condition + (vector ? i / each : 0), yes + i, no + i);
}

namespace {

/// How many registers stand before the element that the indices lead to.
std::uint32_t registersBefore(const llvm::DataLayout &data, llvm::Type *type,
                              llvm::ArrayRef<unsigned> indices, llvm::Type *&element) {
  std::uint32_t before = 0;
  for (const unsigned index : indices) {
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i)
        before += registersOf(data, *structure->getElementType(i));
      type = structure->getElementType(index);
    } else {
      type = llvm::cast<llvm::ArrayType>(type)->getElementType();
      before += index * registersOf(data, *type);
    }
  }
  element = type;
  return before;
}

} // namespace

void Decoder::decodeAggregate(const llvm::Instruction &instruction) {
  llvm::Type *element = nullptr;
  if (const auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const llvm::Value &whole = *extract->getAggregateOperand();
    const std::uint32_t before =
        registersBefore(data, whole.getType(), extract->getIndices(), element);
    regs[extract] = reg(whole) + before; // A part of the registers that are there already.
    return;
  }
  const auto &insert = llvm::cast<llvm::InsertValueInst>(instruction);
  const llvm::Value &whole = *insert.getAggregateOperand();
  const std::uint32_t before = registersBefore(data, whole.getType(), insert.getIndices(), element);
  const std::uint32_t inserted = count(*element);
  const Reg value = reg(*insert.getInsertedValueOperand());
  const bool undefined = llvm::isa<llvm::UndefValue>(whole);
  const Reg old = undefined ? 0 : reg(whole);
  const Reg dst = define(insert);
  for (std::uint32_t i = 0; i < count(insert); ++i) {
    if (i >= before && i < before + inserted)
      emit(moveHandler(), dst + i, value + (i - before));
    else if (undefined)
      emit(constantHandler(), dst + i);
    else
      emit(moveHandler(), dst + i, old + i);
  }
}

void Decoder::decodeVector(const llvm::Instruction &instruction) {
  if (const auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    const Reg vector = reg(*extract->getVectorOperand());
    const std::uint32_t each = count(*extract);
    const auto *index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    const Reg dst = define(*extract);
    if (index) {
      for (std::uint32_t i = 0; i < each; ++i)
        emit(moveHandler(), dst + i, vector + static_cast<Reg>(index->getZExtValue()) * each + i);
      return;
    }
    // A variable index: choose among all elements.
    const auto *type = llvm::cast<llvm::FixedVectorType>(extract->getVectorOperandType());
    const Reg at = reg(*extract->getIndexOperand());
    const Reg hit = newRegs(1);
    for (std::uint32_t i = 0; i < each; ++i)
      emit(moveHandler(), dst + i, vector + i);
    for (std::uint32_t e = 1; e < type->getNumElements(); ++e) {
      emit(compareHandler(llvm::CmpInst::ICMP_EQ, 64, true), hit, at, 0, 0, e);
      for (std::uint32_t i = 0; i < each; ++i)
        emit(selectHandler(), dst + i, hit, vector + e * each + i, dst + i);
    }
    return;
  }
  if (const auto *insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    const auto *type = llvm::cast<llvm::FixedVectorType>(insert->getType());
    const Reg vector = reg(*insert->getOperand(0));
    const Reg value = reg(*insert->getOperand(1));
    const Reg at = reg(*insert->getOperand(2));
    const std::uint32_t each = count(*insert->getOperand(1));
    const Reg dst = define(*insert);
    const Reg hit = newRegs(1);
    for (std::uint32_t e = 0; e < type->getNumElements(); ++e) {
      emit(compareHandler(llvm::CmpInst::ICMP_EQ, 64, true), hit, at, 0, 0, e);
      for (std::uint32_t i = 0; i < each; ++i)
        emit(selectHandler(), dst + e * each + i, hit, value + i, vector + e * each + i);
    }
    return;
  }
  const auto &shuffle = llvm::cast<llvm::ShuffleVectorInst>(instruction);
  const auto *type = llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType());
  const std::uint32_t each = count(*type->getElementType());
  const Reg first = reg(*shuffle.getOperand(0));
  const Reg second = reg(*shuffle.getOperand(1));
  const Reg dst = define(shuffle);
  const int length = static_cast<int>(type->getNumElements());
  std::uint32_t e = 0;
  for (const int index : shuffle.getShuffleMask()) {
    for (std::uint32_t i = 0; i < each; ++i) {
      if (index < 0)
        emit(constantHandler(), dst + e * each + i);
      else if (index < length)
        emit(moveHandler(), dst + e * each + i, first + static_cast<Reg>(index) * each + i);
      else
        emit(moveHandler(), dst + e * each + i,
             second + static_cast<Reg>(index - length) * each + i);
    }
    ++e;
  }
}

} // namespace heddle::vm
