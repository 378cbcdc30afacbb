#include "analysis/parallel.h"

#include "analysis/instances.h"
#include "analysis/joins.h"
#include "analysis/library.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {

/// What becomes of the threads under way: those of `made` are added after those of `ended` are
/// taken off. A place that is not reached ends all and makes none.
struct Change {
  llvm::BitVector made;
  llvm::BitVector ended;

  static Change none(unsigned threads) {
    return {llvm::BitVector(threads), llvm::BitVector(threads)};
  }
  static Change unreached(unsigned threads) {
    return {llvm::BitVector(threads), llvm::BitVector(threads, true)};
  }
  void make(const llvm::BitVector &threads) {
    made |= threads;
    ended.reset(threads);
  }
  void end(const llvm::BitVector &threads) {
    made.reset(threads);
    ended |= threads;
  }
  void then(const Change &next) {
    made.reset(next.ended);
    made |= next.made;
    ended |= next.ended;
    ended.reset(next.made);
  }
  /// Either of the two. Whether that is something new.
  bool unite(const Change &other) {
    const llvm::BitVector before = made;
    const llvm::BitVector endedBefore = ended;
    made |= other.made;
    ended &= other.ended;
    return made != before || ended != endedBefore;
  }
  llvm::BitVector applied(llvm::BitVector to) const {
    to.reset(ended);
    to |= made;
    return to;
  }
};

bool isSetJump(const llvm::Function &function) {
  return function.hasFnAttribute(llvm::Attribute::ReturnsTwice) ||
         std::ranges::any_of(behaviourOf(function.getName()).acts,
                             [](const LibraryAct &act) { return act.kind == LibraryAct::SetJump; });
}

} // namespace

struct Parallel::State {
  State(const PointsTo &pointers, const Threads &threads) : pointers(pointers), threads(threads) {}

  void analyse() {
    groups = findJoins(pointers, threads);
    // A jump leads back to where threads may be under way that were joined since.
    for (const llvm::Function *function : pointers.reachable())
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          for (const llvm::Function *callee : pointers.callees(*call))
            if (isSetJump(*callee))
              groups.clear();
    std::erase_if(groups, [&](const JoinGroup &group) { return !hasOneMaker(group); });
    findMakes();
    do {
      collectJoins();
      follow();
    } while (dropGroups());
    findParallel();
  }

  llvm::BitVector underWay(StaticThread thread, const llvm::Instruction &at) const {
    const llvm::Function &function = *at.getFunction();
    if (threads.isCalledBack(function))
      return llvm::BitVector(count(), true);
    const auto entry = entries.find({thread, &function});
    if (entry == entries.end())
      return llvm::BitVector(count()); // It does not run there.
    llvm::BitVector result = changeUpTo(at).applied(entry->second);
    addWrapped(function, result);
    // A call goes on while what it creates is under way.
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
      addMade(*call, result);
    return result;
  }

  unsigned count() const { return static_cast<unsigned>(threads.all().size()); }

  const PointsTo &pointers;
  const Threads &threads;
  std::vector<JoinGroup> groups;
  std::vector<llvm::BitVector> matrix;

private:
  using Threaded = std::pair<StaticThread, const llvm::Function *>;

  void addWithDescendants(llvm::BitVector &to, StaticThread thread) const {
    to.set(thread);
    to |= threads.descendants(thread);
  }

  /// In a function that wraps creations it is not known which of them it is about.
  void addWrapped(const llvm::Function &function, llvm::BitVector &to) const {
    for (const unsigned thread : threads.wrappedIn(function).set_bits())
      addWithDescendants(to, thread);
  }

  /// Whether nobody else creates such threads, who may create them while this one joins its own.
  bool hasOneMaker(const JoinGroup &group) const {
    return std::ranges::all_of(group.creations, [&](const llvm::CallBase *creation) {
      const llvm::Function &function = *creation->getFunction();
      const llvm::BitVector &makers = threads.runners(function);
      return !threads.isCalledBack(function) && makers.count() == 1 &&
             !threads.descendants(static_cast<StaticThread>(makers.find_first()))
                  .test(static_cast<unsigned>(makers.find_first()));
    });
  }

  /// Adds what a call creates, itself or by what it calls.
  void addMade(const llvm::CallBase &call, llvm::BitVector &to) const {
    for (const StaticThread made : threads.createdAt(call))
      addWithDescendants(to, made);
    for (const llvm::Function *callee : pointers.callees(call))
      if (const auto found = makes.find(callee); found != makes.end())
        to |= found->second;
  }

  void findMakes() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::Function *function : pointers.reachable()) {
        llvm::BitVector all(count());
        for (const llvm::Instruction &instruction : llvm::instructions(*function))
          if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
            addMade(*call, all);
        llvm::BitVector &known =
            makes.try_emplace(function, llvm::BitVector(count())).first->second;
        changed |= known != all;
        known = all;
      }
    }
  }

  llvm::BitVector madeBy(const JoinGroup &group) const {
    llvm::BitVector made(count());
    for (const llvm::CallBase *creation : group.creations)
      for (const StaticThread thread : threads.createdAt(*creation))
        made.set(thread);
    return made;
  }

  void collectJoins() {
    joins.clear();
    exits.clear();
    const auto add = [&](auto &map, const auto *at, const llvm::BitVector &ended) {
      map.try_emplace(at, llvm::BitVector(count())).first->second |= ended;
    };
    for (const JoinGroup &group : groups) {
      const llvm::BitVector ended = madeBy(group);
      for (const llvm::Instruction *join : group.joins)
        add(joins, join, ended);
      for (const llvm::BasicBlock *exit : group.exits)
        add(exits, exit, ended);
    }
  }

  /// Leads a change over an instruction; `unwinds` is for the way of an exception.
  void pass(const llvm::Instruction &instruction, Change &change, bool unwinds = false) const {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call)
      return;
    Change called = Change::unreached(count());
    bool isCalled = false;
    for (const llvm::Function *callee : pointers.callees(*call)) {
      isCalled = true;
      // A jump brings what was created since.
      if (const auto made = makes.find(call->getFunction());
          isSetJump(*callee) && made != makes.end())
        change.make(made->second);
      if (callee->isDeclaration()) {
        called.unite(Change::none(count()));
        continue;
      }
      Change whole = summaries.lookup(callee);
      if (unwinds && !whole.made.empty()) // It may end before it comes to a join.
        whole.ended.reset();
      called.unite(whole.made.empty() ? Change::unreached(count()) : whole);
    }
    if (isCalled)
      change.then(called);
    llvm::BitVector made(count());
    for (const StaticThread thread : threads.createdAt(*call))
      addWithDescendants(made, thread);
    change.make(made);
    if (const auto join = joins.find(call); join != joins.end() && !unwinds)
      change.end(join->second);
  }

  void enter(const llvm::BasicBlock &block, Change &change) const {
    if (const auto exit = exits.find(&block); exit != exits.end())
      change.end(exit->second);
  }

  Change changeUpTo(const llvm::Instruction &at) const {
    Change change = blocks.lookup(at.getParent());
    if (change.made.empty())
      return Change::unreached(count());
    enter(*at.getParent(), change);
    for (const llvm::Instruction &instruction : *at.getParent()) {
      if (&instruction == &at)
        break;
      pass(instruction, change);
    }
    return change;
  }

  /// From the entry of a function to each of its blocks, and to its end. Whether the latter is new.
  bool followFunction(const llvm::Function &function) {
    llvm::SmallSetVector<const llvm::BasicBlock *, 16> work;
    Change end = Change::unreached(count());
    const auto reach = [&](const llvm::BasicBlock &block, const Change &change) {
      const auto [known, isFirst] = blocks.try_emplace(&block, Change::unreached(count()));
      if (known->second.unite(change) || isFirst)
        work.insert(&block);
    };
    for (const llvm::BasicBlock &block : function)
      if (blocks.contains(&block))
        work.insert(&block);
    reach(function.getEntryBlock(), Change::none(count()));
    while (!work.empty()) {
      const llvm::BasicBlock &block = *work.pop_back_val();
      Change change = blocks.lookup(&block);
      enter(block, change);
      const llvm::Instruction &last = *block.getTerminator();
      for (const llvm::Instruction &instruction : block)
        if (&instruction != &last)
          pass(instruction, change);
      Change usual = change;
      pass(last, usual);
      if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&last)) {
        Change thrown = change;
        pass(last, thrown, /*unwinds=*/true);
        reach(*invoke->getNormalDest(), usual);
        reach(*invoke->getUnwindDest(), thrown);
        continue;
      }
      if (llvm::isa<llvm::ReturnInst>(last))
        end.unite(usual);
      for (const llvm::BasicBlock *next : llvm::successors(&block))
        reach(*next, usual);
    }
    const auto [known, isFirst] = summaries.try_emplace(&function, Change::unreached(count()));
    return known->second.unite(end) || isFirst;
  }

  void follow() {
    summaries.clear();
    blocks.clear();
    entries.clear();
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::Function *function : pointers.reachable())
        if (!function->isDeclaration())
          changed |= followFunction(*function);
    }
    std::vector<Threaded> work;
    const auto reach = [&](StaticThread thread, const llvm::Function &function,
                           const llvm::BitVector &underWay) {
      const auto [known, isFirst] =
          entries.try_emplace({thread, &function}, llvm::BitVector(count()));
      const llvm::BitVector before = known->second;
      known->second |= underWay;
      if (isFirst || before != known->second)
        work.emplace_back(thread, &function);
    };
    for (StaticThread thread = 0; thread < count(); ++thread)
      reach(thread, *threads.all()[thread].routine, llvm::BitVector(count()));
    while (!work.empty()) {
      const auto [thread, function] = work.back();
      work.pop_back();
      const llvm::BitVector entry = entries.find({thread, function})->second;
      for (const llvm::BasicBlock &block : *function) {
        Change change = blocks.lookup(&block);
        if (change.made.empty())
          continue;
        enter(block, change);
        for (const llvm::Instruction &instruction : block) {
          if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
            llvm::BitVector underWay = change.applied(entry);
            addWrapped(*function, underWay);
            for (const llvm::Function *callee : pointers.callees(*call))
              if (!callee->isDeclaration() && threads.runners(*callee).test(thread))
                reach(thread, *callee, underWay);
          }
          pass(instruction, change);
        }
      }
    }
  }

  /// A join only counts if no other thread may be meant. Whether some do not.
  bool dropGroups() {
    const std::size_t before = groups.size();
    std::erase_if(groups, [&](const JoinGroup &group) {
      const llvm::BitVector made = madeBy(group);
      for (const llvm::Instruction *begin : group.begins) {
        if (threads.isCalledBack(*begin->getFunction()))
          return true;
        for (const unsigned thread : threads.runners(*begin->getFunction()).set_bits()) {
          const auto entry = entries.find({thread, begin->getFunction()});
          if (entry != entries.end() && changeUpTo(*begin).applied(entry->second).anyCommon(made))
            return true;
        }
      }
      return false;
    });
    return groups.size() != before;
  }

  /// Where a call of a wrapper creates several threads, they meet.
  void addMadeWith(StaticThread child, llvm::BitVector &to) const {
    const ThreadAbout &about = threads.all()[child];
    for (const StaticThread other : threads.createdAt(*about.anchor()))
      if (other != child && threads.all()[other].creation != about.creation)
        addWithDescendants(to, other);
    bool repeats = !about.calls.empty() && roundsOf(*about.creation) > 1;
    for (std::size_t i = 0; i + 1 < about.calls.size(); ++i)
      repeats |= roundsOf(*about.calls[i]) > 1;
    if (repeats)
      for (const StaticThread other : threads.createdAt(*about.anchor()))
        addWithDescendants(to, other);
  }

  void findParallel() {
    matrix.assign(count(), llvm::BitVector(count()));
    for (StaticThread child = 1; child < count(); ++child) {
      const llvm::CallBase &creation = *threads.all()[child].anchor();
      llvm::BitVector mine(count());
      addWithDescendants(mine, child);
      for (const unsigned parent : threads.runners(*creation.getFunction()).set_bits()) {
        llvm::BitVector others(count());
        if (threads.isCalledBack(*creation.getFunction())) {
          others.set();
        } else if (const auto entry = entries.find({parent, creation.getFunction()});
                   entry != entries.end()) {
          others = changeUpTo(creation).applied(entry->second);
        }
        addMadeWith(child, others);
        for (const unsigned one : mine.set_bits())
          for (const unsigned other : others.set_bits()) {
            matrix[one].set(other);
            matrix[other].set(one);
          }
      }
    }
    // Of a thread of which there may be several, each may meet what another one created.
    for (unsigned one = 0; one < count(); ++one)
      if (matrix[one].test(one))
        for (const unsigned other : threads.descendants(one).set_bits()) {
          matrix[one].set(other);
          matrix[other].set(one);
          for (const unsigned third : threads.descendants(one).set_bits())
            matrix[other].set(third);
        }
  }

  llvm::DenseMap<const llvm::Function *, llvm::BitVector> makes; ///< Itself and what it calls.
  llvm::DenseMap<const llvm::Instruction *, llvm::BitVector> joins;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> exits;
  llvm::DenseMap<const llvm::Function *, Change> summaries;
  llvm::DenseMap<const llvm::BasicBlock *, Change> blocks; ///< From the entry of the function.
  llvm::DenseMap<Threaded, llvm::BitVector> entries;       ///< Under way when it is called.
};

Parallel::Parallel(std::unique_ptr<State> state) : state(std::move(state)) {}
Parallel::Parallel(Parallel &&) noexcept = default;
Parallel &Parallel::operator=(Parallel &&) noexcept = default;
Parallel::~Parallel() = default;

Parallel Parallel::analyse(const PointsTo &pointers, const Threads &threads) {
  auto state = std::make_unique<State>(pointers, threads);
  state->analyse();
  return Parallel(std::move(state));
}

bool Parallel::areParallel(StaticThread one, StaticThread other) const {
  return state->matrix[one].test(other);
}

std::span<const JoinGroup> Parallel::joins() const {
  return state->groups;
}

llvm::BitVector Parallel::underWay(StaticThread thread, const llvm::Instruction &at) const {
  return state->underWay(thread, at);
}

bool Parallel::mayHappen(StaticThread one, const llvm::Instruction &at, StaticThread other,
                         const llvm::Instruction &there) const {
  return areParallel(one, other) || underWay(one, at).test(other) ||
         underWay(other, there).test(one);
}

} // namespace heddle::analysis
