#include "analysis/slice.h"

#include "program/program.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

namespace heddle::analysis {

using Op = program::OpKind;

Slice Slice::backward(const program::Program &program, const Dependence &dependence,
                      const Reachability &reachability, const Instructions &criterion) {
  Slice slice;
  slice.program = &program;
  slice.inside = dependence.closure(criterion);
  slice.distances = reachability.to(criterion);
  return slice;
}

bool Slice::contains(const llvm::Instruction &at) const {
  const program::LocationId id = program->locationOf(at);
  return id != program::noLocation && inside.test(id);
}

bool Slice::canReach(const llvm::Function &function) const {
  return !function.isDeclaration() &&
         distances.distanceInside(function.getEntryBlock().front()).has_value();
}

Slice::Instructions assertionsOf(const program::Program &program, const PointsTo &pointers) {
  return checksOf(program, pointers, {});
}

Slice::Instructions checksOf(const program::Program &program, const PointsTo &pointers,
                             const Checks &checks) {
  Slice::Instructions result;
  for (const program::Location &location : program.locations()) {
    const llvm::Instruction &at = *location.instruction;
    if (!pointers.isReachable(*at.getFunction()))
      continue;
    const Op kind = location.kind;
    const auto *arithmetic = llvm::dyn_cast<llvm::BinaryOperator>(&at);
    const bool isChecked =
        (checks.assertions && kind == Op::Assertion) ||
        (checks.memory && kind >= Op::Read && kind <= Op::Free && kind != Op::Fence) ||
        (checks.arithmetic && arithmetic && (arithmetic->isIntDivRem() || arithmetic->isShift())) ||
        (checks.blocking && kind >= Op::Lock && kind <= Op::ThreadExit);
    if (isChecked)
      result.push_back(&at);
  }
  return result;
}

} // namespace heddle::analysis
