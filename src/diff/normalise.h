// Instructions as text that does not depend on line numbers, names of local variables, numbering of
// values or what else stands in the module.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <string>

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace heddle::diff {

class Normaliser {
public:
  /// How globals and functions are called; those without a name here go by their own.
  using Names = llvm::DenseMap<const llvm::Value *, std::string>;

  explicit Normaliser(const Names &names, bool isBlind = false) : names(names), isBlind(isBlind) {}

  /// What it does to what: "store @x 1", "call @pthread_mutex_lock(@a)".
  std::string of(const llvm::Instruction &at) const;
  /// What it does, and where, without the value: "store @x".
  std::string targetOf(const llvm::Instruction &at) const;
  std::string nameOf(const llvm::Value &global) const;

private:
  std::string value(const llvm::Value &value, unsigned depth) const;

  const Names &names;
  bool isBlind; ///< All globals that have no name in `names` look the same.
};

} // namespace heddle::diff
