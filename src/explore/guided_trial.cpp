#include "explore/guided_trial.h"

#include "explore/loop.h"
#include "program/object_types.h"
#include "vm/symbolic.h"
#include "vm/targets.h"

#include <algorithm>
#include <cstring>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace heddle::explore {

namespace {

// Who moves in vain comes behind who moves on: first those that others wait for.
constexpr std::uint64_t holdsWanted = 1'000'000;
constexpr std::uint64_t isElsewhere = 2'000'000;
constexpr std::uint64_t isGone = 3'000'000;
constexpr std::uint64_t leavesGoal = 4'000'000;
constexpr std::size_t breaksOrder = 1000; ///< Steps that are left count so much less.
constexpr std::size_t mostBranches = 6;   ///< Of a thread that are remembered.
constexpr std::size_t mostAddresses = 32; ///< That a call is remembered to have read.
constexpr unsigned mostWaiting = 40; ///< States in which others move only; fewer where few count.
constexpr unsigned mostWaitingCoarse = 20;
constexpr unsigned mostWrongTurns = 24; ///< Of a loop, before it is taken for one that waits.

bool canAct(const vm::Machine &machine, vm::ThreadId thread) {
  return std::ranges::count(machine.choices(), thread, &vm::Choice::thread) > 0;
}

/// Whether control comes from one block to another without the branch.
bool isAround(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  std::vector<const llvm::BasicBlock *> work = {&from};
  std::vector<const llvm::BasicBlock *> seen = work;
  while (!work.empty()) {
    const llvm::BasicBlock *block = work.back();
    work.pop_back();
    if (block == &to)
      return true;
    for (const llvm::BasicBlock *next : llvm::successors(block))
      if (std::ranges::find(seen, next) == seen.end()) {
        seen.push_back(next);
        work.push_back(next);
      }
  }
  return false;
}

} // namespace

GuidedTrial::GuidedTrial(GuidedWorld &world, RouteSet given)
    : world(world), routes(std::move(given)), options(world.options), best(routes.routes.size()) {
  options.cancel = &world.progress.cancel;
}

void GuidedTrial::saw(const vm::Seen &seen) {
  if (seen.location == program::noLocation || !seen.after)
    return;
  const llvm::Instruction *at = world.program.location(world.original[seen.location]).instruction;
  if (seen.kind != program::OpKind::Read)
    passed.push_back(
        {.thread = seen.thread, .writer = at, .address = seen.address, .size = seen.size});
  if (isTrying || seen.size > sizeof(std::uint64_t))
    return;
  SeenValue &last = seenValues[{seen.thread, at}];
  last.value = 0;
  std::memcpy(&last.value, seen.after, seen.size);
  if (!llvm::isa<llvm::CallBase>(at))
    last.addresses.clear();
  if (std::ranges::count(last.addresses, seen.address))
    return;
  if (last.addresses.size() >= mostAddresses)
    last.addresses.erase(last.addresses.begin());
  last.addresses.push_back(seen.address);
}

void GuidedTrial::tell(const Passed &one, Course &course) const {
  if (one.writer)
    return course.write(one.thread, *one.writer, one.address, one.size);
  const Note &note = world.notes[one.note];
  course.pass(one.thread, one.note, note.isBehind ? note.at : nullptr);
}

std::vector<std::uint64_t> GuidedTrial::targetsNow(const vm::Machine &machine) const {
  std::vector<std::uint64_t> targets(machine.threadCount());
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (machine.exists(static_cast<vm::ThreadId>(i)))
      targets[i] = vm::targetsOf(machine.thread(static_cast<vm::ThreadId>(i)));
  return targets;
}

void GuidedTrial::start() {
  hasBegun = true;
  now = std::make_unique<State>(
      State{std::make_unique<vm::Machine>(world.code, options), Course(routes), {}, {}});
  now->machine->record(this);
  passed.clear();
  now->machine->start();
  follow(std::exchange(passed, {}), *now);
  takeArrival(*now->machine, {});
  noteBest();
}

/// What came by what, and where somebody was turned away.
void GuidedTrial::follow(const std::vector<Passed> &notes, State &state) {
  const std::vector<std::uint64_t> targets = targetsNow(*state.machine);
  for (const Passed &one : notes) {
    if (one.writer) {
      tell(one, state.course);
      continue;
    }
    const Note &note = world.notes[one.note];
    if (one.thread >= state.branches.size())
      state.branches.resize(one.thread + std::size_t{1});
    std::vector<const llvm::Instruction *> &own = state.branches[one.thread];
    const llvm::Instruction *last = own.empty() ? nullptr : own.back();
    const llvm::BasicBlock &here = *note.at->getParent();
    const bool begins = !note.isBehind && note.at == &analysis::startOf(here);
    if (begins && last && last->getFunction() == here.getParent() && !isBlocked &&
        llvm::is_contained(llvm::successors(last->getParent()), &here))
      findBlock(one.thread, *last, here);
    tell(one, state.course);
    state.course.advance(routes, targets);
    if (!note.isBehind && note.at->isTerminator() && note.at->getNumSuccessors() > 1) {
      own.push_back(note.at);
      if (own.size() > mostBranches)
        own.erase(own.begin());
    }
  }
  state.course.advance(routes, targets);
}

/// Whether the next place of the thread could be come to before the branch and no more behind it:
/// within its function, or what that calls.
bool GuidedTrial::findBlock(vm::ThreadId thread, const llvm::Instruction &branch,
                            const llvm::BasicBlock &side) {
  for (std::size_t route = 0; route < routes.routes.size(); ++route) {
    if (now->course.isThere(route) || !now->course.mayFollow(routes, route, thread))
      continue;
    const std::size_t step = now->course.nextOf(route);
    const analysis::Distances &to = distancesTo(route, step);
    if (!to.distanceInside(branch) || canOthers(route, thread, to))
      continue;
    const llvm::Instruction &place = *world.system[routes.routes[route].steps[step].place].at;
    if (!to.distanceInside(analysis::startOf(side))) {
      if (isAnywayInside(route, step, analysis::startOf(side)))
        continue;
      isBlockedAt(thread, route, branch);
      return true;
    }
    // In a loop the same branch may be asked again, and go the other way.
    const bool isWrong =
        place.getFunction() == branch.getFunction() && place.getParent() != branch.getParent() &&
        isAround(side, *branch.getParent()) &&
        llvm::any_of(llvm::successors(branch.getParent()), [&](const llvm::BasicBlock *other) {
          return other != &side && to.distanceInside(analysis::startOf(*other)) &&
                 !isAround(*other, *branch.getParent());
        });
    if (isWrong && ++wrongTurns[{thread, &branch}] > mostWrongTurns) {
      isBlockedAt(thread, route, branch);
      return true;
    }
  }
  return false;
}

/// Whether a later place for the same thread can be come to: then the trace was only another way.
bool GuidedTrial::isAnywayInside(std::size_t route, std::size_t step,
                                 const llvm::Instruction &from) {
  const std::vector<RouteStep> &steps = routes.routes[route].steps;
  for (std::size_t later = step + 1;
       later < steps.size() && steps[later].segment == steps[step].segment; ++later)
    if (distancesTo(route, later).distanceInside(from))
      return true;
  return false;
}

/// Whether somebody else can come to the next place of a route.
bool GuidedTrial::canOthers(std::size_t route, vm::ThreadId than,
                            const analysis::Distances &to) const {
  const vm::Machine &machine = *now->machine;
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto other = static_cast<vm::ThreadId>(i);
    if (other != than && machine.exists(other) &&
        machine.thread(other).status == vm::ThreadStatus::Ready &&
        now->course.mayFollow(routes, route, other) && distance(machine, other, to))
      return true;
  }
  return false;
}

void GuidedTrial::isBlockedAt(vm::ThreadId thread, std::size_t route,
                              const llvm::Instruction &branch) {
  isBlocked = true;
  block = {};
  block.branch = &branch;
  for (const llvm::Instruction *one : now->branches[thread])
    if (one != &branch && one->getFunction() == branch.getFunction() &&
        !llvm::isa<llvm::InvokeInst>(one) &&
        std::ranges::find(block.before, one) == block.before.end())
      block.before.push_back(one);
  block.route = route;
  block.step = now->course.nextOf(route);
  block.thread = thread;
  block.threadName = now->machine->threadName(thread);
  for (const auto &[key, seen] : seenValues)
    if (key.first == thread) {
      block.values[key.second] = seen.value;
      block.addresses[key.second] = seen.addresses;
    }
}

const analysis::Distances &GuidedTrial::distancesTo(std::size_t route, std::size_t step) {
  const analysis::PlaceId place = routes.routes[route].steps[step].place;
  const analysis::Distances *&known = distances[place];
  if (!known)
    known = &world.reachability.to(*world.system[place].at);
  return *known;
}

std::optional<std::uint32_t> GuidedTrial::distance(const vm::Machine &machine, vm::ThreadId thread,
                                                   const analysis::Distances &to) const {
  std::vector<const llvm::Instruction *> stack;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread))
    if (entry.location != program::noLocation)
      stack.push_back(world.program.location(world.original[entry.location]).instruction);
  if (stack.empty())
    return std::nullopt;
  return to.distance(stack);
}

/// The second rank: how far it is at least to the next place of any route.
std::uint64_t GuidedTrial::distanceOf(const vm::Machine &machine, const Course &course,
                                      vm::ThreadId moved) {
  const vm::ThreadCore &core = machine.thread(moved);
  if (core.status != vm::ThreadStatus::Ready)
    return isGone;
  std::uint64_t least = isElsewhere;
  for (std::size_t route = 0; route < routes.routes.size(); ++route) {
    if (course.isThere(route))
      continue;
    if (course.mayFollow(routes, route, moved)) {
      const std::vector<RouteStep> &steps = routes.routes[route].steps;
      const std::size_t next = course.nextOf(route);
      // A place that can no more be come to is passed over.
      for (std::size_t step = next;
           step < steps.size() && steps[step].segment == steps[next].segment; ++step)
        if (const auto found = distance(machine, moved, distancesTo(route, step))) {
          least = std::min<std::uint64_t>(least, *found);
          break;
        }
      continue;
    }
    // Whoever has the next step may wait for a lock that this thread holds.
    const Route &of = routes.routes[route];
    const vm::ThreadId bound = course.boundTo(route, of.steps[course.nextOf(route)].segment);
    if (bound == vm::noThread || bound >= machine.threadCount() || !machine.exists(bound))
      continue;
    const vm::Pending &wanted = machine.thread(bound).pending;
    for (const vm::Address lock : machine.locksHeldBy(moved))
      if (lock == wanted.address || lock == wanted.second)
        least = std::min(least, holdsWanted);
  }
  return least;
}

/// The rank of data: whether a function of the class is among the places that are left.
bool GuidedTrial::isClassOnTheWay(std::string_view key) const {
  for (std::size_t route = 0; route < routes.routes.size(); ++route) {
    if (now->course.isThere(route))
      continue;
    const std::vector<RouteStep> &steps = routes.routes[route].steps;
    for (std::size_t step = now->course.nextOf(route); step < steps.size(); ++step)
      if (program::classKeyOf(*world.system[steps[step].place].at->getFunction()) == key)
        return true;
  }
  return false;
}

GuidedTrial::Rank GuidedTrial::rankOf(const vm::Machine &machine, const Course &course,
                                      vm::ThreadId moved) {
  return {course.left(routes) + breaksOrder * course.broken(routes),
          distanceOf(machine, course, moved)};
}

bool GuidedTrial::takeArrival(vm::Machine &machine, const std::vector<vm::Choice> &path) {
  for (vm::Fault &fault : machine.takeFaults())
    if (vm::isArrival(fault) && !reached) {
      reached = Found{std::move(fault), path, {}};
      reached->areInputsSmallest = machine.makeInputsSmall();
      reached->inputs = machine.anyInputs();
      if (world.accepts && !world.accepts(*reached))
        reached.reset();
    }
  machine.takeGaps();
  return reached.has_value();
}

void GuidedTrial::noteBest() {
  for (std::size_t i = 0; i < best.size(); ++i) {
    const std::size_t all = routes.routes[i].steps.size();
    best[i] = std::max(best[i], all - now->course.leftOf(routes, i));
  }
}

std::shared_ptr<GuidedTrial::State> GuidedTrial::copyNow() {
  return std::make_shared<State>(
      State{now->machine->copy(), now->course, now->path, now->branches});
}

void GuidedTrial::take(vm::Choice choice) {
  now->path.push_back(choice);
  passed.clear();
  const std::uint64_t before = now->machine->instructions();
  now->machine->take(choice);
  ran += now->machine->instructions() - before;
  follow(std::exchange(passed, {}), *now);
}

/// One step on, to the best of the states that may come next. False if there is none.
bool GuidedTrial::expand() {
  vm::Machine &machine = *now->machine;
  const std::vector<vm::Choice> choices = machine.choices();
  if (choices.empty() || now->path.size() >= world.maxDepth)
    return false;
  if (choices.size() == 1) {
    take(choices.front());
    return true;
  }
  if (routes.isCoarse && runsThrough(choices)) {
    take({now->path.back().thread, 0, false});
    return true;
  }
  ++expanded;
  const std::size_t mark = machine.mark();
  std::vector<Tried> tried;
  isTrying = true;
  const bool wasBlocked = isBlocked;
  const std::size_t decided = machine.symbolic().resolved.size();
  for (const vm::Choice &choice : choices) {
    passed.clear();
    machine.take(choice);
    std::vector<vm::Choice> path = now->path;
    path.push_back(choice);
    if (takeArrival(machine, path))
      break;
    Course course = now->course;
    const bool leaves = course.isHeld(routes, choice.thread);
    const std::vector<std::uint64_t> targets = targetsNow(machine);
    for (const Passed &one : passed) {
      tell(one, course);
      if (!one.writer)
        course.advance(routes, targets);
    }
    course.advance(routes, targets);
    Rank rank = rankOf(machine, course, choice.thread);
    if (leaves)
      rank.distance += leavesGoal;
    if (const auto &lazies = machine.symbolic().resolved;
        lazies.size() > decided && lazies.back().type && isClassOnTheWay(lazies.back().type->key))
      rank.data = 0;
    tried.push_back({choice, rank, tried.size()});
    machine.back(mark);
  }
  isTrying = false;
  isBlocked = wasBlocked;
  if (reached)
    return true;
  std::ranges::sort(tried, {}, [](const Tried &one) { return std::pair(one.rank, one.number); });
  const std::shared_ptr<State> copy = copyNow();
  for (std::size_t i = 1; i < tried.size(); ++i)
    backtrack[tried[i].rank].push_back({copy, tried[i].choice});
  machine.drop(mark);
  waiting = tried.front().rank.distance >= holdsWanted ? waiting + 1 : 0;
  take(tried.front().choice);
  return true;
}

/// Where whoever has the next step only waits for something, that is what has to change.
void GuidedTrial::noteWaiting() {
  for (std::size_t route = 0; route < routes.routes.size() && !isBlocked; ++route) {
    if (now->course.isThere(route))
      continue;
    const Route &of = routes.routes[route];
    const vm::ThreadId bound =
        now->course.boundTo(route, of.steps[now->course.nextOf(route)].segment);
    if (bound == vm::noThread || bound >= now->branches.size() || now->branches[bound].empty() ||
        canAct(*now->machine, bound) ||
        now->machine->thread(bound).status != vm::ThreadStatus::Ready)
      continue;
    isBlockedAt(bound, route, *now->branches[bound].back());
  }
}

void GuidedTrial::adopt(const Other &other) {
  // Whoever comes last may have the copy itself.
  now = std::make_unique<State>(State{other.state->machine->copy(), other.state->course,
                                      other.state->path, other.state->branches});
  now->machine->record(this);
  take(other.choice);
}

bool GuidedTrial::goBack() {
  if (backtrack.empty())
    return false;
  auto first = backtrack.begin();
  const Other other = std::move(first->second.back());
  first->second.pop_back();
  if (first->second.empty())
    backtrack.erase(first);
  adopt(other);
  return true;
}

GuidedTrial::Outcome GuidedTrial::run(std::uint64_t states, const std::function<bool()> &isEnough) {
  isBlocked = false;
  order.reset();
  const std::uint64_t until = expanded + states;
  if (!hasBegun)
    start();
  while (!reached) {
    if (isCancelled(world.progress))
      return Outcome::Over;
    if (isBlocked) {
      if (!backtrack.empty())
        goBack();
      isBlocked = true; // What was met on the way back can wait.
      return Outcome::Blocked;
    }
    if (expanded >= until || (isEnough && isEnough()))
      return Outcome::Paused;
    findOrder();
    if (order) {
      if (!backtrack.empty())
        goBack();
      isBlocked = false;
      return Outcome::Misordered;
    }
    if (waiting >= (routes.isCoarse ? mostWaitingCoarse : mostWaiting)) {
      waiting = 0;
      noteWaiting();
      if (isBlocked)
        continue;
    }
    const bool hasMoved = expand();
    if (!hasMoved) {
      noteWaiting();
      if (!isBlocked && !goBack())
        return Outcome::Over;
    }
    takeArrival(*now->machine, now->path);
    noteBest();
  }
  return Outcome::Reached;
}

} // namespace heddle::explore
