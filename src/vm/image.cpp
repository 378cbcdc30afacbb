#include "vm/image.h"
#include "vm/library.h"

#include "vm/dispatch.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <map>

namespace heddle::vm {

namespace {

constexpr std::uint64_t functionSize = 16;
constexpr Address blockRegion = Address{idsPerBlock - 1}
                                << slotBits; ///< In the unused first block.

} // namespace

Image::Image(const program::Program &program, const CodeOptions &options)
    : source(program), options(options) {
  layOut();
  collectStructors();
  const llvm::Module &module = program.unit().module();
  mayCancel = module.getFunction("pthread_cancel") != nullptr;
  bool assumes = false;
  bool hasSections = false;
  for (const llvm::Function &function : module) {
    const program::OpKind kind = program::kindOfFunction(function.getName());
    assumes |= kind == program::OpKind::Assume;
    hasSections |= kind == program::OpKind::AtomicBegin ||
                   (function.getName().starts_with("__VERIFIER_atomic_") && !function.empty());
  }
  mayAssumeInSections = assumes && hasSections;
}

Image::~Image() = default;

const llvm::DataLayout &Image::layout() const {
  return source.unit().module().getDataLayout();
}

void Image::layOut() {
  const llvm::Module &module = source.unit().module();
  const llvm::DataLayout &data = layout();
  auto place = [&](std::uint64_t size, std::uint64_t alignment) {
    // An object must not straddle blocks: its slots are found through one block.
    const std::uint32_t slots = slotsFor(baseOf(nextId, alignment), size);
    if ((nextId & (idsPerBlock - 1)) + slots > idsPerBlock && slots < idsPerBlock)
      nextId = (nextId + idsPerBlock) & ~(idsPerBlock - 1);
    const ObjectId id = nextId;
    nextId += slots;
    return id;
  };
  for (const llvm::Function &function : module) {
    CodeFunction &code = functionList.emplace_back();
    code.function = &function;
    code.name = function.getName().str();
    code.isDefined = !function.isDeclaration();
    code.isVariadic = function.isVarArg();
    code.isModel = frontend::isModel(function);
    const auto known = source.functionOf(function);
    code.isLibrary = code.isModel || (known && source.functions()[*known].isModel);
    code.shownName = known ? source.functions()[*known].shownName : program::shownName(code.name);
    code.kind = program::kindOfFunction(code.name);
    if (!code.isDefined)
      if (const LibraryFunction *own = findBuiltin(code.name)) {
        code.builtin = own->run;
        code.symbols = own->symbols;
      }
    byFunction[&function] = &code;
    // A weak function that nobody defines is null.
    if (function.hasExternalWeakLinkage() && !code.isDefined && !code.builtin)
      continue;
    const ObjectId id = place(functionSize, 16);
    code.address = baseOf(id, 16);
    addresses[&function] = code.address;
    byAddress[code.address] = &code;
  }
  for (const llvm::Function &function : module)
    for (const llvm::BasicBlock &block : function)
      if (block.hasAddressTaken())
        takenBlocks.push_back(&block);
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.getName().starts_with("llvm."))
      continue;
    const std::uint64_t size = data.getTypeAllocSize(variable.getValueType()).getFixedValue();
    const std::uint64_t alignment = std::max<std::uint64_t>(
        variable.getAlign().valueOrOne().value(), data.getPreferredAlign(&variable).value());
    if (variable.isThreadLocal()) {
      localIndices[&variable] = static_cast<int>(localList.size());
      localList.push_back({&variable, size, alignment, {}});
      continue;
    }
    if (variable.hasExternalWeakLinkage())
      continue;
    const ObjectId id = place(size, alignment);
    addresses[&variable] = baseOf(id, alignment);
    globalIndices[id] = globalList.size();
    globalList.push_back(
        {&variable, id, size, alignment, variable.isConstant(), variable.hasInitializer(), {}});
  }
  for (const llvm::GlobalAlias &alias : module.aliases()) {
    const llvm::Value *target = alias.getAliasee()->stripPointerCasts();
    if (const auto found = addresses.find(target); found != addresses.end())
      addresses[&alias] = found->second;
    if (const auto *function = llvm::dyn_cast<llvm::Function>(target))
      byFunction[function] = byFunction.at(function);
  }
  freeBlock = (nextId + idsPerBlock - 1) >> blockBits;

  for (Global &global : globalList) {
    global.bytes.resize(global.size);
    if (global.variable->hasInitializer())
      writeConstant(*global.variable->getInitializer(), global.bytes.data());
  }
  for (Local &local : localList) {
    local.bytes.resize(local.size);
    if (local.variable->hasInitializer())
      writeConstant(*local.variable->getInitializer(), local.bytes.data());
  }
}

void Image::collectStructors() {
  const llvm::Module &module = source.unit().module();
  auto collect = [&](const char *name, std::vector<CodeFunction *> &out, bool backwards) {
    const llvm::GlobalVariable *list = module.getGlobalVariable(name);
    if (!list || !list->hasInitializer())
      return;
    const auto *array = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
    if (!array)
      return;
    std::multimap<std::uint64_t, CodeFunction *> entries; // Equal priorities stay in order.
    for (const llvm::Use &use : array->operands()) {
      const auto *entry = llvm::cast<llvm::Constant>(use.get());
      const auto *function =
          llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(1u)->stripPointerCasts());
      if (!function)
        continue;
      const auto *priority = llvm::cast<llvm::ConstantInt>(entry->getAggregateElement(0u));
      entries.emplace(priority->getZExtValue(), byFunction.at(function));
    }
    for (const auto &[priority, function] : entries)
      out.push_back(function);
    if (backwards)
      std::reverse(out.begin(), out.end());
  };
  collect("llvm.global_ctors", constructorList, false);
  collect("llvm.global_dtors", destructorList, true);
}

CodeFunction &Image::function(const llvm::Function &function) {
  return *byFunction.at(&function);
}

CodeFunction *Image::functionAt(Address address) {
  const auto found = byAddress.find(address);
  return found == byAddress.end() ? nullptr : found->second;
}

CodeFunction *Image::functionNamed(std::string_view name) {
  const llvm::Function *function =
      source.unit().module().getFunction(llvm::StringRef(name.data(), name.size()));
  return function ? byFunction.at(function) : nullptr;
}

CodeFunction &Image::entry() {
  return function(source.entry());
}

const Image::Global *Image::globalAt(Address address) const {
  const auto found = globalIndices.find(idOf(address));
  return found == globalIndices.end() ? nullptr : &globalList[found->second];
}

Address Image::addressOfGlobal(std::string_view name) const {
  const llvm::GlobalVariable *variable = source.unit().module().getGlobalVariable(
      llvm::StringRef(name.data(), name.size()), /*AllowInternal=*/true);
  const auto found = variable ? addresses.find(variable) : addresses.end();
  return found == addresses.end() ? 0 : found->second;
}

int Image::localIndex(const llvm::Value &value) const {
  const auto found = localIndices.find(&value);
  return found == localIndices.end() ? -1 : found->second;
}

Address Image::blockAddress(const llvm::BasicBlock &block) const {
  const auto found = std::find(takenBlocks.begin(), takenBlocks.end(), &block);
  const auto index = static_cast<Address>(found - takenBlocks.begin());
  return blockRegion + 16 * (index + 1);
}

const llvm::BasicBlock *Image::blockAt(Address address) const {
  const Address index = (address - blockRegion) / 16 - 1;
  return index < takenBlocks.size() ? takenBlocks[index] : nullptr;
}

void Image::decodeLocked(CodeFunction &function) {
  const std::scoped_lock lock(decoding);
  if (function.isDecoded.load(std::memory_order_relaxed))
    return;
  decode(*this, function);
  function.isDecoded.store(true, std::memory_order_release);
}

void Image::guardLocked(const CodeFunction &which) {
  const std::scoped_lock lock(decoding);
  CodeFunction &function = *byFunction.at(which.function);
  if (function.hasGuarded.load(std::memory_order_relaxed))
    return;
  makeGuardedCode(function);
  function.hasGuarded.store(true, std::memory_order_release);
}

// --- constants
// ------------------------------------------------------------------------------------

std::uint64_t Image::scalar(const llvm::Constant &constant) {
  if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
    return integer->getValue().extractBitsAsZExtValue(std::min(64u, integer->getBitWidth()), 0);
  if (const auto *real = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return real->getValueAPF().bitcastToAPInt().getRawData()[0];
  if (const auto found = addresses.find(&constant); found != addresses.end())
    return found->second;
  if (const auto *block = llvm::dyn_cast<llvm::BlockAddress>(&constant))
    return blockAddress(*block->getBasicBlock());
  if (const auto *same = llvm::dyn_cast<llvm::DSOLocalEquivalent>(&constant))
    return scalar(*same->getGlobalValue());
  if (const auto *plain = llvm::dyn_cast<llvm::NoCFIValue>(&constant))
    return scalar(*plain->getGlobalValue());
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (!expression)
    return 0; // null, zero, undef, poison
  const llvm::DataLayout &data = layout();
  const auto width =
      static_cast<unsigned>(data.getTypeSizeInBits(constant.getType()).getFixedValue());
  auto operand = [&](unsigned i) { return scalar(*expression->getOperand(i)); };
  switch (expression->getOpcode()) {
  case llvm::Instruction::GetElementPtr: {
    llvm::APInt offset(64, 0);
    llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(data, offset);
    return operand(0) + static_cast<std::uint64_t>(offset.getSExtValue());
  }
  case llvm::Instruction::Trunc:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
    return operand(0) & maskOf(width);
  case llvm::Instruction::Add:
    return (operand(0) + operand(1)) & maskOf(width);
  case llvm::Instruction::Sub:
    return (operand(0) - operand(1)) & maskOf(width);
  case llvm::Instruction::Xor:
    return operand(0) ^ operand(1);
  default:
    return 0;
  }
}

std::vector<std::uint64_t> Image::constantRegisters(const llvm::Constant &constant) {
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant))
    if (expression->getOpcode() == llvm::Instruction::BitCast)
      if (const llvm::Constant *folded = llvm::ConstantFoldConstant(expression, layout());
          folded != expression)
        return constantRegisters(*folded);
  llvm::Type *type = constant.getType();
  const std::uint32_t count = registersOf(layout(), *type);
  if (type->isStructTy() || type->isArrayTy() || type->isVectorTy()) {
    std::vector<std::uint64_t> result;
    for (unsigned i = 0; result.size() < count; ++i) {
      const llvm::Constant *element = constant.getAggregateElement(i);
      if (!element)
        break;
      for (const std::uint64_t one : constantRegisters(*element))
        result.push_back(one);
    }
    result.resize(count);
    return result;
  }
  if (count == 1)
    return {scalar(constant)};
  std::vector<std::uint64_t> result(count);
  llvm::APInt bits;
  if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
    bits = integer->getValue();
  else if (const auto *real = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    bits = real->getValueAPF().bitcastToAPInt();
  else
    return result;
  for (unsigned i = 0; i < bits.getNumWords(); ++i)
    result[i] = bits.getRawData()[i];
  return result;
}

void Image::writeConstant(const llvm::Constant &constant, std::uint8_t *out) {
  const llvm::DataLayout &data = layout();
  llvm::Type *type = constant.getType();
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant))
    return;
  if (const auto *sequence = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    const llvm::StringRef raw = sequence->getRawDataValues();
    std::copy(raw.bytes_begin(), raw.bytes_end(), out);
    return;
  }
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *fields = data.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      writeConstant(*constant.getAggregateElement(i),
                    out + fields->getElementOffset(i).getFixedValue());
    return;
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = data.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      writeConstant(*constant.getAggregateElement(i), out + i * stride);
    return;
  }
  const Layout pieces = layoutOf(data, *type);
  const std::vector<std::uint64_t> registers = constantRegisters(constant);
  for (std::size_t i = 0; i < registers.size(); ++i)
    std::memcpy(out + pieces.pieces[i].offset, &registers[i], pieces.pieces[i].bytes);
}

} // namespace heddle::vm
