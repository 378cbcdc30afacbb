// Floating point that the host has no type for (half, bfloat, quad), and classes of any float.
#pragma once

#include "vm/ops.h"

namespace heddle::vm {

bool needsSoftReal(const WideOp &op);
void performSoftReal(const WideOp &op, const Inst *pc, std::uint64_t *r);
bool isSoftRealIntrinsic(unsigned intrinsic);

} // namespace heddle::vm
