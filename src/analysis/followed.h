// Which programs the analyses follow well enough for an argument on which a verdict stands.
#pragma once

#include "analysis/points_to.h"

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::analysis {

/// Whether it has at most so many instructions.
bool isSmall(const llvm::Module &module, std::size_t most);
/// Whether all that runs is known: no functions that nobody knows, no assembly, no handlers at the
/// end of threads or of the process, no threads that are ended from outside.
bool isFollowed(const llvm::Module &module, const PointsTo &pointers);

} // namespace heddle::analysis
