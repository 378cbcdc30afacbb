#include "native/instrument.h"

#include "frontend/normalise.h"
#include "native/follow.h"
#include "native/marks.h"
#include "program/program.h"

#include <array>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace heddle::native {

namespace {

using namespace llvm;

// --- names --------------------------------------------------------------------------------------

/// What the user defines under the name of something the runtime has is the user's own business:
/// libraries still get the runtime's.
void renameClashes(Module &module, const std::set<std::string> &taken) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const std::string name = function.getName().str();
    if (program::isConvention(name)) {
      function.deleteBody(); // A call means what the convention says.
      function.setLinkage(GlobalValue::ExternalLinkage);
      function.setComdat(nullptr);
    } else if (!function.hasLocalLinkage() && taken.contains(name)) {
      function.setName("__heddle_user_" + name);
    } else if (function.isWeakForLinker() && !function.hasAvailableExternallyLinkage()) {
      // Or libraries would find the instrumented copies of functions of their headers.
      function.setLinkage(GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
    }
  }
}

/// `int __heddle_entry(int, char **)`: what the runtime's main calls.
void addEntry(Module &module, Function &entry) {
  LLVMContext &context = module.getContext();
  Type *number = Type::getInt32Ty(context);
  Type *pointer = PointerType::getUnqual(context);
  Function *made = Function::Create(FunctionType::get(number, {number, pointer}, false),
                                    GlobalValue::ExternalLinkage, "__heddle_entry", module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", made));
  std::vector<Value *> arguments;
  for (const Argument &parameter : entry.args()) {
    const unsigned i = parameter.getArgNo();
    const bool fits = i < 2 && parameter.getType() == made->getArg(i)->getType();
    arguments.push_back(fits ? static_cast<Value *>(made->getArg(i))
                             : Constant::getNullValue(parameter.getType()));
  }
  Value *result = builder.CreateCall(&entry, arguments);
  builder.CreateRet(result->getType() == number ? result : ConstantInt::get(number, 0));
}

/// Inputs of SV-COMP: one function a type, declared by the program as it likes.
void defineInputs(Module &module) {
  LLVMContext &context = module.getContext();
  constexpr StringRef prefix = "__VERIFIER_nondet_";
  Type *pointer = PointerType::getUnqual(context);
  for (Function &function : module) {
    Type *type = function.getReturnType();
    if (!function.getName().starts_with(prefix) || type->isVoidTy())
      continue;
    function.deleteBody();
    function.setLinkage(GlobalValue::InternalLinkage);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", &function));
    const DataLayout &layout = module.getDataLayout();
    Value *space = builder.CreateAlloca(Type::getInt64Ty(context));
    builder.CreateStore(ConstantInt::get(Type::getInt64Ty(context), 0), space);
    const FunctionCallee input = module.getOrInsertFunction(
        "__heddle_input", Type::getVoidTy(context), pointer, Type::getInt64Ty(context), pointer);
    Value *name =
        builder.CreateGlobalString(function.getName().drop_front(prefix.size()), "", 0, &module);
    builder.CreateCall(input, {space,
                               ConstantInt::get(Type::getInt64Ty(context),
                                                layout.getTypeStoreSize(type).getFixedValue()),
                               name});
    builder.CreateRet(builder.CreateLoad(type, space));
  }
}

// --- marks --------------------------------------------------------------------------------------

// As in runtime.h. What is copied, or changed in place, is read as well.
enum Flags : unsigned {
  Writes = 1,
  Copies = 2,
  Atomic = 4,
  Call = 8,
  Acquires = 16,
  Releases = 32,
  Fence = 64
};

unsigned orderFlags(AtomicOrdering ordering) {
  if (ordering == AtomicOrdering::NotAtomic)
    return 0;
  return Atomic | (isAcquireOrStronger(ordering) ? Acquires : 0u) |
         (isReleaseOrStronger(ordering) ? Releases : 0u);
}

struct Touched {
  Value *address = nullptr;
  Value *size = nullptr;
  Value *source = nullptr;
  unsigned flags = 0;
  std::array<Value *, 4> more = {}; ///< Further arguments of a call.
};

/// The nth argument that is a pointer.
Value *pointerOf(const CallBase &call, unsigned nth) {
  for (Value *argument : call.args())
    if (argument->getType()->isPointerTy() && nth-- == 0)
      return argument;
  return nullptr;
}

Touched touchedBy(Instruction &instruction) {
  const DataLayout &layout = instruction.getModule()->getDataLayout();
  Type *word = Type::getInt64Ty(instruction.getContext());
  const auto sized = [&](Value *address, const Type *type, unsigned flags) {
    return Touched{
        address,
        ConstantInt::get(word, layout.getTypeStoreSize(const_cast<Type *>(type)).getFixedValue()),
        nullptr,
        flags,
        {}};
  };
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return sized(load->getPointerOperand(), load->getType(), orderFlags(load->getOrdering()));
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return sized(store->getPointerOperand(), store->getValueOperand()->getType(),
                 Writes | orderFlags(store->getOrdering()));
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return sized(update->getPointerOperand(), update->getType(),
                 Writes | Copies | orderFlags(update->getOrdering()));
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return sized(exchange->getPointerOperand(), exchange->getNewValOperand()->getType(),
                 Writes | Copies | orderFlags(exchange->getSuccessOrdering()));
  if (auto *bulk = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    auto *copy = dyn_cast<AnyMemTransferInst>(&instruction);
    return {bulk->getRawDest(),
            bulk->getLength(),
            copy ? copy->getRawSource() : nullptr,
            Writes | (copy ? Copies : 0u),
            {}};
  }
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return {pointerOf(*call, 0),
            nullptr,
            pointerOf(*call, 1),
            Call,
            {pointerOf(*call, 2), pointerOf(*call, 3), pointerOf(*call, 4), pointerOf(*call, 5)}};
  return {nullptr,
          nullptr,
          nullptr,
          Fence | orderFlags(cast<FenceInst>(instruction).getOrdering()),
          {}};
}

/// The marks of the VM with what is touched behind them.
void tellAddresses(Module &module) {
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  Type *number = Type::getInt32Ty(context);
  Type *word = Type::getInt64Ty(context);
  const std::vector<CallInst *> marks = marksOf(module);
  Function *old = module.getFunction(StringRef(program::markFunction));
  if (!old)
    return;
  old->setName("__heddle_old");
  const FunctionCallee mark =
      module.getOrInsertFunction(StringRef(program::markFunction), Type::getVoidTy(context), number,
                                 pointer, word, pointer, number);
  for (CallInst *call : marks) {
    const Touched touched = touchedBy(markedBy(*call));
    IRBuilder<> builder(call);
    const auto orNull = [&](Value *value) -> Value * {
      if (!value)
        return Constant::getNullValue(pointer);
      return value->getType() == pointer ? value : builder.CreateAddrSpaceCast(value, pointer);
    };
    std::vector<Value *> arguments = {
        call->getArgOperand(0), orNull(touched.address),
        touched.size ? builder.CreateZExtOrTrunc(touched.size, word) : ConstantInt::get(word, 0),
        orNull(touched.source), ConstantInt::get(number, touched.flags)};
    for (Value *more : touched.more)
      arguments.push_back(orNull(more));
    builder.CreateCall(mark, arguments);
    call->eraseFromParent();
  }
  old->eraseFromParent();
}

// --- checks -------------------------------------------------------------------------------------

/// What is wrong about an operation, as a condition; null if nothing can be.
Value *wrongness(IRBuilder<> &builder, Instruction &instruction, vm::FaultKind kind) {
  auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (kind == vm::FaultKind::Unreachable)
    return isa<UnreachableInst>(instruction) ? builder.getTrue() : nullptr;
  if (!operation || !operation->getType()->isIntegerTy())
    return nullptr;
  if (kind == vm::FaultKind::Shift)
    return operation->isShift()
               ? builder.CreateICmpUGE(operation->getOperand(1),
                                       ConstantInt::get(operation->getType(),
                                                        operation->getType()->getIntegerBitWidth()))
               : nullptr;
  Intrinsic::ID id = Intrinsic::not_intrinsic;
  switch (operation->getOpcode()) {
  case Instruction::Add:
    id = Intrinsic::sadd_with_overflow;
    break;
  case Instruction::Sub:
    id = Intrinsic::ssub_with_overflow;
    break;
  case Instruction::Mul:
    id = Intrinsic::smul_with_overflow;
    break;
  default:
    return nullptr;
  }
  if (!operation->hasNoSignedWrap())
    return nullptr;
  Value *both =
      builder.CreateBinaryIntrinsic(id, operation->getOperand(0), operation->getOperand(1));
  return builder.CreateExtractValue(both, 1);
}

void addChecks(Module &module, vm::FaultKind kind) {
  LLVMContext &context = module.getContext();
  const FunctionCallee check =
      module.getOrInsertFunction("__heddle_check", Type::getVoidTy(context),
                                 Type::getInt32Ty(context), PointerType::getUnqual(context));
  std::vector<Instruction *> all;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      all.push_back(&instruction);
  Value *name = nullptr;
  for (Instruction *instruction : all) {
    IRBuilder<> builder(instruction);
    builder.SetCurrentDebugLocation(instruction->getDebugLoc());
    Value *wrong = wrongness(builder, *instruction, kind);
    if (!wrong)
      continue;
    if (!name)
      name = builder.CreateGlobalString(StringRef(vm::name(kind)), "", 0, &module);
    builder.CreateCall(check, {builder.CreateZExt(wrong, Type::getInt32Ty(context)), name});
  }
}

/// `__heddle_globals`: name, address and size of each variable that can be compared.
void listGlobals(Module &module) {
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  Type *word = Type::getInt64Ty(context);
  StructType *row = StructType::get(context, {pointer, pointer, word});
  std::vector<Constant *> rows;
  IRBuilder<> builder(context);
  for (GlobalVariable *variable : comparableGlobals(module)) {
    Constant *name = builder.CreateGlobalString(variable->getName(), "__heddle_name", 0, &module);
    const std::uint64_t size =
        module.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue();
    rows.push_back(ConstantStruct::get(row, {name, variable, ConstantInt::get(word, size)}));
  }
  rows.push_back(
      ConstantStruct::get(row, {Constant::getNullValue(pointer), Constant::getNullValue(pointer),
                                ConstantInt::get(word, 0)}));
  ArrayType *type = ArrayType::get(row, rows.size());
  auto *table = cast<GlobalVariable>(module.getOrInsertGlobal("__heddle_globals", type));
  table->setConstant(true);
  table->setInitializer(ConstantArray::get(type, rows));
}

/// What nobody has written is some value; the VM has told what it is used for.
void defineUndefined(Module &module) {
  std::vector<Instruction *> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (const Function *callee = call->getCalledFunction();
            callee && frontend::isUndefinedMarker(*callee))
          calls.push_back(call);
  for (Instruction *call : calls) {
    call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
}

} // namespace

void instrument(llvm::Module &module, const Instrumentation &how) {
  if (how.tellsGlobals)
    listGlobals(module);
  addMarks(module);
  tellAddresses(module);
  defineUndefined(module);
  const bool needsChecks = how.kind == vm::FaultKind::Shift ||
                           how.kind == vm::FaultKind::Overflow ||
                           how.kind == vm::FaultKind::Unreachable;
  if (needsChecks)
    addChecks(module, how.kind);
  Function *entry = module.getFunction(how.entry);
  renameClashes(module, how.runtimeSymbols);
  defineInputs(module);
  addEntry(module, *entry);
  for (Function &function : module)
    if (how.addressSanitizer && !function.isDeclaration())
      function.addFnAttr(Attribute::SanitizeAddress);
}

} // namespace heddle::native
