// Another version of a generated program: something about how its threads synchronise is different.
#pragma once

#include "shape.h"

#include <cstdint>

namespace heddle::property {

/// A lock, wait, signal or join is taken out, a statement changes places with the next, a number is
/// another one, or a mutex more is locked around a statement.
Shape changed(Shape shape, std::uint64_t seed);

} // namespace heddle::property
