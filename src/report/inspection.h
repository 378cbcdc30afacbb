// Turns a program model into what `heddle inspect` shows.
#pragma once

#include "program/program.h"
#include "report/result.h"

namespace heddle::report {

Inspection inspect(const program::Program &program);

/// A place of the program as reports hold it.
Place placeOf(const program::Program &program, program::LocationId location);

} // namespace heddle::report
