#include "diff/meaning.h"

#include "analysis/accesses.h"
#include "analysis/creations.h"
#include "diff/called_back.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/xxhash.h>
#include <set>

namespace heddle::diff {

namespace {

using analysis::ObjectId;

constexpr std::size_t mostOrigins = 16;

bool isLibraryCall(const llvm::CallBase &call, const analysis::PointsTo &pointers) {
  return llvm::any_of(pointers.callees(call), [](const llvm::Function *callee) {
    return analysis::isLibraryFunction(*callee) || callee->isDeclaration();
  });
}

/// Whether the order of the operands means nothing.
bool isSymmetric(const llvm::Instruction &at) {
  return at.isCommutative() && !llvm::isa<llvm::CallBase>(at);
}

bool passesOn(const llvm::Value &value) {
  return llvm::isa<llvm::CastInst>(value) || llvm::isa<llvm::FreezeInst>(value);
}

} // namespace

Meanings::Meaning Meanings::mix(Meaning one, Meaning other) {
  const Meaning both[] = {one, other};
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(both), sizeof both));
}

Meanings::Meaning Meanings::text(llvm::StringRef text) {
  return llvm::xxh3_64bits(text);
}

Meanings::Meanings(const analysis::Study &study, const Normaliser::Names &names)
    : study(study), named(names),
      stops(study.program, study.pointers, {false, false, false, false, false}) {
  findCalls();
  findWrites();
}

void Meanings::findCalls() {
  for (const llvm::Function *function : study.pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
        addCall(*call);
}

void Meanings::addCall(const llvm::CallBase &call) {
  const auto hand = [&](const llvm::Function &to, unsigned parameter, const llvm::Value &value) {
    if (parameter < to.arg_size())
      handed[to.getArg(parameter)].push_back(&value);
  };
  for (const llvm::Function *callee : study.pointers.callees(call)) {
    if (!analysis::isLibraryFunction(*callee)) {
      for (unsigned i = 0; i < call.arg_size(); ++i)
        hand(*callee, i, *call.getArgOperand(i));
      continue;
    }
    if (analysis::isCreation(*callee) && call.arg_size() > analysis::threadArgument)
      for (const llvm::Function *routine :
           functionsAt(*call.getArgOperand(analysis::routineArgument), study.pointers))
        hand(*routine, 0, *call.getArgOperand(analysis::threadArgument));
  }
}

void Meanings::findWrites() {
  for (const llvm::Function *function : study.pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function)) {
      if (!at.mayWriteToMemory() || llvm::isa<llvm::LifetimeIntrinsic>(at))
        continue;
      for (const analysis::MemoryTouch &touch : analysis::touchesOf(at, study.pointers).touches)
        if (touch.writes)
          for (const ObjectId object : study.pointers.objectsOf(*touch.pointer))
            writes[object].push_back({&at, touch.pointer});
    }
}

const analysis::ControlGraph &Meanings::controlOf(const llvm::Function &function) {
  auto &graph = controls[&function];
  if (!graph)
    graph = std::make_unique<analysis::ControlGraph>(function, stops);
  return *graph;
}

Meanings::Meaning Meanings::nameOf(const llvm::Value &global) const {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  return mix(text(named.nameOf(global)), variable && variable->isThreadLocal() ? 1 : 0);
}

/// Where a value comes from, past what only passes it on.
void Meanings::origins(const llvm::Value &value, const Steps &steps,
                       llvm::SmallVectorImpl<const llvm::Value *> &seen, Origins &found) const {
  if (found.size() >= mostOrigins)
    return;
  const auto end = [&] { found.push_back({&value, steps}); };
  if (passesOn(value)) {
    origins(*llvm::cast<llvm::Instruction>(value).getOperand(0), steps, seen, found);
    return;
  }
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value);
  const auto *argument = llvm::dyn_cast<llvm::Argument>(&value);
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  const auto given = argument ? handed.find(argument) : handed.end();
  const bool isCalled =
      call && !llvm::isa<llvm::IntrinsicInst>(call) && !isLibraryCall(*call, study.pointers);
  if (!phi && given == handed.end() && !isCalled)
    return end();
  if (llvm::is_contained(seen, &value))
    return;
  seen.push_back(&value);
  if (phi) {
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      Steps further = steps;
      further.push_back({phi->getIncomingBlock(i)->getTerminator(), phi->getParent()});
      origins(*phi->getIncomingValue(i), further, seen, found);
    }
    return;
  }
  if (argument) {
    for (const llvm::Value *one : given->second)
      origins(*one, steps, seen, found);
    return;
  }
  for (const llvm::Function *callee : study.pointers.callees(*call))
    for (const llvm::BasicBlock &block : *callee)
      if (const auto *back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
          back && back->getReturnValue()) {
        Steps further = steps;
        further.push_back({back, nullptr});
        origins(*back->getReturnValue(), further, seen, found);
      }
}

Meanings::Meaning Meanings::of(const llvm::Value &value, unsigned left) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value))
    return ofConstant(*constant, left);
  if (left == 0)
    return 0;
  if (const auto found = known.find({&value, left}); found != known.end())
    return found->second;
  Origins found;
  llvm::SmallVector<const llvm::Value *, 8> seen;
  origins(value, {}, seen, found);
  Meaning result = 0;
  if (found.size() == 1) {
    result = ofOrigin(*found.front().value, left);
  } else {
    std::set<Meaning> all;
    for (const Origin &origin : found) {
      Meaning one = ofOrigin(*origin.value, left);
      std::set<Meaning> steps;
      for (const Step &step : origin.steps)
        steps.insert(ofStep(step, left - 1));
      for (const Meaning step : steps)
        one = mix(one, step);
      all.insert(one);
    }
    result = text("one of");
    for (const Meaning one : all)
      result = mix(result, one);
  }
  known[{&value, left}] = result;
  return result;
}

Meanings::Meaning Meanings::ofOrigin(const llvm::Value &value, unsigned left) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value))
    return ofConstant(*constant, left);
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
    return mix(text("argument"), argument->getArgNo());
  if (const auto *at = llvm::dyn_cast<llvm::Instruction>(&value))
    return left ? ofInstruction(*at, left) : 0;
  return text("?");
}

Meanings::Meaning Meanings::ofConstant(const llvm::Constant &constant, unsigned left) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    llvm::SmallString<20> digits;
    number->getValue().toStringSigned(digits);
    return mix(text("number"), text(digits));
  }
  if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return mix(text("real"), number->getValueAPF().bitcastToAPInt().getLimitedValue());
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant);
      variable && variable->isConstant() && variable->hasPrivateLinkage() &&
      variable->hasInitializer()) {
    const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer());
    return data ? text(data->getRawDataValues()) : text("data");
  }
  if (llvm::isa<llvm::GlobalValue>(constant))
    return nameOf(constant);
  if (llvm::isa<llvm::ConstantPointerNull>(constant) || constant.isNullValue())
    return mix(text("number"), text("0"));
  if (left == 0)
    return 0;
  if (const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant))
    return text(data->getRawDataValues());
  Meaning result = text("constant");
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    if (expression->isCast())
      return ofConstant(*expression->getOperand(0), left);
    if (const auto *way = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
      const llvm::DataLayout &layout = study.program.unit().module().getDataLayout();
      llvm::APInt distance(layout.getIndexTypeSizeInBits(way->getType()), 0);
      const llvm::Value *base = way->stripAndAccumulateConstantOffsets(layout, distance, true);
      return mix(mix(text("part"), of(*base, left)), static_cast<Meaning>(distance.getSExtValue()));
    }
    result = mix(result, expression->getOpcode());
  }
  for (const llvm::Use &operand : constant.operands())
    result = mix(result, of(*operand, left - 1));
  return result;
}

Meanings::Meaning Meanings::ofInstruction(const llvm::Instruction &at, unsigned left) {
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&at)) {
    bool isContrary = false;
    const Meaning condition = ofCondition(*compare, isContrary, left);
    return mix(condition, isContrary ? 2 : 1);
  }
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&at))
    return mix(mix(text("load"), of(*load->getPointerOperand(), left - 1)),
               ofContents(*load->getPointerOperand(), left - 1));
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(at))
    return mix(ofWrite(at, left - 1), ofContents(*at.getOperand(0), left - 1));
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&at))
    return mix(text("local"), local->getAllocatedType()->getTypeID());
  if (const auto *way = llvm::dyn_cast<llvm::GEPOperator>(&at)) {
    const llvm::DataLayout &layout = study.program.unit().module().getDataLayout();
    llvm::APInt distance(layout.getIndexTypeSizeInBits(way->getType()), 0);
    const llvm::Value *base = way->stripAndAccumulateConstantOffsets(layout, distance, true);
    if (base != way) {
      // Nothing is added to what it points to itself.
      if (distance.isZero())
        return of(*base, left);
      return mix(mix(text("part"), of(*base, left - 1)),
                 static_cast<Meaning>(distance.getSExtValue()));
    }
  }
  Meaning result = text(at.getOpcodeName());
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at)) {
    result = mix(result, of(*call->getCalledOperand(), left - 1));
    for (const llvm::Use &argument : call->args()) {
      result = mix(result, of(*argument, left - 1));
      if (argument->getType()->isPointerTy()) // It may look there.
        result = mix(result, ofContents(*argument, left - 1));
    }
    return result;
  }
  std::vector<Meaning> operands;
  for (const llvm::Use &operand : at.operands())
    if (!llvm::isa<llvm::BasicBlock>(operand))
      operands.push_back(of(*operand, left - 1));
  if (isSymmetric(at))
    std::ranges::sort(operands);
  for (const Meaning operand : operands)
    result = mix(result, operand);
  return result;
}

/// `a < b` is `b > a`, and the contrary of `a >= b`; `a != 0` is `a`.
Meanings::Meaning Meanings::ofCondition(const llvm::Value &condition, bool &isContrary,
                                        unsigned left) {
  isContrary = false;
  if (left == 0)
    return 0;
  const llvm::Value *value = &condition;
  const llvm::CmpInst *compare = nullptr;
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    while (passesOn(*value))
      value = llvm::cast<llvm::Instruction>(value)->getOperand(0);
    if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
        operation && operation->getOpcode() == llvm::Instruction::Xor)
      if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
          number && number->isOne()) {
        isContrary = !isContrary;
        value = operation->getOperand(0);
        goesOn = true;
        continue;
      }
    compare = llvm::dyn_cast<llvm::CmpInst>(value);
    if (!compare || !compare->isEquality())
      break;
    const llvm::Value *from = compare->getOperand(0);
    while (passesOn(*from))
      from = llvm::cast<llvm::Instruction>(from)->getOperand(0);
    const auto *zero = llvm::dyn_cast<llvm::Constant>(compare->getOperand(1));
    if (zero && zero->isNullValue() && from->getType()->isIntegerTy(1)) {
      isContrary ^= compare->getPredicate() == llvm::CmpInst::ICMP_EQ;
      value = from;
      goesOn = true;
    }
  }
  if (!compare)
    return mix(text("condition"), of(*value, left));
  llvm::CmpInst::Predicate predicate = compare->getPredicate();
  Meaning one = of(*compare->getOperand(0), left - 1);
  Meaning other = of(*compare->getOperand(1), left - 1);
  if (one > other) {
    std::swap(one, other);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  if (const auto contrary = llvm::CmpInst::getInversePredicate(predicate); contrary < predicate) {
    isContrary = !isContrary;
    predicate = contrary;
  }
  return mix(mix(text("compare"), predicate), mix(one, other));
}

Meanings::Meaning Meanings::ofContents(const llvm::Value &pointer, unsigned left) {
  if (left == 0)
    return 0;
  std::set<Meaning> all;
  for (const analysis::Target &target : study.pointers.pointsTo(pointer))
    all.insert(
        ofPlace(target.object, target.stride ? std::nullopt : std::optional(target.offset), left));
  Meaning result = text("contents");
  for (const Meaning one : all)
    result = mix(result, one);
  return result;
}

Meanings::Meaning Meanings::ofPlace(ObjectId object, std::optional<std::int64_t> offset,
                                    unsigned left) {
  const auto [found, isNew] = knownPlaces.try_emplace({object, offset, left});
  if (!isNew)
    return found->second; // 0 for who comes round to it.
  std::set<Meaning> all;
  if (const auto there = writes.find(object); there != writes.end())
    for (const Written &one : there->second)
      if (!offset || study.pointers.mayPointTo(*one.pointer, object, *offset))
        all.insert(ofWrite(*one.at, left - 1));
  const auto *variable =
      llvm::dyn_cast_or_null<llvm::GlobalVariable>(study.pointers.object(object).value);
  Meaning result = variable && variable->hasInitializer()
                       ? ofConstant(*variable->getInitializer(), left)
                       : text("nothing");
  for (const Meaning one : all)
    result = mix(result, one);
  knownPlaces[{object, offset, left}] = result;
  return result;
}

/// What is written, and when.
Meanings::Meaning Meanings::ofWrite(const llvm::Instruction &at, unsigned left) {
  if (left == 0)
    return 0;
  const auto [found, isNew] = knownWrites.try_emplace({&at, left}, 0);
  if (!isNew)
    return found->second;
  Meaning result = text(at.getOpcodeName());
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&at)) {
    result = mix(result, of(*store->getValueOperand(), left));
  } else if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) {
    result = mix(mix(result, update->getOperation()), of(*update->getValOperand(), left));
  } else if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
    result = mix(mix(result, of(*exchange->getCompareOperand(), left)),
                 of(*exchange->getNewValOperand(), left));
  } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at)) {
    result = mix(result, of(*call->getCalledOperand(), left));
    for (const llvm::Use &argument : call->args()) {
      result = mix(result, of(*argument, left - 1));
      if (argument->getType()->isPointerTy()) // What is copied may come from there.
        result = mix(result, ofContents(*argument, left - 1));
    }
  }
  result = mix(result, ofWay(at, left - 1));
  knownWrites[{&at, left}] = result;
  return result;
}

Meanings::Meaning Meanings::ofStep(const Step &step, unsigned left) {
  if (left == 0)
    return 0;
  const Meaning way = ofWay(*step.at, left);
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(step.at);
  if (!branch || !branch->isConditional())
    return way;
  bool isContrary = false;
  const Meaning condition = ofCondition(*branch->getCondition(), isContrary, left);
  return mix(way, mix(condition, (branch->getSuccessor(0) == step.to) == isContrary));
}

/// The conditions that must be met to come there, in its own function.
Meanings::Meaning Meanings::ofWay(const llvm::Instruction &at, unsigned left) {
  if (left == 0)
    return 0;
  const auto [found, isNew] = knownWays.try_emplace({&at, left}, 0);
  if (!isNew)
    return found->second;
  std::set<Meaning> all;
  const analysis::ControlGraph &control = controlOf(*at.getFunction());
  llvm::SmallVector<const llvm::Instruction *, 4> deciders;
  if (control.isReached(at))
    llvm::append_range(deciders, control.decidersOf(at));
  for (const llvm::Instruction *decider : deciders) {
    const auto *branch = llvm::dyn_cast_or_null<llvm::BranchInst>(decider);
    const auto *choice = llvm::dyn_cast_or_null<llvm::SwitchInst>(decider);
    if (choice)
      all.insert(mix(text("switch"), of(*choice->getCondition(), left)));
    if (!branch || !branch->isConditional())
      continue;
    bool isContrary = false;
    const Meaning condition = ofCondition(*branch->getCondition(), isContrary, left);
    const auto leads = [&](unsigned side) {
      llvm::SmallVector<const llvm::BasicBlock *, 8> work = {branch->getSuccessor(side)};
      llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
      while (!work.empty()) {
        const llvm::BasicBlock *block = work.pop_back_val();
        if (block == at.getParent())
          return true;
        if (block != branch->getParent() && seen.insert(block).second)
          llvm::append_range(work, llvm::successors(block));
      }
      return false;
    };
    const bool first = leads(0), second = leads(1);
    all.insert(mix(condition, first == second ? 2 : first == isContrary));
  }
  Meaning result = text("way");
  for (const Meaning one : all)
    result = mix(result, one);
  knownWays[{&at, left}] = result;
  return result;
}

llvm::SmallVector<const llvm::Instruction *, 4> Meanings::readsOf(const llvm::Value &value) const {
  llvm::SmallVector<const llvm::Instruction *, 4> reads;
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;
  llvm::SmallVector<const llvm::Value *, 16> work = {&value};
  while (!work.empty()) {
    Origins found;
    llvm::SmallVector<const llvm::Value *, 8> passed;
    origins(*work.pop_back_val(), {}, passed, found);
    for (const Origin &origin : found) {
      const auto *at = llvm::dyn_cast<llvm::Instruction>(origin.value);
      if (!at || !seen.insert(at).second)
        continue;
      if (at->mayReadFromMemory() && !llvm::isa<llvm::CallBase>(at))
        reads.push_back(at);
      else
        for (const llvm::Use &operand : at->operands())
          if (!llvm::isa<llvm::BasicBlock>(operand))
            work.push_back(operand);
    }
  }
  return reads;
}

Meanings::Meaning Meanings::ofReads(const llvm::Value &value) {
  std::set<Meaning> places;
  for (const llvm::Instruction *read : readsOf(value))
    places.insert(of(*read->getOperand(0)));
  Meaning result = text("reads");
  for (const Meaning place : places)
    result = mix(result, place);
  return result;
}

Meanings::Meaning Meanings::ofOperation(const llvm::Instruction &at) {
  Meaning result = text(at.getOpcodeName());
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at)) {
    result = mix(result, of(*call->getCalledOperand()));
    for (unsigned i = 0; i < call->arg_size(); ++i)
      result = mix(result, of(*call->getArgOperand(i)));
    return result;
  }
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&at))
    return mix(mix(mix(result, static_cast<Meaning>(store->getOrdering())),
                   ofReads(*store->getValueOperand())),
               of(*store->getPointerOperand()));
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&at))
    return mix(mix(result, static_cast<Meaning>(load->getOrdering())),
               of(*load->getPointerOperand()));
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at))
    return mix(
        mix(mix(mix(result, update->getOperation()), static_cast<Meaning>(update->getOrdering())),
            ofReads(*update->getValOperand())),
        of(*update->getPointerOperand()));
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
    // Whether it writes depends on what is there.
    result = mix(result, static_cast<Meaning>(exchange->getSuccessOrdering()));
    result = mix(result, of(*exchange->getCompareOperand()));
    result = mix(result, of(*exchange->getPointerOperand()));
    return mix(result, ofContents(*exchange->getPointerOperand()));
  }
  for (const llvm::Use &operand : at.operands())
    if (!llvm::isa<llvm::BasicBlock>(operand))
      result = mix(result, of(*operand));
  return result;
}

} // namespace heddle::diff
