#include "analysis/assertion_slice.h"

#include "analysis/followed.h"
#include "analysis/slice.h"

namespace heddle::analysis {

std::vector<bool> assertionSlice(const program::Program &program, std::size_t most) {
  const llvm::Module &module = program.unit().module();
  if (!isSmall(module, most))
    return {};
  const auto pointers = PointsTo::analyse(program);
  if (!isFollowed(module, pointers))
    return {};
  const auto threads = Threads::find(program, pointers);
  const auto parallel = Parallel::analyse(pointers, threads);
  const StopOptions stops = {
      .memory = false, .arithmetic = false, .uninitialised = false, .waiting = false};
  const auto dependence = Dependence::analyse(program, pointers, threads, parallel, stops);
  const llvm::BitVector inside = dependence.closure(assertionsOf(program, pointers));
  std::vector<bool> slice(program.locations().size());
  for (const unsigned location : inside.set_bits())
    slice[location] = true;
  return slice;
}

} // namespace heddle::analysis
