// Constants that are pointers, and what globals hold from the start.
#include "analysis/generator.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace heddle::analysis {

ObjectId Generator::objectOf(const llvm::GlobalValue &global) {
  if (const auto known = madeBy.find(&global); known != madeBy.end())
    return known->second;
  ObjectId object = 0;
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&global)) {
    const bool isLocal = variable->isThreadLocal();
    const bool isDefined = variable->hasInitializer();
    object = addObject(isLocal ? ObjectKind::ThreadLocal : ObjectKind::Global, &global,
                       isDefined ? layout.getTypeAllocSize(variable->getValueType()).getFixedValue()
                                 : AbstractObject::anySize);
    AbstractObject &about = objects.change(object);
    about.isSingle = !isLocal;
    about.isConstant = variable->isConstant() && isDefined;
    // Texts and the like: who points where in them is of no use to anybody.
    about.isVague = about.isConstant && llvm::isa<llvm::ConstantData>(variable->getInitializer());
  } else {
    object = addObject(ObjectKind::Function, &global, 0);
    objects.change(object).isSingle = true;
    objects.change(object).isVague = true;
  }
  madeBy[&global] = object;
  return object;
}

NodeId Generator::constantNode(const llvm::Constant &constant) {
  if (llvm::isa<llvm::ConstantData>(constant) || llvm::isa<llvm::BlockAddress>(constant))
    return noNode;
  const auto [known, isNew] = values.try_emplace(&constant, noNode);
  if (!isNew)
    return known->second;
  const NodeId node = graph.newNode();
  known->second = node;
  addConstant(constant, node);
  return node;
}

void Generator::addConstant(const llvm::Constant &constant, NodeId node) {
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant))
    return graph.addCopy(constantNode(*alias->getAliasee()), node);
  if (const auto *chosen = llvm::dyn_cast<llvm::GlobalIFunc>(&constant)) {
    Site site;
    site.result = node;
    graph.addCall(constantNode(*chosen->getResolver()), addSite(std::move(site)));
    return;
  }
  if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&constant))
    return graph.addPlace(node, objects.place(objectOf(*global), 0));
  if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&constant))
    return addAddress(*address, node);
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  const bool isMoved = !expression || expression->isCast();
  for (const llvm::Use &operand : constant.operands()) {
    const NodeId from = nodeOf(*operand);
    if (isMoved)
      graph.addCopy(from, node);
    else
      graph.addAnyShift(from, node);
  }
}

/// What the C++ library has to tell types apart: it holds no pointers of the program, and gets
/// none.
static bool describesTypes(const llvm::GlobalVariable &variable) {
  const llvm::StringRef name = variable.getName();
  return name.starts_with("_ZTVN10__cxxabiv1") || name.starts_with("_ZTI") ||
         name.starts_with("_ZTS");
}

void Generator::addGlobals() {
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.getName().starts_with("llvm."))
      continue;
    const ObjectId object = objectOf(variable);
    if (!variable.hasInitializer()) {
      if (describesTypes(variable))
        continue;
      Site site; // Whoever defines it may do what he likes with it.
      site.arguments.push_back(constantNode(variable));
      escape(site);
      continue;
    }
    // Large tables keep the fields of their elements apart rather than the elements.
    const auto *array = llvm::dyn_cast<llvm::ArrayType>(variable.getValueType());
    constexpr std::uint64_t mostWords = 64;
    const std::uint64_t element =
        array ? layout.getTypeAllocSize(array->getElementType()).getFixedValue() : 0;
    const bool isLarge = objects.object(object).size > mostWords * 8;
    addInitialiser(object, *variable.getInitializer(), 0,
                   isLarge && element && element % 8 == 0 ? element / 8 : 0);
  }
}

/// `period` is in words: of a table whose elements are not told apart; 0 if they are.
void Generator::addInitialiser(ObjectId object, const llvm::Constant &constant,
                               std::uint64_t offset, std::uint64_t period) {
  if (llvm::isa<llvm::ConstantData>(constant))
    return;
  if (const auto *structure = llvm::dyn_cast<llvm::ConstantStruct>(&constant)) {
    const llvm::StructLayout &fields = *layout.getStructLayout(structure->getType());
    for (unsigned i = 0; i < structure->getNumOperands(); ++i)
      addInitialiser(object, *structure->getOperand(i),
                     offset + fields.getElementOffset(i).getFixedValue(), period);
    return;
  }
  if (const auto *array = llvm::dyn_cast<llvm::ConstantArray>(&constant)) {
    const std::uint64_t each =
        layout.getTypeAllocSize(array->getType()->getElementType()).getFixedValue();
    for (unsigned i = 0; i < array->getNumOperands(); ++i)
      addInitialiser(object, *array->getOperand(i), offset + i * each, period);
    return;
  }
  const NodeId node = constantNode(constant);
  if (node == noNode)
    return;
  const std::uint64_t size = sizeOf(constant.getType());
  for (std::uint64_t word = offset / 8; word <= (offset + size - 1) / 8; ++word) {
    const Cell cell =
        objects.cellAt(object, static_cast<std::int64_t>(word), static_cast<std::int64_t>(period));
    if (size >= 8)
      graph.addCopy(node, cell.in);
    else
      graph.addAnyShift(node, cell.in);
  }
}

} // namespace heddle::analysis
