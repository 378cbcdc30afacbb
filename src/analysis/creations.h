// Where threads are created: calls of pthread_create, and of functions that only wrap one.
#pragma once

#include "analysis/threads.h"

namespace heddle::analysis {

/// A creation with the calls of wrappers around it; without a routine.
std::vector<ThreadAbout> findCreationChains(const PointsTo &pointers);

inline constexpr unsigned handleArgument = 0; ///< Of pthread_create, which all others come down to.
inline constexpr unsigned routineArgument = 2;
inline constexpr unsigned threadArgument = 3;

bool isCreation(const llvm::Function &function);

} // namespace heddle::analysis
