// What an operation does to values: used where nodes are made and where they are evaluated.
#pragma once

#include "expr/node.h"

namespace heddle::expr {

/// The result of an operation other than a leaf, Ite or Select. `width` is the result's,
/// `aWidth` and `bWidth` the operands'.
std::uint64_t apply(Op op, unsigned width, unsigned aWidth, unsigned bWidth, std::uint64_t a,
                    std::uint64_t b, std::uint64_t c, std::uint64_t value);

} // namespace heddle::expr
