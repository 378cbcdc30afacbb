// `heddle reach`: can threads come to these places, and how?
#include "analysis/targets.h"
#include "cli/common.h"
#include "cli/reach_search.h"
#include "cli/searching.h"
#include "cli/supervisor.h"
#include "cli/warnings.h"
#include "cli/world.h"
#include "report/finding.h"
#include "support/terminal.h"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <condition_variable>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace heddle::cli {
namespace {

struct Options {
  ReachSettings reach;
  OutputOptions output;
  WorldOptions world;
  std::vector<std::string> lines;
  std::vector<std::string> functions;
  std::vector<std::string> logs; ///< Warnings of other tools.
};

/// What is asked about: one place for each thread that is to stand there.
struct Asked {
  std::vector<analysis::Goal> goals;
  std::string problem; ///< Why nothing can be looked for; empty if it can.
};

/// Cancels a search when its time is up. Whoever cancels for good does so as well.
class Alarm {
public:
  Alarm(explore::Progress &progress, double seconds)
      : thread([this, &progress, seconds](const std::stop_token &stop) {
          std::unique_lock lock(mutex);
          const auto time = std::chrono::duration<double>(seconds);
          wake.wait_for(lock, stop, time, [] { return false; });
          if (stop.stop_requested())
            return;
          hasRung = true;
          progress.cancel = true;
          progress.interrupt();
        }) {}
  /// True if it was this that cancelled.
  bool stop() {
    thread.request_stop();
    thread.join();
    return hasRung;
  }

private:
  std::mutex mutex;
  std::condition_variable_any wake;
  bool hasRung = false;
  std::jthread thread;
};

/// One run of the command. The supervisor may end it at any moment, so what is known stands here.
class Reach {
public:
  explicit Reach(Options given) : options(std::move(given)), settings(options.reach) {
    frame.command = "reach";
    frame.files = namedLikePlaces(settings.frontend.files);
    frame.assumes = assumptions();
    settings.frontend.warnings = !options.output.quiet;
    settings.drawsSystems = !options.output.formats.dot.empty();
    settings.say = [this](const std::string &text) { say("{}", text); };
  }

  support::ExitCode run() {
    if (const support::Done fine = canRun(); !fine)
      return fail(fine.failure());
    Supervisor::Settings supervising;
    supervising.limits = settings.search.limits;
    supervising.progressLine = !options.output.quiet && hasTerminal;
    supervising.lastResort = [this](const std::string &reason) { return lastResort(reason); };
    Supervisor supervisor(progress, supervising);
    const support::Outcome<program::Program> program = loadProgram(settings.frontend);
    if (!program && !supervisor.reason().empty())
      return stopWhileReading(supervisor);
    if (!program)
      return fail(program.failure());
    if (!settings.frontend.files.empty())
      settings.search.vm.programName = settings.frontend.files.front();
    if (const support::Done found = findGoals(*program); !found) {
      supervisor.finish();
      return fail(found.failure());
    }
    return search(*program, supervisor);
  }

private:
  Options options;
  ReachSettings &settings;
  std::vector<Warning> warnings;
  std::vector<Asked> asked;
  explore::Progress progress;
  Known known;
  const bool hasTerminal = support::terminalOf(STDERR_FILENO).redraws;
  std::mutex mutex;     ///< For what is answered.
  report::Result frame; ///< What does not depend on the search, and what is answered.
  const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();

  template <class... T> void say(fmt::format_string<T...> format, T &&...values) const {
    if (options.output.verbose)
      fmt::print(stderr, "{}heddle: {}\n", hasTerminal ? wiped : "",
                 fmt::format(format, std::forward<T>(values)...));
  }

  support::Done canRun() {
    if (options.lines.empty() && options.functions.empty() && options.logs.empty())
      return support::Failure{"nothing to reach is given; type --target FILE:LINE", {}};
    for (const std::string &line : options.lines)
      if (const auto read = analysis::readTargetLine(line); !read)
        return read.failure();
    for (const std::string &log : options.logs) {
      auto read = readWarnings(log);
      if (!read)
        return read.failure();
      std::ranges::move(*read, std::back_inserter(warnings));
    }
    if (const support::Done fine = canWrite(options.output); !fine)
      return fine.failure();
    if (const support::Done fine = canWriteTo(settings.out); !fine)
      return fine.failure();
    auto listed = listGiven(options.world);
    if (!listed)
      return listed.failure();
    settings.given = std::move(*listed);
    const auto world = readWorld(settings.given);
    if (!world)
      return world.failure();
    settings.search.vm.world = *world;
    return support::done();
  }

  support::Done findGoals(const program::Program &program) {
    frame.reach.emplace();
    if (!options.lines.empty() || !options.functions.empty()) {
      auto goals = givenGoals(program);
      if (!goals)
        return goals.failure();
      ask(std::move(*goals));
    }
    for (const Warning &warning : warnings) {
      report::ReachQuestion &question = ask({});
      question.warning = warning.message;
      if (warning.lines.empty())
        asked.back().problem = "the warning has a place that names no line";
      for (const analysis::TargetLine &line : warning.lines) {
        auto goal = analysis::goalAt(program, line);
        question.targets.push_back(goal ? goal->name : fmt::format("{}:{}", line.file, line.line));
        if (goal)
          asked.back().goals.push_back(std::move(*goal));
        else
          asked.back().problem = goal.failure().message;
      }
    }
    for (const Asked &one : asked)
      if (one.goals.size() > analysis::mostGoals)
        return support::Failure{fmt::format("more than {} targets", analysis::mostGoals), {}};
    return support::done();
  }

  support::Outcome<std::vector<analysis::Goal>> givenGoals(const program::Program &program) const {
    std::vector<analysis::Goal> goals;
    for (const std::string &line : options.lines) {
      const auto read = analysis::readTargetLine(line);
      auto goal = analysis::goalAt(program, *read);
      if (!goal)
        return goal.failure();
      goals.push_back(std::move(*goal));
    }
    for (const std::string &name : options.functions) {
      auto goal = analysis::goalFunction(program, name);
      if (!goal)
        return goal.failure();
      goals.push_back(std::move(*goal));
    }
    return goals;
  }

  report::ReachQuestion &ask(std::vector<analysis::Goal> goals) {
    report::ReachQuestion &question = frame.reach->questions.emplace_back();
    for (const analysis::Goal &goal : goals)
      question.targets.push_back(goal.name);
    asked.push_back({std::move(goals), {}});
    return question;
  }

  support::ExitCode search(const program::Program &program, Supervisor &supervisor) {
    settings.search.vm.checks.reset(static_cast<unsigned>(vm::FaultKind::DataRace));
    ReachSearch searching(program, settings, progress);
    const double before = supervisor.seconds();
    for (std::size_t i = 0; i < asked.size() && supervisor.reason().empty(); ++i)
      if (const support::Done answered = answer(searching, i, supervisor); !answered) {
        supervisor.finish();
        return fail(answered.failure());
      }
    const std::string reason = supervisor.reason();
    supervisor.finish();
    report::Result result = frame;
    fillStats(result.stats, searching.stats(), supervisor.seconds() - before);
    for (const explore::Phase &phase : searching.phases())
      result.phases.push_back({std::string(phase.strategy), phase.executions, phase.workers});
    if (!reason.empty() && std::ranges::any_of(frame.reach->questions, isOpen))
      known.put(report::makeIncomplete(
          program, {reason, detailOf(reason, settings.search.limits), program::noLocation}));
    known.addTo(result);
    conclude(result);
    return finish(result, program.sources(), options.output);
  }

  static bool isOpen(const report::ReachQuestion &question) { return question.status == "open"; }

  /// One question, in its share of the time that is left.
  support::Done answer(ReachSearch &searching, std::size_t number, const Supervisor &supervisor) {
    report::ReachQuestion question = frame.reach->questions[number];
    std::vector<report::Graph> graphs;
    Known own;
    if (asked[number].problem.empty()) {
      if (asked.size() > 1)
        say("{}", fmt::join(question.targets, ", "));
      const double left = settings.search.limits.seconds - supervisor.seconds();
      const double share = std::max(0.01, left / static_cast<double>(asked.size() - number));
      std::optional<Alarm> alarm;
      if (asked.size() - number > 1) // The last one may take what is left.
        alarm.emplace(progress, share);
      const std::uint64_t executions = searching.stats().executions;
      const support::Done done = searching.run(asked[number].goals, share, question, graphs, own);
      if (alarm && alarm->stop()) {
        progress.cancel = !supervisor.reason().empty();
        own.put(report::Incomplete{
            "time", fmt::format("its share of the time was up ({:.1f} s)", share), {}});
      }
      if (!done)
        return done;
      settle(question, own, searching.stats().executions - executions, supervisor.reason());
    } else {
      question.why = asked[number].problem;
    }
    const std::scoped_lock lock(mutex);
    frame.reach->questions[number] = std::move(question);
    std::ranges::move(graphs, std::back_inserter(frame.reach->graphs));
    return support::done();
  }

  /// What was found, and what got in the way.
  void settle(report::ReachQuestion &question, const Known &own, std::uint64_t executions,
              const std::string &stopped) {
    report::Result seen;
    own.addTo(seen);
    if (!seen.findings.empty()) {
      question.status = "reached";
      question.test = seen.findings.front().test;
      known.put(question.test, std::move(seen.findings.front()));
      return; // What was not looked at does not matter.
    }
    for (const report::Incomplete &one : seen.incomplete)
      known.put(one);
    if (!seen.incomplete.empty() || !stopped.empty()) {
      question.why = "the search is not complete";
      return;
    }
    question.status = "unreachable";
    question.why =
        fmt::format("none of {} execution{} comes there", executions, executions == 1 ? "" : "s");
  }

  void conclude(report::Result &result) const {
    result.stats.peakMemoryMb = peakMemoryMb();
    result.strategy = "reach";
    const std::vector<report::ReachQuestion> &questions = result.reach->questions;
    result.verdict = !result.findings.empty()                 ? report::Verdict::Reached
                     : std::ranges::any_of(questions, isOpen) ? report::Verdict::Unknown
                                                              : report::Verdict::Unreachable;
    if (std::ranges::none_of(questions, isOpen))
      result.incomplete.clear();
  }

  support::ExitCode stopWhileReading(Supervisor &supervisor) {
    const std::string reason = supervisor.reason();
    supervisor.finish();
    return lastResort(reason);
  }

  /// What is known without waiting for anybody.
  support::ExitCode lastResort(const std::string &reason) {
    report::Result result;
    {
      const std::scoped_lock lock(mutex);
      result = frame;
    }
    if (!result.reach)
      result.reach.emplace().questions.emplace_back().targets = options.lines;
    result.stats.executions = progress.executions.load();
    result.stats.pruned = progress.pruned.load();
    result.stats.states = progress.states.load();
    result.stats.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    for (report::ReachQuestion &question : result.reach->questions)
      if (isOpen(question) && question.why.empty())
        question.why = "the search is not complete";
    known.addTo(result);
    report::Place place;
    if (!settings.frontend.files.empty())
      place.file = settings.frontend.files.front();
    result.incomplete.push_back({reason, detailOf(reason, settings.search.limits), place});
    conclude(result);
    return finish(result, support::SourceText(), options.output);
  }
};

void addSearchOptions(CLI::App &app, Options &options) {
  explore::Options &search = options.reach.search;
  app.add_option("--target", options.lines,
                 "a line to reach; with several, different threads must stand at them at once")
      ->type_name("FILE:LINE")
      ->allow_extra_args(false);
  app.add_option("--target-function", options.functions, "likewise, the beginning of a function")
      ->type_name("F")
      ->allow_extra_args(false);
  app.add_option("--targets", options.logs,
                 "warnings of another tool, as SARIF: the places of each one to be reached at once")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--strategy", options.reach.strategy,
                 "how to search: guided, complete, or auto for one after the other (default: auto)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "guided", "complete"}));
  app.add_option("--time", search.limits.seconds, "seconds the search may take (default: 300)")
      ->check(saysAboveZero)
      ->type_name("S");
  search.limits.memoryMb = defaultMemoryMb();
  app.add_option("--memory", search.limits.memoryMb,
                 fmt::format("memory it may take (default: {}, which is 4 GB or half the machine)",
                             defaultMemoryMb()))
      ->check(saysAboveZero)
      ->type_name("MB");
  app.add_option("--max-steps", search.vm.maxSteps,
                 "instructions an execution may take (default: 10000000)")
      ->check(saysAboveZero)
      ->type_name("N");
  app.add_option("--max-depth", search.limits.maxDepth,
                 "visible operations a path may have (default: no bound)")
      ->check(saysAboveZero)
      ->type_name("N");
  app.add_option("--unroll", options.reach.unroll, "iterations a loop may take (default: no bound)")
      ->check(saysAboveZero)
      ->type_name("N");
  app.add_flag("--spurious-wakeups", search.vm.spurious,
               "condition waits may end without a signal");
  app.add_option("--workers,--jobs", search.workers,
                 "threads that search (default: guided one a core, complete 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  addWorldOptions(app, options.world, search.vm.arguments);
  app.add_option("--out", options.reach.out, "directory for test files (default: heddle-out)")
      ->type_name("DIR");
}

} // namespace

Command addReach(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("reach", "find an execution that comes to chosen lines");
  addFrontendOptions(*app, options->reach.frontend);
  addSearchOptions(*app, *options);
  addOutputOptions(*app, options->output);
  addPageOption(*app, options->output);
  addFormatOptions(*app, options->output.formats);
  addDetailOptions(*app, options->output);
  return {app,
          [options, &flags] {
            options->reach.frontend.flags = flags;
            return Reach(std::move(*options)).run();
          },
          true};
}

} // namespace heddle::cli
