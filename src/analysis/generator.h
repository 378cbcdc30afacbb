// From a program to constraints: each function when it is found to be reachable, each call when its
// callees are found. Internal to the points-to analysis.
#pragma once

#include "analysis/constraint_graph.h"
#include "analysis/library.h"
#include "analysis/member_pointers.h"
#include "analysis/wrappers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <set>
#include <vector>

namespace llvm {
class AtomicRMWInst;
class CallBase;
class Constant;
class DataLayout;
class Function;
class GEPOperator;
class GlobalValue;
class GlobalVariable;
class Instruction;
class IntrinsicInst;
class Module;
class Type;
class Value;
} // namespace llvm
namespace heddle::program {
class Program;
}

namespace heddle::analysis {

class Generator {
public:
  Generator(const program::Program &program, ConstraintGraph &graph);

  /// The constraints of what runs without being called.
  void start();
  /// A call may run this function.
  void reach(std::uint32_t call, ObjectId function);

  ObjectId objectOf(const llvm::GlobalValue &global);
  /// noNode for what carries no pointer.
  NodeId nodeOf(const llvm::Value &value);
  /// The node that a value has; noNode if it was given none.
  NodeId knownNode(const llvm::Value &value) const;

  using Functions = llvm::SetVector<const llvm::Function *>;
  const Functions &reachable() const { return reached; }
  const Functions &threadRoutines() const { return routines; }
  const Functions &unknownFunctions() const { return unknown; }
  Functions calleesOf(const llvm::CallBase &call) const;
  const Wrappers &allocations() const { return wrappers; }
  ObjectId objectOfChain(std::size_t chain) const { return chainObjects[chain]; }
  /// Objects that a call makes for its callee.
  std::vector<ObjectId> copiesFor(const llvm::CallBase &call) const;
  /// That of an alloca, or of an allocation that has no chain; -1 if there is none.
  int objectMadeBy(const llvm::Value &instruction) const;
  ObjectId special(ObjectKind kind) const { return specials[static_cast<unsigned>(kind)]; }
  std::size_t valueCount() const { return values.size(); }

private:
  /// A call: of the program, or one that a library function makes.
  struct Site {
    const llvm::CallBase *call = nullptr;
    std::vector<NodeId> arguments;
    NodeId result = noNode;
    bool startsThread = false;
    bool isOfUnknown = false; ///< Of functions that nobody knows, which were given all of it.
    NodeId argument(unsigned i) const { return i < arguments.size() ? arguments[i] : noNode; }
  };

  // generate.cpp: functions and their instructions.
  void addRoots();
  void addFunction(const llvm::Function &function);
  void findNeeded(const llvm::Function &function);
  void addInstruction(const llvm::Instruction &instruction);
  void addValueFlow(const llvm::Instruction &instruction, NodeId node);
  void addAddress(const llvm::GEPOperator &address, NodeId node);
  void addAtomic(const llvm::AtomicRMWInst &update);
  void addAllocation(const llvm::Instruction &allocation);
  bool isNeeded(const llvm::Value &value) const { return needed.contains(&value); }
  std::uint64_t sizeOf(llvm::Type *type) const;

  // generate_constants.cpp
  NodeId constantNode(const llvm::Constant &constant);
  void addConstant(const llvm::Constant &constant, NodeId node);
  void addGlobals();
  void addInitialiser(ObjectId object, const llvm::Constant &constant, std::uint64_t offset,
                      std::uint64_t period);

  // generate_calls.cpp
  void addCall(const llvm::CallBase &call);
  bool addIntrinsic(const llvm::IntrinsicInst &call);
  std::uint32_t addSite(Site site);
  void enterFunction(const Site &site, const llvm::Function &function);
  void passArguments(const Site &site, const llvm::Function &function);
  void passCopy(const Site &site, const llvm::Function &function, unsigned argument);
  void takeResult(const Site &site, const llvm::Function &function);
  void escape(const Site &site);
  NodeId returnNode(const llvm::Function &function);
  NodeId restNode(const llvm::Function &function);

  // generate_library.cpp
  void addLibraryCall(const Site &site, const llvm::Function &function);
  void act(const Site &site, const llvm::Function &function, const LibraryAct &act);
  void callBack(NodeId function, std::vector<NodeId> arguments, bool inThread, NodeId result);
  void allocate(const Site &site, const llvm::Function &function, NodeId into);
  void raise(NodeId exception);
  void addChains();

  ObjectId addObject(ObjectKind kind, const llvm::Value *value, std::uint64_t size);
  NodeId newNodeWith(PlaceId place);

  const program::Program &program;
  const llvm::Module &module;
  const llvm::DataLayout &layout;
  ConstraintGraph &graph;
  ObjectTable &objects;
  std::set<const llvm::Function *> roots;
  Wrappers wrappers;
  MemberPointers members;
  std::vector<ObjectId> chainObjects;
  llvm::DenseMap<const llvm::Value *, std::vector<std::size_t>> chainsAt;

  llvm::DenseMap<const llvm::Value *, NodeId> values;
  llvm::DenseMap<const llvm::Value *, ObjectId> madeBy; ///< Globals, functions, allocas, copies.
  llvm::DenseMap<const llvm::Value *, ObjectId> allocatedBy; ///< Blocks without a chain.
  llvm::DenseMap<const llvm::Function *, ObjectId> variadic;
  llvm::DenseMap<const llvm::Function *, NodeId> returns;
  llvm::DenseMap<const llvm::Function *, NodeId> rests;
  llvm::DenseSet<const llvm::Value *> needed;
  std::vector<const llvm::Function *> toAdd;
  std::vector<Site> sites;
  llvm::DenseMap<const llvm::CallBase *, std::uint32_t> siteOf;
  llvm::DenseMap<std::uint32_t, Functions> callees;
  Functions reached;
  Functions routines;
  Functions unknown;
  std::vector<ObjectId> specials;

  NodeId threadResults;
  NodeId specifics;
  NodeId destructors;
  NodeId exceptions; ///< On their way.
  NodeId landed;     ///< What landing pads see.
  NodeId jumpValues;
  NodeId cleanups;
  bool isAdding = false; ///< A function is being added.
  bool hasRaise = false;
};

} // namespace heddle::analysis
