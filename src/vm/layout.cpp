// How values lie in registers and in memory.
#include "vm/dispatch.h"
#include "vm/image.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

namespace heddle::vm {

namespace {

void addPieces(const llvm::DataLayout &layout, llvm::Type &type, std::uint32_t offset,
               std::vector<Piece> &pieces) {
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    const llvm::StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      addPieces(layout, *structure->getElementType(i),
                offset + static_cast<std::uint32_t>(fields->getElementOffset(i).getFixedValue()),
                pieces);
    return;
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
    const auto stride = static_cast<std::uint32_t>(
        layout.getTypeAllocSize(array->getElementType()).getFixedValue());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      addPieces(layout, *array->getElementType(), offset + static_cast<std::uint32_t>(i) * stride,
                pieces);
    return;
  }
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const auto stride = static_cast<std::uint32_t>(
        layout.getTypeStoreSize(vector->getElementType()).getFixedValue());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      addPieces(layout, *vector->getElementType(), offset + i * stride, pieces);
    return;
  }
  if (type.isVoidTy() || type.isMetadataTy() || type.isTokenTy() || type.isLabelTy())
    return;
  auto bits = static_cast<std::uint32_t>(layout.getTypeSizeInBits(&type).getFixedValue());
  for (std::uint32_t at = offset; bits; at += 8) {
    const std::uint32_t here = bits < 64 ? bits : 64;
    pieces.push_back({at, (here + 7) / 8, maskOf(here)});
    bits -= here;
  }
}

} // namespace

Layout layoutOf(const llvm::DataLayout &layout, llvm::Type &type) {
  Layout result;
  addPieces(layout, type, 0, result.pieces);
  result.bytes = static_cast<std::uint32_t>(layout.getTypeStoreSize(&type).getFixedValue());
  return result;
}

std::uint32_t registersOf(const llvm::DataLayout &layout, llvm::Type &type) {
  if (type.isVoidTy())
    return 0;
  if (type.isIntegerTy() || type.isFloatingPointTy())
    return static_cast<std::uint32_t>((layout.getTypeSizeInBits(&type).getFixedValue() + 63) / 64);
  if (type.isPointerTy())
    return 1;
  return static_cast<std::uint32_t>(layoutOf(layout, type).pieces.size());
}

} // namespace heddle::vm
