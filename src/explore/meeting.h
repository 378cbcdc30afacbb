// Whether threads can stand at all targets at once in an execution that differs from a given one
// only in the order of independent steps.
//
// Going on from a target is a step that depends on nothing but what its thread did before. Such
// steps of several threads can all be next at once if and only if none of them happens before
// another one.
#pragma once

#include "vm/machine.h"

#include <optional>

namespace heddle::explore {

struct Meeting {
  std::vector<vm::Choice> path; ///< With the plain inputs; it ends with the meeting.
  vm::Fault fault;
};

/// What an execution shows.
struct MeetingAnswer {
  std::optional<Meeting> meeting;
  bool isLost = false; ///< It did not come again, or what must follow from it did not.
};

/// The meeting that a path leads to; nothing if it does not.
std::optional<Meeting> meetingBy(vm::SharedCode &code, const vm::Options &options,
                                 const std::vector<vm::Choice> &path,
                                 const std::vector<vm::InputValue> &inputs);

/// `options` with the rounds of the search that the path comes from.
MeetingAnswer findMeeting(vm::SharedCode &code, const vm::Options &options, unsigned targets,
                          const std::vector<vm::Choice> &path,
                          const std::vector<vm::InputValue> &inputs);

} // namespace heddle::explore
