// Types of the program by name, laid out flat: what an object of the type consists of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::program {

class Program;

/// A scalar in an object, however deep it lies.
struct Field {
  enum class Kind : std::uint8_t { Signed, Unsigned, Real, Pointer, Bytes, Table };
  std::string path; ///< "next", "items[2].key"
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  Kind kind = Kind::Bytes;
  std::string target; ///< Of a pointer: the name of the type it points to; empty if it has none.
  std::uint64_t targetOffset = 0; ///< Of a Table, which `target` names: where its functions begin.
};

struct ObjectType {
  std::string name;
  std::uint64_t size = 0;
  std::vector<Field> fields; ///< By rising offset.
  std::string key;           ///< The same for one type only.
};

/// What a pointer to a type may point to.
struct ObjectFamily {
  struct Member {
    ObjectType type;
    std::uint64_t offset = 0; ///< Of the part that is pointed to.
  };
  std::string name;
  /// The type itself, and those derived from it. Abstract classes are none, nor are classes with
  /// virtual functions of which the program has no table, as it never makes one.
  std::vector<Member> members;
  /// A class derived from it that is left out, as its bases are virtual; empty if there is none.
  std::string missing;
};

/// The name of a type without "struct" and the like.
std::string_view plainTypeName(std::string_view name);

/// The struct, class, union or typedef of that name in the debug info; "struct name" will do too.
std::optional<ObjectFamily> findObjectFamily(const Program &program, std::string_view name);

/// The class that a function is a member of, as in `ObjectType::key`; empty if it is none.
std::string classKeyOf(const llvm::Function &function);

} // namespace heddle::program
