// Calls, the usual intrinsics, and the switch over all instructions.
#include "vm/decoder.h"

#include "vm/dispatch.h"
#include "vm/library.h"
#include "vm/unwind.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace heddle::vm {

void Decoder::decodeInstruction(const llvm::Instruction &instruction) {
  using I = llvm::Instruction;
  if (llvm::isa<llvm::BinaryOperator>(instruction) || instruction.getOpcode() == I::FNeg)
    return decodeBinary(instruction);
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return decodeCompare(*compare);
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return decodeCast(*cast);
  switch (instruction.getOpcode()) {
  case I::Load:
    return decodeLoad(llvm::cast<llvm::LoadInst>(instruction));
  case I::Store:
    return decodeStore(llvm::cast<llvm::StoreInst>(instruction));
  case I::AtomicRMW:
  case I::AtomicCmpXchg:
  case I::Fence:
    return decodeAtomic(instruction);
  case I::GetElementPtr:
    return decodeAddress(llvm::cast<llvm::GetElementPtrInst>(instruction));
  case I::Select:
    return decodeSelect(llvm::cast<llvm::SelectInst>(instruction));
  case I::Call:
    return decodeCall(llvm::cast<llvm::CallInst>(instruction));
  case I::ExtractValue:
  case I::InsertValue:
    return decodeAggregate(instruction);
  case I::ExtractElement:
  case I::InsertElement:
  case I::ShuffleVector:
    return decodeVector(instruction);
  case I::LandingPad: // Whoever comes here has set its registers.
    define(instruction);
    return;
  case I::Freeze: {
    const Reg source = reg(*instruction.getOperand(0));
    const Reg dst = define(instruction);
    for (std::uint32_t i = 0; i < count(instruction); ++i)
      emit(moveHandler(), dst + i, source + i);
    return;
  }
  case I::Alloca: {
    const auto &allocation = llvm::cast<llvm::AllocaInst>(instruction);
    const std::uint64_t each = data.getTypeAllocSize(allocation.getAllocatedType()).getFixedValue();
    const bool counted = allocation.isArrayAllocation();
    emit(allocateHandler(), define(allocation), counted ? reg(*allocation.getArraySize()) : 0,
         counted ? 1 : 0, static_cast<std::uint32_t>(allocation.getAlign().value()), each);
    return;
  }
  default:
    cannot(std::string("instruction ") + instruction.getOpcodeName());
  }
}

void Decoder::decodeCall(const llvm::CallBase &call) {
  if (call.isInlineAsm()) {
    const auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    // An empty template is a compiler barrier: nothing happens.
    if (assembly->getAsmString().empty() && call.getType()->isVoidTy())
      return;
    return cannot("inline assembly");
  }
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (!decodeIntrinsic(*intrinsic))
      cannot("intrinsic " + intrinsic->getCalledFunction()->getName().str());
    return;
  }
  if (const llvm::Function *marker = call.getCalledFunction();
      marker && marker->getName().starts_with("heddle.undefined.")) {
    emit(undefinedHandler(), define(call), 0, count(call));
    return;
  }
  out.calls.push_back(std::make_unique<CallSite>());
  CallSite &site = *out.calls.back();
  site.location = location;
  const auto *callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  const llvm::FunctionType *type = call.getFunctionType();
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value &argument = *call.getArgOperand(i);
    if (argument.getType()->isMetadataTy())
      continue;
    const Reg first = reg(argument);
    const std::uint32_t parts = count(argument);
    const bool byValue = call.isByValArgument(i);
    const auto size = static_cast<std::uint32_t>(
        byValue ? data.getTypeAllocSize(call.getParamByValType(i)).getFixedValue()
                : data.getTypeAllocSize(argument.getType()).getFixedValue());
    const auto alignment =
        static_cast<std::uint32_t>(byValue ? call.getParamAlign(i).valueOrOne().value()
                                           : data.getABITypeAlign(argument.getType()).value());
    // What stands behind the declared parameters goes to the area of variable arguments.
    if (i >= type->getNumParams() && type->isVarArg())
      site.variables.push_back({first, parts, size, std::max(alignment, 8u), byValue});
    if (byValue)
      site.byValues.push_back({static_cast<std::uint32_t>(site.arguments.size()), size, alignment});
    for (std::uint32_t part = 0; part < parts; ++part)
      site.arguments.push_back(first + part);
  }
  site.resultRegisters = count(call);
  if (site.resultRegisters)
    site.dst = define(call);
  site.resultUsed = !call.use_empty();
  if (call.getType()->isIntegerTy() && call.getType()->getIntegerBitWidth() < 64)
    site.resultMask = maskOf(call.getType()->getIntegerBitWidth());
  const auto imm = reinterpret_cast<std::uint64_t>(&site);
  // A copied argument may lie in the frame that goes away, so that one stays.
  const auto *direct = llvm::dyn_cast<llvm::CallInst>(&call);
  const bool inPlace = direct && direct->isMustTailCall() && site.byValues.empty();
  if (!callee) {
    site.target = reg(*call.getCalledOperand());
    if (inPlace)
      emit(tailCallHandler(), 0, 0, 0, cost, imm);
    else
      emit(indirectCallHandler(), 0, 0, 0, 0, imm);
    return;
  }
  site.callee = &image.function(*callee);
  site.plain = site.byValues.empty() && site.callee->isDefined && !site.callee->isVariadic;
  const llvm::StringRef name = callee->getName();
  // A program may give the error function a body of its own; reaching it is what counts.
  if (name == "reach_error" || name == "__VERIFIER_error") {
    site.callee->builtin = findBuiltin(site.callee->name)->run;
    emit(callBuiltinHandler(), 0, 0, 0, 0, imm);
    return;
  }
  // std::lock tries and steps back until it has all locks: as one operation, it just has them.
  const bool locks = name.starts_with("_ZSt4lockI");
  const bool section = (name.starts_with("__VERIFIER_atomic_") || locks) && site.callee->isDefined;
  if (locks)
    image.takeLocksAtOnce();
  if (section)
    emit(atomicSectionHandler(true), 0, 0, 0, 0, locks);
  if (site.callee->isDefined && inPlace && !site.callee->isVariadic && !section)
    emit(tailCallHandler(), 0, 0, 0, cost, imm);
  else if (site.callee->isDefined)
    emit(callHandler(), 0, 0, 0, 0, imm);
  else if (site.callee->builtin)
    emit(callBuiltinHandler(), 0, 0, 0, 0, imm);
  else
    cannot("no model for function " + site.callee->shownName, true);
  if (section)
    emit(atomicSectionHandler(false), 0, 0, 0, 0, locks);
}

bool Decoder::decodeIntrinsic(const llvm::IntrinsicInst &intrinsic) {
  namespace N = llvm::Intrinsic;
  auto operand = [&](unsigned i) { return reg(*intrinsic.getArgOperand(i)); };
  switch (intrinsic.getIntrinsicID()) {
  case N::assume:
  case N::donothing:
  case N::prefetch:
  case N::x86_sse2_pause:
  case N::var_annotation:
  case N::experimental_noalias_scope_decl:
  case N::invariant_end:
  case N::pseudoprobe:
  case N::sideeffect:
  case N::vaend:
    return true;
  case N::lifetime_start:
  case N::lifetime_end:
    emit(scopeHandler(intrinsic.getIntrinsicID() == N::lifetime_start), 0, operand(1));
    return true;
  case N::memcpy:
  case N::memcpy_inline:
    emit(copyHandler(false), operand(0), operand(1), operand(2));
    return true;
  case N::memmove:
    emit(copyHandler(true), operand(0), operand(1), operand(2));
    return true;
  case N::memset:
  case N::memset_inline:
    emit(fillHandler(), operand(0), operand(1), operand(2));
    return true;
  case N::stacksave:
    emit(stackSaveHandler(), define(intrinsic));
    return true;
  case N::stackrestore:
    emit(stackRestoreHandler(), 0, operand(0));
    return true;
  case N::threadlocal_address:
  case N::expect:
  case N::expect_with_probability:
  case N::ptr_annotation:
  case N::annotation:
  case N::launder_invariant_group:
  case N::strip_invariant_group:
  case N::ssa_copy: {
    const Reg source = operand(0);
    const Reg dst = define(intrinsic);
    for (std::uint32_t i = 0; i < count(intrinsic); ++i)
      emit(moveHandler(), dst + i, source + i);
    return true;
  }
  case N::vastart:
    emit(variablesStartHandler(), 0, operand(0));
    return true;
  case N::vacopy:
    emit(variablesCopyHandler(), 0, operand(0), operand(1));
    return true;
  case N::trap:
  case N::debugtrap:
  case N::ubsantrap:
    emit(trapHandler());
    return true;
  case N::is_constant:
    emit(constantHandler(), define(intrinsic));
    return true;
  case N::eh_typeid_for: {
    const auto type = image.constantRegisters(
        *llvm::cast<llvm::Constant>(intrinsic.getArgOperand(0)->stripPointerCasts()));
    emit(constantHandler(), define(intrinsic), 0, 0, 0,
         static_cast<std::uint32_t>(selectorOf(type.front())));
    return true;
  }
  case N::objectsize: {
    const bool least = llvm::cast<llvm::ConstantInt>(intrinsic.getArgOperand(1))->isOne();
    const unsigned width = intrinsic.getType()->getIntegerBitWidth();
    emit(constantHandler(), define(intrinsic), 0, 0, 0, least ? 0 : maskOf(width));
    return true;
  }
  default:
    return decodeRareIntrinsic(intrinsic);
  }
}

} // namespace heddle::vm
