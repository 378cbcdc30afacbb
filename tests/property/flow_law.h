// Data dependence against executions: where a read sees a write, the static answer says that it
// may.
#pragma once

#include "analysis/dependence.h"
#include "program/program.h"
#include "vm/machine.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <string>

namespace heddle::property {

class FlowLaw {
public:
  FlowLaw(const program::Program &program, const analysis::PointsTo &pointers)
      : program(program), threads(analysis::Threads::find(program, pointers)),
        parallel(analysis::Parallel::analyse(pointers, threads)),
        dependence(analysis::Dependence::analyse(program, pointers, threads, parallel)) {}

  /// A run begins.
  void begin() { last.clear(); }
  void saw(const vm::Machine &machine, const vm::Seen &seen);

  const std::string &problem() const { return text; }
  std::uint64_t edges = 0; ///< Pairs of a write and a read that were checked.

private:
  const program::Program &program;
  analysis::Threads threads;
  analysis::Parallel parallel;
  analysis::Dependence dependence;
  llvm::DenseMap<vm::Address, const llvm::Instruction *> last; ///< Who wrote the byte.
  llvm::DenseSet<std::pair<const llvm::Instruction *, const llvm::Instruction *>> known;
  std::string text;
};

} // namespace heddle::property
