#include "analysis/instances.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {
constexpr std::uint64_t most = 1'000'000;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > most || b > most ? Instances::many : a + b;
}
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  if (!a || !b)
    return 0;
  return a > most || b > most || a * b > most ? Instances::many : a * b;
}
} // namespace

class InstanceCounter {
public:
  InstanceCounter(const PointsTo &pointers, const Threads &threads, Instances &result)
      : pointers(pointers), threads(threads), result(result) {}

  void count() {
    result.threadCounts.assign(threads.all().size(), Instances::many);
    asked.resize(static_cast<unsigned>(threads.all().size()));
    known.resize(static_cast<unsigned>(threads.all().size()));
    for (const llvm::Function *function : pointers.reachable())
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          for (const llvm::Function *callee : pointers.callees(*call))
            if (!callee->isDeclaration())
              callers[callee].push_back(call);
    for (StaticThread thread = 0; thread < threads.all().size(); ++thread) {
      ofThread(thread);
      for (const llvm::CallBase *call : threads.all()[thread].calls)
        ofFunction(*call->getFunction());
    }
    for (const llvm::Function *function : pointers.reachable())
      ofFunction(*function);
  }

private:
  /// Whoever asks while it is being counted comes round to it: any number.
  std::uint64_t ofThread(StaticThread thread) {
    if (known.test(thread) || asked.test(thread))
      return result.threadCounts[thread];
    asked.set(thread);
    const ThreadAbout &about = threads.all()[thread];
    std::uint64_t count = 1;
    if (about.creation) {
      count = product(ofFunction(*about.anchor()->getFunction()), roundsOf(*about.anchor()));
      if (!about.calls.empty())
        count = product(count, roundsOf(*about.creation));
      for (std::size_t i = 0; i + 1 < about.calls.size(); ++i)
        count = product(count, roundsOf(*about.calls[i]));
    }
    known.set(thread);
    return result.threadCounts[thread] = count;
  }

  std::uint64_t ofFunction(const llvm::Function &function) {
    const auto [found, isNew] = result.calls.try_emplace(&function, Instances::many);
    if (!isNew)
      return found->second;
    if (threads.isCalledBack(function))
      return Instances::many;
    std::uint64_t count = 0;
    for (StaticThread thread = 0; thread < threads.all().size(); ++thread)
      if (threads.all()[thread].routine == &function)
        count = sum(count, ofThread(thread));
    if (const auto calling = callers.find(&function); calling != callers.end())
      for (const llvm::CallBase *call : calling->second) {
        if (count == Instances::many)
          break;
        const std::uint64_t outer = ofFunction(*call->getFunction());
        count = sum(count, outer == Instances::many ? outer : product(outer, roundsOf(*call)));
      }
    return result.calls[&function] = count;
  }

  const PointsTo &pointers;
  const Threads &threads;
  Instances &result;
  llvm::BitVector asked;
  llvm::BitVector known;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::CallBase *>> callers;
};

Instances Instances::count(const PointsTo &pointers, const Threads &threads) {
  Instances result;
  InstanceCounter(pointers, threads, result).count();
  return result;
}

std::uint64_t Instances::of(const llvm::Instruction &instruction) const {
  const auto found = calls.find(instruction.getFunction());
  const std::uint64_t outer = found == calls.end() ? many : found->second;
  return outer == many ? many : product(outer, roundsOf(instruction));
}

bool Instances::isSingle(const AbstractObject &object) const {
  if (object.isSingle)
    return true;
  if (object.kind != ObjectKind::Heap && object.kind != ObjectKind::Stack)
    return false;
  const auto *made = llvm::dyn_cast_or_null<llvm::Instruction>(object.value);
  if (!made)
    return false;
  const llvm::Instruction *outermost = object.calls.empty() ? made : object.calls.back();
  std::uint64_t count = of(*outermost);
  if (outermost != made)
    count = product(count, roundsOf(*made));
  for (std::size_t i = 0; i + 1 < object.calls.size(); ++i)
    count = product(count, roundsOf(*object.calls[i]));
  return count <= 1;
}

} // namespace heddle::analysis
