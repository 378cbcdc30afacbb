// Makes a program that fails a test smaller while it still fails.
#pragma once

#include "shape.h"

#include <functional>

namespace heddle::property {

Shape reduce(Shape shape, const std::function<bool(const Shape &)> &stillFails);

} // namespace heddle::property
