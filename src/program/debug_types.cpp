#include "program/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace heddle::program {
namespace {

bool isWrapper(unsigned tag) {
  return tag == llvm::dwarf::DW_TAG_typedef || tag == llvm::dwarf::DW_TAG_const_type ||
         tag == llvm::dwarf::DW_TAG_volatile_type || tag == llvm::dwarf::DW_TAG_restrict_type ||
         tag == llvm::dwarf::DW_TAG_atomic_type;
}

std::uint64_t countOf(const llvm::DICompositeType &array, unsigned dimension) {
  if (dimension >= array.getElements().size())
    return 0;
  const auto *range = llvm::dyn_cast<llvm::DISubrange>(array.getElements()[dimension]);
  if (!range)
    return 0;
  const auto *count = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getCount());
  return count && !count->isNegative() ? count->getZExtValue() : 0;
}

/// The member or base class that covers the offset: the last to start before it, because a member
/// may lie in the padding at the end of a base class; of a union, the first.
const llvm::DIDerivedType *memberAt(const llvm::DICompositeType &composite, std::uint64_t offset) {
  const llvm::DIDerivedType *found = nullptr;
  for (const llvm::DINode *node : composite.getElements()) {
    const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (!member || member->isStaticMember() ||
        (member->getTag() != llvm::dwarf::DW_TAG_member &&
         member->getTag() != llvm::dwarf::DW_TAG_inheritance))
      continue;
    const std::uint64_t start = member->getOffsetInBits();
    const std::uint64_t end =
        start + std::max<std::uint64_t>(member->getSizeInBits(), 8 * sizeOf(member->getBaseType()));
    // An empty base class covers nothing, a flexible array member whatever follows.
    const bool open = isArray(member->getBaseType()) && end == start;
    if (start <= offset * 8 && (offset * 8 < end || open) &&
        (!found || start > found->getOffsetInBits()))
      found = member;
  }
  return found;
}

} // namespace

const llvm::DIType *plainType(const llvm::DIType *type) {
  while (type && isWrapper(type->getTag()))
    type = llvm::cast<llvm::DIDerivedType>(type)->getBaseType();
  return type;
}

std::uint64_t sizeOf(const llvm::DIType *type) {
  type = plainType(type);
  return type ? type->getSizeInBits() / 8 : 0;
}

bool isArray(const llvm::DIType *type) {
  type = plainType(type);
  return type && type->getTag() == llvm::dwarf::DW_TAG_array_type;
}

bool isAggregate(const llvm::DIType *type) {
  type = plainType(type);
  return type && (type->getTag() == llvm::dwarf::DW_TAG_structure_type ||
                  type->getTag() == llvm::dwarf::DW_TAG_class_type ||
                  type->getTag() == llvm::dwarf::DW_TAG_union_type || isArray(type));
}

bool isReference(const llvm::DIType *type) {
  type = plainType(type);
  return type && (type->getTag() == llvm::dwarf::DW_TAG_reference_type ||
                  type->getTag() == llvm::dwarf::DW_TAG_rvalue_reference_type);
}

const llvm::DIType *pointee(const llvm::DIType *type) {
  type = plainType(type);
  if (!type || (!isReference(type) && type->getTag() != llvm::dwarf::DW_TAG_pointer_type))
    return nullptr;
  return llvm::cast<llvm::DIDerivedType>(type)->getBaseType();
}

bool isSyncType(const llvm::DIType *type) {
  for (; type; type = llvm::cast<llvm::DIDerivedType>(type)->getBaseType()) {
    const llvm::StringRef name = type->getName();
    if (name.starts_with("pthread_") || name == "mtx_t" || name == "cnd_t" || name == "sem_t" ||
        name == "once_flag" || name == "thrd_t")
      return true;
    if (!isWrapper(type->getTag()))
      break;
  }
  return isLibraryType(type);
}

bool isLibraryType(const llvm::DIType *type) {
  type = plainType(type);
  const auto *space = type ? llvm::dyn_cast_or_null<llvm::DINamespace>(type->getScope()) : nullptr;
  for (; space; space = llvm::dyn_cast_or_null<llvm::DINamespace>(space->getScope()))
    if (space->getName() == "std")
      return true;
  return false;
}

Part element(const Part &array) {
  const auto *type = llvm::cast<llvm::DICompositeType>(plainType(array.type));
  if (array.dimension + 1 < type->getElements().size())
    return {array.type, array.dimension + 1};
  return {type->getBaseType(), 0};
}

std::uint64_t elementSize(const Part &array) {
  if (!isArray(array.type))
    return 0;
  const auto *type = llvm::cast<llvm::DICompositeType>(plainType(array.type));
  std::uint64_t size = sizeOf(type->getBaseType());
  for (unsigned d = array.dimension + 1; d < type->getElements().size(); ++d)
    size *= countOf(*type, d);
  return size;
}

std::uint64_t sizeOf(const Part &part) {
  if (part.dimension == 0)
    return sizeOf(part.type);
  const auto *type = llvm::cast<llvm::DICompositeType>(plainType(part.type));
  return countOf(*type, part.dimension) * elementSize(part);
}

bool stepInto(Part &part, std::uint64_t &offset, std::string &path) {
  if (const std::uint64_t size = elementSize(part)) {
    path += "[" + std::to_string(offset / size) + "]";
    offset %= size;
    part = element(part);
    return true;
  }
  if (!isAggregate(part.type) || isArray(part.type))
    return false;
  const auto *composite = llvm::cast<llvm::DICompositeType>(plainType(part.type));
  const llvm::DIDerivedType *member = memberAt(*composite, offset);
  if (!member)
    return false;
  if (member->getTag() == llvm::dwarf::DW_TAG_member && !member->getName().empty())
    path += "." + member->getName().str();
  offset -= member->getOffsetInBits() / 8;
  part = {member->getBaseType(), 0};
  return true;
}

} // namespace heddle::program
