// One execution as it happened: its events, who took part, and the test that runs it again.
#pragma once

#include "program/program.h"
#include "trace/links.h"
#include "trace/reads.h"
#include "trace/test.h"
#include "vm/machine.h"

#include <functional>
#include <string>
#include <vector>

namespace heddle::trace {

struct StackEntry {
  program::LocationId location = program::noLocation;
  bool fromModel = false;
};

struct Event {
  vm::ThreadId thread = 0;
  program::OpKind kind = program::OpKind::None;
  program::LocationId location = program::noLocation;
  std::string object;
  std::string text;
  std::string value;                 ///< Of memory: read, or there afterwards.
  std::string before;                ///< Of memory that is written: what was there.
  vm::ThreadId other = vm::noThread; ///< The thread created, joined or woken.
  std::vector<std::string> held;
  std::vector<StackEntry> stack;
  std::vector<Link> links; ///< To it, from earlier events.
};

struct ThreadInfo {
  vm::ThreadId id = 0;
  std::string name;
  std::string function;
};

/// A thread and place of a fault, with its part in it.
struct Participant {
  vm::ThreadId thread = 0;
  program::LocationId location = program::noLocation;
  std::string role;
  std::vector<StackEntry> stack;
};

struct Trace {
  std::vector<Event> events;
  std::vector<ThreadInfo> threads;
  std::vector<vm::Fault> faults;
  std::vector<vm::Gap> gaps;
  std::string output;
  vm::End end = vm::End::Running;
  std::uint64_t instructions = 0;
  Test test;             ///< Without files and flags: the caller knows them.
  unsigned switches = 0; ///< Context switches, as the events show them.
  std::string message;   ///< Of the fault asked for, with names.
  std::vector<Participant> participants;
  std::vector<vm::Choice> path; ///< Its choices, with the inputs of the test.
  bool hasFault = false;        ///< The fault (or the reads) asked for was met.
  std::vector<ReadFrom> reads;  ///< Those asked for, if they were.
  std::string misfit;           ///< Why a test could not be followed to its end.
};

/// Runs the choices of a path again, with the inputs of `options`, and watches. `wanted` is the
/// fault to be explained.
Trace record(vm::SharedCode &code, const vm::Options &options, const std::vector<vm::Choice> &path,
             const vm::Fault &wanted);

/// The same for the run in which the first thread that can act always does.
Trace recordFirst(vm::SharedCode &code, const vm::Options &options, const vm::Fault &wanted);

/// The same as `record`, up to where all these reads have come, one after the other.
Trace recordReads(vm::SharedCode &code, const vm::Options &options,
                  const std::vector<vm::Choice> &path, const std::vector<WantedRead> &wanted);

/// A Failure names the file and line of the test that speaks of something the program does not
/// have.
support::Done fits(const program::Program &program, const Test &test, const std::string &name);

/// Follows a test. What it expects is explained if it is met.
Trace replay(vm::SharedCode &code, const vm::Options &options, const Test &test);

} // namespace heddle::trace
