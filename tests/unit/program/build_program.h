// Builds programs from IR text, in process.
#pragma once

#include "program/program.h"

#include <string_view>

namespace heddle::program {

/// The program of the text; fails the test if there is none.
Program buildProgram(std::string_view ir, const std::string &entry = "main");

/// The location of the nth instruction of this kind in the function, from 0.
LocationId nth(const Program &program, std::string_view function, OpKind kind, unsigned n = 0);

} // namespace heddle::program
