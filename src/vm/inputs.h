// Makes inputs of the running thread: symbolic ones, or those with the values of a test.
#pragma once

#include "vm/executor.h"

#include <string>

namespace heddle::vm {

/// A new scalar input: an expression, or a constant with the test's value.
expr::Ref scalarInput(Executor &x, const std::string &name, InputType type, unsigned size);
/// Makes `size` bytes at an address a new input. They must be there and be writable.
void inputAt(Executor &x, Address address, const std::string &name, InputType type, unsigned size);

} // namespace heddle::vm
