// Loads, stores, addresses and atomics.
#include "vm/decoder.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

namespace heddle::vm {

Decoder::Where Decoder::whereOf(const llvm::GetElementPtrInst &address) {
  Where result;
  result.base = reg(*address.getPointerOperand());
  const auto &gep = llvm::cast<llvm::GEPOperator>(address);
  llvm::MapVector<llvm::Value *, llvm::APInt> variable;
  llvm::APInt offset(64, 0);
  if (!gep.collectOffset(data, 64, variable, offset)) {
    cannot("address computed on vectors");
    return result;
  }
  result.offset = static_cast<std::uint64_t>(offset.getSExtValue());
  std::size_t left = variable.size();
  for (const auto &[value, factor] : variable) {
    --left;
    const std::uint64_t scale = factor.getZExtValue();
    const auto *extend = llvm::dyn_cast<llvm::SExtInst>(value);
    const bool inner = extend && fused.contains(extend);
    const unsigned width = value->getType()->getIntegerBitWidth();
    Addressing how = Addressing::Indexed;
    Reg index = 0;
    if (inner || width == 32) {
      how = Addressing::Indexed32;
      index = reg(inner && extend ? *extend->getOperand(0) : *value);
    } else if (width < 64) {
      index = newRegs(1);
      emit(signExtendHandler(width), index, reg(*value), 0, width, ~std::uint64_t{0});
    } else {
      index = reg(*value);
    }
    Reg base = result.base;
    if (scale >= constantBit) {
      const Reg product = newRegs(1);
      const Reg wideIndex = newRegs(1);
      if (how == Addressing::Indexed32)
        emit(signExtendHandler(32), wideIndex, index, 0, 32, ~std::uint64_t{0});
      else
        emit(moveHandler(), wideIndex, index);
      emit(binaryHandler(llvm::Instruction::Mul, 64, true), product, wideIndex, 0, 0, scale);
      const Reg sum = newRegs(1);
      emit(binaryHandler(llvm::Instruction::Add, 64, false), sum, base, product);
      result.base = sum;
      continue;
    }
    if (left == 0) {
      result.how = how;
      result.index = index;
      result.scale = static_cast<std::uint32_t>(scale);
      return result;
    }
    const Reg sum = newRegs(1);
    emit(addressHandler(how), sum, base, index, static_cast<std::uint32_t>(scale), 0);
    result.base = sum;
  }
  return result;
}

Decoder::Where Decoder::where(const llvm::Value &pointer) {
  const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  if (address && fused.contains(address))
    return whereOf(*address);
  Where result;
  result.base = reg(pointer);
  return result;
}

void Decoder::decodeAddress(const llvm::GetElementPtrInst &address) {
  if (address.getType()->isVectorTy())
    return cannot("address computed on vectors");
  const Where at = whereOf(address);
  emit(addressHandler(at.how), define(address), at.base, at.index, at.scale, at.offset);
}

/// Elements of less than a byte are packed in memory, and not in registers.
bool Decoder::isPacked(llvm::Type &type) const {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector && data.getTypeSizeInBits(vector->getElementType()).getFixedValue() % 8 != 0;
}

void Decoder::decodeLoad(const llvm::LoadInst &load) {
  llvm::Type &type = *load.getType();
  if (isPacked(type))
    return cannot("load of a vector of elements that are no whole bytes");
  const Layout layout = layoutOf(data, type);
  if (load.isAtomic())
    return decodeAtomic(load);
  const bool plain = layout.pieces.size() == 1 && (layout.bytes == 1 || layout.bytes == 2 ||
                                                   layout.bytes == 4 || layout.bytes == 8);
  if (plain) {
    const Where at = where(*load.getPointerOperand());
    const Reg dst = define(load);
    emit(loadHandler(layout.bytes, at.how), dst, at.base, at.index, at.scale, at.offset);
    if (layout.pieces[0].mask !=
        (layout.bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << layout.bytes * 8) - 1))
      emit(truncateHandler(), dst, dst, 0, 0, layout.pieces[0].mask);
    return;
  }
  if (layout.bytes == 0) {
    define(load);
    return;
  }
  out.layouts.push_back(std::make_unique<Layout>(layout));
  const Where at = where(*load.getPointerOperand());
  Reg base = at.base;
  if (at.how != Addressing::Plain || at.offset) {
    base = newRegs(1);
    emit(addressHandler(at.how), base, at.base, at.index, at.scale, at.offset);
  }
  emit(loadPiecesHandler(), define(load), base, 0, 0,
       reinterpret_cast<std::uint64_t>(out.layouts.back().get()));
}

void Decoder::decodeStore(const llvm::StoreInst &store) {
  if (store.isAtomic())
    return decodeAtomic(store);
  const llvm::Value &value = *store.getValueOperand();
  if (isPacked(*value.getType()))
    return cannot("store of a vector of elements that are no whole bytes");
  const Layout layout = layoutOf(data, *value.getType());
  if (layout.bytes == 0)
    return;
  const bool plain = layout.pieces.size() == 1 && (layout.bytes == 1 || layout.bytes == 2 ||
                                                   layout.bytes == 4 || layout.bytes == 8);
  const Reg source = reg(value);
  const Where at = where(*store.getPointerOperand());
  if (plain) {
    emit(storeHandler(layout.bytes, at.how), source, at.base, at.index, at.scale, at.offset);
    return;
  }
  out.layouts.push_back(std::make_unique<Layout>(layout));
  Reg base = at.base;
  if (at.how != Addressing::Plain || at.offset) {
    base = newRegs(1);
    emit(addressHandler(at.how), base, at.base, at.index, at.scale, at.offset);
  }
  emit(storePiecesHandler(), source, base, 0, 0,
       reinterpret_cast<std::uint64_t>(out.layouts.back().get()));
}

void Decoder::decodeAtomic(const llvm::Instruction &instruction) {
  using Order = llvm::AtomicOrdering;
  auto pack = [](Order order, unsigned operation) {
    return packOrdering(llvm::isAcquireOrStronger(order), llvm::isReleaseOrStronger(order),
                        operation);
  };
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (count(*load) != 1)
      return cannot("atomic load of more than 8 bytes");
    const auto bytes = static_cast<std::uint32_t>(data.getTypeStoreSize(load->getType()));
    emit(atomicLoadHandler(), define(*load), reg(*load->getPointerOperand()), 0, bytes,
         pack(load->getOrdering(), 0));
  } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Value &value = *store->getValueOperand();
    if (count(value) != 1)
      return cannot("atomic store of more than 8 bytes");
    const auto bytes = static_cast<std::uint32_t>(data.getTypeStoreSize(value.getType()));
    emit(atomicStoreHandler(), reg(value), reg(*store->getPointerOperand()), 0, bytes,
         pack(store->getOrdering(), 0));
  } else if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (count(*update) != 1)
      return cannot("atomic update of more than 8 bytes");
    const auto bytes = static_cast<std::uint32_t>(data.getTypeStoreSize(update->getType()));
    emit(atomicUpdateHandler(), define(*update), reg(*update->getPointerOperand()),
         reg(*update->getValOperand()), bytes, pack(update->getOrdering(), update->getOperation()));
  } else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    const llvm::Value &expected = *exchange->getCompareOperand();
    if (count(expected) != 1)
      return cannot("compare-exchange of more than 8 bytes");
    const auto bytes = static_cast<std::uint32_t>(data.getTypeStoreSize(expected.getType()));
    // The new value travels in a register behind the two of the result.
    const Reg dst = newRegs(3);
    regs[exchange] = dst;
    emit(moveHandler(), dst + 2, reg(*exchange->getNewValOperand()));
    emit(compareExchangeHandler(), dst, reg(*exchange->getPointerOperand()), reg(expected), bytes,
         pack(exchange->getMergedOrdering(), 0));
  } else {
    const auto &fence = llvm::cast<llvm::FenceInst>(instruction);
    if (fence.getSyncScopeID() != llvm::SyncScope::SingleThread)
      emit(fenceHandler(), 0, 0, 0, 0, pack(fence.getOrdering(), 0));
  }
}

} // namespace heddle::vm
