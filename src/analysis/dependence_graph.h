// What dependence.h answers from: a node for each of the three things about an instruction, and the
// edges from it as they are asked for. Internal to the dependence analysis.
#pragma once

#include "analysis/control.h"
#include "analysis/effects.h"
#include "analysis/flow_order.h"
#include "analysis/stops.h"
#include "program/program.h"

#include <functional>

namespace llvm {
class Argument;
} // namespace llvm

namespace heddle::analysis {

using DependenceNode = std::uint32_t;

class DependenceGraph {
public:
  DependenceGraph(const program::Program &program, const PointsTo &pointers, const Threads &threads,
                  const Parallel &parallel, StopOptions options);

  enum Aspect : std::uint8_t { Runs, Leaves, Acts };
  static constexpr unsigned aspects = 3;
  DependenceNode node(const llvm::Instruction &at, Aspect aspect) const {
    return program.locationOf(at) * aspects + aspect;
  }
  std::size_t size() const { return nodeCount; }
  /// The instruction a node is about; null for arguments and functions.
  const llvm::Instruction *instructionOf(DependenceNode node) const;
  Aspect aspectOf(DependenceNode node) const { return static_cast<Aspect>(node % aspects); }

  using Follow = llvm::function_ref<void(DependenceNode)>;
  /// The direct dependences of a node but for those by memory.
  void follow(DependenceNode from, Follow to) const;
  /// What has its value.
  void followValue(const llvm::Value &value, Follow to) const;

  /// Writers of an object by the bytes they may write.
  struct Bucket {
    Touch bytes;
    std::vector<const llvm::Instruction *> writers;
  };
  const std::vector<Bucket> &writersOf(ObjectId object) const { return buckets[object]; }

  const ControlGraph &controlOf(const llvm::Function &function) const {
    return *controls.find(&function)->second;
  }
  const llvm::Instruction *instructionAt(program::LocationId id) const {
    return program.location(id).instruction;
  }

  const program::Program &program;
  const PointsTo &pointers;
  const Threads &threads;
  Effects effects;
  FlowOrder order;

private:
  void indexCalls();
  void indexCall(const llvm::CallBase &call);
  void indexWriters();
  void indexJoins();
  void followRuns(const llvm::Instruction &at, Follow to) const;
  void followActs(const llvm::Instruction &at, Follow to) const;
  void followCall(const llvm::CallBase &call, Follow to) const;
  void followLeaves(const llvm::CallBase &call, Follow to) const;
  void followEntered(const llvm::Function &function, Follow to) const;
  void followLeft(const llvm::Function &function, Follow to) const;
  void followArgument(const llvm::Argument &argument, Follow to) const;
  void followJoin(const llvm::CallBase &call, Follow to) const;
  void followEnd(StaticThread thread, Follow to) const;

  DependenceNode entered(const llvm::Function &function) const;
  DependenceNode left(const llvm::Function &function) const { return entered(function) + 1; }
  void decide(const llvm::Instruction *decider, const llvm::Function &in, Follow to) const;

  using Calls = std::vector<const llvm::CallBase *>;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<ControlGraph>> controls;
  llvm::DenseMap<const llvm::Function *, Calls> callers;
  llvm::DenseMap<const llvm::Function *, Calls> creators;
  llvm::DenseMap<const llvm::Function *, Calls> handers; ///< Library calls that are handed it.
  llvm::DenseMap<const llvm::CallBase *, std::vector<const llvm::Function *>> handed;
  llvm::DenseMap<const llvm::Function *, Calls> enders; ///< Calls in it that end the thread.
  std::vector<const llvm::Function *> everEnding;       ///< The functions that have some.
  llvm::DenseMap<const llvm::CallBase *, llvm::BitVector> joined;
  Calls keepers; ///< Calls that keep something for the end of a thread.
  llvm::DenseMap<const llvm::Argument *, DependenceNode> argumentNodes;
  std::vector<const llvm::Argument *> arguments;
  llvm::DenseMap<const llvm::Function *, DependenceNode> functionNodes;
  std::vector<const llvm::Function *> functions;
  std::vector<std::vector<Bucket>> buckets;
  std::size_t instructionNodes = 0;
  std::size_t nodeCount = 0;
  bool cancels = false;
};

} // namespace heddle::analysis
