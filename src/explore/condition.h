// What a branch asks, as far as plain numbers tell: by the values that its reads saw.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace heddle::explore {

/// The value that an instruction gave when it last ran; nothing if that is not known.
using ValueOf = std::function<std::optional<std::uint64_t>(const llvm::Instruction &)>;

/// A value of at most 64 bits, zero-extended.
std::optional<std::uint64_t> evaluate(const llvm::Value &value, const ValueOf &valueOf);

/// Which successor a conditional branch takes.
std::optional<unsigned> sideOf(const llvm::Instruction &branch, const ValueOf &valueOf);

/// How far the two sides of the comparison are apart on which a branch goes.
std::optional<std::uint64_t> gapOf(const llvm::Instruction &branch, const ValueOf &valueOf);

} // namespace heddle::explore
