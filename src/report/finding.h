// From the trace of an execution to a finding of the result.
#pragma once

#include "program/program.h"
#include "report/result.h"
#include "trace/trace.h"

namespace heddle::report {

/// The finding that the trace explains. `test` is the path of its test file.
Finding makeFinding(const program::Program &program, const trace::Trace &trace,
                    const std::string &test);

/// What got in the way of a complete search.
Incomplete makeIncomplete(const program::Program &program, const vm::Gap &gap);

/// A name for the file of a finding's test: "assertion-account.c-22".
std::string testName(const program::Program &program, const trace::Trace &trace);

} // namespace heddle::report
