#include "vm/decoder.h"

#include "vm/dispatch.h"
#include "vm/unwind.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>

#include <algorithm>

namespace heddle::vm {

Decoder::Decoder(Image &image, CodeFunction &out)
    : image(image), out(out), function(*out.function), data(image.layout()) {}

void Decoder::run() {
  for (const llvm::Argument &argument : function.args()) {
    regs[&argument] = nextReg;
    nextReg += count(argument);
  }
  out.parameters = nextReg;
  findFusions();
  findLoopHeads();
  // Phis are written on the edges that lead to them, so they need registers first.
  for (const llvm::BasicBlock &block : function)
    for (const llvm::PHINode &phi : block.phis())
      define(phi);
  for (const llvm::BasicBlock &block : function)
    decodeBlock(block);
  resolveTargets();
  layOutFrame();
}

std::uint32_t Decoder::count(const llvm::Value &value) const {
  return registersOf(data, *value.getType());
}

Decoder::Reg Decoder::newRegs(std::uint32_t number) {
  const Reg first = nextReg;
  nextReg += number;
  return first;
}

Decoder::Reg Decoder::define(const llvm::Value &value) {
  if (const auto found = regs.find(&value); found != regs.end())
    return found->second;
  return regs[&value] = newRegs(count(value));
}

Decoder::Reg Decoder::constantReg(std::uint64_t bits) {
  const auto [entry, isNew] = constantRegs.try_emplace(bits, Reg(out.constants.size()));
  if (isNew)
    out.constants.push_back(bits);
  return entry->second | constantBit;
}

Decoder::Reg Decoder::reg(const llvm::Value &value, std::uint32_t part) {
  if (const int local = image.localIndex(value); local >= 0) {
    const Reg place = newRegs(1);
    emit(threadLocalHandler(), place, 0, 0, 0, static_cast<std::uint64_t>(local));
    return place;
  }
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value)) {
    if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(constant))
      for (const llvm::Use &use : expression->operands())
        if (image.localIndex(*use.get()) >= 0)
          cannot("constant expression on a thread-local variable");
    const std::vector<std::uint64_t> bits = image.constantRegisters(*constant);
    // Several registers must lie in a row: such constants are copied to registers of their own.
    if (bits.size() <= 1 || part)
      return constantReg(bits.empty() ? 0 : bits[part]);
    const Reg first = newRegs(static_cast<std::uint32_t>(bits.size()));
    for (std::uint32_t i = 0; i < bits.size(); ++i)
      emit(constantHandler(), first + i, 0, 0, 0, bits[i]);
    return first;
  }
  return define(value) + part;
}

Inst &Decoder::emit(Handler handler, Reg dst, Reg a, Reg b, std::uint32_t c, std::uint64_t imm) {
  out.code.push_back({handler, dst, a, b, c, imm});
  out.locations.push_back(location);
  return out.code.back();
}

void Decoder::cannot(const std::string &what, bool isFunction) {
  out.messages.push_back(std::make_unique<std::string>(what));
  emit(unsupportedHandler(), 0, 0, 0, isFunction,
       reinterpret_cast<std::uint64_t>(out.messages.back().get()));
}

// A comparison that only a branch of its block uses, and an address that only one load or store of
// its block uses, are computed there: their operands do not change in between.
void Decoder::findFusions() {
  for (const llvm::BasicBlock &block : function) {
    for (const llvm::Instruction &instruction : block) {
      if (!instruction.hasOneUse())
        continue;
      const auto *user = llvm::cast<llvm::Instruction>(*instruction.user_begin());
      if (user->getParent() != &block || llvm::isa<llvm::PHINode>(user))
        continue;
      if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
        llvm::Type *type = compare->getOperand(0)->getType();
        const bool plain = type->isPointerTy() ||
                           (type->isIntegerTy() && isPlainWidth(type->getIntegerBitWidth()));
        if (plain && llvm::isa<llvm::BranchInst>(user))
          fused.insert(&instruction);
      } else if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
        const auto *load = llvm::dyn_cast<llvm::LoadInst>(user);
        const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
        const bool plain = (load && !load->isAtomic() && count(*load) == 1) ||
                           (store && !store->isAtomic() && store->getPointerOperand() == address &&
                            count(*store->getValueOperand()) == 1);
        if (plain && address->getType()->isPointerTy())
          fused.insert(&instruction);
      } else if (const auto *extend = llvm::dyn_cast<llvm::SExtInst>(&instruction)) {
        if (llvm::isa<llvm::GetElementPtrInst>(user) && extend->getSrcTy()->isIntegerTy(32) &&
            extend->getType()->isIntegerTy(64))
          fused.insert(&instruction);
      }
    }
  }
}

/// A loop that counts cannot spin; nor can one that never looks at memory.
bool Decoder::mayspin(const llvm::BasicBlock &header) const {
  for (const llvm::PHINode &phi : header.phis())
    for (const llvm::Value *incoming : phi.incoming_values())
      if (const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(incoming))
        if ((step->getOpcode() == llvm::Instruction::Add ||
             step->getOpcode() == llvm::Instruction::Sub) &&
            step->getOperand(0) == &phi && llvm::isa<llvm::ConstantInt>(step->getOperand(1)))
          return false;
  return true;
}

const llvm::DominatorTree &Decoder::dominators() {
  if (!knownDominators) // The tree takes the function as one that it might change, and does not.
    knownDominators = std::make_unique<llvm::DominatorTree>(const_cast<llvm::Function &>(function));
  return *knownDominators;
}

void Decoder::findLoopHeads() {
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 8> found;
  llvm::FindFunctionBackedges(function, found);
  for (const auto &[from, to] : found) {
    if (mayspin(*to))
      loopHeads.insert(to);
    backEdges.insert({from, to});
    if (image.unrollBound() && !iterations.contains(to))
      iterations[to] = newRegs(1);
  }
}

/// Counts the iterations of a bounded loop: from 0 on the way in, one more on each way back.
void Decoder::emitIteration(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  const auto counter = iterations.find(&to);
  if (counter == iterations.end())
    return;
  if (backEdges.contains({&from, &to}))
    emit(binaryHandler(llvm::Instruction::Add, 64, true), counter->second, counter->second, 0, 0,
         1);
  else
    emit(constantHandler(), counter->second);
}

void Decoder::decodeBlock(const llvm::BasicBlock &block) {
  starts[&block] = static_cast<std::uint32_t>(out.code.size());
  if (block.hasAddressTaken())
    out.blockStarts.emplace_back(&block, starts[&block]);
  cost = 0;
  edges.clear();
  if (loopHeads.contains(&block)) {
    location = image.program().locationOf(*block.getFirstNonPHIOrDbgOrLifetime());
    auto variables = std::make_shared<std::vector<std::uint32_t>>();
    const llvm::DominatorTree &tree = dominators();
    const auto add = [&](const llvm::Instruction &instruction) {
      if (instruction.getType()->isVoidTy() || instruction.use_empty())
        return;
      const Reg first = define(instruction);
      for (std::uint32_t i = 0; i < count(instruction); ++i)
        variables->push_back(first + i);
    };
    for (const llvm::PHINode &phi : block.phis())
      add(phi);
    // What lives at the head is made there or dominates it. An outer loop may change the latter.
    for (auto *above = tree.getNode(&block)->getIDom(); above; above = above->getIDom())
      for (const llvm::Instruction &instruction : *above->getBlock())
        add(instruction);
    out.extras.push_back(variables);
    emit(loopHeadHandler(), 0, 0, 0, 0, reinterpret_cast<std::uint64_t>(variables.get()));
  }
  if (const auto counter = iterations.find(&block); counter != iterations.end()) {
    location = image.program().locationOf(*block.getFirstNonPHIOrDbgOrLifetime());
    emit(loopBoundHandler(), 0, counter->second, 0, 0, image.unrollBound());
  }
  for (const llvm::Instruction &instruction : block) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
      continue;
    ++cost;
    location = image.program().locationOf(instruction);
    if (llvm::isa<llvm::PHINode>(instruction) || fused.contains(&instruction))
      continue;
    if (instruction.isTerminator())
      decodeTerminator(instruction);
    else
      decodeInstruction(instruction);
  }
}

void Decoder::decodeTerminator(const llvm::Instruction &terminator) {
  switch (terminator.getOpcode()) {
  case llvm::Instruction::Br:
    return decodeBranch(llvm::cast<llvm::BranchInst>(terminator));
  case llvm::Instruction::Switch:
    return decodeSwitch(llvm::cast<llvm::SwitchInst>(terminator));
  case llvm::Instruction::Ret: {
    const llvm::Value *value = llvm::cast<llvm::ReturnInst>(terminator).getReturnValue();
    emit(returnHandler(), 0, value ? reg(*value) : 0, value ? count(*value) : 0, cost);
    return;
  }
  case llvm::Instruction::Unreachable:
    emit(unreachableHandler());
    return;
  case llvm::Instruction::IndirectBr: {
    const auto &branch = llvm::cast<llvm::IndirectBrInst>(terminator);
    bool moves = false;
    for (const llvm::BasicBlock *to : branch.successors())
      moves |= hasMoves(*terminator.getParent(), *to);
    if (moves) {
      // All targets share their incoming values here: write every phi, then jump.
      std::set<const llvm::BasicBlock *> seen;
      for (const llvm::BasicBlock *to : branch.successors())
        if (seen.insert(to).second)
          emitMoves(*terminator.getParent(), *to);
    }
    emit(indirectJumpHandler(), 0, reg(*branch.getAddress()), 0, cost,
         reinterpret_cast<std::uint64_t>(&out));
    return;
  }
  case llvm::Instruction::Invoke: {
    const auto &invoke = llvm::cast<llvm::InvokeInst>(terminator);
    const std::size_t before = out.calls.size();
    decodeCall(invoke);
    emitEdge(*terminator.getParent(), *invoke.getNormalDest());
    if (out.calls.size() > before)
      decodePad(invoke, *out.calls.back());
    return;
  }
  case llvm::Instruction::Resume:
    emit(resumeHandler(), 0, reg(*terminator.getOperand(0)), 0, cost);
    return;
  default:
    cannot(std::string("instruction ") + terminator.getOpcodeName());
  }
}

/// Where an exception that leaves the call goes on, and whose it is.
void Decoder::decodePad(const llvm::InvokeInst &invoke, CallSite &site) {
  const llvm::LandingPadInst &instruction = *invoke.getLandingPadInst();
  auto pad = std::make_shared<LandingPad>();
  pad->isCleanup = instruction.isCleanup();
  pad->dst = define(instruction);
  for (unsigned i = 0; i < instruction.getNumClauses(); ++i) {
    LandingPad::Clause &clause = pad->clauses.emplace_back();
    clause.isFilter = instruction.isFilter(i);
    for (const std::uint64_t type : image.constantRegisters(*instruction.getClause(i)))
      clause.types.push_back(type);
  }
  pad->at = static_cast<std::uint32_t>(out.code.size());
  emitEdge(*invoke.getParent(), *invoke.getUnwindDest());
  site.pad = pad.get();
  out.extras.push_back(std::move(pad));
}

bool Decoder::hasMoves(const llvm::BasicBlock &, const llvm::BasicBlock &to) const {
  return llvm::isa<llvm::PHINode>(to.front()) || iterations.contains(&to);
}

// The phis of a block take their values all at once: a move whose target another one still has to
// read waits, and a ring of them is opened through a spare register.
void Decoder::emitMoves(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  std::vector<std::pair<Reg, Reg>> moves;
  for (const llvm::PHINode &phi : to.phis()) {
    const llvm::Value &value = *phi.getIncomingValueForBlock(&from);
    const Reg target = regs[&phi];
    const std::uint32_t parts = count(phi);
    for (std::uint32_t i = 0; i < parts; ++i) {
      const Reg source = parts == 1 ? reg(value) : reg(value, i);
      if (source != target + i)
        moves.emplace_back(target + i, source);
    }
  }
  while (!moves.empty()) {
    bool moved = false;
    for (auto it = moves.begin(); it != moves.end(); ++it) {
      const bool stillRead = std::any_of(moves.begin(), moves.end(), [&](const auto &other) {
        return &other != &*it && other.second == it->first;
      });
      if (stillRead)
        continue;
      emit(moveHandler(), it->first, it->second);
      moves.erase(it);
      moved = true;
      break;
    }
    if (moved)
      continue;
    const Reg spare = newRegs(1);
    emit(moveHandler(), spare, moves.front().second);
    const Reg broken = moves.front().second;
    for (auto &[target, source] : moves)
      if (source == broken)
        source = spare;
  }
}

void Decoder::emitJump(const llvm::BasicBlock &to) {
  fixups.push_back({static_cast<std::uint32_t>(out.code.size()), 0, &to});
  emit(jumpHandler(), 0, 0, 0, cost);
}

void Decoder::emitEdge(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  emitMoves(from, to);
  emitIteration(from, to);
  emitJump(to);
}

void Decoder::decodeBranch(const llvm::BranchInst &branch) {
  const llvm::BasicBlock &from = *branch.getParent();
  if (branch.isUnconditional())
    return emitEdge(from, *branch.getSuccessor(0));
  const llvm::BasicBlock *taken = branch.getSuccessor(0);
  const llvm::BasicBlock *other = branch.getSuccessor(1);
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
  std::uint32_t at = 0;
  if (compare && fused.contains(compare)) {
    llvm::Type *type = compare->getOperand(0)->getType();
    const unsigned width = type->isPointerTy() ? 64 : type->getIntegerBitWidth();
    const Reg a = reg(*compare->getOperand(0));
    const Reg b = reg(*compare->getOperand(1));
    at = static_cast<std::uint32_t>(out.code.size());
    emit(compareBranchHandler(compare->getPredicate(), width), 0, a, b, cost);
  } else {
    const Reg condition = reg(*branch.getCondition());
    at = static_cast<std::uint32_t>(out.code.size());
    emit(branchHandler(), 0, condition, 0, cost);
  }
  cost = 0;
  unsigned half = 1;
  for (const llvm::BasicBlock *to : {taken, other}) {
    if (hasMoves(from, *to)) {
      const auto here = static_cast<std::int32_t>(out.code.size() - at);
      out.code[at].imm |= half == 1 ? packTargets(here, 0) : packTargets(0, here);
      emitEdge(from, *to);
    } else {
      fixups.push_back({at, half, to});
    }
    ++half;
  }
}

void Decoder::decodeSwitch(const llvm::SwitchInst &instruction) {
  const llvm::BasicBlock &from = *instruction.getParent();
  if (isWide(*instruction.getCondition()->getType()))
    return decodeWideSwitch(instruction);
  out.switches.push_back(std::make_unique<CodeFunction::Switch>());
  CodeFunction::Switch &table = *out.switches.back();
  const Reg value = reg(*instruction.getCondition());
  const auto at = static_cast<std::uint32_t>(out.code.size());
  emit(switchHandler(), 0, value, 0, cost, reinterpret_cast<std::uint64_t>(&table));
  cost = 0;
  std::vector<std::pair<std::uint64_t, const llvm::BasicBlock *>> cases;
  for (const auto &one : instruction.cases())
    cases.emplace_back(one.getCaseValue()->getZExtValue(), one.getCaseSuccessor());
  std::sort(cases.begin(), cases.end());
  SwitchFixup fixup{at, &table, {}, &from};
  for (const auto &[number, block] : cases) {
    table.cases.emplace_back(number, 0);
    fixup.blocks.push_back(block);
  }
  fixup.blocks.push_back(instruction.getDefaultDest());
  // Edges with moves get a stub each; resolveTargets looks for it.
  std::map<const llvm::BasicBlock *, std::uint32_t> stubs;
  for (const llvm::BasicBlock *&to : fixup.blocks)
    if (hasMoves(from, *to) && stubs.try_emplace(to, out.code.size()).second)
      emitEdge(from, *to);
  for (std::size_t i = 0; i < fixup.blocks.size(); ++i) {
    const auto stub = stubs.find(fixup.blocks[i]);
    if (stub == stubs.end())
      continue;
    const std::uint32_t distance = stub->second - at;
    (i < table.cases.size() ? table.cases[i].second : table.otherwise) = distance;
    fixup.blocks[i] = nullptr;
  }
  switchFixups.push_back(std::move(fixup));
}

/// One comparison after the other: such switches are rare and small.
void Decoder::decodeWideSwitch(const llvm::SwitchInst &instruction) {
  const llvm::BasicBlock &from = *instruction.getParent();
  llvm::Type &type = *instruction.getCondition()->getType();
  const Reg value = reg(*instruction.getCondition());
  const Reg hit = newRegs(1);
  for (const auto &one : instruction.cases()) {
    emitCompare(llvm::CmpInst::ICMP_EQ, type, hit, value, reg(*one.getCaseValue()));
    const std::size_t at = out.code.size();
    emit(branchHandler(), 0, hit, 0, cost);
    cost = 0;
    emitEdge(from, *one.getCaseSuccessor());
    out.code[at].imm = packTargets(1, static_cast<std::int32_t>(out.code.size() - at));
  }
  emitEdge(from, *instruction.getDefaultDest());
}

void Decoder::resolveTargets() {
  for (const Fixup &fixup : fixups) {
    const auto distance =
        static_cast<std::int32_t>(starts[fixup.block]) - static_cast<std::int32_t>(fixup.at);
    Inst &inst = out.code[fixup.at];
    if (fixup.half == 0)
      inst.imm = static_cast<std::uint64_t>(std::int64_t{distance});
    else
      inst.imm |= fixup.half == 1 ? packTargets(distance, 0) : packTargets(0, distance);
  }
  for (SwitchFixup &fixup : switchFixups) {
    for (std::size_t i = 0; i < fixup.blocks.size(); ++i)
      if (fixup.blocks[i])
        (i < fixup.table->cases.size() ? fixup.table->cases[i].second : fixup.table->otherwise) =
            starts[fixup.blocks[i]] - fixup.at;
    CodeFunction::Switch &table = *fixup.table;
    if (table.cases.empty())
      continue;
    const std::uint64_t span = table.cases.back().first - table.cases.front().first;
    if (span < 4 * table.cases.size() + 8) {
      table.low = table.cases.front().first;
      table.table.assign(span + 1, table.otherwise);
      for (const auto &[value, target] : table.cases)
        table.table[value - table.low] = target;
    }
  }
}

void Decoder::layOutFrame() {
  out.constantsAt = nextReg;
  out.frameSize = nextReg + static_cast<std::uint32_t>(out.constants.size());
  out.initial.assign(out.constantsAt - out.parameters, 0);
  out.initial.insert(out.initial.end(), out.constants.begin(), out.constants.end());
  constexpr std::size_t step = CodeFunction::initialStep;
  out.initial.resize((out.initial.size() + step - 1) / step * step);
  out.room = out.parameters + static_cast<std::uint32_t>(out.initial.size());
  auto fix = [&](std::uint32_t &place) {
    if (place & constantBit)
      place = out.constantsAt + (place & ~constantBit);
  };
  for (Inst &inst : out.code) {
    fix(inst.dst);
    fix(inst.a);
    fix(inst.b);
    fix(inst.c);
  }
  for (const auto &site : out.calls) {
    fix(site->target);
    for (std::uint32_t &argument : site->arguments)
      fix(argument);
    for (CallSite::Variable &variable : site->variables)
      fix(variable.reg);
  }
}

void decode(Image &image, CodeFunction &function) {
  Decoder(image, function).run();
}

} // namespace heddle::vm
