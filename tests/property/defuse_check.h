// What comparing definition-use testing with all executions of a program came to.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::property {

struct DefuseCheck {
  std::string problem;
  std::uint64_t traces = 0;    ///< Of which both encodings were made,
  std::uint64_t questions = 0; ///< and what both answered.
  std::uint64_t decided = 0;   ///< Pairs,
  std::uint64_t open = 0;      ///< and those that were left open.
  bool isCompared = false;     ///< All executions could be looked at.
  bool isComplete = false;     ///< Nothing was left open.
  std::string why;             ///< If something was: the first reason.
};

} // namespace heddle::property
