// Types at run time, as the Itanium ABI lays out their descriptions: which ones a catch takes.
#include "vm/image.h"
#include "vm/unwind.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/GlobalVariable.h>

namespace heddle::vm {

namespace {

enum class Kind : std::uint8_t { Other, Class, Derived, ManyBases, Pointer, Member, Function };

Kind kindOf(const Executor &x, Address type) {
  const Image::Global *table = x.image.globalAt(x.peek(type, 8));
  if (!table)
    return Kind::Other;
  llvm::StringRef name = table->variable->getName();
  if (!name.consume_front("_ZTVN10__cxxabiv1"))
    return Kind::Other;
  return llvm::StringSwitch<Kind>(name)
      .Case("17__class_type_infoE", Kind::Class)
      .Case("20__si_class_type_infoE", Kind::Derived)
      .Case("21__vmi_class_type_infoE", Kind::ManyBases)
      .Case("19__pointer_type_infoE", Kind::Pointer)
      .Case("29__pointer_to_member_type_infoE", Kind::Member)
      .Case("20__function_type_infoE", Kind::Function)
      .Default(Kind::Other);
}

bool isClass(Kind kind) {
  return kind == Kind::Class || kind == Kind::Derived || kind == Kind::ManyBases;
}

std::string mangledName(const Executor &x, Address type) {
  std::string name;
  for (Address at = x.peek(type + 8, 8); x.isReadable(at) && x.peek(at, 1); ++at)
    name += static_cast<char>(x.peek(at, 1));
  return name;
}

bool isSame(const Executor &x, Address a, Address b) {
  if (a == b)
    return true;
  // Two files may each bring the description of one type; those with a star are of one file alone.
  const std::string name = mangledName(x, a);
  return !name.empty() && name.front() != '*' && name == mangledName(x, b);
}

/// The bases of a class that are the wanted one, each as (place, is it public).
struct Search {
  const Executor &x;
  Address wanted;
  Address found = 0;
  unsigned count = 0;
  bool isPublic = false;

  void look(Address type, Address object, bool isPublicSoFar) {
    if (isSame(x, type, wanted)) {
      // A virtual base is met on several ways and is one.
      if (count && found == object) {
        isPublic |= isPublicSoFar;
        return;
      }
      found = object;
      isPublic = isPublicSoFar;
      ++count;
      return;
    }
    switch (kindOf(x, type)) {
    case Kind::Derived:
      return look(x.peek(type + 16, 8), object, isPublicSoFar);
    case Kind::ManyBases: {
      const auto bases = static_cast<std::uint32_t>(x.peek(type + 20, 4));
      for (std::uint32_t i = 0; i < bases; ++i) {
        const Address entry = type + 24 + std::uint64_t{16} * i;
        const auto flags = static_cast<std::int64_t>(x.peek(entry + 8, 8));
        std::int64_t offset = flags >> 8;
        constexpr std::int64_t isVirtual = 1;
        constexpr std::int64_t isOpen = 2;
        // Where a virtual base lies stands in the table of virtual functions. Without an object
        // (a null pointer) it is nowhere.
        if ((flags & isVirtual) && object)
          offset = static_cast<std::int64_t>(
              x.peek(x.peek(object, 8) + static_cast<std::uint64_t>(offset), 8));
        look(x.peek(entry, 8), object ? object + static_cast<std::uint64_t>(offset) : 0,
             isPublicSoFar && (flags & isOpen));
      }
      return;
    }
    default:
      return;
    }
  }
};

std::optional<Address> asBase(const Executor &x, Address wanted, Address type, Address object) {
  Search search{x, wanted};
  search.look(type, object, true);
  if (search.count != 1 || !search.isPublic)
    return std::nullopt;
  return search.found;
}

/// Whether `T *` becomes the wanted pointer, and what it then is.
std::optional<Address> asPointer(const Executor &x, Address wanted, Address type, Address value) {
  constexpr std::uint32_t qualifiers = 7; // const, volatile, restrict
  const auto wantedFlags = static_cast<std::uint32_t>(x.peek(wanted + 16, 4));
  const auto flags = static_cast<std::uint32_t>(x.peek(type + 16, 4));
  if (flags & ~wantedFlags & qualifiers)
    return std::nullopt;
  const Address to = x.peek(wanted + 24, 8);
  const Address from = x.peek(type + 24, 8);
  if (isSame(x, to, from))
    return value;
  if (kindOf(x, from) == Kind::Pointer && kindOf(x, to) == Kind::Pointer) {
    constexpr std::uint32_t isConst = 1; // All levels but the last must be const for that.
    if (!(wantedFlags & isConst))
      return std::nullopt;
    const Address inner = x.peek(to + 24, 8);
    const bool fits = isSame(x, inner, x.peek(from + 24, 8)) &&
                      !(static_cast<std::uint32_t>(x.peek(from + 16, 4)) &
                        ~static_cast<std::uint32_t>(x.peek(to + 16, 4)) & qualifiers);
    return fits ? std::optional(value) : std::nullopt;
  }
  if (mangledName(x, to) == "v" && kindOf(x, from) != Kind::Function)
    return value;
  if (isClass(kindOf(x, to)) && isClass(kindOf(x, from)))
    return asBase(x, to, from, value);
  return std::nullopt;
}

} // namespace

std::optional<Address> caughtAs(Executor &x, Address wanted, Address thrown, Address object) {
  const Kind kind = kindOf(x, thrown);
  if (kind == Kind::Pointer)
    object = x.peek(object, 8);
  if (isSame(x, wanted, thrown))
    return object;
  if (isClass(kind))
    return asBase(x, wanted, thrown, object);
  const Kind to = kindOf(x, wanted);
  if (kind == Kind::Pointer && to == Kind::Pointer)
    return asPointer(x, wanted, thrown, object);
  if (mangledName(x, thrown) == "Dn" && (to == Kind::Pointer || to == Kind::Member))
    return 0;
  return std::nullopt;
}

std::string typeName(const Executor &x, Address type) {
  std::string name = mangledName(x, type);
  if (!name.empty() && name.front() == '*')
    name.erase(0, 1);
  constexpr std::string_view prefix = "typeinfo for ";
  std::string shown = program::shownName("_ZTI" + name);
  return shown.starts_with(prefix) ? shown.substr(prefix.size()) : shown;
}

} // namespace heddle::vm
