// `heddle reach`: can threads come to these places, and how?
#include "analysis/targets.h"
#include "cli/common.h"
#include "cli/findings.h"
#include "cli/reach_guided.h"
#include "cli/searching.h"
#include "cli/supervisor.h"
#include "cli/world.h"
#include "explore/meeting.h"
#include "explore/reach_all.h"
#include "report/finding.h"
#include "support/terminal.h"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
  OutputOptions output;
  explore::Options search;
  WorldOptions world;
  std::vector<std::string> lines;
  std::vector<std::string> functions;
  std::string strategy = "auto";
  std::uint64_t unroll = 0;
  std::string out = "heddle-out";
};

/// Of the time there is, for the guided search.
constexpr double guidedShare = 0.2;

/// One run of the command. The supervisor may end it at any moment, so what is known stands here.
class Reach {
public:
  explicit Reach(Options given) : options(std::move(given)) {
    frame.command = "reach";
    frame.files = namedLikePlaces(options.frontend.files);
    frame.assumes = assumptions();
    options.frontend.warnings = !options.output.quiet;
  }

  support::ExitCode run() {
    if (const support::Done fine = canRun(); !fine)
      return fail(fine.failure());
    Supervisor::Settings settings;
    settings.limits = options.search.limits;
    settings.progressLine = !options.output.quiet && hasTerminal;
    settings.lastResort = [this](const std::string &reason) { return lastResort(reason); };
    Supervisor supervisor(progress, settings);
    const support::Outcome<program::Program> program = loadProgram(options.frontend);
    if (!program && !supervisor.reason().empty())
      return stopWhileReading(supervisor);
    if (!program)
      return fail(program.failure());
    if (!options.frontend.files.empty())
      options.search.vm.programName = options.frontend.files.front();
    if (const support::Done found = findGoals(*program); !found) {
      supervisor.finish();
      return fail(found.failure());
    }
    return search(*program, supervisor);
  }

private:
  Options options;
  std::vector<trace::Given> given; ///< To the program, from outside.
  std::vector<analysis::Goal> goals;
  explore::Progress progress;
  Known known;
  const bool hasTerminal = support::terminalOf(STDERR_FILENO).redraws;
  report::Result frame; ///< What does not depend on the search.
  const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();

  template <class... T> void say(fmt::format_string<T...> format, T &&...values) const {
    if (options.output.verbose)
      fmt::print(stderr, "{}heddle: {}\n", hasTerminal ? wiped : "",
                 fmt::format(format, std::forward<T>(values)...));
  }

  support::Done canRun() {
    if (options.lines.empty() && options.functions.empty())
      return support::Failure{"nothing to reach is given; type --target FILE:LINE", {}};
    for (const std::string &line : options.lines)
      if (const auto read = analysis::readTargetLine(line); !read)
        return read.failure();
    if (const support::Done fine = canWrite(options.output); !fine)
      return fine.failure();
    if (const support::Done fine = canWriteTo(options.out); !fine)
      return fine.failure();
    auto listed = listGiven(options.world);
    if (!listed)
      return listed.failure();
    given = std::move(*listed);
    const auto world = readWorld(given);
    if (!world)
      return world.failure();
    options.search.vm.world = *world;
    return support::done();
  }

  support::Done findGoals(const program::Program &program) {
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
    if (goals.size() > analysis::mostGoals)
      return support::Failure{fmt::format("more than {} targets", analysis::mostGoals), {}};
    frame.reach.emplace();
    report::ReachQuestion &question = frame.reach->questions.emplace_back();
    for (const analysis::Goal &goal : goals)
      question.targets.push_back(goal.name);
    return support::done();
  }

  support::ExitCode search(const program::Program &program, Supervisor &supervisor) {
    const std::vector<program::Mark> marks = analysis::marksFor(goals);
    const auto count = static_cast<unsigned>(goals.size());
    const support::Outcome<program::Program> marked = program::withMarks(program, marks, count);
    if (!marked) {
      supervisor.finish();
      return fail(marked.failure());
    }
    options.search.vm.checks.reset(static_cast<unsigned>(vm::FaultKind::DataRace));
    vm::SharedCode code(*marked, false, options.unroll);
    const Findings::Settings settings{.frontend = options.frontend,
                                      .vm = options.search.vm,
                                      .out = options.out,
                                      .given = given,
                                      .targets = placesOf(program, marks),
                                      .minimising = options.search.limits.seconds / 10,
                                      .cancel = &progress.cancel,
                                      .say = [this](const std::string &text) { say("{}", text); }};
    Findings findings(code, settings, known);
    const double before = supervisor.seconds();
    report::Result result = frame;
    explore::Answer answer;
    if (options.strategy != "complete") {
      const support::Done led = guided(program, code, result, answer);
      if (!led) {
        supervisor.finish();
        return fail(led.failure());
      }
    }
    if (options.strategy != "guided" && answer.found.empty() && !progress.cancel)
      complete(code, count, answer);
    fillStats(result.stats, answer.stats, supervisor.seconds() - before);
    for (const explore::Phase &phase : answer.phases)
      result.phases.push_back({std::string(phase.strategy), phase.executions, phase.workers});
    const support::Done added = findings.finish(answer, !progress.cancel);
    const std::string reason = supervisor.reason();
    supervisor.finish();
    if (!added)
      return fail(added.failure());
    if (!reason.empty())
      known.put(report::makeIncomplete(
          *marked, {reason, detailOf(reason, options.search.limits), answer.stoppedAt}));
    known.addTo(result);
    conclude(result);
    return finish(result, marked->sources(), options.output);
  }

  support::Done guided(const program::Program &program, vm::SharedCode &code,
                       report::Result &result, explore::Answer &answer) {
    explore::GuidedOptions how;
    how.vm = options.search.vm;
    how.seconds = options.search.limits.seconds * guidedShare;
    how.say = [this](const std::string &text) { say("{}", text); };
    const ReachStudy study(program);
    report::ReachReport &report = *result.reach;
    GuidedQuestion about{report.questions.front(),
                         options.output.formats.dot.empty() ? nullptr : &report.graphs};
    auto led = guide(study, goals, how, progress, about);
    if (!led)
      return led.failure();
    answer.stats = led->stats;
    answer.phases.push_back({"guided", led->trials, 1});
    if (led->found) {
      // In the program with marks for the targets alone its places are other ones.
      const auto met =
          explore::meetingBy(code, options.search.vm, led->found->path, led->found->inputs);
      if (met)
        answer.found.push_back(
            {met->fault, met->path, led->found->inputs, led->found->areInputsSmallest});
      else
        answer.gaps.push_back(
            {"not-reproduced", "internal defect: an execution does not come again"});
    } else if (options.strategy == "guided")
      answer.gaps.push_back({"guided", "the guided search proves nothing"});
    return support::done();
  }

  void complete(vm::SharedCode &code, unsigned count, explore::Answer &answer) {
    explore::Answer all = explore::searchForTargets(code, count, options.search, progress);
    all.phases.insert(all.phases.begin(), answer.phases.begin(), answer.phases.end());
    answer = std::move(all);
  }

  static std::vector<trace::TargetPlace> placesOf(const program::Program &program,
                                                  const std::vector<program::Mark> &marks) {
    std::vector<trace::TargetPlace> places;
    for (const program::Mark &mark : marks) {
      const program::Function &function =
          program.functions()[program.location(mark.before).function];
      const program::Place place = program.place(mark.before);
      places.push_back({function.name, mark.before - function.first, mark.targets,
                        place.line ? fmt::format("{}:{}", place.file, place.line) : "", 0});
    }
    return places;
  }

  void conclude(report::Result &result) const {
    result.stats.peakMemoryMb = peakMemoryMb();
    report::ReachQuestion &question = result.reach->questions.front();
    result.strategy = "reach";
    question.by = result.phases.empty() ? "" : result.phases.back().strategy;
    if (!result.findings.empty()) {
      result.verdict = report::Verdict::Reached;
      question.status = "reached";
      question.test = result.findings.front().test;
      result.incomplete.clear(); // What was not looked at does not matter.
    } else if (!result.incomplete.empty()) {
      result.verdict = report::Verdict::Unknown;
      question.why = "the search is not complete";
    } else {
      result.verdict = report::Verdict::Unreachable;
      question.status = "unreachable";
      question.why = fmt::format("none of {} executions comes there", result.stats.executions);
    }
  }

  support::ExitCode stopWhileReading(Supervisor &supervisor) {
    const std::string reason = supervisor.reason();
    supervisor.finish();
    return lastResort(reason);
  }

  /// What is known without waiting for anybody.
  support::ExitCode lastResort(const std::string &reason) const {
    report::Result result = frame;
    if (!result.reach)
      result.reach.emplace().questions.emplace_back().targets = options.lines;
    result.stats.executions = progress.executions.load();
    result.stats.pruned = progress.pruned.load();
    result.stats.states = progress.states.load();
    result.stats.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    known.addTo(result);
    report::Place place;
    if (!options.frontend.files.empty())
      place.file = options.frontend.files.front();
    result.incomplete.push_back({reason, detailOf(reason, options.search.limits), place});
    conclude(result);
    return finish(result, support::SourceText(), options.output);
  }
};

void addSearchOptions(CLI::App &app, Options &options) {
  explore::Options &search = options.search;
  app.add_option("--target", options.lines,
                 "a line to reach; with several, different threads must stand at them at once")
      ->type_name("FILE:LINE")
      ->allow_extra_args(false);
  app.add_option("--target-function", options.functions, "likewise, the beginning of a function")
      ->type_name("F")
      ->allow_extra_args(false);
  app.add_option("--strategy", options.strategy,
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
  app.add_option("--unroll", options.unroll, "iterations a loop may take (default: no bound)")
      ->check(saysAboveZero)
      ->type_name("N");
  app.add_flag("--spurious-wakeups", search.vm.spurious,
               "condition waits may end without a signal");
  app.add_option("--jobs", search.workers, "threads that search (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  addWorldOptions(app, options.world, search.vm.arguments);
  app.add_option("--out", options.out, "directory for test files (default: heddle-out)")
      ->type_name("DIR");
}

} // namespace

Command addReach(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("reach", "find an execution that comes to chosen lines");
  addFrontendOptions(*app, options->frontend);
  addSearchOptions(*app, *options);
  addOutputOptions(*app, options->output);
  addPageOption(*app, options->output);
  addFormatOptions(*app, options->output.formats);
  addDetailOptions(*app, options->output);
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            return Reach(std::move(*options)).run();
          },
          true};
}

} // namespace heddle::cli
