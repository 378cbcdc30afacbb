#include "analysis/joins.h"

#include <llvm/ADT/APInt.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
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
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && callee->getName() == name;
}

/// What is done with the handles in a variable; nothing if it is used in any other way.
struct Uses {
  std::vector<const llvm::CallBase *> creations;
  std::vector<const llvm::LoadInst *> loads;
};

bool collect(const llvm::Value &address, Uses &uses) {
  for (const llvm::Use &use : address.uses()) {
    const llvm::User *user = use.getUser();
    if (const auto *inner = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      if (!collect(*inner, uses))
        return false;
    } else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      uses.loads.push_back(load);
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      if (calls(*call, "pthread_create") && call->isArgOperand(&use) &&
          call->getArgOperandNo(&use) == 0)
        uses.creations.push_back(call);
      else if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
               !intrinsic || !intrinsic->isLifetimeStartOrEnd())
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// The joins that wait for what was loaded; nothing if it goes anywhere else.
std::vector<const llvm::CallBase *> joinsOf(const llvm::LoadInst &load) {
  std::vector<const llvm::CallBase *> joins;
  for (const llvm::User *user : load.users())
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
        call && calls(*call, "pthread_join"))
      joins.push_back(call);
  return joins;
}

/// Finds the groups of one function.
class Finder {
public:
  Finder(const llvm::Function &function, std::vector<JoinGroup> &groups)
      : function(const_cast<llvm::Function &>(function)), layout(function.getDataLayout()),
        libraryImpl(llvm::Triple(function.getParent()->getTargetTriple())), library(libraryImpl),
        assumptions(this->function), dominators(this->function), loops(dominators),
        evolution(this->function, library, assumptions, dominators, loops), groups(groups) {}

  void run() {
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        look(*variable);
  }

private:
  void look(const llvm::AllocaInst &variable) {
    Uses uses;
    if (!collect(variable, uses) || uses.creations.empty())
      return;
    std::map<std::int64_t, JoinGroup> scalars;
    bool allScalar = true;
    for (const llvm::CallBase *creation : uses.creations) {
      if (const auto offset = constantOffset(*creation->getArgOperand(0), variable)) {
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
            if (isFresh(*load, *join, uses))
              scalars[*offset].joins.push_back(join);
      for (auto &[offset, group] : scalars)
        if (!group.joins.empty())
          groups.push_back(std::move(group));
    } else if (uses.creations.size() == 1) {
      lookAtLoops(*uses.creations.front(), uses);
    }
  }

  std::optional<std::int64_t> constantOffset(const llvm::Value &address,
                                             const llvm::AllocaInst &variable) const {
    llvm::APInt offset(64, 0);
    if (address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) !=
        &variable)
      return std::nullopt;
    return offset.getSExtValue();
  }

  /// Whether the handle that is joined is the one in the variable still.
  static bool isFresh(const llvm::LoadInst &load, const llvm::CallBase &join, const Uses &uses) {
    if (load.getParent() != join.getParent() || !load.comesBefore(&join))
      return false;
    return std::ranges::none_of(uses.creations, [&](const llvm::CallBase *creation) {
      return creation->getParent() == load.getParent() && load.comesBefore(creation) &&
             creation->comesBefore(&join);
    });
  }

  /// The addresses that an instruction of a loop goes through, one each round.
  struct Walk {
    const llvm::Loop *loop = nullptr;
    const llvm::SCEV *start = nullptr;
    const llvm::SCEV *step = nullptr;
    std::uint64_t rounds = 0;
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
    const auto *back = llvm::dyn_cast<llvm::SCEVConstant>(evolution.getBackedgeTakenCount(loop));
    if (!back || back->getAPInt().getActiveBits() > 62)
      return std::nullopt;
    // A test before the body runs it as often as control comes back; one behind it once more.
    const std::uint64_t times = back->getAPInt().getZExtValue();
    const llvm::BasicBlock *exiting = loop->getExitingBlock();
    if (!exiting)
      return std::nullopt;
    const bool testsFirst = exiting == loop->getHeader() && at.getParent() != exiting;
    return Walk{loop, moves->getStart(), moves->getStepRecurrence(evolution),
                testsFirst ? times : times + 1};
  }

  void lookAtLoops(const llvm::CallBase &creation, const Uses &uses) {
    const auto made = walkOf(*creation.getArgOperand(0), creation);
    const llvm::BasicBlock *before = made ? made->loop->getLoopPredecessor() : nullptr;
    if (!before)
      return;
    JoinGroup group;
    group.creations.push_back(&creation);
    group.begins.push_back(before->getTerminator());
    for (const llvm::LoadInst *load : uses.loads) {
      const auto seen = walkOf(*load->getPointerOperand(), *load);
      if (!seen || seen->loop == made->loop || seen->start != made->start ||
          seen->step != made->step || seen->rounds < made->rounds)
        continue;
      const llvm::BasicBlock *latch = seen->loop->getLoopLatch();
      const llvm::BasicBlock *exit = seen->loop->getUniqueExitBlock();
      const bool isOnlyWay = exit && exit->getUniquePredecessor();
      for (const llvm::CallBase *join : joinsOf(*load))
        if (isFresh(*load, *join, uses) && latch && isOnlyWay &&
            dominators.dominates(join->getParent(), latch) && !seen->loop->contains(made->loop) &&
            !made->loop->contains(seen->loop))
          group.exits.push_back(exit);
    }
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
  llvm::ScalarEvolution evolution;
  std::vector<JoinGroup> &groups;
};

} // namespace

std::vector<JoinGroup> findJoins(const PointsTo &pointers, const Threads &threads) {
  std::vector<JoinGroup> groups;
  llvm::DenseMap<const llvm::Function *, bool> seen;
  for (const ThreadAbout &thread : threads.all())
    if (thread.creation && pointers.isReachable(*thread.creation->getFunction()) &&
        seen.try_emplace(thread.creation->getFunction(), true).second)
      Finder(*thread.creation->getFunction(), groups).run();
  return groups;
}

} // namespace heddle::analysis
