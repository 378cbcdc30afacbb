#include "diff/wakeups.h"

#include "diff/told.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace heddle::diff {

namespace {

using Kind = ExclusionDifference::Kind;
using program::LocationId;
using program::OpKind;

/// The argument of a call that sets up a semaphore or a barrier which says for how many.
std::optional<unsigned> countArgument(llvm::StringRef callee) {
  if (callee == "sem_init" || callee == "pthread_barrier_init")
    return 2;
  // Constructors of std::counting_semaphore, std::latch and std::barrier.
  for (const char *name : {"_ZNSt18counting_semaphoreI", "_ZNSt5latchC", "_ZNSt7barrierI"})
    if (callee.starts_with(name) &&
        (callee.contains("C1E") || callee.contains("C2E") || callee.starts_with("_ZNSt5latchC")))
      return 1;
  return std::nullopt;
}

class WakeUpComparer {
public:
  WakeUpComparer(const Classes &classes, const CompareOptions &options, Comparison &result)
      : classes(classes), options(options), result(result) {}

  void run() {
    for (const Side side : {Side::Old, Side::New}) {
      const auto locations = classes.version(side).program().locations();
      for (LocationId at = 0; at < locations.size(); ++at) {
        if (!isUsers(side, at))
          continue;
        if (locations[at].kind == OpKind::Signal || locations[at].kind == OpKind::Broadcast)
          lookAtSignal(side, at);
        if (side == Side::Old)
          lookAtCount(at);
      }
    }
  }

private:
  const program::Program &programOf(Side side) const { return classes.version(side).program(); }
  bool isUsers(Side side, LocationId at) const {
    const program::Program &program = programOf(side);
    return !program.functions()[program.location(at).function].isModel && callAt(side, at);
  }
  const llvm::CallBase *callAt(Side side, LocationId at) const {
    const auto *call =
        llvm::dyn_cast_or_null<llvm::CallBase>(programOf(side).location(at).instruction);
    return call && call->arg_size() ? call : nullptr;
  }
  bool isCommon(Side side, LocationId at) const {
    return classes.isCommon(classes.ofLocation(side, at));
  }
  std::string nameAt(Side side, LocationId at) const {
    return programOf(side).nameOf(*callAt(side, at)->getArgOperand(0));
  }

  /// How many threads may wait for it at places that both versions have.
  std::uint64_t waitersOf(Side side, LocationId signal) const {
    const analysis::Study &study = classes.version(side).study;
    const llvm::Value *condition = callAt(side, signal)->getArgOperand(0);
    const auto locations = programOf(side).locations();
    std::uint64_t count = 0;
    for (LocationId at = 0; at < locations.size(); ++at) {
      const OpKind kind = locations[at].kind;
      if ((kind != OpKind::Wait && kind != OpKind::TimedWait) || !callAt(side, at) ||
          !isCommon(side, at))
        continue;
      const llvm::Value *waited = callAt(side, at)->getArgOperand(0);
      if (study.pointers.mayAlias({condition, 1}, {waited, 1}))
        for (const unsigned thread :
             study.threads.runners(*locations[at].instruction->getFunction()).set_bits())
          count += std::min<std::uint64_t>(study.order.instances().of(thread), 2);
    }
    return count;
  }

  /// One that the other version has not: who does it wake, and does another stand for it there?
  void lookAtSignal(Side side, LocationId at) {
    const program::Location &location = programOf(side).location(at);
    const Side there = otherSide(side);
    if (isCommon(side, at))
      return;
    const std::uint64_t waiters = waitersOf(side, at);
    const bool isForAll = location.kind == OpKind::Broadcast;
    if (!waiters)
      return;
    const program::FunctionId function = classes.matching().otherFunction(side, location.function);
    if (function == Match::none)
      return; // What moved into another function may do the same.
    const auto others = programOf(there).locations();
    LocationId instead = program::noLocation;
    for (LocationId other = 0; other < others.size(); ++other) {
      const OpKind kind = others[other].kind;
      if ((kind != OpKind::Signal && kind != OpKind::Broadcast) || !isUsers(there, other) ||
          isCommon(there, other))
        continue;
      if (!isForAll || kind == OpKind::Broadcast || waiters < 2)
        return;
      if (others[other].function == function)
        instead = other;
    }
    ExclusionDifference difference;
    difference.kind = Kind::WakeUp;
    difference.onlyIn = side;
    difference.variable = nameAt(side, at);
    difference.accesses.push_back(
        {at, instead, "",
         fmt::format("{} of {}", isForAll ? "broadcast" : "signal", difference.variable)});
    difference.why = instead == program::noLocation
                         ? fmt::format("the {} version wakes nobody there", name(there))
                         : fmt::format("the {} version wakes one of them there, at {}", name(there),
                                       placeOf(there, instead));
    put(std::move(difference));
  }

  std::string placeOf(Side side, LocationId at) const {
    const program::Place place = programOf(side).place(at);
    return fmt::format("{}:{}", place.file, place.line);
  }

  std::optional<std::int64_t> countAt(Side side, LocationId at) const {
    const llvm::CallBase *call = callAt(side, at);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    const auto argument = callee ? countArgument(callee->getName()) : std::nullopt;
    if (!argument || *argument >= call->arg_size())
      return std::nullopt;
    const auto *count = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(*argument));
    return count ? std::optional(count->getSExtValue()) : std::nullopt;
  }

  void lookAtCount(LocationId at) {
    const LocationId partner = classes.matching().other(Side::Old, at);
    if (partner == program::noLocation)
      return;
    const auto before = countAt(Side::Old, at), now = countAt(Side::New, partner);
    if (!before || !now || *before == *now)
      return;
    const llvm::StringRef callee = callAt(Side::Old, at)->getCalledFunction()->getName();
    const bool isSemaphore = callee.contains("sem");
    // A semaphore that begins with more lets more through, a barrier waits for fewer.
    const Side side = (*now > *before) == isSemaphore ? Side::New : Side::Old;
    const bool isNew = side == Side::New;
    ExclusionDifference difference;
    difference.kind = Kind::Count;
    difference.onlyIn = side;
    difference.variable = nameAt(side, isNew ? partner : at);
    difference.accesses.push_back(
        {isNew ? partner : at, isNew ? at : partner, "",
         fmt::format("{} {} {}", difference.variable, isSemaphore ? "begins with" : "waits for",
                     isNew ? *now : *before)});
    difference.why = fmt::format("in the {} version it {} {}", name(otherSide(side)),
                                 isSemaphore ? "begins with" : "waits for", isNew ? *before : *now);
    put(std::move(difference));
  }

  void put(ExclusionDifference difference) {
    if (Told(classes, options).isWanted(difference))
      result.exclusion.push_back(std::move(difference));
  }

  const Classes &classes;
  const CompareOptions &options;
  Comparison &result;
};

} // namespace

void compareWakeUps(const Classes &classes, const CompareOptions &options, Comparison &result) {
  WakeUpComparer(classes, options, result).run();
}

} // namespace heddle::diff
