// Turns one function of LLVM IR into the VM's code. Split by kind of instruction: decode.cpp
// (frame, blocks, control), decode_scalar.cpp, decode_memory.cpp, decode_call.cpp,
// decode_intrinsic.cpp.
#pragma once

#include "vm/image.h"
#include "vm/ops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <set>
#include <string>

namespace heddle::vm {

class Decoder {
public:
  Decoder(Image &image, CodeFunction &out);
  void run();

private:
  using Reg = std::uint32_t;
  static constexpr Reg constantBit = 0x80000000u; ///< Until the frame is laid out.

  // registers
  Reg reg(const llvm::Value &value, std::uint32_t part = 0);
  Reg constantReg(std::uint64_t bits);
  Reg newRegs(std::uint32_t count);
  Reg define(const llvm::Value &value);
  std::uint32_t count(const llvm::Value &value) const;
  std::uint32_t count(llvm::Type &type) const { return registersOf(data, type); }

  Inst &emit(Handler handler, Reg dst = 0, Reg a = 0, Reg b = 0, std::uint32_t c = 0,
             std::uint64_t imm = 0);
  /// `isFunction`: it is a function that nobody has a model of.
  void cannot(const std::string &what, bool isFunction = false);

  // blocks and control
  void findFusions();
  void decodeBlock(const llvm::BasicBlock &block);
  void decodeTerminator(const llvm::Instruction &terminator);
  void emitMoves(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  bool hasMoves(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  void emitEdge(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  void emitJump(const llvm::BasicBlock &to);
  void decodeBranch(const llvm::BranchInst &branch);
  void decodeSwitch(const llvm::SwitchInst &instruction);
  void decodeWideSwitch(const llvm::SwitchInst &instruction);
  void decodePad(const llvm::InvokeInst &invoke, CallSite &site);
  void resolveTargets();
  void layOutFrame();
  bool mayspin(const llvm::BasicBlock &header) const;
  void findLoopHeads();
  const llvm::DominatorTree &dominators();
  void emitIteration(const llvm::BasicBlock &from, const llvm::BasicBlock &to);

  // instructions
  void decodeInstruction(const llvm::Instruction &instruction);
  void decodeBinary(const llvm::Instruction &instruction);
  void decodeCompare(const llvm::CmpInst &compare);
  void decodeCast(const llvm::CastInst &cast);
  void decodeScalarCast(const llvm::CastInst &cast, llvm::Type &from, llvm::Type &to, Reg dst,
                        Reg source);
  void decodeBitcast(const llvm::CastInst &cast);
  void decodeSelect(const llvm::SelectInst &select);
  void decodeAggregate(const llvm::Instruction &instruction);
  void decodeVector(const llvm::Instruction &instruction);
  void decodeLoad(const llvm::LoadInst &load);
  void decodeStore(const llvm::StoreInst &store);
  void decodeAtomic(const llvm::Instruction &instruction);
  void decodeAddress(const llvm::GetElementPtrInst &address);
  void decodeCall(const llvm::CallBase &call);
  bool decodeIntrinsic(const llvm::IntrinsicInst &intrinsic);
  bool decodeScalarIntrinsic(const llvm::IntrinsicInst &intrinsic, unsigned id);
  bool decodeRareIntrinsic(const llvm::IntrinsicInst &intrinsic);
  bool decodeReduction(const llvm::IntrinsicInst &intrinsic);
  bool decodeConstrained(const llvm::ConstrainedFPIntrinsic &intrinsic);
  bool decodeMixed(const llvm::IntrinsicInst &intrinsic, unsigned id);
  bool isPlainDifference(const llvm::Instruction &pointerToInteger) const;
  void emitScalarBinary(const llvm::Instruction &instruction, llvm::Type &type, Reg dst, Reg a,
                        Reg b, const llvm::Value *right);
  void emitBinary(unsigned opcode, llvm::Type &type, Reg dst, Reg a, Reg b);
  void emitCompare(unsigned predicate, llvm::Type &type, Reg dst, Reg a, Reg b);
  void emitFloatCast(unsigned opcode, llvm::Type &from, llvm::Type &to, Reg dst, Reg source);

  /// An address as base, index and offset.
  struct Where {
    Addressing how = Addressing::Plain;
    Reg base = 0;
    Reg index = 0;
    std::uint32_t scale = 0;
    std::uint64_t offset = 0;
  };
  Where where(const llvm::Value &pointer);
  Where whereOf(const llvm::GetElementPtrInst &address);
  WideOp &newWide(unsigned opcode, llvm::Type &from, llvm::Type &to);
  bool isWide(llvm::Type &type) const;
  bool isPacked(llvm::Type &type) const;

  bool isOptimised() const;
  Reg inRange(llvm::Type &type, Reg amount);

  Image &image;
  CodeFunction &out;
  const llvm::Function &function;
  const llvm::DataLayout &data;
  llvm::DenseMap<const llvm::Value *, Reg> regs;
  std::map<std::uint64_t, Reg> constantRegs;
  Reg nextReg = 0;
  program::LocationId location = program::noLocation;
  llvm::DenseMap<const llvm::BasicBlock *, std::uint32_t> starts;
  llvm::DenseSet<const llvm::Instruction *> fused; ///< Computed where they are used.
  llvm::DenseSet<const llvm::BasicBlock *> loopHeads;
  std::unique_ptr<llvm::DominatorTree> knownDominators; ///< Made when first asked for.
  std::set<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> backEdges;
  std::map<const llvm::BasicBlock *, Reg> iterations; ///< With --unroll: counters of loops.
  struct Fixup {
    std::uint32_t at;
    unsigned half; ///< 0: whole immediate, 1: low, 2: high.
    const llvm::BasicBlock *block;
  };
  std::vector<Fixup> fixups;
  struct SwitchFixup {
    std::uint32_t at;
    CodeFunction::Switch *table;
    std::vector<const llvm::BasicBlock *> blocks; ///< In the order of the cases, then the default.
    const llvm::BasicBlock *from;
  };
  std::vector<SwitchFixup> switchFixups;
  struct Edge {
    const llvm::BasicBlock *from;
    const llvm::BasicBlock *to;
    std::uint32_t at;
    unsigned half;
  };
  std::vector<Edge> edges; ///< Of the current block: moves to be emitted behind it.
  std::uint32_t cost = 0;  ///< Instructions of the current block.
};

} // namespace heddle::vm
