#include "diff/skeleton.h"

#include "analysis/stops.h"
#include "program/models.h"

#include <algorithm>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>
#include <set>

namespace heddle::diff {

namespace {

using analysis::LockOperation;
using program::OpKind;

// What comes next, of nodes: the beginning of one is 2n, its end 2n + 1.
constexpr std::uint32_t nothing = ~std::uint32_t{0};
constexpr std::uint32_t several = nothing - 1;

bool isBranch(const llvm::Instruction &last) {
  return (llvm::isa<llvm::BranchInst>(last) || llvm::isa<llvm::SwitchInst>(last)) &&
         last.getNumSuccessors() > 1;
}

/// What decides which way it goes; null if nothing does.
const llvm::Value *conditionOf(const llvm::Instruction &last) {
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&last))
    return branch->isConditional() ? branch->getCondition() : nullptr;
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&last);
  return choice ? choice->getCondition() : nullptr;
}

} // namespace

Skeleton::Skeleton(const Classes &classes, Side side, analysis::StaticThread kind,
                   Meanings &meanings, const CalledBack &calledBack, std::size_t &budget)
    : classes(classes), side(side), kind(kind), version(classes.version(side)),
      study(version.study), meanings(meanings) {
  findInterest();
  graph = std::make_unique<ThreadGraph>(study, calledBack, kind, interest, budget);
  findEvents();
  dropFailures();
  findDecisions();
  checkLocks();
  build();
}

/// What others may see, or wait for.
bool Skeleton::isSynchronisation(const llvm::CallBase &call) const {
  return llvm::any_of(study.pointers.callees(call), [&](const llvm::Function *callee) {
    const OpKind what = analysis::kindOfCall(call, *callee);
    return (what >= OpKind::Free && what <= OpKind::Exit) || what == OpKind::Assume ||
           what == OpKind::Fence ||
           (analysis::isLibraryFunction(*callee) &&
            (callee->getName().starts_with("pthread_") || callee->getName().starts_with("sem_")) &&
            callee->getName() != "pthread_self");
  });
}

/// The end of an execution that is an error: what comes before may hang on no such thing.
bool Skeleton::isFailure(const llvm::CallBase &call) const {
  const auto callees = study.pointers.callees(call);
  return !callees.empty() && llvm::all_of(callees, [&](const llvm::Function *callee) {
    return analysis::isLibraryFunction(*callee) && callee->doesNotReturn() &&
           (analysis::kindOfCall(call, *callee) == OpKind::Assertion ||
            callee->getName() == "abort");
  });
}

/// What the branches of a function's loops ask of memory: a thread may go round there for ever.
void Skeleton::addWaits(const llvm::Function &function) {
  for (auto all = llvm::scc_begin(&function); !all.isAtEnd(); ++all) {
    if (!all.hasCycle())
      continue;
    for (const llvm::BasicBlock *block : *all)
      if (const llvm::Value *condition = conditionOf(*block->getTerminator()))
        for (const llvm::Instruction *read : meanings.readsOf(*condition))
          if (read->getFunction() == &function)
            interest.instructions.insert(read);
  }
}

void Skeleton::findInterest() {
  for (const llvm::Instruction *at : version.variables().instructions())
    interest.instructions.insert(at);
  std::vector<const llvm::Instruction *> failures;
  for (const llvm::Function *function : study.pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
          call && !llvm::isa<llvm::IntrinsicInst>(call)) {
        if (isFailure(*call))
          failures.push_back(call);
        else if (isSynchronisation(*call) ||
                 (call->isIndirectCall() && study.pointers.callees(*call).size() > 1))
          interest.instructions.insert(call);
      } else if (llvm::isa<llvm::FenceInst>(at)) {
        interest.instructions.insert(&at);
      }
  for (const llvm::Function *function : study.pointers.reachable())
    if (!program::isModel(*function))
      addWaits(*function);
  interest.findFunctions(study.pointers);
  for (const llvm::Instruction *at : failures)
    if (interest.isOf(*at->getFunction()))
      interest.instructions.insert(at);
  for (const llvm::Function *function : study.pointers.reachable())
    if (interest.isOf(*function))
      for (const llvm::BasicBlock &block : *function)
        if (isBranch(*block.getTerminator()))
          for (const llvm::BasicBlock *to : llvm::successors(&block))
            interest.edges.insert({&block, to});
}

const llvm::Instruction *Skeleton::userOf(const Occurrence &where) const {
  return graph->userOf(where, version.program());
}

void Skeleton::findEvents() {
  const std::size_t count = graph->nodeCount();
  events.resize(count);
  following.resize(count);
  edgeFrom.resize(count);
  edges.resize(count);
  fails.resize(count);
  for (GraphNode node = 0; node < count; ++node)
    following[node].assign(graph->next(node).begin(), graph->next(node).end());
  for (const Occurrence &where : graph->occurrences()) {
    if (!where.at) {
      edgeFrom[where.node] = where.from;
      edges[where.node] = where;
      continue;
    }
    const auto *call = llvm::dyn_cast<llvm::CallBase>(where.at);
    if (call && isFailure(*call))
      fails[where.node] = 1;
    else if (auto event = eventOf(where))
      events[where.node].push_back(*event);
  }
}

std::optional<Skeleton::Event> Skeleton::eventOf(const Occurrence &where) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(where.at);
  if (call && !llvm::isa<llvm::IntrinsicInst>(call) && where.isBegun &&
      (isSynchronisation(*call) || call->isIndirectCall()))
    return callOf(where, *call);
  if (const MemoryUse *use = where.isDone ? version.variables().use(*where.at, kind) : nullptr)
    return accessOf(where, *use);
  if (!llvm::isa<llvm::FenceInst>(where.at))
    return std::nullopt;
  Event event;
  event.what = meanings.ofOperation(*where.at);
  event.at = userOf(where);
  event.where = where;
  return event;
}

std::optional<Skeleton::Event> Skeleton::accessOf(const Occurrence &where, const MemoryUse &use) {
  if (llvm::isa<llvm::LifetimeIntrinsic>(where.at))
    return std::nullopt;
  Event event;
  event.at = userOf(where);
  event.where = where;
  event.accesses = true;
  const ClassId place = classes.ofLocation(side, version.program().locationOf(*event.at));
  const bool isPlain = llvm::isa<llvm::LoadInst>(where.at) || llvm::isa<llvm::CallBase>(where.at);
  // A read that one version has alone changes nothing, nor does a write that nobody else has.
  if (!classes.isCommon(place)) {
    const bool isNobodys = llvm::all_of(use.stores, [&](VariableId id) {
      return !classes.isCommonVariable(classes.ofVariable(side, id));
    });
    if (isNobodys && (isPlain || !use.stores.empty()))
      return std::nullopt;
  }
  event.what = Meanings::mix(meanings.ofOperation(*where.at), place);
  return event;
}

std::optional<Skeleton::Event> Skeleton::callOf(const Occurrence &where,
                                                const llvm::CallBase &call) {
  Event event;
  event.at = userOf(where);
  event.where = where;
  event.what = meanings.ofOperation(call);
  for (const llvm::Function *callee : study.pointers.callees(call)) {
    if (!analysis::isLibraryFunction(*callee))
      continue;
    const OpKind what = analysis::kindOfCall(call, *callee);
    // What it is about: also how that was set up.
    if (what >= OpKind::Lock && what <= OpKind::Once)
      for (const llvm::Use &argument : call.args())
        if (argument->getType()->isPointerTy())
          event.what = Meanings::mix(event.what, meanings.ofContents(*argument));
    event.blocks |= what == OpKind::Wait || what == OpKind::TimedWait || what == OpKind::SemWait ||
                    what == OpKind::SemTimedWait || what == OpKind::BarrierWait ||
                    what == OpKind::Once || what == OpKind::Join || what == OpKind::Assume;
    const auto operation = analysis::lockOperationOf(version.program(), *callee);
    if (!operation)
      continue;
    event.lock = operation->argument < call.arg_size()
                     ? meanings.of(*call.getArgOperand(operation->argument))
                     : 1;
    event.takes |=
        operation->kind == LockOperation::Acquire || operation->kind == LockOperation::Try;
    event.gives |= operation->kind == LockOperation::Release;
    // An atomic section keeps out everybody, and not only those that hold a lock.
    if (operation->argument >= call.arg_size())
      continue;
    event.isLock =
        operation->kind == LockOperation::Acquire || operation->kind == LockOperation::Release;
    noteLock(event, call.getArgOperand(operation->argument));
  }
  return event;
}

/// Ways that end in an error decide nothing, as an assertion does not.
void Skeleton::dropFailures() {
  std::vector<GraphNode> work;
  for (GraphNode node = 0; node < fails.size(); ++node)
    if (fails[node])
      work.push_back(node);
  while (!work.empty()) {
    const GraphNode node = work.back();
    work.pop_back();
    for (const GraphNode from : graph->previous(node)) {
      std::erase(following[from], node);
      if (following[from].empty() && !fails[from] && from != ThreadGraph::entry) {
        fails[from] = 1;
        work.push_back(from);
      }
    }
  }
}

std::uint32_t Skeleton::nextOf(GraphNode node) const {
  std::uint32_t next = nothing;
  for (const GraphNode to : following[node])
    if (const std::uint32_t one = nextOfHead[to]; one != nothing)
      next = next == nothing || next == one ? one : several;
  return next;
}

/// Who goes round a loop until something in memory has changed may wait for others, or for ever,
/// even if nothing that it does there is to be seen.
void Skeleton::findWaits() {
  const GraphOrder order(*graph);
  waits.assign(following.size(), 0);
  for (GraphNode node = 0; node < following.size(); ++node) {
    if (fails[node] || following[node].size() < 2 || !order.isReached(node) || !order.inLoop(node))
      continue;
    const bool isExit = llvm::any_of(following[node], [&](GraphNode to) {
      return order.commonLoop(node, to) != order.loopOf(node);
    });
    const llvm::BasicBlock *from = edgeFrom[following[node].front()];
    if (!isExit || !from)
      continue;
    const llvm::Value *condition = conditionOf(*from->getTerminator());
    if (condition && !meanings.readsOf(*condition).empty())
      decides[node] = waits[node] = 1;
  }
}

/// Where a way divides, and what comes next depends on which is gone: a node does so that may come
/// by different ones, and has a successor that comes by one alone (Danicic and others, 2011).
void Skeleton::findDecisions() {
  const std::size_t count = following.size();
  decides.assign(count, 0);
  findWaits();
  while (true) {
    findNext();
    bool isNew = false;
    for (GraphNode node = 0; node < count; ++node) {
      if (decides[node] || fails[node] || following[node].size() < 2 || nextOfTail[node] != several)
        continue;
      if (llvm::any_of(following[node], [&](GraphNode to) {
            return nextOfHead[to] != several && nextOfHead[to] != nothing;
          })) {
        decides[node] = 1;
        isNew = true;
      }
    }
    if (!isNew)
      return;
  }
}

void Skeleton::findNext() {
  const auto count = static_cast<GraphNode>(following.size());
  nextOfHead.assign(count, nothing);
  nextOfTail.assign(count, nothing);
  for (bool changed = true; changed;) {
    changed = false;
    for (GraphNode node = count; node-- > 0;) {
      const std::uint32_t tail = node == ThreadGraph::exit ? 2 * node
                                 : decides[node]           ? 2 * node + 1
                                                           : nextOf(node);
      const std::uint32_t head = events[node].empty() ? tail : 2 * node;
      changed |= tail != nextOfTail[node] || head != nextOfHead[node];
      nextOfTail[node] = tail;
      nextOfHead[node] = head;
    }
  }
}

/// What is decided at the end of a node, and in which order its followers belong to that.
Meanings::Meaning Skeleton::decisionAt(GraphNode node, std::vector<GraphNode> &order, Node &step) {
  order = following[node];
  const llvm::BasicBlock *from = edgeFrom[order.front()];
  if (!from || llvm::any_of(order, [&](GraphNode to) { return edgeFrom[to] != from; })) {
    // Several functions that may be called, or a call that may not come back.
    step.hasOrder = false;
    return Meanings::mix(Meanings::text("ways"), order.size());
  }
  const llvm::Instruction &last = *from->getTerminator();
  step.at = userOf(edges[order.front()]);
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&last)) {
    bool isContrary = false;
    const Meanings::Meaning what = meanings.ofCondition(*branch->getCondition(), isContrary);
    if (isContrary)
      std::ranges::reverse(order);
    return Meanings::mix(Meanings::text("if"), what);
  }
  const auto &choice = llvm::cast<llvm::SwitchInst>(last);
  Meanings::Meaning what =
      Meanings::mix(Meanings::text("switch"), meanings.of(*choice.getCondition()));
  for (const auto &one : choice.cases())
    what = Meanings::mix(what, meanings.of(*one.getCaseValue()));
  return what;
}

/// Whether the lock is a known one.
void Skeleton::noteLock(const Event &event, const llvm::Value *pointer) {
  const auto targets = study.pointers.pointsTo(*pointer);
  if (targets.size() != 1 || targets.front().stride != 0)
    return;
  const auto known = study.locks.all();
  for (analysis::LockId id = 0; id < known.size(); ++id)
    if (!known[id].isAtomic && known[id].object == targets.front().object &&
        known[id].offset == targets.front().offset)
      lockBy[event.lock] = id;
}

/// The locks that it surely holds.
std::set<analysis::LockId> Skeleton::locksHeld(const Occurrence &where) const {
  std::set<analysis::LockId> locks;
  const auto add = [&](const std::vector<analysis::HeldLock> &held) {
    for (const analysis::HeldLock &one : held)
      locks.insert(one.lock);
  };
  add(study.locks.held(kind, *where.at));
  for (ContextId context = where.context; graph->context(context).call;
       context = graph->context(context).parent)
    add(study.locks.heldThrough(kind, *graph->context(context).call));
  return locks;
}

void Skeleton::checkLocks() {
  std::map<Meanings::Meaning, unsigned> number;
  std::vector<Meanings::Meaning> locks;
  for (const auto &list : events)
    for (const Event &event : list)
      if (event.takes || event.gives)
        if (number.try_emplace(event.lock, static_cast<unsigned>(locks.size())).second)
          locks.push_back(event.lock);
  if (locks.empty())
    return;
  const auto count = static_cast<unsigned>(locks.size());
  // By whether they may be taken, and may be free.
  struct State {
    llvm::BitVector taken, free;
  };
  std::vector<State> before(following.size(), {llvm::BitVector(count), llvm::BitVector(count)});
  before[ThreadGraph::entry].free.set();
  const auto judge = [&](const Event &event, const State &state) {
    if (event.takes || event.gives) {
      // Taken twice, or given back where it may not be held; or perhaps it is not taken.
      if ((event.takes ? state.taken : state.free).test(number[event.lock]) || !event.isLock)
        vague.insert(event.lock);
      return;
    }
    // Who waits with a lock that others need before they end the wait waits for ever. A wait on a
    // condition variable gives its own back.
    if (event.blocks)
      for (const unsigned lock : state.taken.set_bits())
        if (locks[lock] != event.lock)
          vague.insert(locks[lock]);
    if (!event.accesses || state.taken.none())
      return;
    const std::set<analysis::LockId> held = locksHeld(event.where);
    for (const unsigned lock : state.taken.set_bits()) {
      const auto known = lockBy.find(locks[lock]);
      const bool isHeld =
          known != lockBy.end() ? held.contains(known->second) : held.size() == state.taken.count();
      if (state.free.test(lock) || !isHeld)
        vague.insert(locks[lock]);
    }
  };
  const auto pass = [&](GraphNode node, State state, bool judges) {
    for (const Event &event : events[node]) {
      if (judges)
        judge(event, state);
      if (event.takes || event.gives) {
        const unsigned lock = number[event.lock];
        (event.takes ? state.taken : state.free).set(lock);
        (event.takes ? state.free : state.taken).reset(lock);
      }
    }
    if (judges && waits[node])
      for (const unsigned lock : state.taken.set_bits())
        vague.insert(locks[lock]);
    return state;
  };
  std::vector<GraphNode> work = {ThreadGraph::entry};
  std::vector<char> isSeen(following.size());
  isSeen[ThreadGraph::entry] = 1;
  while (!work.empty()) {
    const GraphNode node = work.back();
    work.pop_back();
    const State after = pass(node, before[node], false);
    for (const GraphNode to : following[node]) {
      State now = before[to];
      now.taken |= after.taken;
      now.free |= after.free;
      if (isSeen[to] && now.taken == before[to].taken && now.free == before[to].free)
        continue;
      isSeen[to] = 1;
      before[to] = std::move(now);
      work.push_back(to);
    }
  }
  for (GraphNode node = 0; node < following.size(); ++node)
    if (isSeen[node])
      pass(node, before[node], true);
  for (const unsigned lock : before[ThreadGraph::exit].taken.set_bits())
    vague.insert(locks[lock]);
}

void Skeleton::build() {
  steps.emplace_back();
  // The first step of what a node begins with, and of its end.
  std::map<std::uint32_t, Step> numbers = {{2 * ThreadGraph::exit, end}, {nothing, end}};
  std::vector<std::uint32_t> work;
  const auto stepAt = [&](std::uint32_t place) {
    const auto [found, isNew] = numbers.try_emplace(place, static_cast<Step>(steps.size()));
    if (isNew) {
      const GraphNode node = place / 2;
      steps.resize(steps.size() + (place % 2 ? 1 : events[node].size()));
      work.push_back(place);
    }
    return found->second;
  };
  begin = stepAt(nextOfHead[ThreadGraph::entry]);
  while (!work.empty()) {
    const std::uint32_t place = work.back();
    work.pop_back();
    const GraphNode node = place / 2;
    const Step first = numbers[place];
    if (place % 2 == 0) {
      for (std::size_t i = 0; i < events[node].size(); ++i) {
        const Event &event = events[node][i];
        Node &step = steps[first + i];
        step.what = event.what;
        if (event.isLock)
          step.lock = event.lock;
        step.at = event.at;
        step.next = {static_cast<Step>(first + i + 1)};
      }
      const Step behind = stepAt(nextOfTail[node]);
      steps[first + events[node].size() - 1].next = {behind};
      continue;
    }
    std::vector<GraphNode> order;
    Node step;
    step.what = decisionAt(node, order, step);
    for (const GraphNode to : order)
      step.next.push_back(stepAt(nextOfHead[to]));
    steps[first] = std::move(step);
  }
  orderWays();
}

/// Where any of several may come, by what comes.
void Skeleton::orderWays() {
  constexpr unsigned far = 4;
  std::vector<std::vector<Step>> ordered(steps.size());
  for (Step step = 0; step < steps.size(); ++step) {
    if (steps[step].hasOrder)
      continue;
    std::vector<std::pair<Meanings::Meaning, Step>> ways;
    for (const Step next : steps[step].next)
      ways.emplace_back(lookFrom(next, far), next);
    std::ranges::sort(ways);
    for (const auto &[look, next] : ways)
      ordered[step].push_back(next);
  }
  for (Step step = 0; step < steps.size(); ++step)
    if (!steps[step].hasOrder)
      steps[step].next = std::move(ordered[step]);
}

Meanings::Meaning Skeleton::lookFrom(Step step, unsigned far) const {
  std::vector<Meanings::Meaning> behind;
  if (far > 0)
    for (const Step next : steps[step].next)
      behind.push_back(lookFrom(next, far - 1));
  if (!steps[step].hasOrder)
    std::ranges::sort(behind);
  Meanings::Meaning result = steps[step].what;
  for (const Meanings::Meaning one : behind)
    result = Meanings::mix(result, one);
  return result;
}

} // namespace heddle::diff
