// Constraints of functions and their instructions.
#include "analysis/generator.h"

#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <numeric>

namespace heddle::analysis {

using I = llvm::Instruction;

namespace {

std::set<const llvm::Function *> rootsOf(const program::Program &program) {
  const llvm::Module &module = program.unit().module();
  std::set<const llvm::Function *> roots = {&program.entry()};
  for (const char *name : {"llvm.global_ctors", "llvm.global_dtors"}) {
    const llvm::GlobalVariable *list = module.getGlobalVariable(name);
    const auto *entries = list && list->hasInitializer()
                              ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer())
                              : nullptr;
    if (!entries)
      continue;
    for (const llvm::Use &entry : entries->operands())
      if (const auto *one = llvm::dyn_cast<llvm::ConstantStruct>(entry.get()))
        if (const auto *function =
                llvm::dyn_cast<llvm::Function>(one->getOperand(1)->stripPointerCasts()))
          roots.insert(function);
  }
  return roots;
}

/// The values whose pointers the instruction's result carries on; a load and a call have none.
void forEachCarried(const llvm::Instruction &instruction,
                    llvm::function_ref<void(const llvm::Value &)> f) {
  switch (instruction.getOpcode()) {
  case I::ICmp:
  case I::FCmp:
  case I::Load:
  case I::Call:
  case I::Invoke:
  case I::CallBr:
  case I::Alloca:
  case I::LandingPad:
  case I::AtomicRMW:
  case I::AtomicCmpXchg:
    return;
  case I::Select:
    f(*instruction.getOperand(1));
    f(*instruction.getOperand(2));
    return;
  case I::GetElementPtr: {
    const llvm::Value &base = *instruction.getOperand(0);
    f(base);
    // From a number everything comes by the index.
    if (llvm::isa<llvm::Constant>(base) && !llvm::isa<llvm::GlobalValue>(base))
      for (unsigned i = 1; i < instruction.getNumOperands(); ++i)
        f(*instruction.getOperand(i));
    return;
  }
  case I::ExtractElement:
    f(*instruction.getOperand(0));
    return;
  default:
    for (const llvm::Use &operand : instruction.operands())
      f(*operand);
  }
}

/// What happens to the operands besides giving the result.
bool hasEffect(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case I::Load:
  case I::Store:
  case I::AtomicRMW:
  case I::AtomicCmpXchg:
  case I::Call:
  case I::Invoke:
  case I::CallBr:
  case I::Ret:
  case I::Resume:
  case I::VAArg:
    return true;
  default:
    return false;
  }
}

/// Whether `address`, a step of fixed size, goes round a loop: then it leads any number of steps
/// on.
bool isRepeated(const llvm::Instruction &address) {
  constexpr std::size_t most = 64;
  llvm::SmallSetVector<const llvm::Value *, 16> seen;
  seen.insert(address.getOperand(0));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen.size() > most)
      return true;
    if (seen[i] == &address)
      return true;
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(seen[i]);
    if (instruction &&
        (llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::SelectInst>(instruction) ||
         llvm::isa<llvm::GetElementPtrInst>(instruction)))
      forEachCarried(*instruction, [&](const llvm::Value &from) { seen.insert(&from); });
  }
  return false;
}

bool isFloatingArithmetic(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case I::FAdd:
  case I::FSub:
  case I::FMul:
  case I::FDiv:
  case I::FRem:
  case I::FPToUI:
  case I::FPToSI:
  case I::UIToFP:
  case I::SIToFP:
  case I::FPTrunc:
  case I::FPExt:
    return true;
  default:
    return false;
  }
}

} // namespace

Generator::Generator(const program::Program &program, ConstraintGraph &graph)
    : program(program), module(program.unit().module()), layout(module.getDataLayout()),
      graph(graph), objects(graph.objects()), roots(rootsOf(program)), wrappers(module, roots),
      members(module), threadResults(graph.newNode()), specifics(graph.newNode()),
      destructors(graph.newNode()), exceptions(graph.newNode()), landed(graph.newNode()),
      jumpValues(graph.newNode()), cleanups(graph.newNode()) {
  for (unsigned kind = 0; kind <= static_cast<unsigned>(ObjectKind::Unknown); ++kind) {
    const auto one = static_cast<ObjectKind>(kind);
    const bool isSpecial = one >= ObjectKind::Arguments;
    specials.push_back(isSpecial ? addObject(one, nullptr, AbstractObject::anySize) : 0);
    if (isSpecial)
      objects.change(specials.back()).isVague =
          one != ObjectKind::Errno && one != ObjectKind::Leaving;
  }
}

ObjectId Generator::addObject(ObjectKind kind, const llvm::Value *value, std::uint64_t size) {
  AbstractObject object;
  object.kind = kind;
  object.value = value;
  object.size = size;
  return objects.add(std::move(object));
}

NodeId Generator::newNodeWith(PlaceId place) {
  const NodeId node = graph.newNode();
  graph.addPlace(node, place);
  return node;
}

std::uint64_t Generator::sizeOf(llvm::Type *type) const {
  const llvm::TypeSize size = layout.getTypeStoreSize(type);
  return size.isScalable() ? AbstractObject::anySize : size.getFixedValue();
}

void Generator::start() {
  addGlobals();
  addChains();
  addRoots();
}

void Generator::addRoots() {
  const ObjectId arguments = special(ObjectKind::Arguments);
  const NodeId pointer = newNodeWith(objects.anywhere(arguments));
  graph.addStore(pointer, pointer, 0, AbstractObject::anySize);
  const ObjectId lazy = special(ObjectKind::Lazy);
  const NodeId made = newNodeWith(objects.anywhere(lazy));
  graph.addStore(made, made, 0, AbstractObject::anySize);
  if (module.getFunction("heddle_lazy")) // Its objects may be of any class.
    for (const llvm::GlobalVariable &table : module.globals())
      if (table.getName().starts_with("_ZTV") && table.hasInitializer())
        graph.addStore(made, newNodeWith(objects.anywhere(objectOf(table))), 0,
                       AbstractObject::anySize);
  graph.addPlace(landed, objects.place(special(ObjectKind::Leaving), 0));
  graph.addCopy(exceptions, landed);
  // Destructors of keys run when threads end, with the values that these have.
  callBack(destructors, {specifics}, false, noNode);
  for (const llvm::Function *root : roots) {
    Site site;
    if (root == &program.entry()) // Their number comes first.
      site.arguments = {noNode, pointer, pointer};
    const std::uint32_t number = addSite(std::move(site));
    reach(number, objectOf(*root));
  }
}

NodeId Generator::nodeOf(const llvm::Value &value) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value))
    return constantNode(*constant);
  if (value.getType()->isMetadataTy() || value.getType()->isVoidTy() ||
      value.getType()->isLabelTy() || value.getType()->isTokenTy())
    return noNode;
  NodeId &node = values[&value];
  if (node == noNode)
    node = graph.newNode();
  return node;
}

NodeId Generator::knownNode(const llvm::Value &value) const {
  const auto found = values.find(&value);
  return found == values.end() ? noNode : found->second;
}

/// The values that come to an effect: comparisons and indices alone need no node.
void Generator::findNeeded(const llvm::Function &function) {
  std::vector<const llvm::Value *> work;
  const auto need = [&](const llvm::Value &value) {
    if (!llvm::isa<llvm::Constant>(value) && needed.insert(&value).second)
      work.push_back(&value);
  };
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (hasEffect(instruction))
      for (const llvm::Use &operand : instruction.operands())
        need(*operand);
  while (!work.empty()) {
    const llvm::Value *value = work.back();
    work.pop_back();
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
      forEachCarried(*instruction, need);
  }
}

void Generator::addFunction(const llvm::Function &function) {
  needed.clear();
  findNeeded(function);
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    addInstruction(instruction);
}

void Generator::addInstruction(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case I::Load:
    if (isNeeded(instruction))
      graph.addLoad(nodeOf(*instruction.getOperand(0)), nodeOf(instruction), 0,
                    sizeOf(instruction.getType()));
    else
      nodeOf(*instruction.getOperand(0)); // What it may touch can still be asked.
    return;
  case I::Store:
    return graph.addStore(nodeOf(*instruction.getOperand(1)), nodeOf(*instruction.getOperand(0)), 0,
                          sizeOf(instruction.getOperand(0)->getType()));
  case I::AtomicRMW:
    return addAtomic(llvm::cast<llvm::AtomicRMWInst>(instruction));
  case I::AtomicCmpXchg: {
    const NodeId pointer = nodeOf(*instruction.getOperand(0));
    const std::uint64_t size = sizeOf(instruction.getOperand(1)->getType());
    graph.addLoad(pointer, nodeOf(instruction), 0, size);
    return graph.addStore(pointer, nodeOf(*instruction.getOperand(2)), 0, size);
  }
  case I::Call:
  case I::Invoke:
  case I::CallBr:
    return addCall(llvm::cast<llvm::CallBase>(instruction));
  case I::Ret:
    if (instruction.getNumOperands())
      graph.addCopy(nodeOf(*instruction.getOperand(0)), returnNode(*instruction.getFunction()));
    return;
  case I::Resume:
    return raise(nodeOf(*instruction.getOperand(0)));
  case I::Alloca:
    return addAllocation(instruction);
  case I::LandingPad:
    return graph.addCopy(landed, nodeOf(instruction));
  case I::VAArg: {
    const NodeId area = graph.newNode();
    graph.addLoad(nodeOf(*instruction.getOperand(0)), area, 0, AbstractObject::anySize);
    return graph.addLoad(area, nodeOf(instruction), 0, AbstractObject::anySize);
  }
  default:
    if (isNeeded(instruction))
      addValueFlow(instruction, nodeOf(instruction));
  }
}

void Generator::addAllocation(const llvm::Instruction &instruction) {
  const auto &allocation = llvm::cast<llvm::AllocaInst>(instruction);
  const auto size = allocation.getAllocationSize(layout);
  const ObjectId object =
      addObject(ObjectKind::Stack, &allocation,
                size && !size->isScalable() ? size->getFixedValue() : AbstractObject::anySize);
  const llvm::Function &function = *allocation.getFunction();
  const bool runsOnce = &function == &program.entry() && function.use_empty();
  objects.change(object).isSingle = runsOnce && allocation.isStaticAlloca();
  madeBy[&allocation] = object;
  graph.addPlace(nodeOf(allocation), objects.place(object, 0));
}

/// Values that are computed from others. What is not simply moved may lie anywhere in its object.
void Generator::addValueFlow(const llvm::Instruction &instruction, NodeId node) {
  if (isFloatingArithmetic(instruction))
    return;
  switch (instruction.getOpcode()) {
  case I::GetElementPtr:
    return addAddress(llvm::cast<llvm::GEPOperator>(instruction), node);
  case I::Add:
  case I::Sub: {
    const auto *step = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    if (!step || step->getBitWidth() != layout.getPointerSizeInBits())
      break;
    const std::int64_t by = step->getSExtValue();
    return graph.addShift(nodeOf(*instruction.getOperand(0)), node,
                          instruction.getOpcode() == I::Add ? by : -by, 0);
  }
  case I::PHI:
  case I::Select:
  case I::Freeze:
  case I::BitCast:
  case I::PtrToInt:
  case I::IntToPtr:
  case I::AddrSpaceCast:
  case I::ExtractValue:
  case I::InsertValue:
    // Whole registers go on as they are.
    return forEachCarried(instruction,
                          [&](const llvm::Value &from) { graph.addCopy(nodeOf(from), node); });
  case I::ExtractElement:
  case I::InsertElement:
  case I::ShuffleVector: {
    // So do whole elements; of smaller ones another pointer can be put together.
    const llvm::Type *element = instruction.getOperand(0)->getType()->getScalarType();
    if (element->isPointerTy() || element->isIntegerTy(64))
      return forEachCarried(instruction,
                            [&](const llvm::Value &from) { graph.addCopy(nodeOf(from), node); });
    break;
  }
  default:
    break;
  }
  forEachCarried(instruction,
                 [&](const llvm::Value &from) { graph.addAnyShift(nodeOf(from), node); });
}

void Generator::addAddress(const llvm::GEPOperator &address, NodeId node) {
  const unsigned width = layout.getIndexTypeSizeInBits(address.getType());
  llvm::MapVector<llvm::Value *, llvm::APInt> variables;
  llvm::APInt constant(width, 0);
  const NodeId base = nodeOf(*address.getPointerOperand());
  if (address.getNumIndices() == 1 && members.isNoShift(*address.getOperand(1)))
    return graph.addCopy(base, node);
  if (address.getNumIndices() == 1 && members.isNoOffset(*address.getOperand(1)))
    return;
  if (address.getType()->isVectorTy() || !address.collectOffset(layout, width, variables, constant))
    return graph.addAnyShift(base, node);
  std::uint64_t stride = 0;
  for (const auto &[variable, scale] : variables)
    stride = std::gcd(stride, scale.abs().getLimitedValue());
  const std::int64_t offset = constant.getSExtValue();
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&address);
  if (instruction && offset && isRepeated(*instruction))
    stride = std::gcd(stride, static_cast<std::uint64_t>(offset < 0 ? -offset : offset));
  graph.addShift(base, node, offset, stride);
  if (instruction && llvm::isa<llvm::Constant>(address.getPointerOperand()))
    forEachCarried(*instruction, [&](const llvm::Value &from) {
      if (&from != address.getPointerOperand())
        graph.addAnyShift(nodeOf(from), node);
    });
}

void Generator::addAtomic(const llvm::AtomicRMWInst &update) {
  const NodeId pointer = nodeOf(*update.getPointerOperand());
  const NodeId operand = nodeOf(*update.getValOperand());
  const NodeId result = nodeOf(update);
  const std::uint64_t size = sizeOf(update.getType());
  graph.addLoad(pointer, result, 0, size);
  if (update.getOperation() == llvm::AtomicRMWInst::Xchg)
    return graph.addStore(pointer, operand, 0, size);
  const NodeId changed = graph.newNode();
  const auto *step = llvm::dyn_cast<llvm::ConstantInt>(update.getValOperand());
  const bool moves = update.getOperation() == llvm::AtomicRMWInst::Add ||
                     update.getOperation() == llvm::AtomicRMWInst::Sub;
  if (moves && step && step->getBitWidth() == layout.getPointerSizeInBits())
    graph.addShift(result, changed, 0, step->getValue().abs().getLimitedValue());
  else
    graph.addAnyShift(result, changed);
  graph.addAnyShift(operand, changed);
  graph.addStore(pointer, changed, 0, size);
}

} // namespace heddle::analysis
