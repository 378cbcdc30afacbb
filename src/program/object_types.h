// Types of the program by name, laid out flat: what an object of the type consists of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::program {

class Program;

/// A scalar in an object, however deep it lies.
struct Field {
  enum class Kind : std::uint8_t { Signed, Unsigned, Real, Pointer, Bytes };
  std::string path; ///< "next", "items[2].key"
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  Kind kind = Kind::Bytes;
  std::string target; ///< Of a pointer: the name of the type it points to; empty if it has none.
};

struct ObjectType {
  std::string name;
  std::uint64_t size = 0;
  std::vector<Field> fields; ///< By rising offset.
};

/// The name of a type without "struct" and the like.
std::string_view plainTypeName(std::string_view name);

/// The struct, class, union or typedef of that name in the debug info; "struct name" will do too.
std::optional<ObjectType> findObjectType(const Program &program, std::string_view name);

} // namespace heddle::program
