// The shared memory of one version, in pieces that are told apart, and which pieces an instruction
// reads and writes.
//
// A piece is a range of bytes of an abstract object: what accesses at fixed places cut it into.
// Accesses at other places of it touch every piece that they may reach, and one more that stands
// for the rest.
#pragma once

#include "analysis/study.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <map>
#include <string>
#include <vector>

namespace heddle::diff {

using VariableId = std::uint32_t;

struct Variable {
  analysis::ObjectId object = 0;
  std::int64_t offset = 0;
  std::uint64_t size = 0; ///< 0 for the rest of the object.
  std::string name;       ///< For people.
};

/// What an instruction does to shared memory.
struct MemoryUse {
  std::vector<VariableId> loads;
  std::vector<VariableId> stores; ///< May write.
  std::vector<VariableId> covers; ///< Overwrites all of it whenever it runs.
  bool isVague = false; ///< Goes to some of these each time, and it is not known to which.
  bool isEmpty() const { return loads.empty() && stores.empty(); }
};

struct VariableOptions {
  bool all = false; ///< Also what one thread alone accesses.
  /// What these instructions access takes part even if one thread alone does.
  const llvm::DenseSet<const llvm::Instruction *> *also = nullptr;
  std::size_t mostPieces = 256; ///< Of one object; with more all of it is one.
};

class Variables {
public:
  Variables(const analysis::Study &study, VariableOptions options);

  std::size_t size() const { return variables.size(); }
  const Variable &operator[](VariableId id) const { return variables[id]; }
  /// Null if it does nothing to shared memory.
  const MemoryUse *use(const llvm::Instruction &at) const {
    const auto found = uses.find(&at);
    return found == uses.end() ? nullptr : &found->second;
  }
  /// What it does where a thread of this kind runs it: by the pointer that it was handed when it
  /// was made, it may go to less than others do.
  const MemoryUse *use(const llvm::Instruction &at, analysis::StaticThread kind) const {
    if (!handed.contains(&at))
      return use(at);
    const auto found = usesByKind.find({&at, kind});
    return found == usesByKind.end() ? nullptr : &found->second;
  }
  const llvm::DenseMap<const llvm::Instruction *, MemoryUse> &all() const { return uses; }
  /// In the order of the program.
  const std::vector<const llvm::Instruction *> &instructions() const { return order; }

private:
  struct Piece {
    const llvm::Instruction *at = nullptr;
    const llvm::Value *pointer = nullptr;
    analysis::Target where;
    std::uint64_t size = 0;
    bool reads = false, writes = false;
    bool isVague = false;
    bool isSure = false; ///< It goes there and nowhere else, and writes whenever it runs.
    analysis::StaticThread kind = anyKind; ///< Only where this one runs it.
  };
  static constexpr analysis::StaticThread anyKind = ~analysis::StaticThread{0};
  using Handed = std::vector<std::pair<analysis::StaticThread, std::vector<analysis::Target>>>;
  void collect(const llvm::Instruction &at);
  void addTouch(const llvm::Instruction &at, const analysis::MemoryTouch &touch);
  void addPieces(Piece piece, const std::vector<analysis::Target> &targets, bool isWhole);
  Handed handedTo(const analysis::MemoryTouch &touch,
                  const std::vector<analysis::Target> &targets) const;
  bool isFromModels(const llvm::Function &function) const;
  bool isModels(const analysis::AbstractObject &object) const;
  void keepShared(VariableOptions options);
  void cut(std::size_t mostPieces);
  void assign();
  VariableId restOf(analysis::ObjectId object, const llvm::Value &pointer);

  const analysis::Study &study;
  std::vector<Piece> pieces;
  std::vector<Variable> variables;
  std::map<analysis::ObjectId, std::vector<VariableId>> byObject; ///< By rising offset.
  std::map<analysis::ObjectId, VariableId> rests;
  llvm::DenseMap<const llvm::Instruction *, MemoryUse> uses;
  std::map<std::pair<const llvm::Instruction *, analysis::StaticThread>, MemoryUse> usesByKind;
  llvm::DenseSet<const llvm::Instruction *> handed; ///< That differ by kind.
  std::vector<const llvm::Instruction *> order;
};

} // namespace heddle::diff
