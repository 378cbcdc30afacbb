// Names for addresses, for people: the variable and the way into it by its debug type.
#include "program/debug_types.h"
#include "program/variables.h"
#include "vm/executor.h"
#include "vm/image.h"
#include "vm/machine.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::vm {

namespace {

const llvm::DIType *bare(const llvm::DIType *type) {
  while (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type && tag != llvm::dwarf::DW_TAG_atomic_type)
      break;
    type = derived->getBaseType();
  }
  return type;
}

/// Members that the standard library keeps to itself: `mutex`, not `mutex._M_mutex`.
bool isReserved(llvm::StringRef member) {
  return member.size() > 1 && member[0] == '_' && (member[1] == '_' || llvm::isUpper(member[1]));
}

/// ".items[3]": the way from the start of a value of this type to the byte at `offset`. `leaf`
/// becomes the type of what begins there, if that is a scalar.
std::string path(const llvm::DIType *type, std::uint64_t offset, const llvm::DIType *&leaf) {
  type = bare(type);
  const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (!composite) {
    leaf = offset ? nullptr : type;
    return offset ? "+" + std::to_string(offset) : "";
  }
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
    const llvm::DIType *element = bare(composite->getBaseType());
    if (!element)
      return "";
    std::uint64_t size = element->getSizeInBits() / 8;
    std::uint64_t all = composite->getSizeInBits() / 8;
    std::string text;
    for (const llvm::DINode *node : composite->getElements()) {
      const auto *range = llvm::dyn_cast<llvm::DISubrange>(node);
      const auto count = range ? range->getCount() : llvm::DISubrange::BoundType();
      const auto *number = count.isNull() ? nullptr : llvm::dyn_cast<llvm::ConstantInt *>(count);
      if (!number || number->isZero())
        return text;
      all /= number->getZExtValue();
      if (!all)
        return text;
      text += "[" + std::to_string(offset / all) + "]";
      offset %= all;
    }
    return text + (size ? path(element, offset, leaf) : "");
  }
  if (composite->getTag() == llvm::dwarf::DW_TAG_structure_type ||
      composite->getTag() == llvm::dwarf::DW_TAG_class_type) {
    for (const llvm::DINode *node : composite->getElements()) {
      const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (!member || member->isStaticMember())
        continue;
      const bool base = member->getTag() == llvm::dwarf::DW_TAG_inheritance;
      if (member->getTag() != llvm::dwarf::DW_TAG_member && !base)
        continue;
      const std::uint64_t begin = member->getOffsetInBits() / 8;
      const std::uint64_t size = (member->getSizeInBits() + 7) / 8;
      if (offset < begin ||
          offset >= begin + (size ? size : bare(member->getBaseType())->getSizeInBits() / 8))
        continue;
      const std::string inner = path(member->getBaseType(), offset - begin, leaf);
      const bool isUnnamed = base || member->getName().empty() || isReserved(member->getName());
      return isUnnamed ? inner : "." + member->getName().str() + inner;
    }
  }
  return "";
}

const llvm::DIType *typeOf(const llvm::GlobalVariable &variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> infos;
  variable.getDebugInfo(infos);
  return infos.empty() ? nullptr : infos.front()->getVariable()->getType();
}

/// The local variable that an alloca at this location holds.
const llvm::DILocalVariable *localOf(const llvm::Instruction &instruction) {
  const auto *allocation = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
  if (!allocation)
    return nullptr;
  auto *place = const_cast<llvm::AllocaInst *>(allocation);
  const auto declares = llvm::findDbgDeclares(place);
  if (!declares.empty())
    return declares.front()->getVariable();
  const auto records = llvm::findDVRDeclares(place);
  return records.empty() ? nullptr : records.front()->getVariable();
}

/// "[2].next": the way into a block by what its allocation says it is for. A pointer to an element
/// is to all of it.
std::string pathInBlock(const program::Program &program, const Object &block, std::uint64_t offset,
                        const llvm::DIType *&leaf, bool isPointer) {
  const llvm::Instruction *made =
      block.site == program::noLocation ? nullptr : program.location(block.site).instruction;
  const program::BlockType found = made ? program::typeOfBlock(*made) : program::BlockType();
  const llvm::DIType *type = found.type;
  const std::uint64_t size = program::sizeOf(type);
  if (found.offset && size && offset >= found.offset && offset - found.offset < size)
    return isPointer && offset == found.offset ? "" : path(type, offset - found.offset, leaf);
  if (found.offset)
    return offset ? "+" + std::to_string(offset) : "";
  // More than one of them, or one with an array of unknown length at its end.
  const bool several = size && block.size % size == 0 && block.size > size;
  if (!size || offset >= (several ? block.size : size) || (isPointer && offset == 0))
    return offset ? "+" + std::to_string(offset) : "";
  const std::string index = several ? "[" + std::to_string(offset / size) + "]" : "";
  return isPointer && offset % size == 0 ? index : index + path(type, offset % size, leaf);
}

} // namespace

std::optional<Machine::FoundObject> Machine::objectAt(Address address) const {
  if (const CodeFunction *function = x->image.functionAt(address))
    return FoundObject{address, 0, true, function->function};
  const Object *object = x->memory.find(address);
  if (!object)
    return std::nullopt;
  const llvm::GlobalValue *global =
      object->kind == ObjectKind::Global        ? x->image.globals()[object->site].variable
      : object->kind == ObjectKind::ThreadLocal ? x->image.locals()[object->site].variable
                                                : nullptr;
  return FoundObject{object->base, object->size, object->live, global};
}

std::string Machine::describe(Address address) const {
  const llvm::DIType *type = nullptr;
  return describe(address, type, false);
}

std::string Machine::describePointer(Address address) const {
  const llvm::DIType *type = nullptr;
  return describe(address, type, true);
}

bool Machine::isUnsigned(Address address) const {
  const llvm::DIType *type = nullptr;
  describe(address, type, false);
  const auto *basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  return basic && basic->getSignedness() == llvm::DIBasicType::Signedness::Unsigned;
}

std::string Machine::describe(Address address, const llvm::DIType *&leaf, bool isPointer) const {
  const Object *object = x->memory.find(address);
  if (!object) {
    if (const CodeFunction *function = code.image().functionAt(address))
      return function->shownName;
    constexpr Address keys = ~Address{1}; // From there on the table of handles has its own.
    const ThreadId thread = address < keys ? x->names.fromHandle(address) : noThread;
    return thread == noThread ? "?" : "thread " + threadName(thread);
  }
  const std::uint64_t offset = address - object->base;
  if (address < object->base || offset > object->size)
    return "?"; // In its slot, but not in it.
  switch (object->kind) {
  case ObjectKind::Global: {
    const llvm::GlobalVariable &variable = *code.image().globals()[object->site].variable;
    const llvm::DIType *type = typeOf(variable);
    const std::string name = program::shownName(variable.getName().str());
    return name + (type ? path(type, offset, leaf) : offset ? "+" + std::to_string(offset) : "");
  }
  case ObjectKind::ThreadLocal: {
    const llvm::GlobalVariable &variable = *code.image().locals()[object->site].variable;
    const llvm::DIType *type = typeOf(variable);
    return program::shownName(variable.getName().str()) + (type ? path(type, offset, leaf) : "");
  }
  case ObjectKind::Stack: {
    if (object->site != program::noLocation) {
      const llvm::Instruction *made = code.program().location(object->site).instruction;
      if (const llvm::DILocalVariable *local = made ? localOf(*made) : nullptr)
        return local->getName().str() + path(local->getType(), offset, leaf);
    }
    return "local" + (offset ? "+" + std::to_string(offset) : std::string());
  }
  default: {
    std::string text = "heap block";
    if (object->site != program::noLocation) {
      const program::Place place = code.program().place(object->site);
      if (place.line)
        text += " of line " + std::to_string(place.line);
    }
    return text + pathInBlock(code.program(), *object, offset, leaf, isPointer);
  }
  }
}

} // namespace heddle::vm
