// May-happen-in-parallel against executions: where two threads stand at the same time, the static
// answer says that they may.
#pragma once

#include "analysis/parallel.h"
#include "program/program.h"
#include "vm/machine.h"

#include <set>
#include <string>
#include <vector>

namespace heddle::property {

class ParallelLaw {
public:
  ParallelLaw(const program::Program &program, const analysis::PointsTo &pointers)
      : program(program), threads(analysis::Threads::find(program, pointers)),
        parallel(analysis::Parallel::analyse(pointers, threads)) {}

  /// A run begins.
  void begin();
  void saw(const vm::Machine &machine, const vm::Seen &seen);
  /// Looks at where all threads stand.
  void look(const vm::Machine &machine);

  const std::string &problem() const { return text; }
  std::uint64_t pairs = 0; ///< Of places that were seen together.

private:
  struct Place {
    std::vector<analysis::StaticThread> threads; ///< It is one of them.
    const llvm::Instruction *at = nullptr;
  };
  std::vector<Place> placesOf(const vm::Machine &machine, vm::ThreadId thread) const;
  bool mayHappen(const Place &one, const Place &other) const;

  const program::Program &program;
  analysis::Threads threads;
  analysis::Parallel parallel;
  std::vector<std::vector<analysis::StaticThread>> kinds; ///< By number of the thread.
  std::set<std::tuple<std::size_t, std::size_t, const void *, const void *>> known;
  std::string text;
};

} // namespace heddle::property
