// The two ways to write a program down. Both do the same visible operations in the same order.
#pragma once

#include "shape.h"

#include <string>

namespace heddle::property {

std::string printIr(const Shape &shape);
/// For heddle as it stands; natively with native.h included first, which puts random delays and
/// sequentially consistent accesses in the place of the macros.
std::string printC(const Shape &shape);

/// Every value that main prints at the end, in order.
std::vector<Place> shownPlaces(const Shape &shape);
Width widthOf(const Shape &shape, const Place &place);

} // namespace heddle::property
