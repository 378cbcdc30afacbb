// A program ready to run, and what plain search finds out about it.
#pragma once

#include "explore/search.h"
#include "program/program.h"
#include "shape.h"
#include "support/outcome.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>

namespace heddle::property {

struct Ready {
  std::unique_ptr<program::Program> program; ///< Must outlive the code.
  std::unique_ptr<vm::SharedCode> code;
};

support::Outcome<Ready> fromIr(const std::string &text);
support::Outcome<Ready> fromC(const std::string &path);

/// More executions than this are not enumerated.
inline constexpr std::uint64_t mostExecutions = 20'000;

struct Explored {
  bool complete = false;
  explore::Answer answer;
  std::set<std::string> bugs;    ///< Kind and locations of all but races.
  std::set<std::string> finals;  ///< How each execution ended, and in which state.
  std::set<std::string> outputs; ///< What main printed, where it came to that.
  bool sticks = false;           ///< Some execution ends with all threads blocked.
  bool fails = false;            ///< Some execution fails an assertion.
};

Explored explore(Ready &ready, bool dedup);
vm::Options vmOptions(bool races);

/// "assertion at t1:3", for people.
std::string shownBug(const program::Program &program, const vm::Fault &fault);

} // namespace heddle::property
