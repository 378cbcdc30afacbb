#include "analysis/order_rules.h"

#include "analysis/library.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

Rules::Rules(const PointsTo &pointers, const Threads &threads, const Parallel &parallel,
             OrderOptions options)
    : pointers(pointers), threads(threads), parallel(parallel), options(options),
      ground(pointers, threads), instances(Instances::count(pointers, threads)) {
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call)
        continue;
      for (const llvm::Function *callee : pointers.callees(*call))
        if (callee->isDeclaration() && !callee->isIntrinsic())
          calls[callee->getName().str()].push_back(call);
    }
}

unsigned Rules::addPlaces(Places places) {
  allPlaces.push_back(std::move(places));
  return static_cast<unsigned>(allPlaces.size() - 1);
}

const Passages &Rules::passages(StaticThread thread, unsigned places) {
  const auto known = allPassages.find({thread, places});
  if (known != allPassages.end())
    return known->second;
  return allPassages.emplace(std::pair(thread, places), Passages(ground, thread, allPlaces[places]))
      .first->second;
}

const Passages *Rules::knownPassages(StaticThread thread, unsigned places) const {
  const auto known = allPassages.find({thread, places});
  return known == allPassages.end() ? nullptr : &known->second;
}

const std::vector<const llvm::CallBase *> &Rules::callsOf(std::string_view name) const {
  const auto found = calls.find(name);
  return found == calls.end() ? none : found->second;
}

bool Rules::jumps() const {
  return std::ranges::any_of(calls, [](const auto &call) {
    return std::ranges::any_of(behaviourOf(call.first).acts, [](const LibraryAct &act) {
      return act.kind == LibraryAct::SetJump;
    });
  });
}

llvm::BitVector Rules::runnersOf(const Places &places) const {
  llvm::BitVector result(static_cast<unsigned>(threads.all().size()));
  for (const auto &[instruction, isSure] : places.instructions)
    result |= threads.runners(*instruction->getFunction());
  for (const Places::Edge &edge : places.edges)
    result |= threads.runners(*edge.first->getParent());
  for (const llvm::CallBase *call : places.begins)
    result |= threads.runners(*call->getFunction());
  return result;
}

bool Rules::isCalledBack(const Places &places) const {
  for (const auto &[instruction, isSure] : places.instructions)
    if (threads.isCalledBack(*instruction->getFunction()))
      return true;
  return false;
}

bool Rules::mayMeet(const llvm::Value &one, const llvm::Value &other) const {
  return pointers.mayAlias({&one, 1}, {&other, 1});
}

std::optional<Target> Rules::onlyTarget(const llvm::Value &address) const {
  const auto targets = pointers.pointsTo(address);
  if (targets.size() != 1 || targets.front().stride ||
      !instances.isSingle(pointers.object(targets.front().object)) ||
      pointers.object(targets.front().object).isVague)
    return std::nullopt;
  return targets.front();
}

std::vector<Point> Rules::pointsOf(unsigned places) const {
  std::vector<Point> result;
  const llvm::BitVector runners = runnersOf(allPlaces[places]);
  for (const unsigned thread : runners.set_bits())
    result.push_back({thread, places});
  return result;
}

void Rules::add(Rule rule) {
  if (rule.releases.empty() || rule.acquires.empty())
    return;
  const auto prepare = [&](const Point &point) {
    if (point.places != Point::wholeThread)
      passages(point.thread, point.places);
  };
  for (const Point &point : rule.releases)
    if (!point.body)
      prepare(point);
  for (const Point &point : rule.acquires)
    prepare(point);
  all.push_back(std::move(rule));
}

} // namespace heddle::analysis
