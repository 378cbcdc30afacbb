#include "explore/value_slices.h"

#include "analysis/stops.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/IR/Instructions.h>
#include <map>

namespace heddle::explore {

namespace {

using program::LocationId;

bool endsInFailure(const llvm::BasicBlock &block) {
  return llvm::isa_and_nonnull<llvm::UnreachableInst>(block.getTerminator());
}

/// Whether it is a branch of which one side only tells that a check failed.
bool isCheck(const llvm::Instruction &control) {
  for (unsigned side = 0; control.isTerminator() && side < control.getNumSuccessors(); ++side)
    if (endsInFailure(*control.getSuccessor(side)))
      return true;
  return false;
}

/// What makes a difference behind it in its function: which way it goes, or when it goes on.
bool decides(const program::Program &program, const llvm::Instruction &control) {
  if (control.isTerminator() && control.getNumSuccessors() > 1)
    return !isCheck(control);
  const LocationId at = program.locationOf(control);
  return at != program::noLocation && analysis::synchronises(program.location(at).kind);
}

} // namespace

std::uint32_t findSlices(const program::Program &program, const analysis::Dependence &dependence,
                         const analysis::PointsTo &pointers, std::span<ConflictPair> pairs) {
  llvm::EquivalenceClasses<LocationId> together;
  for (LocationId id = 0; id < program.locations().size(); ++id) {
    const llvm::Instruction &at = *program.location(id).instruction;
    if (!pointers.isReachable(*at.getFunction()))
      continue;
    together.insert(id);
    const auto join = [&](const llvm::Instruction &with) {
      if (const LocationId other = program.locationOf(with); other != program::noLocation)
        together.unionSets(id, other);
    };
    for (const llvm::Instruction *writer : dependence.writers(at))
      join(*writer);
    for (const llvm::Instruction *operand : dependence.operands(at))
      join(*operand);
    // The failing side is where the values that are checked meet.
    for (const llvm::Instruction *control : dependence.controls(at))
      if (decides(program, *control) || (isCheck(*control) && endsInFailure(*at.getParent())))
        join(*control);
  }
  for (const ConflictPair &pair : pairs)
    together.unionSets(pair.one, pair.other);
  std::map<LocationId, std::uint32_t> numbers;
  for (const ConflictPair &pair : pairs)
    numbers.try_emplace(together.getLeaderValue(pair.one),
                        static_cast<std::uint32_t>(numbers.size() + 1));
  if (numbers.size() > 1)
    for (ConflictPair &pair : pairs)
      pair.slice = numbers.at(together.getLeaderValue(pair.one));
  return static_cast<std::uint32_t>(numbers.size());
}

} // namespace heddle::explore
