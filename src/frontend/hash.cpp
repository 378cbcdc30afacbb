#include "frontend/hash.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/xxhash.h>
#include <utility>
#include <vector>

namespace heddle::frontend {

namespace {

/// Bytes to be hashed, with every string preceded by its length so that no two inputs look alike.
class Bytes {
public:
  void number(std::uint64_t value) {
    const std::size_t at = content.size();
    content.resize(at + sizeof value);
    std::memcpy(content.data() + at, &value, sizeof value);
  }
  void text(llvm::StringRef value) {
    number(value.size());
    content.insert(content.end(), value.bytes_begin(), value.bytes_end());
  }
  std::uint64_t hash() const { return llvm::xxh3_64bits(content); }
  void clear() { content.clear(); }

private:
  std::vector<std::uint8_t> content;
};

/// The arguments of a failing assertion that say where it stands in the file.
bool isPlaceArgument(const llvm::CallBase &call, unsigned argument) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  const int first = llvm::StringSwitch<int>(callee->getName())
                        .Cases("__assert_fail", "__assert_perror_fail", "__assert", 1)
                        .Case("_ZSt21__glibcxx_assert_failPKciS0_S0_", 0)
                        .Default(-1);
  return first >= 0 && (argument == unsigned(first) || argument == unsigned(first) + 1);
}

/// The initialiser function of a C++ file is called after the file.
llvm::StringRef lastingName(const llvm::GlobalValue &value) {
  const llvm::StringRef initialiser = "_GLOBAL__sub_I_";
  return value.getName().starts_with(initialiser) ? initialiser : value.getName();
}

class ModuleHasher {
public:
  explicit ModuleHasher(const llvm::Module &module) : module(module) {}

  std::uint64_t run();

private:
  std::uint64_t hashFunction(const llvm::Function &function);
  std::uint64_t hashVariable(const llvm::GlobalVariable &variable);
  std::uint64_t hashType(const llvm::Type *type);
  std::uint64_t hashConstant(const llvm::Constant &constant);
  std::uint64_t computeType(const llvm::Type &type);
  std::uint64_t computeConstant(const llvm::Constant &constant);
  void addInstruction(Bytes &bytes, const llvm::Instruction &instruction);
  void addSpecifics(Bytes &bytes, const llvm::Instruction &instruction);
  void addOperand(Bytes &bytes, const llvm::Value &operand);

  const llvm::Module &module;
  llvm::DenseMap<const llvm::Type *, std::uint64_t> types;
  llvm::DenseMap<const llvm::Constant *, std::uint64_t> constants;
  llvm::DenseMap<const llvm::Value *, unsigned> locals; ///< Of the function being hashed.
};

std::uint64_t ModuleHasher::run() {
  std::vector<std::pair<llvm::StringRef, std::uint64_t>> parts;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration())
      parts.emplace_back(lastingName(function), hashFunction(function));
  // Private variables (string literals and the like) count where they are used.
  for (const llvm::GlobalVariable &variable : module.globals())
    if (!variable.hasPrivateLinkage())
      parts.emplace_back(variable.getName(), hashVariable(variable));
  for (const llvm::GlobalAlias &alias : module.aliases())
    parts.emplace_back(alias.getName(), hashConstant(*alias.getAliasee()));
  for (const llvm::GlobalIFunc &resolver : module.ifuncs())
    parts.emplace_back(resolver.getName(), hashConstant(*resolver.getResolver()));
  std::sort(parts.begin(), parts.end());

  Bytes bytes;
  bytes.text(module.getModuleInlineAsm());
  for (const auto &[name, hash] : parts) {
    bytes.text(name);
    bytes.number(hash);
  }
  return bytes.hash();
}

std::uint64_t ModuleHasher::hashVariable(const llvm::GlobalVariable &variable) {
  Bytes bytes;
  bytes.number(hashType(variable.getValueType()));
  bytes.number(variable.getThreadLocalMode());
  bytes.number(variable.isConstant());
  bytes.number(variable.getAlign().valueOrOne().value());
  bytes.number(variable.hasInitializer() ? hashConstant(*variable.getInitializer()) : 0);
  return bytes.hash();
}

std::uint64_t ModuleHasher::hashFunction(const llvm::Function &function) {
  locals.clear();
  for (const llvm::Argument &argument : function.args())
    locals.try_emplace(&argument, locals.size());
  for (const llvm::BasicBlock &block : function) {
    locals.try_emplace(&block, locals.size());
    for (const llvm::Instruction &instruction : block)
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
        locals.try_emplace(&instruction, locals.size());
  }
  Bytes bytes;
  bytes.number(hashType(function.getFunctionType()));
  for (const llvm::BasicBlock &block : function) {
    bytes.number(locals.lookup(&block));
    for (const llvm::Instruction &instruction : block)
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
        addInstruction(bytes, instruction);
  }
  return bytes.hash();
}

void ModuleHasher::addInstruction(Bytes &bytes, const llvm::Instruction &instruction) {
  bytes.number(instruction.getOpcode());
  bytes.number(hashType(instruction.getType()));
  bytes.number(instruction.getRawSubclassOptionalData());
  bytes.number(instruction.getNumOperands());
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  for (const llvm::Use &operand : instruction.operands()) {
    const bool skipped = call && call->isArgOperand(&operand) &&
                         isPlaceArgument(*call, call->getArgOperandNo(&operand));
    if (!skipped)
      addOperand(bytes, *operand);
  }
  addSpecifics(bytes, instruction);
}

/// What an instruction means beyond its opcode and operands.
void ModuleHasher::addSpecifics(Bytes &bytes, const llvm::Instruction &instruction) {
  using namespace llvm;
  if (const auto *compare = dyn_cast<CmpInst>(&instruction)) {
    bytes.number(compare->getPredicate());
  } else if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
    bytes.number(load->getAlign().value());
    bytes.number(load->isVolatile());
    bytes.number(static_cast<std::uint64_t>(load->getOrdering()));
  } else if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
    bytes.number(store->getAlign().value());
    bytes.number(store->isVolatile());
    bytes.number(static_cast<std::uint64_t>(store->getOrdering()));
  } else if (const auto *fence = dyn_cast<FenceInst>(&instruction)) {
    bytes.number(static_cast<std::uint64_t>(fence->getOrdering()));
    bytes.number(fence->getSyncScopeID());
  } else if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    bytes.number(update->getOperation());
    bytes.number(static_cast<std::uint64_t>(update->getOrdering()));
  } else if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    bytes.number(static_cast<std::uint64_t>(exchange->getSuccessOrdering()));
    bytes.number(static_cast<std::uint64_t>(exchange->getFailureOrdering()));
    bytes.number(exchange->isWeak());
  } else if (const auto *local = dyn_cast<AllocaInst>(&instruction)) {
    bytes.number(hashType(local->getAllocatedType()));
    bytes.number(local->getAlign().value());
  } else if (const auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
    bytes.number(hashType(address->getSourceElementType()));
  } else if (const auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    for (const unsigned index : extract->indices())
      bytes.number(index);
  } else if (const auto *insert = dyn_cast<InsertValueInst>(&instruction)) {
    for (const unsigned index : insert->indices())
      bytes.number(index);
  } else if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    for (const int index : shuffle->getShuffleMask())
      bytes.number(static_cast<std::uint64_t>(index));
  } else if (const auto *phi = dyn_cast<PHINode>(&instruction)) {
    for (const BasicBlock *block : phi->blocks())
      bytes.number(locals.lookup(block));
  } else if (const auto *pad = dyn_cast<LandingPadInst>(&instruction)) {
    bytes.number(pad->isCleanup());
    for (unsigned i = 0; i < pad->getNumClauses(); ++i)
      bytes.number(pad->isCatch(i));
  } else if (const auto *call = dyn_cast<CallBase>(&instruction)) {
    bytes.number(hashType(call->getFunctionType()));
    bytes.number(call->getCallingConv());
  }
}

void ModuleHasher::addOperand(Bytes &bytes, const llvm::Value &operand) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&operand)) {
    bytes.number(1);
    bytes.number(hashConstant(*constant));
  } else if (const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(&operand)) {
    bytes.number(2);
    bytes.text(assembly->getAsmString());
    bytes.text(assembly->getConstraintString());
  } else if (const auto known = locals.find(&operand); known != locals.end()) {
    bytes.number(3);
    bytes.number(known->second);
  } else {
    bytes.number(4); // Metadata: says something about the program, changes nothing in it.
  }
}

std::uint64_t ModuleHasher::hashType(const llvm::Type *type) {
  if (const auto known = types.find(type); known != types.end())
    return known->second;
  const std::uint64_t hash = computeType(*type);
  types[type] = hash;
  return hash;
}

std::uint64_t ModuleHasher::computeType(const llvm::Type &type) {
  Bytes bytes;
  bytes.number(type.getTypeID());
  if (const auto *integer = llvm::dyn_cast<llvm::IntegerType>(&type))
    bytes.number(integer->getBitWidth());
  if (const auto *pointer = llvm::dyn_cast<llvm::PointerType>(&type))
    bytes.number(pointer->getAddressSpace());
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(&type))
    bytes.number(array->getNumElements());
  if (const auto *vector = llvm::dyn_cast<llvm::VectorType>(&type))
    bytes.number(vector->getElementCount().getKnownMinValue());
  if (const auto *function = llvm::dyn_cast<llvm::FunctionType>(&type))
    bytes.number(function->isVarArg());
  if (const auto *structure = llvm::dyn_cast<llvm::StructType>(&type))
    bytes.number(structure->isPacked());
  for (const llvm::Type *part : type.subtypes())
    bytes.number(hashType(part));
  return bytes.hash();
}

std::uint64_t ModuleHasher::hashConstant(const llvm::Constant &constant) {
  // Entered first, so that a private table that points to itself ends the recursion.
  const auto [known, isNew] = constants.try_emplace(&constant, 0);
  if (!isNew)
    return known->second;
  const std::uint64_t hash = computeConstant(constant);
  constants[&constant] = hash;
  return hash;
}

std::uint64_t ModuleHasher::computeConstant(const llvm::Constant &constant) {
  using namespace llvm;
  Bytes bytes;
  bytes.number(constant.getValueID());
  if (const auto *variable = dyn_cast<GlobalVariable>(&constant);
      variable && variable->hasPrivateLinkage()) {
    bytes.number(hashVariable(*variable));
    return bytes.hash();
  }
  if (const auto *global = dyn_cast<GlobalValue>(&constant)) {
    bytes.text(lastingName(*global));
    return bytes.hash();
  }
  bytes.number(hashType(constant.getType()));
  if (const auto *integer = dyn_cast<ConstantInt>(&constant)) {
    for (unsigned i = 0; i < integer->getValue().getNumWords(); ++i)
      bytes.number(integer->getValue().getRawData()[i]);
  } else if (const auto *real = dyn_cast<ConstantFP>(&constant)) {
    const APInt bits = real->getValueAPF().bitcastToAPInt();
    for (unsigned i = 0; i < bits.getNumWords(); ++i)
      bytes.number(bits.getRawData()[i]);
  } else if (const auto *data = dyn_cast<ConstantDataSequential>(&constant)) {
    bytes.text(data->getRawDataValues());
  } else if (const auto *address = dyn_cast<BlockAddress>(&constant)) {
    bytes.text(address->getFunction()->getName());
    bytes.number(
        std::distance(address->getFunction()->begin(), address->getBasicBlock()->getIterator()));
    return bytes.hash();
  }
  if (const auto *expression = dyn_cast<ConstantExpr>(&constant))
    bytes.number(expression->getOpcode());
  if (const auto *address = dyn_cast<GEPOperator>(&constant))
    bytes.number(hashType(address->getSourceElementType()));
  for (const Use &operand : constant.operands())
    bytes.number(hashConstant(*cast<Constant>(operand.get())));
  return bytes.hash();
}

} // namespace

std::string hashOf(const llvm::Module &module) {
  return fmt::format("{:016x}", ModuleHasher(module).run());
}

} // namespace heddle::frontend
