#include "program/object_types.h"

#include "frontend/frontend.h"
#include "program/debug_types.h"
#include "program/program.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>
#include <map>
#include <set>

namespace heddle::program {

namespace {

constexpr std::uint64_t mostElements = 64; ///< Longer arrays are bytes.

std::string typeName(const llvm::DIType *type) {
  type = plainType(type);
  return type ? type->getName().str() : std::string();
}

Field::Kind kindOf(const llvm::DIType *type) {
  type = plainType(type);
  if (!type)
    return Field::Kind::Bytes;
  if (type->getTag() == llvm::dwarf::DW_TAG_pointer_type)
    return Field::Kind::Pointer;
  if (type->getTag() == llvm::dwarf::DW_TAG_enumeration_type)
    return Field::Kind::Unsigned;
  const auto *basic = llvm::dyn_cast<llvm::DIBasicType>(type);
  if (!basic)
    return Field::Kind::Bytes;
  switch (basic->getEncoding()) {
  case llvm::dwarf::DW_ATE_signed:
  case llvm::dwarf::DW_ATE_signed_char:
    return Field::Kind::Signed;
  case llvm::dwarf::DW_ATE_float:
    return Field::Kind::Real;
  default:
    return Field::Kind::Unsigned;
  }
}

/// The path to a member.
std::string memberPath(const std::string &path, const std::string &name) {
  return path.empty() || name.empty() ? path + name : fmt::format("{}.{}", path, name);
}

bool isRecord(const llvm::DIType *type) {
  return type && (type->getTag() == llvm::dwarf::DW_TAG_structure_type ||
                  type->getTag() == llvm::dwarf::DW_TAG_class_type);
}

bool isVirtual(const llvm::DIDerivedType &base) {
  return (base.getFlags() & llvm::DINode::FlagVirtual) == llvm::DINode::FlagVirtual;
}

/// "box::Lid" of a class.
std::string fullNameOf(const llvm::DIScope *scope) {
  std::string name;
  for (; scope && !llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope); scope = scope->getScope()) {
    const bool isNameless = llvm::isa<llvm::DINamespace>(scope) && scope->getName().empty();
    const std::string own = isNameless ? "(anonymous namespace)" : scope->getName().str();
    name = name.empty() ? own : fmt::format("{}::{}", own, name);
  }
  return name;
}

/// The virtual functions of a class; null if the program has no table of them.
const llvm::GlobalVariable *tableOf(const llvm::Module &module, const llvm::DICompositeType &type) {
  constexpr llvm::StringRef prefix = "_ZTV";
  const std::string demangled = "vtable for " + fullNameOf(&type);
  for (const llvm::GlobalVariable &one : module.globals())
    if (one.getName().starts_with(prefix) && one.hasInitializer() &&
        llvm::demangle(one.getName()) == demangled)
      return &one;
  return nullptr;
}

/// Where a part of an object keeps which functions of a table: each of its arrays opens with how
/// far the part is from the beginning of the object, and what type it has.
std::vector<Field> tablesIn(const llvm::GlobalVariable &table) {
  constexpr unsigned opening = 2;
  const llvm::DataLayout &layout = table.getParent()->getDataLayout();
  const auto *arrays = llvm::dyn_cast<llvm::ConstantStruct>(table.getInitializer());
  std::vector<Field> fields;
  for (unsigned i = 0; arrays && i < arrays->getNumOperands(); ++i) {
    const auto *array = llvm::dyn_cast<llvm::ConstantArray>(arrays->getOperand(i));
    if (!array || array->getNumOperands() < opening)
      continue;
    const llvm::Constant *top = array->getOperand(0)->stripPointerCasts();
    std::int64_t distance = 0;
    if (const auto *number = llvm::dyn_cast<llvm::ConstantExpr>(top);
        number && number->getOpcode() == llvm::Instruction::IntToPtr)
      distance = llvm::cast<llvm::ConstantInt>(number->getOperand(0))->getSExtValue();
    else if (!top->isNullValue())
      continue;
    const std::uint64_t place = layout.getStructLayout(arrays->getType())->getElementOffset(i);
    fields.push_back({"", static_cast<std::uint64_t>(-distance), layout.getPointerSize(),
                      Field::Kind::Table, table.getName().str(),
                      place + std::uint64_t{opening} * layout.getPointerSize()});
  }
  return fields;
}

bool isAbstract(const llvm::GlobalVariable &table) {
  const auto *arrays = llvm::dyn_cast<llvm::ConstantStruct>(table.getInitializer());
  for (unsigned i = 0; arrays && i < arrays->getNumOperands(); ++i)
    for (const llvm::Use &entry : arrays->getOperand(i)->operands())
      if (entry->stripPointerCasts()->getName() == "__cxa_pure_virtual")
        return true;
  return false;
}

/// Lists what an object consists of.
class Flattener {
public:
  Flattener(const llvm::Module &module, ObjectType &into) : module(module), into(into) {}

  /// False if no such object can be made.
  bool run(const llvm::DIType *type) {
    flatten({type, 0}, 0, "");
    addTables(plainType(type), 0);
    // What is not known of a class is bytes, but for the tables in it.
    for (const Field &one : unknown) {
      std::uint64_t from = one.offset;
      for (const auto &[at, table] : tables) {
        addBytes(one.path, from, std::min(at, one.offset + one.size));
        from = std::max(from, at + table.size);
      }
      addBytes(one.path, from, one.offset + one.size);
    }
    for (const auto &[at, table] : tables)
      into.fields.push_back(table);
    return canBeMade;
  }

private:
  void addBytes(const std::string &path, std::uint64_t from, std::uint64_t to) {
    if (from < to)
      into.fields.push_back({path, from, to - from, Field::Kind::Bytes, ""});
  }

  void flatten(const Part &part, std::uint64_t offset, const std::string &path) {
    const std::uint64_t size = sizeOf(part);
    const std::uint64_t each = elementSize(part);
    if (each && size / each <= mostElements) {
      const Part one = element(part);
      for (std::uint64_t i = 0; i < size / each; ++i) {
        flatten(one, offset + i * each, fmt::format("{}[{}]", path, i));
        addTables(plainType(one.type), offset + i * each);
      }
      return;
    }
    const llvm::DIType *type = plainType(part.type);
    if (!isRecord(type)) {
      const Field::Kind kind = isAggregate(type) ? Field::Kind::Bytes : kindOf(type);
      const bool plain = kind == Field::Kind::Bytes || (size && size <= 8);
      into.fields.push_back({path, offset, size, plain ? kind : Field::Kind::Bytes,
                             kind == Field::Kind::Pointer ? typeName(pointee(type)) : ""});
      return;
    }
    if (type->isForwardDecl())
      unknown.push_back({path, offset, size, Field::Kind::Bytes, ""});
    for (const llvm::DINode *node : llvm::cast<llvm::DICompositeType>(type)->getElements())
      if (const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(node))
        addMember(*member, offset, path);
  }

  void addMember(const llvm::DIDerivedType &member, std::uint64_t offset, const std::string &path) {
    const bool isBase = member.getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (member.isStaticMember() || (member.getTag() != llvm::dwarf::DW_TAG_member && !isBase))
      return;
    const std::string name = member.getName().str();
    const std::uint64_t at = offset + member.getOffsetInBits() / 8;
    if (member.isBitField()) {
      into.fields.push_back(
          {memberPath(path, name), at, (member.getSizeInBits() + 7) / 8, Field::Kind::Bytes, ""});
      return;
    }
    if (name.starts_with("_vptr"))
      return; // Which table it is the whole object knows.
    if (isBase && isVirtual(member)) {
      canBeMade = false;
      return;
    }
    flatten({member.getBaseType(), 0}, at, memberPath(path, name));
    if (!isBase)
      addTables(plainType(member.getBaseType()), at);
  }

  /// Of a whole object, be it within another one.
  void addTables(const llvm::DIType *type, std::uint64_t at) {
    const auto *record = isRecord(type) ? llvm::cast<llvm::DICompositeType>(type) : nullptr;
    if (!record || (!record->getVTableHolder() && !record->isForwardDecl()))
      return;
    const llvm::GlobalVariable *table = tableOf(module, *record);
    canBeMade &= table && !isAbstract(*table);
    if (table)
      for (Field &field : tablesIn(*table)) {
        field.offset += at;
        tables.emplace(field.offset, std::move(field));
      }
  }

  const llvm::Module &module;
  ObjectType &into;
  std::vector<Field> unknown;
  std::map<std::uint64_t, Field> tables; ///< By offset.
  bool canBeMade = true;
};

/// Classes derived from a type, however far, with where it lies in them.
class Descendants {
public:
  explicit Descendants(const llvm::DebugInfoFinder &finder) : finder(finder) {}

  struct One {
    const llvm::DIType *type = nullptr;
    std::uint64_t offset = 0;
  };
  std::vector<One> of(const llvm::DIType &type) {
    add(type, 0);
    return std::move(found);
  }
  std::string missing;

private:
  void add(const llvm::DIType &base, std::uint64_t offset) {
    const std::string key = fullNameOf(&base);
    for (const llvm::DIType *type : finder.types()) {
      if (!isRecord(type) || !sizeOf(type))
        continue; // Or it is a mere declaration, of which no bases are known.
      for (const llvm::DINode *node : llvm::cast<llvm::DICompositeType>(type)->getElements()) {
        const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(node);
        const llvm::DIType *from = member ? plainType(member->getBaseType()) : nullptr;
        if (!from || member->getTag() != llvm::dwarf::DW_TAG_inheritance || fullNameOf(from) != key)
          continue;
        if (isVirtual(*member)) {
          missing = type->getName().str();
          continue;
        }
        const std::uint64_t at = offset + member->getOffsetInBits() / 8;
        if (!known.insert(fmt::format("{} {}", fullNameOf(type), at)).second)
          continue;
        found.push_back({type, at});
        add(*type, at);
      }
    }
  }

  const llvm::DebugInfoFinder &finder;
  std::vector<One> found;
  std::set<std::string> known;
};

const llvm::DIType *typeNamed(const llvm::DebugInfoFinder &finder, std::string_view name) {
  const llvm::DIType *found = nullptr;
  for (const llvm::DIType *type : finder.types()) {
    const bool isTypedef = type->getTag() == llvm::dwarf::DW_TAG_typedef;
    if (type->getName() != llvm::StringRef(name) || !sizeOf(type) ||
        (!isTypedef && !llvm::isa<llvm::DICompositeType>(type)))
      continue;
    if (!isTypedef && !type->isForwardDecl())
      return type;
    found = found && (isTypedef || !found->isForwardDecl()) ? found : type;
  }
  return found;
}

} // namespace

std::string_view plainTypeName(std::string_view name) {
  for (const std::string_view prefix : {"struct ", "class ", "union "})
    if (name.starts_with(prefix))
      name.remove_prefix(prefix.size());
  return name;
}

std::optional<ObjectFamily> findObjectFamily(const Program &program, std::string_view fullName) {
  const std::string_view name = plainTypeName(fullName);
  // First what the program's own functions mention: a model may use the same name.
  const llvm::Module &module = program.unit().module();
  llvm::DebugInfoFinder own;
  for (const llvm::Function &function : module) {
    if (frontend::isModel(function))
      continue;
    if (llvm::DISubprogram *subprogram = function.getSubprogram())
      own.processSubprogram(subprogram);
    for (const llvm::BasicBlock &block : function)
      for (const llvm::Instruction &instruction : block)
        own.processInstruction(module, instruction);
  }
  const llvm::DIType *type = typeNamed(own, name);
  llvm::DebugInfoFinder all;
  all.processModule(module);
  if (!type || type->isForwardDecl())
    if (const llvm::DIType *other = typeNamed(all, name); other)
      type = type && other->isForwardDecl() ? type : other;
  if (!type)
    return std::nullopt;
  ObjectFamily family{std::string(name), {}, {}};
  const auto add = [&](const llvm::DIType &one, std::string_view called, std::uint64_t offset) {
    const llvm::DIType *plain = plainType(&one);
    const std::string key = fullNameOf(plain && !plain->getName().empty() ? plain : &one);
    ObjectFamily::Member member{{std::string(called), sizeOf(&one), {}, key}, offset};
    if (Flattener(module, member.type).run(&one))
      family.members.push_back(std::move(member));
  };
  add(*type, name, 0);
  const llvm::DIType *plain = plainType(type);
  if (!isRecord(plain))
    return family;
  Descendants descendants(all);
  for (const Descendants::One &one : descendants.of(*plain))
    add(*one.type, one.type->getName().str(), one.offset);
  family.missing = descendants.missing;
  return family;
}

std::string classKeyOf(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  const auto *type =
      subprogram ? llvm::dyn_cast_if_present<llvm::DIType>(subprogram->getScope()) : nullptr;
  return type ? fullNameOf(type) : std::string();
}

} // namespace heddle::program
