// Float instructions as expressions.
#pragma once

#include "vm/lift.h"

namespace heddle::vm {

/// What a float operation computes; null if it has no symbolic form.
expr::Ref liftFloat(const Inst &inst, const Shape &shape, const Operands &operands);

} // namespace heddle::vm
