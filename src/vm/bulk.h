// Operations on many bytes at once: one visible operation each, whatever they touch.
#pragma once

#include "vm/executor.h"

namespace heddle::vm {

/// memcpy and memmove. False if the thread stops.
bool bulkCopy(Executor &x, const Inst *pc, Address to, Address from, std::uint64_t size,
              bool overlapping);
/// memset. False if the thread stops.
bool bulkFill(Executor &x, const Inst *pc, Address to, std::uint8_t value, std::uint64_t size);

} // namespace heddle::vm
