// From what a search meets to findings that replay, known at every moment of the search.
#pragma once

#include "explore/search.h"
#include "frontend/frontend.h"
#include "report/result.h"
#include "support/outcome.h"
#include "trace/trace.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace heddle::cli {

/// What can be said so far. Shared between the search and the watchdog.
class Known {
public:
  void put(const std::string &key, report::Finding finding);
  void put(report::Incomplete incomplete);
  /// A bug that was met is to be run again. Until then it is no finding, but the search is not
  /// complete without it.
  void expect(const std::string &key, const report::Incomplete &incomplete);
  void expectNoMore(const std::string &key);
  /// Adds all of it to a result: bugs that are no race first.
  void addTo(report::Result &result) const;

private:
  mutable std::mutex mutex;
  std::vector<std::pair<std::string, report::Finding>> findings;
  std::vector<report::Incomplete> incomplete;
  std::map<std::string, report::Incomplete> expected;
};

/// Runs each bug again as it is met, writes its test, and publishes it. One that does not come back
/// the same is not reported as a bug but as a defect of this tool, and the answer is not `safe`.
class Findings {
public:
  struct Settings {
    frontend::Options frontend;
    vm::Options vm;
    std::string out; ///< Directory of the tests.
    std::vector<trace::Given> given;
    std::vector<trace::TargetPlace> targets = {}; // NOLINT(readability-redundant-member-init)
    double minimising = 10;                       ///< Seconds for making tests shorter, in all.
    const std::atomic<bool> *cancel = nullptr;    ///< Set from outside: no more of that.
    std::set<std::string> *names = nullptr;       ///< If set, of tests that others wrote there too.
    std::function<void(const std::string &)> say; ///< If set, told of what is done.
  };
  Findings(vm::SharedCode &code, const Settings &settings, Known &known)
      : code(code), settings(settings), known(known) {}

  void add(const explore::Found &found);
  /// Makes what was added last shorter; its inputs may have become smaller.
  void improve(const explore::Found &found);
  /// The search is over: shorter paths it has met since take the place of the first ones, if there
  /// is time.
  support::Done finish(const explore::Answer &answer, bool hasTime);
  /// Runs that it took to make tests shorter.
  std::uint64_t reruns() const { return reran; }
  /// Events of all findings, as they were first found and as they are reported.
  std::uint64_t eventsFirstFound() const { return eventsOf(firstSizes); }
  std::uint64_t eventsReported() const { return eventsOf(sizes); }

private:
  /// How hard an execution is to read: context switches, then events.
  using Size = std::pair<std::size_t, std::size_t>;
  static std::uint64_t eventsOf(const std::map<std::string, Size> &sizes);
  /// Writes the test and makes it known, if it is the first of its bug or no longer than that.
  /// False if it does not come back the same.
  bool publish(const trace::Trace &trace, const std::string &key, bool areInputsSmallest);
  void minimise(const trace::Trace &trace, const explore::Found &found, const std::string &key);
  support::Outcome<std::string> writeTest(const trace::Trace &trace, const std::string &key);

  vm::SharedCode &code;
  const Settings &settings;
  Known &known;
  std::map<std::string, std::size_t> lengths;                       ///< Of the paths, by bug.
  std::map<std::string, std::pair<std::string, std::string>> names; ///< Of the tests, by bug.
  std::map<std::string, std::string> tests;                         ///< Their paths.
  std::map<std::string, Size> sizes;      ///< Of what is published, by bug,
  std::map<std::string, Size> firstSizes; ///< and what was first.
  std::set<std::string> ownNames;         ///< Of tests, if nobody else writes there.
  trace::Trace last;           ///< What was added last; without a fault if it did not come back.
  bool isLastSmallest = false; ///< Its inputs.
  double spent = 0;            ///< Seconds, on making tests shorter.
  std::uint64_t reran = 0;
  support::Done state = support::done();
};

/// What a test needs beside the schedule and what the program is given.
void describeProgram(trace::Test &test, const frontend::Options &frontend,
                     const vm::Options &machine, const program::Program &program);

/// Whether tests can be written there; asked before a search that may take long.
support::Done canWriteTo(const std::string &directory);

} // namespace heddle::cli
