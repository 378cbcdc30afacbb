// Seed to program.
#pragma once

#include "shape.h"

#include <cstdint>

namespace heddle::property {

/// The program of a seed. A higher `shrink` makes a smaller one: for seeds whose first program has
/// too many executions.
Shape generate(std::uint64_t seed, unsigned shrink);

/// Threads that do `operations[i]` visible operations each on one variable and nothing else.
Shape counting(const std::vector<unsigned> &operations, std::uint64_t seed);

} // namespace heddle::property
