#include "program/object_types.h"

#include "frontend/frontend.h"
#include "program/debug_types.h"
#include "program/program.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

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

/// Lists what the part consists of.
void flatten(const Part &part, std::uint64_t offset, const std::string &path, ObjectType &into) {
  const std::uint64_t size = sizeOf(part);
  const std::uint64_t each = elementSize(part);
  if (each && size / each <= mostElements) {
    for (std::uint64_t i = 0; i < size / each; ++i)
      flatten(element(part), offset + i * each, fmt::format("{}[{}]", path, i), into);
    return;
  }
  const llvm::DIType *type = plainType(part.type);
  const bool isRecord = type && (type->getTag() == llvm::dwarf::DW_TAG_structure_type ||
                                 type->getTag() == llvm::dwarf::DW_TAG_class_type);
  if (!isRecord) {
    const Field::Kind kind = isAggregate(type) ? Field::Kind::Bytes : kindOf(type);
    const bool plain = kind == Field::Kind::Bytes || (size && size <= 8);
    into.fields.push_back({path, offset, size, plain ? kind : Field::Kind::Bytes,
                           kind == Field::Kind::Pointer ? typeName(pointee(type)) : ""});
    return;
  }
  for (const llvm::DINode *node : llvm::cast<llvm::DICompositeType>(type)->getElements()) {
    const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (!member || member->isStaticMember() ||
        (member->getTag() != llvm::dwarf::DW_TAG_member &&
         member->getTag() != llvm::dwarf::DW_TAG_inheritance))
      continue;
    const std::string name = member->getName().str();
    const std::uint64_t at = offset + member->getOffsetInBits() / 8;
    if (member->isBitField()) {
      into.fields.push_back(
          {memberPath(path, name), at, (member->getSizeInBits() + 7) / 8, Field::Kind::Bytes, ""});
      continue;
    }
    flatten({member->getBaseType(), 0}, at, memberPath(path, name), into);
  }
}

const llvm::DIType *typeNamed(const llvm::DebugInfoFinder &finder, std::string_view name) {
  const llvm::DIType *found = nullptr;
  for (const llvm::DIType *type : finder.types()) {
    const bool isTypedef = type->getTag() == llvm::dwarf::DW_TAG_typedef;
    if (type->getName() != llvm::StringRef(name) || !sizeOf(type) ||
        (!isTypedef && !llvm::isa<llvm::DICompositeType>(type)))
      continue;
    if (!isTypedef)
      return type;
    found = found ? found : type;
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

std::optional<ObjectType> findObjectType(const Program &program, std::string_view fullName) {
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
  if (!type) {
    llvm::DebugInfoFinder all;
    all.processModule(module);
    type = typeNamed(all, name);
  }
  if (!type)
    return std::nullopt;
  ObjectType result{std::string(name), sizeOf(type), {}};
  flatten({type, 0}, 0, "", result);
  return result;
}

} // namespace heddle::program
