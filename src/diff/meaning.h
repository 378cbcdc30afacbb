// What a value is computed from, as a number that is the same in two versions where they compute
// the same from the same: names of local variables, casts, helpers that pass values on and the
// order of what may be exchanged make no difference. Of memory it counts what may have been stored
// there, and of what depends on the way, the conditions of the ways.
//
// Equal numbers say that what is looked at is equal; what is further away than `depth` steps is not
// looked at.
#pragma once

#include "analysis/control.h"
#include "analysis/study.h"
#include "diff/normalise.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <map>
#include <memory>
#include <optional>

namespace llvm {
class Argument;
class Constant;
} // namespace llvm

namespace heddle::diff {

class Meanings {
public:
  using Meaning = std::uint64_t;

  Meanings(const analysis::Study &study, const Normaliser::Names &names);

  Meaning of(const llvm::Value &value) { return of(value, depth); }
  /// Of a condition and its contrary it is the same; `isContrary` says which it is.
  Meaning ofCondition(const llvm::Value &condition, bool &isContrary) {
    return ofCondition(condition, isContrary, depth);
  }
  /// Of what the memory there may hold.
  Meaning ofContents(const llvm::Value &pointer) { return ofContents(pointer, depth); }
  /// Of what a call of the library, or an access, is and is handed; without what a store stores.
  Meaning ofOperation(const llvm::Instruction &at);
  /// Of the reads that a value is computed from, whatever is computed.
  Meaning ofReads(const llvm::Value &value);
  llvm::SmallVector<const llvm::Instruction *, 4> readsOf(const llvm::Value &value) const;

  static Meaning mix(Meaning one, Meaning other);
  static Meaning text(llvm::StringRef text);

private:
  static constexpr unsigned depth = 32;
  /// Something that must be come by for a value to be the one: the end of a block, to which other.
  struct Step {
    const llvm::Instruction *at = nullptr;
    const llvm::BasicBlock *to = nullptr;
  };
  using Steps = llvm::SmallVector<Step, 4>;
  struct Origin {
    const llvm::Value *value = nullptr;
    Steps steps;
  };
  using Origins = llvm::SmallVector<Origin, 4>;
  struct Written {
    const llvm::Instruction *at = nullptr;
    const llvm::Value *pointer = nullptr;
  };

  void findCalls();
  void findWrites();
  void addCall(const llvm::CallBase &call);
  Meaning of(const llvm::Value &value, unsigned left);
  Meaning ofOrigin(const llvm::Value &value, unsigned left);
  Meaning ofInstruction(const llvm::Instruction &at, unsigned left);
  Meaning ofCondition(const llvm::Value &condition, bool &isContrary, unsigned left);
  Meaning ofContents(const llvm::Value &pointer, unsigned left);
  Meaning ofPlace(analysis::ObjectId object, std::optional<std::int64_t> offset, unsigned left);
  Meaning ofWrite(const llvm::Instruction &at, unsigned left);
  Meaning ofWay(const llvm::Instruction &at, unsigned left);
  Meaning ofConstant(const llvm::Constant &constant, unsigned left);
  Meaning nameOf(const llvm::Value &global) const;
  void origins(const llvm::Value &value, const Steps &steps,
               llvm::SmallVectorImpl<const llvm::Value *> &seen, Origins &found) const;
  Meaning ofStep(const Step &step, unsigned left);
  const analysis::ControlGraph &controlOf(const llvm::Function &function);

  const analysis::Study &study;
  const Normaliser named;
  analysis::Stops stops;
  /// Of arguments, what they are handed.
  llvm::DenseMap<const llvm::Argument *, llvm::SmallVector<const llvm::Value *, 2>> handed;
  std::map<analysis::ObjectId, std::vector<Written>> writes;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<analysis::ControlGraph>> controls;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, Meaning> known;
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, Meaning> knownWays, knownWrites;
  std::map<std::tuple<analysis::ObjectId, std::optional<std::int64_t>, unsigned>, Meaning>
      knownPlaces;
};

} // namespace heddle::diff
