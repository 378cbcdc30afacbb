#include "program/variables.h"

#include "program/debug_types.h"
#include "program/internal.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace heddle::program {
namespace {

constexpr unsigned deepest = 8; ///< Of nested expressions; beyond that a name helps nobody.
constexpr std::size_t longestIndex = 24; ///< Of an index that is shown in full.

/// What an address denotes, as an expression of the source language.
struct Object {
  std::string text;
  Part part;
  bool behindPointer = false; ///< It is `*text`; `text` is a pointer.
  bool closure = false;       ///< The state of a lambda: members stand for captured variables.

  bool known() const { return !text.empty(); }

  std::string shown() const { return behindPointer ? "*" + text : text; }

  void append(std::string path) {
    if (path.empty())
      return;
    if (closure && path.starts_with('.')) {
      text.clear();
      path.erase(0, 1);
      behindPointer = closure = false;
    }
    if (behindPointer && path.starts_with('+')) {
      text = "*(" + text + path + ")";
      behindPointer = false;
      return;
    }
    if (behindPointer) {
      if (text.starts_with('*'))
        text = "(" + text + ")";
      if (path.starts_with('.'))
        path = "->" + path.substr(1);
      behindPointer = false;
    }
    text += path;
  }

  /// Steps to what lies at the offset, at least one step, until `enough` says so.
  void descend(std::uint64_t offset, auto &&enough) {
    do {
      std::string path;
      if (isSyncType(part.type)) // What std::atomic<int> is made of is nobody's business.
        return;
      if (!stepInto(part, offset, path)) {
        if (offset != 0)
          append("+" + std::to_string(offset));
        return;
      }
      append(std::move(path));
    } while (offset != 0 || !enough(part));
  }
};

const llvm::DILocalVariable *declaredVariable(const llvm::Value &value) {
  auto *address = const_cast<llvm::Value *>(&value); // Only looked up.
  for (const llvm::DbgVariableRecord *record : llvm::findDVRDeclares(address))
    return record->getVariable();
  for (const llvm::DbgDeclareInst *declare : llvm::findDbgDeclares(address))
    return declare->getVariable();
  return nullptr;
}

/// Of the variables that hold a value, the one a reader at `user` has in mind: the one that got it
/// last, or else the one that had it first.
class VariableChoice {
public:
  explicit VariableChoice(const llvm::Instruction *place) : user(place) {}
  const llvm::DILocalVariable *chosen = nullptr;

  void offer(const llvm::DILocalVariable *variable, const llvm::DIExpression &expression,
             const llvm::Instruction *record) {
    if (expression.getNumElements() != 0 || !record) // Only a part of the variable.
      return;
    const bool near = user && record->getParent() == user->getParent() &&
                      (record == user || record->comesBefore(user));
    const bool later = chosen && record->getParent() == at->getParent() && at->comesBefore(record);
    const bool earlier =
        chosen && (record->getParent() == at->getParent() ? record->comesBefore(at)
                                                          : record->getParent()->isEntryBlock());
    if (!chosen || (near && (!isNear || later)) || (!near && !isNear && earlier)) {
      chosen = variable;
      at = record;
      isNear = near;
    }
  }

private:
  const llvm::Instruction *user;
  const llvm::Instruction *at = nullptr;
  bool isNear = false;
};

/// The variable that holds this value, if the value is all of it.
const llvm::DILocalVariable *variableOf(const llvm::Value &value, const llvm::Instruction *user) {
  if (llvm::isa<llvm::Constant>(value))
    return nullptr;
  llvm::SmallVector<llvm::DbgValueInst *, 2> values;
  llvm::SmallVector<llvm::DbgVariableRecord *, 2> records;
  llvm::findDbgValues(values, const_cast<llvm::Value *>(&value), &records);
  VariableChoice choice(user);
  for (const llvm::DbgVariableRecord *record : records)
    choice.offer(record->getVariable(), *record->getExpression(),
                 record->getMarker() ? record->getMarker()->MarkedInstr : nullptr);
  for (const llvm::DbgValueInst *record : values)
    choice.offer(record->getVariable(), *record->getExpression(), record);
  return choice.chosen;
}

/// Null if it is void or unknown.
const llvm::DIType *returnType(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  return subprogram && subprogram->getType() && subprogram->getType()->getTypeArray().size() > 0
             ? subprogram->getType()->getTypeArray()[0]
             : nullptr;
}

Object objectAt(const llvm::Value &address, const llvm::Instruction *user, unsigned depth);

Object global(const llvm::GlobalVariable &variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty())
    return {shownName(variable.getName()), {}};
  const llvm::DIGlobalVariable *described = expressions.front()->getVariable();
  std::string name = described->getName().str();
  if (const auto *scope = llvm::dyn_cast_or_null<llvm::DINamespace>(described->getScope());
      scope && !scope->getName().empty())
    name = scope->getName().str() + "::" + name;
  return {std::move(name), {described->getType(), 0}};
}

Object behind(std::string pointer, const llvm::DIType *type) {
  const llvm::DIType *target = plainType(pointee(type));
  const bool closure = pointer == "this" && target && target->getName().empty();
  return {std::move(pointer), {pointee(type), 0}, !isReference(type), closure};
}

/// The expression a value came from and its type.
Object valueOf(const llvm::Value &value, const llvm::Instruction *user, unsigned depth) {
  if (depth == 0)
    return {};
  if (const llvm::DILocalVariable *variable = variableOf(value, user))
    return {variable->getName().str(), {variable->getType(), 0}};
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&value))
    return valueOf(*cast->getOperand(0), cast, depth - 1);
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value)) {
    Object object = objectAt(*load->getPointerOperand(), load, depth - 1);
    if (object.known() && isAggregate(object.part.type))
      object.descend(0, [](const Part &part) { return !isAggregate(part.type); });
    return {object.known() ? object.shown() : "", object.part};
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&value)) {
    const llvm::Function *callee = calleeOf(*call);
    if (!callee || callee->isIntrinsic())
      return {};
    return {shownName(callee->getName()) + "()", {returnType(*callee), 0}};
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
    return {argument->hasName() ? argument->getName().str()
                                : "argument " + std::to_string(argument->getArgNo() + 1),
            {}};
  return {};
}

std::string indexText(const llvm::Value &index, const llvm::Instruction *user, unsigned depth) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&index))
    return "[" + std::to_string(number->getSExtValue()) + "]";
  const std::string text = valueOf(index, user, depth).text;
  return "[" + (text.empty() || text.size() > longestIndex ? "…" : text) + "]";
}

/// `pointer + index`: another element of the array the pointer is in.
void addIndex(Object &object, const llvm::Value &index, std::uint64_t size,
              const llvm::Instruction *user, unsigned depth) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
    if (number->isZero())
      return;
    // A constant number of bytes is how an access to a member may look.
    if (size == 1 && !number->isNegative() && isAggregate(object.part.type)) {
      object.descend(number->getZExtValue(), [](const Part &) { return true; });
      return;
    }
  }
  if (object.behindPointer || !isArray(object.part.type)) {
    object.append(indexText(index, user, depth));
    return;
  }
  if (elementSize(object.part) == size)
    object.part = element(object.part);
  object.append(indexText(index, user, depth));
}

/// The data layout of the module the address is used in.
const llvm::DataLayout *layoutOf(const llvm::Value &address) {
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&address))
    return &instruction->getDataLayout();
  if (const auto *named = llvm::dyn_cast<llvm::GlobalValue>(&address))
    return &named->getParent()->getDataLayout();
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&address);
  return expression ? layoutOf(*expression->getOperand(0)) : nullptr;
}

Object elementAt(const llvm::GEPOperator &step, unsigned depth) {
  const auto *user = llvm::dyn_cast<llvm::Instruction>(&step);
  Object object = objectAt(*step.getPointerOperand(), user, depth - 1);
  const llvm::DataLayout *known = layoutOf(step);
  if (!object.known() || !known)
    return object;
  const llvm::DataLayout &layout = *known;
  const std::uint64_t whole = sizeOf(object.part);
  const std::uint64_t result = layout.getTypeAllocSize(step.getResultElementType());
  llvm::APInt offset(layout.getIndexTypeSizeInBits(step.getType()), 0);
  if (step.accumulateConstantOffset(layout, offset) && isAggregate(object.part.type) &&
      offset.isStrictlyPositive() && offset.ult(whole)) {
    object.descend(offset.getZExtValue(),
                   [result](const Part &part) { return sizeOf(part) <= result; });
    return object;
  }
  // A step to the first member is no step in the IR: make up for those that are missing.
  const std::uint64_t source = layout.getTypeAllocSize(step.getSourceElementType());
  const auto fits = [source](const Part &part) {
    return sizeOf(part) <= source || elementSize(part) == source;
  };
  if (source > 1 && isAggregate(object.part.type) && !fits(object.part))
    object.descend(0, fits);
  bool first = true;
  for (auto type = llvm::gep_type_begin(step), end = llvm::gep_type_end(step); type != end;
       ++type, first = false) {
    const llvm::Value &index = *type.getOperand();
    if (llvm::StructType *fields = type.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(index).getZExtValue();
      const std::uint64_t size = layout.getTypeAllocSize(fields->getElementType(field));
      object.descend(layout.getStructLayout(fields)->getElementOffset(field),
                     [size](const Part &part) { return sizeOf(part) <= size; });
      continue;
    }
    const std::uint64_t size = layout.getTypeAllocSize(type.getIndexedType());
    if (first) {
      addIndex(object, index, size, user, depth - 1);
      continue;
    }
    if (elementSize(object.part) != 0)
      object.part = element(object.part);
    object.append(indexText(index, user, depth - 1));
  }
  return object;
}

/// What smart pointers and containers hand out: `*p` for p.operator->() and p.get(), `v[i]` for
/// v.operator[](i) and v.at(i).
Object insideLibraryObject(const llvm::CallBase &call, unsigned depth) {
  const llvm::Function *callee = calleeOf(call);
  if (!callee || call.arg_empty() || !isLibrary(*callee))
    return {};
  const std::string name = shownName(callee->getName());
  const bool points =
      name.ends_with("::operator*") || name.ends_with("::operator->") || name.ends_with("::get");
  const bool indexes =
      (name.ends_with("::operator[]") || name.ends_with("::at")) && call.arg_size() == 2;
  if (!points && !indexes)
    return {};
  Object object = objectAt(*call.getArgOperand(0), &call, depth - 1);
  if (!object.known())
    return {};
  object.part = {};
  object.part.type = pointee(returnType(*callee));
  if (indexes)
    object.append(indexText(*call.getArgOperand(1), &call, depth - 1));
  else
    object = {object.shown(), object.part, true};
  return object;
}

/// All incoming values must agree, else there is no one name.
Object merge(const llvm::User &user, unsigned firstOperand, unsigned depth) {
  Object merged;
  for (unsigned i = firstOperand; i < user.getNumOperands(); ++i) {
    Object one = objectAt(*user.getOperand(i), nullptr, depth - 1);
    if (i != firstOperand && one.shown() != merged.shown())
      return {};
    merged = std::move(one);
  }
  return merged;
}

Object objectAt(const llvm::Value &address, const llvm::Instruction *user, unsigned depth) {
  if (depth == 0)
    return {};
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&address))
    return global(*variable);
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&address))
    return objectAt(*alias->getAliasee(), user, depth - 1);
  if (const llvm::DILocalVariable *variable = declaredVariable(address)) {
    // The debug info of an object passed in memory describes the object, not its address.
    return {variable->getName().str(), {variable->getType(), 0}};
  }
  if (llvm::isa<llvm::AllocaInst>(address)) {
    if (address.getName().starts_with(".compoundliteral"))
      return {"compound literal", {}};
    if (llvm::cast<llvm::AllocaInst>(address).getFunction()->getSubprogram())
      return {"temporary", {}};
    return {address.hasName() ? address.getName().str() : "local", {}};
  }
  if (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(&address);
      step && !variableOf(address, user))
    return elementAt(*step, depth);
  if (const auto *cast = llvm::dyn_cast<llvm::Operator>(&address);
      cast && (cast->getOpcode() == llvm::Instruction::BitCast ||
               cast->getOpcode() == llvm::Instruction::AddrSpaceCast))
    return objectAt(*cast->getOperand(0), user, depth - 1);
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&address);
      call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    return objectAt(*call->getArgOperand(0), user, depth - 1);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&address);
      call && !variableOf(address, user))
    if (Object object = insideLibraryObject(*call, depth); object.known())
      return object;
  const Object pointer = valueOf(address, user, depth);
  if (pointer.known())
    return behind(pointer.text, pointer.part.type);
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&address))
    return merge(*phi, 0, depth);
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&address))
    return merge(*select, 1, depth);
  return {};
}

Object scalarAt(const llvm::Value &address, const llvm::Instruction *user) {
  Object object = objectAt(address, user, deepest);
  if (object.known() && isAggregate(object.part.type))
    object.descend(0, [](const Part &part) { return !isAggregate(part.type); });
  return object;
}

/// What `std::make_shared<T>` and `std::make_unique<T>` make: the first has its counts before it.
BlockType madeByLibrary(const llvm::Instruction &allocation) {
  constexpr std::uint64_t counts = 16; // And the table of virtual functions.
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&allocation);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  const llvm::DISubprogram *made = callee ? callee->getSubprogram() : nullptr;
  if (!made || made->getTemplateParams().empty())
    return {};
  const bool isShared = made->getName().starts_with("make_shared");
  const auto *parameter =
      llvm::dyn_cast<llvm::DITemplateTypeParameter>(made->getTemplateParams()[0]);
  if (!parameter || (!isShared && !made->getName().starts_with("make_unique")))
    return {};
  return {parameter->getType(), isShared ? counts : 0};
}

std::string shownOrEmpty(const Object &object) {
  return object.known() ? object.shown() : "";
}

} // namespace

std::string nameOfObject(const llvm::Value &address, const llvm::Instruction *user) {
  return shownOrEmpty(objectAt(address, user, deepest));
}

std::string nameOfScalar(const llvm::Value &address, const llvm::Instruction *user) {
  return shownOrEmpty(scalarAt(address, user));
}

std::string nameOfSync(const llvm::Value &address, const llvm::Instruction *user) {
  const Object object = objectAt(address, user, deepest);
  if (!object.known() || !isAggregate(object.part.type) || isSyncType(object.part.type))
    return shownOrEmpty(object);
  Object inner = object;
  inner.descend(0,
                [](const Part &part) { return isSyncType(part.type) || !isAggregate(part.type); });
  return shownOrEmpty(isSyncType(inner.part.type) ? inner : object);
}

bool isCompilersOwn(const llvm::Value &address, const llvm::Instruction *user) {
  const llvm::Value *object = llvm::getUnderlyingObject(&address);
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(object)) {
    const llvm::DILocalVariable *variable = declaredVariable(*local);
    if (variable ? variable->isArtificial()
                 : local->getFunction()->getSubprogram() &&
                       !local->getName().starts_with(".compoundliteral"))
      return true;
  }
  const Object found = objectAt(address, user, deepest);
  // A lambda's copy of `this` is read before each use of a member.
  return found.known() && (isReference(found.part.type) || found.shown() == "this");
}

std::string nameOfValue(const llvm::Value &value, const llvm::Instruction *user) {
  return valueOf(value, user, deepest).text;
}

BlockType typeOfBlock(const llvm::Instruction &allocation) {
  if (const BlockType made = madeByLibrary(allocation); made.type)
    return made;
  if (const llvm::DILocalVariable *variable = variableOf(allocation, nullptr))
    if (const llvm::DIType *type = pointee(variable->getType()))
      return {type, 0};
  for (const llvm::User *user : allocation.users()) {
    const llvm::DIType *holder = nullptr;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
        store && store->getValueOperand() == &allocation)
      holder = scalarAt(*store->getPointerOperand(), store).part.type;
    else if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(user))
      holder = returnType(*end->getFunction());
    if (const llvm::DIType *type = pointee(holder))
      return {type, 0};
  }
  return {};
}

} // namespace heddle::program
