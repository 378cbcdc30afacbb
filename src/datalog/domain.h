// The values of one type, numbered from 0 in the order they came, so that relations can be bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::datalog {

using ValueId = std::uint32_t;  ///< A value within its domain.
using DomainId = std::uint32_t; ///< A type.
using RelationId = std::uint32_t;

enum class BaseType : std::uint8_t { Symbol, Number, Unsigned };

class Domain {
public:
  Domain(std::string name, BaseType base) : typeName(std::move(name)), baseType(base) {}

  const std::string &name() const { return typeName; }
  BaseType base() const { return baseType; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(texts.size()); }

  /// The value that is written so: any text for symbols, for the others a decimal (or 0x, 0b)
  /// number that fits into 32 bits as in Soufflé. Nothing if it is not one.
  std::optional<ValueId> intern(std::string_view text);
  std::optional<ValueId> find(std::string_view text) const;
  /// As it is printed: symbols without quotes.
  const std::string &text(ValueId value) const { return texts[value]; }

  /// Places of the values in their order: numbers by value, symbols by bytes.
  std::vector<std::uint32_t> ranks() const;
  std::uint64_t bytes() const;

private:
  std::optional<std::string> canonical(std::string_view text) const;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::string typeName;
  BaseType baseType;
  std::vector<std::string> texts;
  std::unordered_map<std::string, ValueId, Hash, std::equal_to<>> ids;
};

} // namespace heddle::datalog
