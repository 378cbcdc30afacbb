// What code may come to by pointers: the objects it is handed, those it names and makes itself, and
// all that these lead to.
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>

namespace heddle::analysis {

/// What functions name and make, for all scopes of a program.
class ScopeIndex {
public:
  explicit ScopeIndex(const PointsTo &pointers);

  struct Origins {
    std::vector<ObjectId> objects;
    bool isOpen = false; ///< It gets pointers in ways that are not followed.
  };
  const Origins &of(const llvm::Function &function);
  /// What is made while the call is under way and named by it.
  std::span<const ObjectId> madeBelow(const llvm::CallBase &call) const;
  /// What everybody comes to.
  std::span<const ObjectId> common() const { return everybodys; }

  const PointsTo &pointers;

private:
  llvm::DenseMap<const llvm::Function *, std::vector<ObjectId>> makers;
  llvm::DenseMap<const llvm::Instruction *, std::vector<ObjectId>> chained;
  std::vector<ObjectId> everybodys;
  llvm::DenseMap<const llvm::Function *, Origins> origins;
};

class Scope {
public:
  explicit Scope(ScopeIndex &index);

  void add(ObjectId object);
  void add(const llvm::Value &value);
  /// The code of the function belongs to it now. Not what that calls.
  void add(const llvm::Function &function);
  bool contains(ObjectId object) const {
    return isOpen || (object < objects.size() && objects.test(object));
  }

private:
  ScopeIndex &index;
  llvm::BitVector objects;
  bool isOpen = false;
};

} // namespace heddle::analysis
