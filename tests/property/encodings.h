// The encodings of predictive analysis against each other.
#pragma once

#include "program/program.h"
#include "trace/predict.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heddle::property {

struct EncodingCheck {
  std::string problem;
  std::uint64_t questions = 0; ///< That both answered.
};

/// What an execution says of pairs, and of conditions that could fail, with all reductions and with
/// none. Where these differ, whether the execution that the one found shows the pair, and which
/// reduction it hangs on.
EncodingCheck
compareEncodings(const program::Program &program, const trace::Course &course,
                 const std::vector<trace::PairKey> &pairs,
                 const std::function<trace::LiftedRun(const trace::LiftedPlan &)> &run,
                 const std::function<bool()> &goesOn);

} // namespace heddle::property
