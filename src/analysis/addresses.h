// Addresses as expressions: a value and a constant distance from it, seen through what only hands
// pointers on (accessors, std::addressof, the guards of RAII).
#pragma once

#include "analysis/points_to.h"

#include <cstdint>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <map>
#include <optional>

namespace llvm {
class AllocaInst;
class Argument;
class DataLayout;
class Instruction;
} // namespace llvm

namespace heddle::analysis {

/// `base` + `offset`; or, if it `loads`, what lies there, + `inner`.
struct Address {
  const llvm::Value *base = nullptr;
  std::int64_t offset = 0;
  bool loads = false; ///< Only with an argument of the function as its base.
  std::int64_t inner = 0;
  void move(std::int64_t by) { (loads ? inner : offset) += by; }
  auto operator<=>(const Address &) const = default;
};

/// How loads are told apart.
enum class Loads : std::uint8_t {
  Each,      ///< Each gives a value of its own.
  ByAddress, ///< Those of one address in a function give the same.
};

class Addresses {
public:
  Addresses(const PointsTo &pointers, Loads loads);

  /// Equal addresses are equal values, as long as none of the instructions that their base depends
  /// on is run again.
  Address of(const llvm::Value &pointer);
  /// What a callee's address, with an argument as its base, is for the caller. Nothing if that
  /// cannot be said.
  std::optional<Address> inCaller(const Address &address, const llvm::CallBase &call);
  /// The instructions that give the base a new value whenever they are run.
  void sources(const llvm::Value &base, llvm::SmallVectorImpl<const llvm::Instruction *> &found);

private:
  const llvm::Value *numbered(const llvm::Value &value);
  std::optional<Address> loaded(const Address &from);
  std::optional<Address> returned(const llvm::CallBase &call);
  const llvm::Value *onlyValueIn(const llvm::AllocaInst &variable, std::int64_t offset);
  struct Search;
  static bool storesFirst(const llvm::AllocaInst &variable, const Search &search);
  bool collectStores(const llvm::Value &pointer, std::int64_t offset, Search &search);
  bool collectFromUser(const llvm::Instruction &user, const llvm::Value &pointer,
                       std::int64_t offset, Search &search);
  bool collectFromCall(const llvm::CallBase &call, const llvm::Value &pointer, std::int64_t offset,
                       Search &search);
  const llvm::Function *onlyCallee(const llvm::CallBase &call) const;

  const PointsTo &pointers;
  Loads loads;
  const llvm::DataLayout &layout;
  unsigned depth = 0;
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> numbers;
  std::map<std::vector<const void *>, const llvm::Value *> shapes;
  std::map<std::pair<const llvm::AllocaInst *, std::int64_t>, const llvm::Value *> stored;
  llvm::DenseMap<const llvm::Value *, Address> known;
};

} // namespace heddle::analysis
