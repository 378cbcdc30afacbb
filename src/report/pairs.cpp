#include "report/pairs.h"

#include "analysis/begun_by.h"
#include "program/models.h"
#include "program/program.h"
#include "report/inspection.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <map>
#include <tuple>

namespace heddle::report {
namespace {

using analysis::AccessNode;
using analysis::NodeKind;

std::string_view nameOfAccess(const AccessNode &node) {
  switch (node.kind) {
  case NodeKind::Read:
    return "read";
  case NodeKind::Write:
    return "write";
  case NodeKind::Acquire:
    return node.mode == analysis::LockMode::Reading ? "read-lock" : "lock";
  case NodeKind::Wait:
    return "wait";
  case NodeKind::Signal:
    return "signal";
  }
  return "";
}

std::string_view nameOfKind(analysis::PairKind kind) {
  constexpr std::string_view names[] = {"RW", "MM", "WM", "WN"};
  return names[static_cast<std::size_t>(kind)];
}

class Reporter {
public:
  Reporter(const analysis::Study &study, const analysis::AccessPairs &found,
           PairReportOptions options)
      : study(study), program(study.program), found(found), options(options),
        sites(study.program, study.pointers) {}

  PairReport report() {
    nameThreads();
    for (const analysis::AccessPair &pair : found.pairs)
      add(pair);
    std::ranges::sort(result.pairs, {}, [](const AccessPair &one) {
      return std::tuple(one.variable, one.kind != "RW", one.a.place.file, one.a.place.line,
                        one.a.place.column, one.b.place.line, one.b.place.column, one.a.thread,
                        one.b.thread, one.kind);
    });
    addDeadlocks();
    for (const analysis::WaitCandidate &one : analysis::findWaits(study.facts(), found)) {
      const AccessNode &wait = found.nodes[one.wait];
      WaitWarning warning{nameOf(wait, std::nullopt), side(wait), std::nullopt};
      if (one.signal)
        warning.signal = side(found.nodes[*one.signal]);
      result.waits.push_back(std::move(warning));
    }
    return std::move(result);
  }

private:
  Place placeOf(const llvm::Instruction &at) const {
    return report::placeOf(program, program.locationOf(at));
  }

  void nameThreads() {
    const auto threads = study.threads.all();
    for (std::size_t i = 0; i < threads.size(); ++i) {
      StaticThread thread;
      thread.function = program::shownName(
          analysis::begunBy(study, sites, static_cast<analysis::StaticThread>(i)).getName().str());
      thread.name = i == 0 ? "main" : fmt::format("T{} {}", i, thread.function);
      if (threads[i].anchor())
        thread.creation = userPlaceOf(*threads[i].anchor());
      thread.isMany = !study.order.instances().isSingle(static_cast<analysis::StaticThread>(i));
      result.threads.push_back(std::move(thread));
    }
  }

  /// A library is spoken of where the user's code calls it.
  Place userPlaceOf(const llvm::Instruction &at) {
    if (!sites.isLibrary(*at.getFunction()))
      return placeOf(at);
    const auto &calls = sites.usersOf(*at.getFunction());
    return placeOf(calls.empty() ? at : *calls.front());
  }

  std::string objectName(analysis::ObjectId id) {
    const analysis::AbstractObject &object = study.pointers.object(id);
    if (object.kind == analysis::ObjectKind::Heap && object.value) {
      const auto *made = llvm::dyn_cast<llvm::Instruction>(
          object.calls.empty() ? object.value : object.calls.back());
      return made ? fmt::format("block allocated at {}", shown(userPlaceOf(*made))) : "a block";
    }
    const std::string name = object.value ? program.nameOf(*object.value) : "";
    return name.empty() ? "memory" : name;
  }

  /// What a node touches, as its own code names it, or by the object.
  std::string nameOf(const AccessNode &node, std::optional<analysis::ObjectId> object) {
    std::string name = node.at == node.user ? program.nameOf(*node.touch.pointer) : "";
    if (!name.empty())
      return name;
    if (!object)
      for (const analysis::ObjectId id : study.pointers.objectsOf(*node.touch.pointer))
        return objectName(id);
    return object ? objectName(*object) : "memory";
  }

  std::string variableOf(const analysis::AccessPair &pair) {
    std::string one = nameOf(found.oneOf(pair), pair.object);
    const std::string other = nameOf(found.otherOf(pair), pair.object);
    if (one == other)
      return one;
    const bool isGlobal = study.pointers.object(pair.object).kind == analysis::ObjectKind::Global;
    return isGlobal ? objectName(pair.object) : std::min(one, other);
  }

  PairSide side(const AccessNode &node) const {
    PairSide made;
    made.place = placeOf(*node.user);
    made.thread = result.threads[node.thread].name;
    made.access = nameOfAccess(node);
    if (node.user != node.at)
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(node.user))
        for (const llvm::Function *callee : study.pointers.callees(*call))
          made.library = program::shownName(callee->getName().str());
    if (node.caller && !sites.isLibrary(*node.caller->getFunction()))
      made.caller = placeOf(*node.caller);
    for (const analysis::HeldLock &lock : study.locks.held(node.thread, *node.at))
      made.locks.push_back(study.locks.all()[lock.lock].name);
    std::ranges::sort(made.locks);
    made.locks.erase(std::unique(made.locks.begin(), made.locks.end()), made.locks.end());
    return made;
  }

  std::string whyProtected(const analysis::AccessPair &pair) const {
    std::vector<std::string> names;
    for (const analysis::LockId lock : pair.locks)
      names.push_back(study.locks.all()[lock].name);
    switch (pair.protection) {
    case analysis::Protection::None:
      return pair.isOrdered ? "ordered, but by nothing that synchronises" : "";
    case analysis::Protection::Locks:
      return fmt::format("both hold {}", fmt::join(names, ", "));
    case analysis::Protection::Own:
      return "both hold the lock of what they access";
    case analysis::Protection::Atomic:
      return "both are atomic";
    }
    return "";
  }

  /// What libraries do inside of one call is one pair: protected if all of it is.
  void add(const analysis::AccessPair &pair) {
    const AccessNode &one = found.oneOf(pair);
    const AccessNode &other = found.otherOf(pair);
    const bool isProtected = pair.protection != analysis::Protection::None;
    if (!options.libraries && (isInside(one) || isInside(other) || isOfLibrary(pair.object) ||
                               isInternal(one, pair.object) || isInternal(other, pair.object))) {
      ++result.inside;
      return;
    }
    const Key key{pair.kind,  one.kind,     one.thread, one.user,    one.caller,
                  other.kind, other.thread, other.user, other.caller};
    const auto [known, isNew] = merged.try_emplace(key, result.pairs.size());
    if (!isNew && (isProtected || !result.pairs[known->second].isProtected))
      return;
    AccessPair made{std::string(nameOfKind(pair.kind)),
                    variableOf(pair),
                    side(one),
                    side(other),
                    isProtected,
                    whyProtected(pair)};
    if (isNew)
      result.pairs.push_back(std::move(made));
    else
      result.pairs[known->second] = std::move(made);
  }

  /// Whether no code of the user's leads to it.
  bool isInside(const AccessNode &node) const { return sites.isLibrary(*node.user->getFunction()); }

  /// Whether a model does it for itself, with something that its caller has not handed to it: it
  /// sees to its users.
  bool isInternal(const AccessNode &node, analysis::ObjectId id) const {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(node.user);
    if (!call || node.user == node.at || !program::isModel(*node.at->getFunction()))
      return false;
    const analysis::AbstractObject &object = study.pointers.object(id);
    if (object.kind == analysis::ObjectKind::Global &&
        program::isModel(*llvm::cast<llvm::GlobalVariable>(object.value)))
      return true;
    return llvm::none_of(call->args(), [&](const llvm::Use &argument) {
      return std::ranges::binary_search(study.pointers.objectsOf(*argument), id);
    });
  }

  /// Whether it is a variable that a library keeps for itself: it sees to its users.
  bool isOfLibrary(analysis::ObjectId id) {
    const auto [known, isNew] = ofLibraries.try_emplace(id, false);
    const analysis::AbstractObject &object = study.pointers.object(id);
    if (!isNew || object.kind != analysis::ObjectKind::Global || !object.value)
      return known->second;
    bool isUsed = false;
    llvm::SmallVector<const llvm::Value *, 8> work = {object.value};
    llvm::SmallPtrSet<const llvm::User *, 8> seen;
    while (!work.empty())
      for (const llvm::User *user : work.pop_back_val()->users()) {
        const auto *at = llvm::dyn_cast<llvm::Instruction>(user);
        if (at && !sites.isLibrary(*at->getFunction()))
          return false;
        if (!at && seen.insert(user).second) // A variable that begins as a pointer to it, say.
          work.push_back(user);
        isUsed |= at != nullptr;
      }
    return known->second = isUsed;
  }

  void addDeadlocks() {
    for (const analysis::DeadlockCandidate &candidate : study.lockOrder.candidates()) {
      LockCycle cycle;
      for (const analysis::DeadlockCandidate::Link &link : candidate.links) {
        if (link.edges.empty())
          continue;
        const analysis::LockEdge &edge = study.lockOrder.edges()[link.edges.front()];
        LockCycle::Link shownLink;
        shownLink.thread = result.threads[edge.thread].name;
        shownLink.held = study.lockOrder.nodes()[link.held].name;
        shownLink.wanted = study.lockOrder.nodes()[link.taken].name;
        if (edge.heldAt)
          shownLink.heldAt = userPlaceOf(*edge.heldAt);
        // Where the lock is named, rather than in what wraps the operation.
        shownLink.wantedAt = userPlaceOf(edge.chain.empty() ? *edge.takenAt : *edge.chain.front());
        cycle.links.push_back(std::move(shownLink));
      }
      result.deadlocks.push_back(std::move(cycle));
    }
  }

  using Key =
      std::tuple<analysis::PairKind, NodeKind, analysis::StaticThread, const llvm::Instruction *,
                 const llvm::Instruction *, NodeKind, analysis::StaticThread,
                 const llvm::Instruction *, const llvm::Instruction *>;
  const analysis::Study &study;
  const program::Program &program;
  const analysis::AccessPairs &found;
  PairReportOptions options;
  analysis::CallSites sites;
  std::map<Key, std::size_t> merged;
  llvm::DenseMap<analysis::ObjectId, bool> ofLibraries;
  PairReport result;
};

Finding candidate(std::string kind, std::string message, const Place &place) {
  Finding finding;
  finding.kind = std::move(kind);
  finding.message = std::move(message);
  finding.place = place;
  return finding;
}

void take(Finding &finding, const std::string &thread, const Place &place, std::string role) {
  unsigned id = 0;
  for (const Thread &known : finding.threads)
    if (known.name == thread)
      id = known.id;
  if (id == 0) {
    id = static_cast<unsigned>(finding.threads.size()) + 1;
    finding.threads.push_back({id, thread, ""});
  }
  finding.participants.push_back({place, std::move(role), id, {}});
}

} // namespace

PairReport reportPairs(const analysis::Study &study, const analysis::AccessPairs &pairs,
                       PairReportOptions options) {
  return Reporter(study, pairs, options).report();
}

std::vector<Finding> candidatesOf(const PairReport &report) {
  std::vector<Finding> findings;
  for (const AccessPair &pair : report.pairs) {
    if (!isRaceCandidate(pair))
      continue;
    Finding finding =
        candidate("data-race",
                  fmt::format("possible data race on {}: {} by {} and {} by {}", pair.variable,
                              pair.a.access, pair.a.thread, pair.b.access, pair.b.thread),
                  pair.a.place);
    for (const PairSide *side : {&pair.a, &pair.b})
      take(finding, side->thread, side->place, side->access);
    findings.push_back(std::move(finding));
  }
  for (const LockCycle &cycle : report.deadlocks) {
    std::vector<std::string> links;
    for (const LockCycle::Link &link : cycle.links)
      links.push_back(fmt::format("{} holds {} and wants {}", link.thread, link.held, link.wanted));
    Finding finding =
        candidate("deadlock", fmt::format("possible deadlock: {}", fmt::join(links, "; ")),
                  cycle.links.empty() ? Place() : cycle.links.front().wantedAt);
    for (const LockCycle::Link &link : cycle.links)
      take(finding, link.thread, link.wantedAt,
           fmt::format("wants {}, holds {}", link.wanted, link.held));
    findings.push_back(std::move(finding));
  }
  for (const WaitWarning &warning : report.waits) {
    Finding finding = candidate(
        "lost-wakeup",
        warning.signal ? fmt::format("the signal of {} may come before the wait", warning.variable)
                       : fmt::format("no signal can end the wait for {}", warning.variable),
        warning.wait.place);
    take(finding, warning.wait.thread, warning.wait.place, "waits");
    if (warning.signal)
      take(finding, warning.signal->thread, warning.signal->place, "signals");
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<std::pair<std::string, std::string>> figuresOf(const analysis::PairCounts &counts) {
  std::vector<std::pair<std::string, std::string>> figures = {
      {"nodes", std::to_string(counts.nodes)}};
  constexpr std::string_view kinds[] = {"rw", "mm", "wm", "wn"};
  const std::pair<std::string_view, const analysis::PairCounts::ByKind *> stages[] = {
      {"parallel", &counts.parallel},
      {"aliased", &counts.aliased},
      {"escaped", &counts.escaped},
      {"left", &counts.left},
      {"unguarded", &counts.unguarded}};
  for (std::size_t kind = 0; kind < analysis::pairKinds; ++kind)
    for (const auto &[stage, values] : stages)
      figures.emplace_back(fmt::format("{}_pairs_{}", kinds[kind], stage),
                           std::to_string((*values)[kind]));
  return figures;
}

RaceArgument reportRaceFreedom(const program::Program &program,
                               const analysis::RaceFreedom &argument) {
  constexpr std::string_view kinds[] = {"creation",  "join",    "flag", "condition",
                                        "semaphore", "barrier", "once"};
  RaceArgument result{
      argument.pairs, argument.locked, argument.own, argument.atomic, argument.ordered, {}, {}};
  for (const auto &[name, pairs] : argument.locks)
    result.locks.push_back({name, pairs});
  for (const analysis::OrderReason &reason : argument.orders) {
    const auto placeOf = [&](const llvm::Instruction &at) {
      return report::placeOf(program, program.locationOf(at));
    };
    result.orders.push_back({std::string(kinds[static_cast<std::size_t>(reason.kind)]),
                             reason.object ? program.nameOf(*reason.object) : "",
                             placeOf(*reason.release), placeOf(*reason.acquire)});
  }
  return result;
}

} // namespace heddle::report
