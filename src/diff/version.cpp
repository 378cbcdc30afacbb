#include "diff/version.h"

#include "analysis/begun_by.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <set>

namespace heddle::diff {

namespace {

using analysis::Instances;
using analysis::OrderKind;
using analysis::OrderPoint;

std::pair<const void *, const void *> keyOf(const Occurrence &occurrence) {
  if (occurrence.at)
    return {occurrence.at, nullptr};
  return {occurrence.from, occurrence.to};
}

} // namespace

Version::Version(const program::Program &program, const VersionOptions &options)
    : Version(std::make_shared<analysis::Study>(program, analysis::OrderOptions{options.spurious}),
              options) {}

Version::Version(std::shared_ptr<const analysis::Study> given, const VersionOptions &options)
    : shared(std::move(given)), study(*shared), options(options), calledBack(study),
      orderLinks(study.order.links()),
      memory(study, {options.allAccesses, options.also, options.mostPieces}) {
  all.emplace_back();
  all.front().kind = StatementKind::Initial;
  findInterest();
  addThreads();
  addNeeds();
  findMerges();
  findGaps();
  // The analysis names locks as it is asked: whoever lists them comes after this.
  for (StatementId id = 0; id < all.size(); ++id)
    heldBy.push_back(findHeld(id));
}

void Version::findInterest() {
  for (const llvm::Instruction *at : memory.instructions())
    interest.instructions.insert(at);
  const auto enter = [&](const OrderPoint &point, auto set) {
    for (const llvm::Instruction *at : point.done) {
      interest.instructions.insert(at);
      set(atDone[{at, nullptr}]);
    }
    for (const llvm::CallBase *call : point.begins) {
      interest.instructions.insert(call);
      set(atBegin[{call, nullptr}]);
    }
    for (const auto &edge : point.edges) {
      interest.edges.insert(edge);
      set(atDone[{edge.first, edge.second}]);
    }
  };
  for (const analysis::OrderLink &link : orderLinks) {
    const bool isCreation = link.reason.kind == OrderKind::Creation;
    const bool isJoin = link.reason.kind == OrderKind::Join;
    for (const OrderPoint &point : link.releases)
      enter(point, [&](Roles &roles) { (isCreation ? roles.creates : roles.releases) = true; });
    for (const OrderPoint &point : link.acquires)
      enter(point, [&](Roles &roles) { (isJoin ? roles.joins : roles.acquires) = true; });
  }
  interest.findFunctions(study.pointers);
}

std::string Version::routineOf(analysis::StaticThread kind,
                               const analysis::CallSites &sites) const {
  if (!study.threads.all()[kind].routine)
    return "?";
  return program::shownName(analysis::begunBy(study, sites, kind).getName().str());
}

void Version::addThreads() {
  const analysis::CallSites sites(study.program, study.pointers);
  std::size_t budget = options.mostNodes;
  const std::uint64_t most = std::uint64_t{2} * options.edges;
  for (analysis::StaticThread kind = 0; kind < study.threads.all().size(); ++kind) {
    graphs.push_back(std::make_unique<ThreadGraph>(study, calledBack, kind, interest, budget));
    orders.push_back(std::make_unique<GraphOrder>(*graphs.back()));
    const std::string routine = routineOf(kind, sites);
    const std::uint64_t count = study.order.instances().of(kind);
    const auto copies = static_cast<unsigned>(std::clamp<std::uint64_t>(count, 1, most));
    for (unsigned copy = 0; copy < copies; ++copy) {
      ThreadInstance instance{kind, copy, routine, "main"};
      if (kind != 0)
        instance.name = fmt::format(
            "T{}{} {}", kind,
            copies > 1 ? std::string(1, static_cast<char>('a' + copy)) : std::string(), routine);
      instances.push_back(std::move(instance));
      members.emplace_back();
      addStatements(static_cast<std::uint32_t>(instances.size() - 1));
    }
  }
}

std::size_t Version::nodeCount() const {
  std::size_t count = 0;
  for (const auto &graph : graphs)
    count += graph->nodeCount();
  return count;
}

std::uint64_t Version::mostEdges() const {
  std::vector<std::uint64_t> loads(memory.size()), stores(memory.size(), 1);
  for (const Statement &statement : all)
    if (statement.use) {
      for (const VariableId id : statement.use->loads)
        ++loads[id];
      for (const VariableId id : statement.use->stores)
        ++stores[id];
    }
  std::uint64_t count = 0;
  for (VariableId id = 0; id < memory.size(); ++id)
    count += loads[id] * stores[id];
  return count;
}

StatementId Version::add(Statement statement) {
  const auto id = static_cast<StatementId>(all.size());
  members[statement.thread].push_back(id);
  all.push_back(std::move(statement));
  return id;
}

void Version::addStatements(std::uint32_t thread) {
  const ThreadGraph &graph = graphOf(thread);
  std::uint32_t position = 1;
  for (const Occurrence &where : graph.occurrences()) {
    const auto key = keyOf(where);
    const llvm::Instruction *user = graph.userOf(where, program());
    Statement statement{thread, StatementKind::Access,       where.node, 0,
                        where,  program().locationOf(*user), nullptr};
    const auto put = [&](StatementKind kind, const MemoryUse *use) {
      statement.kind = kind;
      statement.use = use;
      statement.position = position++;
      add(statement);
    };
    const auto begin = atBegin.find(key);
    const auto done = atDone.find(key);
    if (where.isBegun && begin != atBegin.end() && begin->second.creates)
      put(StatementKind::Create, nullptr);
    if (where.isDone && where.at)
      if (const MemoryUse *use = memory.use(*where.at, instances[thread].kind))
        put(StatementKind::Access, use);
    if (where.isBegun && begin != atBegin.end() && begin->second.releases)
      put(StatementKind::Release, nullptr);
    if (!where.isDone || done == atDone.end())
      continue;
    if (done->second.creates)
      put(StatementKind::Create, nullptr);
    if (done->second.releases)
      put(StatementKind::Release, nullptr);
    if (done->second.joins)
      put(StatementKind::Join, nullptr);
    if (done->second.acquires)
      put(StatementKind::Acquire, nullptr);
  }
}

std::vector<StatementId> Version::statementsAt(const OrderPoint &point, StatementKind kind) const {
  std::set<std::pair<const void *, const void *>> done;
  std::set<const void *> begins;
  for (const llvm::Instruction *at : point.done)
    done.insert({at, nullptr});
  for (const auto &edge : point.edges)
    done.insert({edge.first, edge.second});
  for (const llvm::CallBase *call : point.begins)
    begins.insert(call);
  std::vector<StatementId> result;
  for (std::uint32_t thread = 0; thread < instances.size(); ++thread) {
    if (instances[thread].kind != point.thread)
      continue;
    for (const StatementId id : members[thread])
      if (all[id].kind == kind && ((all[id].where.isDone && done.contains(keyOf(all[id].where))) ||
                                   (all[id].where.at && begins.contains(all[id].where.at))))
        result.push_back(id);
  }
  return result;
}

void Version::addNeeds() {
  for (std::size_t i = 0; i < orderLinks.size(); ++i)
    addNeeds(i);
}

/// Where one statement alone can have ended a wait, or all of several must have come.
void Version::addNeeds(std::size_t number) {
  const analysis::OrderLink &link = orderLinks[number];
  const bool isCreation = link.reason.kind == OrderKind::Creation;
  const bool isJoin = link.reason.kind == OrderKind::Join;
  const StatementKind releaseKind = isCreation ? StatementKind::Create : StatementKind::Release;
  const StatementKind acquireKind = isJoin ? StatementKind::Join : StatementKind::Acquire;
  std::vector<StatementId> acquires;
  for (const OrderPoint &point : link.acquires)
    if (!point.isWholeThread && point.level == 1)
      llvm::append_range(acquires, statementsAt(point, acquireKind));
  if (isCreation) {
    std::vector<StatementId> creations;
    for (const OrderPoint &point : link.releases)
      llvm::append_range(creations, statementsAt(point, releaseKind));
    for (const OrderPoint &point : link.acquires)
      for (std::uint32_t thread = 0; thread < instances.size(); ++thread)
        if (point.isWholeThread && instances[thread].kind == point.thread)
          for (const StatementId id : creations)
            created.push_back({id, thread});
    return;
  }
  if (isJoin) {
    for (const OrderPoint &point : link.releases)
      for (std::uint32_t thread = 0; thread < instances.size(); ++thread)
        if (point.isWholeThread && point.isOfAll && instances[thread].kind == point.thread)
          for (const StatementId id : acquires)
            joined.push_back({id, thread});
    return;
  }
  const auto isUsable = [](const OrderPoint &point) {
    return !point.isWholeThread && !point.isBody && point.level == 1;
  };
  std::vector<StatementId> releases;
  for (const OrderPoint &point : link.releases) {
    if (!isUsable(point)) {
      if (link.needsAll)
        continue;
      return;
    }
    const std::vector<StatementId> here = statementsAt(point, releaseKind);
    // Of those that all must have come by, each counts that is the only one of its thread.
    if (!link.needsAll || point.isOfAll) {
      llvm::append_range(releases, here);
      continue;
    }
    if (here.size() == 1)
      releases.push_back(here.front());
  }
  if (link.needsAll) {
    std::map<std::uint32_t, unsigned> count;
    for (const StatementId id : releases)
      ++count[all[id].thread];
    std::erase_if(releases, [&](StatementId id) { return count[all[id].thread] > 1; });
  } else if (releases.size() != 1) {
    return;
  }
  for (const StatementId release : releases)
    for (const StatementId acquire : acquires)
      if (all[release].thread != all[acquire].thread)
        allNeeds.push_back({release, acquire, number});
}

/// Whether the second is reached only through the first.
bool Version::comesFirst(StatementId one, StatementId other) const {
  const Statement &a = all[one];
  const Statement &b = all[other];
  if (a.thread != b.thread)
    return false;
  if (a.node == b.node)
    return a.position < b.position;
  return orderOf(a.thread).dominates(a.node, b.node);
}

void Version::findMerges() {
  std::vector<StatementId> releases;
  for (const Need &need : allNeeds)
    if (std::ranges::find(releases, need.release) == releases.end())
      releases.push_back(need.release);
  if (releases.empty())
    return;
  for (std::uint32_t thread = 0; thread < instances.size(); ++thread)
    findMerges(thread, releases);
}

/// What must have been sent on whichever way the thread has come: where ways meet on each of which
/// a wait was passed, none of these waits need dominate what follows (paper 003, figure 3(b)).
void Version::findMerges(std::uint32_t thread, const std::vector<StatementId> &releases) {
  const auto count = static_cast<unsigned>(releases.size());
  std::map<GraphNode, llvm::BitVector> gained;
  std::map<std::pair<GraphNode, unsigned>, std::size_t> byLink;
  for (const Need &need : allNeeds) {
    if (all[need.acquire].thread != thread)
      continue;
    llvm::BitVector &bits = gained[all[need.acquire].node];
    bits.resize(count);
    for (unsigned i = 0; i < count; ++i)
      if (releases[i] == need.release || comesFirst(releases[i], need.release)) {
        bits.set(i);
        byLink.try_emplace({all[need.acquire].node, i}, need.link);
      }
  }
  if (gained.size() < 2)
    return;
  const ThreadGraph &graph = graphOf(thread);
  const GraphOrder &order = orderOf(thread);
  std::vector<llvm::BitVector> in(graph.nodeCount(), llvm::BitVector(count, true)), out = in;
  in[ThreadGraph::entry].reset();
  for (bool changed = true; changed;) {
    changed = false;
    for (const GraphNode node : order.topological()) {
      llvm::BitVector now(count, node != ThreadGraph::entry);
      for (const GraphNode from : graph.previous(node))
        if (order.isReached(from))
          now &= out[from];
      in[node] = now;
      if (const auto found = gained.find(node); found != gained.end())
        now |= found->second;
      changed |= now != out[node];
      out[node] = std::move(now);
    }
  }
  for (const GraphNode node : order.topological()) {
    if (graph.previous(node).size() < 2)
      continue;
    llvm::BitVector fresh = in[node];
    order.forDominators(node, [&](GraphNode above) {
      if (above != node)
        fresh.reset(out[above]);
    });
    if (fresh.none())
      continue;
    Statement merge{thread, StatementKind::Merge, node, 0, {}, program::noLocation, nullptr};
    const StatementId id = add(merge);
    for (const unsigned bit : fresh.set_bits()) {
      std::size_t link = 0;
      for (const auto &[key, number] : byLink)
        if (key.second == bit)
          link = number;
      allNeeds.push_back({releases[bit], id, link});
    }
  }
}

std::vector<Version::Held> Version::findHeld(StatementId id) const {
  const Statement &statement = all[id];
  if (!statement.where.at && !statement.where.from)
    return {};
  const analysis::StaticThread kind = instances[statement.thread].kind;
  const ThreadGraph &graph = graphOf(statement.thread);
  std::vector<Held> result;
  const auto addAll = [&](const std::vector<analysis::HeldLock> &locks) {
    for (const analysis::HeldLock &held : locks) {
      std::optional<std::pair<analysis::SectionId, ContextId>> section;
      if (held.section != analysis::noSection) {
        const llvm::Instruction *start = study.locks.sections()[held.section].start;
        for (ContextId at = statement.where.context;; at = graph.context(at).parent) {
          if (start && graph.context(at).function == start->getFunction()) {
            section = {held.section, at};
            break;
          }
          if (!graph.context(at).call)
            break;
        }
      }
      const auto known = std::ranges::find(result, held.lock, &Held::lock);
      const bool isReading = held.mode == analysis::LockMode::Reading;
      if (known == result.end()) {
        result.push_back({held.lock, isReading, section});
        continue;
      }
      // Taken again while it is held: what is inside of the outer section is in that one.
      known->section = section;
      known->isReading &= isReading;
    }
  };
  const llvm::Instruction *at =
      statement.where.at ? statement.where.at : statement.where.from->getTerminator();
  addAll(study.locks.held(kind, *at));
  for (ContextId context = statement.where.context; graph.context(context).call;
       context = graph.context(context).parent)
    addAll(study.locks.heldThrough(kind, *graph.context(context).call));
  return result;
}

void Version::findGaps() {
  for (const llvm::Function *function : study.pointers.unknownFunctions())
    leftOut.push_back(
        {"unsupported-function",
         fmt::format("no model for function {}: what it does with what it is given is not known",
                     program::shownName(function->getName().str())),
         Side::Old, program::noLocation});
  for (const llvm::Function *function : analysis::libraryFunctions(study.pointers)) {
    if (function->getName() == "pthread_setcanceltype")
      leftOut.push_back({"cancellation", "threads may be ended anywhere (pthread_setcanceltype)",
                         Side::Old, program::noLocation});
    if (function->getName().contains("jmp"))
      leftOut.push_back({"longjmp", "setjmp: what comes behind it may run again", Side::Old,
                         program::noLocation});
  }
  std::vector<std::set<const llvm::Instruction *>> placed(study.threads.all().size());
  for (const Statement &statement : all)
    if (statement.where.at)
      placed[instances[statement.thread].kind].insert(statement.where.at);
  // Where no way of a function that is put in leads, nobody comes.
  llvm::DenseSet<const llvm::Function *> followed;
  for (const auto &graph : graphs)
    for (const Context &context : graph->allContexts())
      followed.insert(context.function);
  std::set<const llvm::Function *> missed;
  for (const llvm::Instruction *at : memory.instructions()) {
    const llvm::Function &function = *at->getFunction();
    const bool isNowhere =
        !followed.contains(&function) &&
        std::ranges::none_of(placed, [&](const std::set<const llvm::Instruction *> &some) {
          return some.contains(at);
        });
    // What a library's own code only reads, as a destructor at the end of the process does, hides
    // no write from anybody, and is at no place of the user's.
    const auto known = program().functionOf(function);
    if (known && program().functions()[*known].isModel && memory.use(*at)->stores.empty())
      continue;
    if (isNowhere || calledBack.isAtAnyTime(function))
      missed.insert(&function);
  }
  for (const llvm::Function *function : missed)
    leftOut.push_back({"callback",
                       fmt::format("{} is called by the library: when is not known",
                                   program::shownName(function->getName().str())),
                       Side::Old, program().locationOf(function->getEntryBlock().front())});
}

std::string Version::nameAt(StatementId id, VariableId variable) const {
  const MemoryUse *use = all[id].use;
  // By an index that is not known it may be several: then the pointer says it best.
  if (use && (use->loads.size() > 1 || use->stores.size() > 1) && all[id].where.at)
    if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(all[id].where.at))
      if (std::string name = program().nameOf(*pointer); !name.empty())
        return name;
  return memory[variable].name;
}

std::string Version::describe(StatementId id) const {
  const Statement &statement = all[id];
  if (statement.kind == StatementKind::Initial)
    return "init";
  const program::Place place =
      statement.user == program::noLocation ? program::Place{} : program().place(statement.user);
  return fmt::format("{} at {}:{}:{} #{}", instances[statement.thread].name, place.file, place.line,
                     place.column, id);
}

} // namespace heddle::diff
