#include "explore/refine.h"

#include "explore/condition.h"

#include <algorithm>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <tuple>

namespace heddle::explore {

namespace {

constexpr std::size_t mostDefinitions = 12;

/// Whether both may be the same variable: by the same address, or by the same name.
bool isSamePlace(const llvm::Instruction &load, const llvm::Value &pointer) {
  const auto *read = llvm::dyn_cast<llvm::LoadInst>(&load);
  return read && read->getPointerOperand() == &pointer;
}

/// Whether control comes from one block to another.
bool leadsTo(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
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

Route Refiner::routeOf(const analysis::AbstractTrace &trace) const {
  Route route;
  for (const analysis::PlaceId id : trace) {
    const analysis::AbstractPlace &place = system[id];
    constexpr unsigned done =
        analysis::AbstractDefinition | analysis::AbstractAcquire | analysis::AbstractRelease;
    std::uint32_t note = Notes::none;
    if (!place.is(analysis::AbstractGoal)) {
      note = (place.roles & done) != 0 ? notes.behind(*place.at) : notes.before(*place.at);
      if (note == Notes::none)
        note = notes.before(*place.at);
      if (note == Notes::none)
        continue; // Of a library, which tells nothing.
    }
    route.steps.push_back({0, id, note});
  }
  return route;
}

/// 0 if the branch would go the other way with what it stores, 2 if it would not, 1 if that is not
/// known.
unsigned Refiner::rankOf(const llvm::Instruction &definition, const llvm::Instruction &branch,
                         const Blocked &block) const {
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&definition);
  if (!store)
    return 1;
  const std::vector<const llvm::Instruction *> reads = system.readsOf(branch);
  const ValueOf seen = [&](const llvm::Instruction &at) -> std::optional<std::uint64_t> {
    const auto known = block.values.find(&at);
    return known == block.values.end() ? std::nullopt : std::optional(known->second);
  };
  const auto taken = sideOf(branch, seen);
  if (!taken)
    return 1;
  unsigned rank = 2;
  for (const llvm::Instruction *read : reads) {
    if (!facts.dependence.mayFlow(definition, *read))
      continue;
    // What the definition itself reads of the variable is what the branch has seen.
    const ValueOf inDefinition = [&](const llvm::Instruction &at) -> std::optional<std::uint64_t> {
      if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&at);
          load && isSamePlace(*read, *load->getPointerOperand()))
        return seen(*read);
      return std::nullopt;
    };
    const auto stored = evaluate(*store->getValueOperand(), inDefinition);
    if (!stored) {
      rank = std::min(rank, 1u);
      continue;
    }
    const ValueOf then = [&](const llvm::Instruction &at) -> std::optional<std::uint64_t> {
      return &at == read ? stored : seen(at);
    };
    const auto side = sideOf(branch, then);
    if (side && *side != *taken)
      return 0;
    const auto before = gapOf(branch, seen);
    const auto after = gapOf(branch, then);
    if (before && after && *after < *before)
      return 0; // Nearer: again and again may do.
    if (!side)
      rank = std::min(rank, 1u);
  }
  return rank;
}

std::vector<Refiner::Definition> Refiner::definitionsFor(const Blocked &block) const {
  std::vector<Definition> found;
  const llvm::Function &own = *block.branch->getFunction();
  std::vector<const llvm::Instruction *> branches = {block.branch};
  branches.insert(branches.end(), block.before.rbegin(), block.before.rend());
  for (const llvm::Instruction *branch : branches)
    for (const llvm::Instruction *at : system.definitionsOf(*branch)) {
      if (notes.behind(*at) == Notes::none)
        continue; // Of a library.
      const unsigned rank = rankOf(*at, *branch, block);
      const auto known = std::ranges::find(found, at, &Definition::at);
      if (known != found.end()) {
        known->rank = std::min(known->rank, rank);
        continue;
      }
      const llvm::BitVector &runners = facts.threads.runners(*at->getFunction());
      const llvm::BitVector &readers = facts.threads.runners(own);
      const bool isOwn = at->getFunction() == &own && runners.count() <= 1 && readers == runners &&
                         leadsTo(*at->getParent(), *block.branch->getParent());
      found.push_back({at, branch, rank, isOwn, found.size()});
    }
  std::ranges::sort(
      found, {}, [](const Definition &one) { return std::tuple(one.rank, one.isOwn, one.number); });
  if (found.size() > mostDefinitions)
    found.resize(mostDefinitions);
  return found;
}

/// Where the branch read what the definition is to write, as far as that was seen. What is tried
/// with all scheduling points takes any write, as the address may become another one.
std::vector<vm::Address> Refiner::wantedBy(const GuidedTrial &trial,
                                           const Definition &definition) const {
  std::vector<vm::Address> wanted;
  if (!trial.set().isCoarse)
    return wanted;
  const Blocked &block = trial.blocked();
  for (const llvm::Instruction *read : system.readsOf(*definition.branch))
    if (llvm::isa<llvm::CallBase>(definition.at) || facts.dependence.mayFlow(*definition.at, *read))
      for (const llvm::Instruction *user : system.usersOf(*read))
        if (const auto seen = block.addresses.find(user); seen != block.addresses.end())
          wanted.insert(wanted.end(), seen->second.begin(), seen->second.end());
  return wanted;
}

std::optional<Route> Refiner::routeToDefinition(const llvm::Instruction &at,
                                                std::vector<vm::Address> wanted, bool &locks) {
  const analysis::PlaceId id = system.add(at, analysis::AbstractDefinition, rounds);
  const std::vector<analysis::AbstractTrace> traces = system.tracesTo(id, 1);
  if (traces.empty())
    return std::nullopt;
  Route first = routeOf(traces.front());
  if (!first.steps.empty())
    first.steps.back().defines = std::move(wanted);
  locks = std::ranges::any_of(traces.front(), [&](analysis::PlaceId place) {
    return system[place].is(analysis::AbstractAcquire);
  });
  // Others may need the lock that the definition was made under.
  if (locks)
    for (analysis::PlaceId place = 0; place < system.places().size(); ++place) {
      const analysis::AbstractPlace &one = system[place];
      if (!one.is(analysis::AbstractRelease) || one.at->getFunction() != at.getFunction() ||
          !leadsTo(*at.getParent(), *one.at->getParent()) ||
          (one.at->getParent() == at.getParent() && one.at->comesBefore(&at)) ||
          notes.behind(*one.at) == Notes::none)
        continue;
      first.steps.push_back({0, place, notes.behind(*one.at)});
      break;
    }
  return first;
}

/// For a thread of its own.
void Refiner::insert(Route &route, std::size_t at, Route first) {
  for (RouteStep &step : first.steps)
    step.segment = route.segments;
  ++route.segments;
  route.steps.insert(route.steps.begin() + static_cast<std::ptrdiff_t>(at), first.steps.begin(),
                     first.steps.end());
}

bool Refiner::precede(Route &route, const llvm::Instruction &by) {
  bool locks = false;
  auto first = notes.behind(by) == Notes::none ? std::nullopt : routeToDefinition(by, {}, locks);
  if (first)
    insert(route, 0, std::move(*first));
  return first.has_value();
}

void Refiner::extend(const GuidedTrial &trial, const Definition &definition,
                     std::vector<RouteSet> &refined) {
  const Blocked &block = trial.blocked();
  bool locks = false;
  const std::optional<Route> first =
      routeToDefinition(*definition.at, wantedBy(trial, definition), locks);
  if (!first)
    return;
  const Route &old = trial.set().routes[block.route];
  // Where the thread is about to run what asks: behind the last step of another function or branch.
  std::size_t middle = block.step;
  while (middle > 0 && old.steps[middle - 1].segment == old.steps[block.step].segment &&
         system[old.steps[middle - 1].place].at->getFunction() == block.branch->getFunction() &&
         !system[old.steps[middle - 1].place].is(analysis::AbstractAcquire))
    --middle;
  for (const bool isBefore : {true, false}) {
    const std::size_t at = isBefore ? 0 : middle;
    if (!isBefore && (at == 0 || locks))
      continue;
    RouteSet set = trial.set();
    Route &route = set.routes[block.route];
    insert(route, at, *first);
    for (RouteOrder &order : set.orders) {
      if (order.later == block.route && order.laterStep >= at)
        order.laterStep += first->steps.size();
      if (order.first == block.route && order.firstStep >= at)
        order.firstStep += first->steps.size();
    }
    ++set.refinements;
    set.rank = definition.rank * 4 + (definition.isOwn ? 2 : 0) + (isBefore ? 0 : 1);
    refined.push_back(std::move(set));
  }
}

std::vector<RouteSet> Refiner::refine(const GuidedTrial &trial) {
  ++rounds;
  const Blocked &block = trial.blocked();
  const RouteSet &old = trial.set();
  const ValueOf seen = [&](const llvm::Instruction &at) -> std::optional<std::uint64_t> {
    const auto known = block.values.find(&at);
    return known == block.values.end() ? std::nullopt : std::optional(known->second);
  };
  const auto missing = gapOf(*block.branch, seen);
  const bool isNearer =
      old.blockedAt == block.branch && missing && old.missing && *missing < *old.missing;
  std::vector<RouteSet> refined;
  for (const Definition &definition : definitionsFor(block))
    extend(trial, definition, refined);
  for (RouteSet &set : refined) {
    set.states = old.states + trial.states();
    set.blockedAt = block.branch;
    set.missing = missing;
    set.misses = old.misses + (isNearer ? 0 : 1);
  }
  return refined;
}

} // namespace heddle::explore
