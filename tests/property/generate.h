// Seed to program.
#pragma once

#include "shape.h"

#include <cstdint>

namespace heddle::property {

/// The program of a seed. A higher `shrink` makes a smaller one: for seeds whose first program has
/// too many executions.
Shape generate(std::uint64_t seed, unsigned shrink);

/// A program that is about locks and orders: few accesses, most of them before or behind something
/// that synchronises, or nearly does. It is for static analyses, which random schedules are enough
/// for, and may be too large to enumerate.
Shape generateOrders(std::uint64_t seed);

/// Threads that do `operations[i]` visible operations each on one variable and nothing else.
Shape counting(const std::vector<unsigned> &operations, std::uint64_t seed);

} // namespace heddle::property
