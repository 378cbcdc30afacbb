// An oracle for the VM: a program is run by random schedules in the VM and on real threads, and
// must end in the same state.
#pragma once

#include "native/build.h"
#include "program/program.h"
#include "vm/machine.h"

#include <functional>
#include <memory>
#include <string>

namespace heddle::native {

class Rehearsal {
public:
  /// Builds the program from the bitcode of a normalised user module, in a directory that is kept
  /// if it is named.
  static support::Outcome<std::unique_ptr<Rehearsal>> open(const std::string &userCode,
                                                           const std::string &keep);

  enum class Result : std::uint8_t {
    Same,
    Different,
    Apart, ///< The run does something that a real machine does not show, such as a memory error.
  };
  /// One run, by the choices that `pick` makes, given how many there are. `problem` becomes what is
  /// different.
  Result compare(const std::function<std::size_t(std::size_t)> &pick, std::string &problem);
  /// How many variables and switches between threads were compared so far.
  std::size_t variables() const { return variableCount; }
  std::size_t stretches() const { return stretchCount; }

  /// `program` is the one with marks, built in the workshop.
  Rehearsal(Workshop workshop, program::Program program);

private:
  Workshop workshop;
  program::Program program; ///< With marks.
  vm::SharedCode code;
  std::size_t variableCount = 0;
  std::size_t stretchCount = 0;
};

} // namespace heddle::native
