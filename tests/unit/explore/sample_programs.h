// Small programs with threads, ready to be searched.
#pragma once

#include "../program/build_program.h"
#include "explore/strategies.h"

#include <memory>
#include <string>

namespace heddle::explore {

/// `counter = counter + 1`, read and write apart, `times` times in each of `threads` threads; main
/// asserts what it comes to.
std::string incrementing(unsigned threads, unsigned times);

/// A program without threads that stores a few numbers.
extern const char *const aloneIr;

struct Ready {
  explicit Ready(const std::string &ir)
      : program(program::buildProgram(ir)), code(program, false) {}
  program::Program program;
  vm::SharedCode code;
};

/// No races: their paths depend on much that these tests are not about.
Options withoutRaces();

Answer search(Ready &ready, const std::string &strategy, const Options &options);

} // namespace heddle::explore
