// The ways that the threads of an execution went: what they decided, one after the other. Two
// executions whose threads went the same ways differ in values and order only, which is for
// predictive analysis to go through.
#pragma once

#include "trace/course.h"
#include "trace/predict.h"

#include <functional>
#include <optional>
#include <vector>

namespace heddle::defuse {

/// A condition that a thread went by, or how an operation came out that could have come out
/// otherwise.
struct Decision {
  program::LocationId location = program::noLocation;
  bool side = false;
  std::optional<std::uint64_t> value; ///< Of a condition that compares with a number and holds.
  trace::EventIndex event = 0;        ///< In its run.
  bool sameAs(const Decision &other) const {
    return location == other.location && side == other.side && value == other.value;
  }
};

struct Ways {
  std::vector<std::vector<Decision>> threads;
  std::vector<std::size_t> lengths; ///< Events by thread.
  bool sameAs(const Ways &other) const;
};

Ways waysOf(const trace::Course &course);

/// Whether a try of the event had an outcome that can be another one.
bool isTry(const trace::LiftedEvent &event);

using Matters = std::function<bool(program::LocationId)>;

/// What of the known executions takes the same ways up to a decision of a run and differs there, as
/// far as the locations that matter tell; nothing if one of them does whatever the others do.
std::optional<std::vector<trace::Prediction::Cover>>
coversOf(const Ways &run, vm::ThreadId thread, std::size_t decision,
         const std::vector<const Ways *> &known, const Matters &matters);
/// The same for what a thread stood before for good.
std::optional<std::vector<trace::Prediction::Cover>>
coversOfEnd(const Ways &run, vm::ThreadId thread, const std::vector<const Ways *> &known,
            const Matters &matters);

} // namespace heddle::defuse
