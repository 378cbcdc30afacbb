#include "analysis/joins.h"

#include "analysis/wrappers.h"
#include "program/program.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <map>
#include <optional>

namespace heddle::analysis {

namespace {

bool calls(const llvm::CallBase &call, llvm::StringRef name) {
  const llvm::Function *callee = directCallee(call);
  return callee && llvm::StringRef(program::originalName(callee->getName())) == name;
}

/// The argument by which a call is handed the thread it waits for, if it waits for one whenever it
/// returns: of pthread_join, and of what wraps it.
std::optional<unsigned> joinedArgument(const llvm::CallBase &call) {
  const llvm::Function *callee = directCallee(call);
  if (!callee)
    return std::nullopt;
  if (callee->isDeclaration())
    return callee->getName() == "pthread_join" ? std::optional(0U) : std::nullopt;
  for (const llvm::Instruction &instruction : callee->getEntryBlock())
    if (const auto *inner = llvm::dyn_cast<llvm::CallBase>(&instruction);
        inner && inner->arg_size() && calls(*inner, "pthread_join"))
      if (const auto *handle = llvm::dyn_cast<llvm::Argument>(inner->getArgOperand(0)))
        return handle->getArgNo();
  return std::nullopt;
}

/// What is done with the handles in a variable; nothing if it is used in any other way.
struct Uses {
  std::vector<const llvm::CallBase *> creations;
  std::vector<const llvm::LoadInst *> loads;
  std::vector<const llvm::CallBase *> joins; ///< By address, of a std::thread.
};

bool isHarmless(const llvm::CallBase &call) {
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return intrinsic->isLifetimeStartOrEnd();
  return calls(call, "free") || calls(call, "_ZNSt6threadD1Ev") ||
         calls(call, "_ZNSt6threadD2Ev") || calls(call, "_ZNKSt6thread8joinableEv");
}

bool collectCall(const llvm::CallBase &call, const llvm::Use &use, const Threads &threads,
                 Uses &uses) {
  if (!call.isArgOperand(&use))
    return false;
  const unsigned argument = call.getArgOperandNo(&use);
  const auto made = threads.createdAt(call);
  const bool writes = llvm::all_of(
      made, [&](StaticThread thread) { return threads.all()[thread].handle == argument; });
  if (!made.empty() && writes) {
    uses.creations.push_back(&call);
    return true;
  }
  if (argument == 0 && calls(call, "_ZNSt6thread4joinEv")) {
    uses.joins.push_back(&call);
    return true;
  }
  return isHarmless(call);
}

bool collect(const llvm::Value &address, const Threads &threads, Uses &uses) {
  for (const llvm::Use &use : address.uses()) {
    const llvm::User *user = use.getUser();
    if (llvm::isa<llvm::GEPOperator>(user)) {
      if (!collect(*user, threads, uses))
        return false;
    } else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      uses.loads.push_back(load);
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      if (!collectCall(*call, use, threads, uses))
        return false;
    } else if (!llvm::isa<llvm::ICmpInst>(user)) {
      return false;
    }
  }
  return true;
}

/// The joins that wait for what was loaded.
std::vector<const llvm::CallBase *> joinsOf(const llvm::LoadInst &load) {
  std::vector<const llvm::CallBase *> joins;
  for (const llvm::Use &use : load.uses())
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
        call && call->isArgOperand(&use) && joinedArgument(*call) == call->getArgOperandNo(&use))
      joins.push_back(call);
  return joins;
}

/// Finds the groups of one function.
class Finder {
public:
  Finder(const llvm::Function &function, const Threads &threads, std::vector<JoinGroup> &groups)
      : function(const_cast<llvm::Function &>(function)), layout(function.getDataLayout()),
        libraryImpl(llvm::Triple(function.getParent()->getTargetTriple())), library(libraryImpl),
        assumptions(this->function), dominators(this->function), loops(dominators),
        evolution(this->function, library, assumptions, dominators, loops), threads(threads),
        groups(groups) {
    llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
    hasTangles = llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(order, loops);
  }

  void run() {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (llvm::isa<llvm::AllocaInst>(instruction) || (call && isAllocation(*call)))
        look(instruction);
    }
  }

  /// A variable that creations of this function write.
  void look(const llvm::GlobalVariable &variable) { look<llvm::GlobalVariable>(variable); }

private:
  template <class Variable> void look(const Variable &variable) {
    Uses uses;
    if (!collect(variable, threads, uses) || uses.creations.empty())
      return;
    std::map<std::int64_t, JoinGroup> scalars;
    bool allScalar = true;
    for (const llvm::CallBase *creation : uses.creations) {
      if (const auto offset = constantOffset(*handleOf(*creation), variable)) {
        scalars[*offset].creations.push_back(creation);
        scalars[*offset].begins.push_back(creation);
      } else {
        allScalar = false;
      }
    }
    if (allScalar) {
      for (const llvm::LoadInst *load : uses.loads)
        if (const auto offset = constantOffset(*load->getPointerOperand(), variable);
            offset && scalars.contains(*offset))
          for (const llvm::CallBase *join : joinsOf(*load))
            if (isFresh(*load, *join))
              scalars[*offset].joins.push_back(join);
      for (const llvm::CallBase *join : uses.joins)
        if (const auto offset = constantOffset(*join->getArgOperand(0), variable);
            offset && scalars.contains(*offset))
          scalars[*offset].joins.push_back(join);
      for (auto &[offset, group] : scalars)
        if (!group.joins.empty())
          groups.push_back(std::move(group));
    } else if (uses.creations.size() == 1) {
      lookAtLoops(*uses.creations.front(), uses);
    }
  }

  std::optional<std::int64_t> constantOffset(const llvm::Value &address,
                                             const llvm::Value &variable) const {
    llvm::APInt offset(64, 0);
    if (address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) !=
        &variable)
      return std::nullopt;
    return offset.getSExtValue();
  }

  /// What a creation writes the handle to.
  const llvm::Value *handleOf(const llvm::CallBase &creation) const {
    return creation.getArgOperand(threads.all()[threads.createdAt(creation).front()].handle);
  }

  /// Whether the handle that is joined is the one in the variable still: nothing is called between
  /// that may create another.
  static bool isFresh(const llvm::LoadInst &load, const llvm::CallBase &join) {
    if (load.getParent() != join.getParent() || !load.comesBefore(&join))
      return false;
    for (const llvm::Instruction *next = load.getNextNode(); next != &join;
         next = next->getNextNode())
      if (llvm::isa<llvm::CallBase>(next) && !llvm::isa<llvm::IntrinsicInst>(next))
        return false;
    return true;
  }

  /// The addresses that an instruction of a loop goes through, one each round.
  struct Walk {
    const llvm::Loop *loop = nullptr;
    const llvm::SCEV *start = nullptr;
    const llvm::SCEV *step = nullptr;
    const llvm::SCEV *back = nullptr; ///< How often control comes back to its head.
    bool testsFirst = false;
  };
  std::optional<Walk> walkOf(const llvm::Value &address, const llvm::Instruction &at) {
    const auto *moves = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
        evolution.getSCEV(const_cast<llvm::Value *>(&address)));
    const llvm::Loop *loop = loops.getLoopFor(at.getParent());
    if (!moves || !moves->isAffine() || !loop || moves->getLoop() != loop)
      return std::nullopt;
    // The same whenever the loop is run.
    const llvm::SCEV *base = evolution.getPointerBase(moves->getStart());
    if (!llvm::isa<llvm::SCEVUnknown>(base) ||
        !llvm::isa<llvm::SCEVConstant>(evolution.getMinusSCEV(moves->getStart(), base)))
      return std::nullopt;
    const llvm::SCEV *back = evolution.getBackedgeTakenCount(loop);
    const llvm::BasicBlock *exiting = loop->getExitingBlock();
    if (llvm::isa<llvm::SCEVCouldNotCompute>(back) || !exiting)
      return std::nullopt;
    // A test before the body runs it as often as control comes back; one behind it once more.
    const bool testsFirst = exiting == loop->getHeader() && at.getParent() != exiting;
    return Walk{loop, moves->getStart(), moves->getStepRecurrence(evolution), back, testsFirst};
  }

  const llvm::Value &baseOf(const Walk &walk) const {
    return *llvm::cast<llvm::SCEVUnknown>(evolution.getPointerBase(walk.start))->getValue();
  }

  /// Where all have been joined that the other loop created, if the join is in a loop that does so.
  const llvm::BasicBlock *exitOf(const llvm::Value &address, const llvm::CallBase &join,
                                 const Walk &made) {
    if (join.getFunction() != &function)
      return nullptr;
    const auto seen = walkOf(address, join);
    if (!seen || seen->loop == made.loop || seen->start != made.start || seen->step != made.step ||
        !goesAsFar(*seen, made) || seen->loop->contains(made.loop) ||
        made.loop->contains(seen->loop))
      return nullptr;
    const llvm::BasicBlock *latch = seen->loop->getLoopLatch();
    const llvm::BasicBlock *exit = seen->loop->getUniqueExitBlock();
    const bool isOnlyWay = exit && exit->getUniquePredecessor();
    return latch && isOnlyWay && dominators.dominates(join.getParent(), latch) ? exit : nullptr;
  }

  /// Where the number of rounds is not known it is the same if nothing changes it in between, while
  /// the function runs.
  bool goesAsFar(const Walk &one, const Walk &other) const {
    const bool isFixed = one.loop->isOutermost() && other.loop->isOutermost() && !hasTangles &&
                         !llvm::isa<llvm::GlobalValue>(baseOf(one));
    if (one.back == other.back && isFixed)
      return one.testsFirst == other.testsFirst || other.testsFirst;
    const auto rounds = [](const Walk &walk) -> std::optional<std::uint64_t> {
      const auto *back = llvm::dyn_cast<llvm::SCEVConstant>(walk.back);
      if (!back || back->getAPInt().getActiveBits() > 62)
        return std::nullopt;
      return back->getAPInt().getZExtValue() + (walk.testsFirst ? 0 : 1);
    };
    const auto mine = rounds(one);
    const auto others = rounds(other);
    return mine && others && *mine >= *others;
  }

  void lookAtLoops(const llvm::CallBase &creation, const Uses &uses) {
    const auto made = walkOf(*handleOf(creation), creation);
    const llvm::BasicBlock *before = made ? made->loop->getLoopPredecessor() : nullptr;
    if (!before)
      return;
    JoinGroup group;
    group.creations.push_back(&creation);
    group.begins.push_back(before->getTerminator());
    for (const llvm::LoadInst *load : uses.loads)
      for (const llvm::CallBase *join : joinsOf(*load))
        if (isFresh(*load, *join))
          if (const llvm::BasicBlock *exit = exitOf(*load->getPointerOperand(), *join, *made))
            group.exits.push_back(exit);
    for (const llvm::CallBase *join : uses.joins)
      if (const llvm::BasicBlock *exit = exitOf(*join->getArgOperand(0), *join, *made))
        group.exits.push_back(exit);
    if (!group.exits.empty())
      groups.push_back(std::move(group));
  }

  llvm::Function &function;
  const llvm::DataLayout &layout;
  llvm::TargetLibraryInfoImpl libraryImpl;
  llvm::TargetLibraryInfo library;
  llvm::AssumptionCache assumptions;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  mutable llvm::ScalarEvolution evolution;
  bool hasTangles = false; ///< Ways that come back and are no loops.
  const Threads &threads;
  std::vector<JoinGroup> &groups;
};

} // namespace

std::vector<JoinGroup> findJoins(const PointsTo &pointers, const Threads &threads) {
  std::vector<JoinGroup> groups;
  llvm::DenseMap<const llvm::Function *, bool> seen;
  llvm::DenseMap<const llvm::GlobalVariable *, bool> variables;
  for (const ThreadAbout &thread : threads.all()) {
    if (!thread.creation || !pointers.isReachable(*thread.anchor()->getFunction()))
      continue;
    const llvm::Function &function = *thread.anchor()->getFunction();
    if (seen.try_emplace(&function, true).second)
      Finder(function, threads, groups).run();
    if (thread.handle == ThreadAbout::noArgument)
      continue;
    const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(
        llvm::getUnderlyingObject(thread.anchor()->getArgOperand(thread.handle)));
    if (variable && pointers.unknownFunctions().empty() && !variable->isThreadLocal() &&
        variables.try_emplace(variable, true).second)
      Finder(function, threads, groups).look(*variable);
  }
  return groups;
}

} // namespace heddle::analysis
