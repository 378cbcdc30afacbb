// What is known of a node's value from its parts: fixed bits and an unsigned range.
#pragma once

#include "expr/node.h"

namespace heddle::expr {

/// Fills `zeros`, `ones`, `low` and `high` from the operands.
void findBits(Node &node);

} // namespace heddle::expr
