// `heddle check`: does any interleaving and input break the program?
#include "analysis/assertion_slice.h"
#include "cli/checkpoint.h"
#include "cli/common.h"
#include "cli/findings.h"
#include "cli/idleness.h"
#include "cli/leading.h"
#include "cli/pair_fates.h"
#include "cli/properties.h"
#include "cli/searching.h"
#include "cli/supervisor.h"
#include "cli/world.h"
#include "explore/auto.h"
#include "explore/strategies.h"
#include "explore/value_pairs.h"
#include "report/finding.h"
#include "report/pairs.h"
#include "support/terminal.h"

#include <chrono>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
  OutputOptions output;
  explore::Options search;
  WorldOptions world;
  std::string strategyName{explore::strategies().front().name};
  const explore::Strategy *strategy = nullptr;
  std::vector<std::string> particular; ///< Options given that not every strategy understands.
  std::vector<std::string> properties; ///< Empty: all that the strategy covers.
  bool noRaces = false;
  bool slices = true;      ///< What assertions depend on is looked at first.
  bool runsThrough = true; ///< Accesses that cannot race are no points of the search.
  std::uint64_t unroll = 0;
  std::string out = "heddle-out";
  CheckpointOptions checkpoint;
};

/// What makes two searches of one program the same, however long they take.
std::vector<std::pair<std::string, std::string>>
settingsOf(const Options &options, const std::vector<trace::Given> &given) {
  const explore::Options &search = options.search;
  std::vector<std::pair<std::string, std::string>> settings;
  const auto add = [&](const char *name, const auto &value) {
    settings.emplace_back(name, fmt::format("{}", value));
  };
  add("--strategy", options.strategy->name);
  add("--property", fmt::format("{}", fmt::join(options.properties, ",")));
  add("--no-observers", search.observers ? "off" : "on");
  add("--no-static", options.runsThrough ? "off" : "on");
  if (search.preemptions)
    add("--preemptions", *search.preemptions);
  add("--max-steps", search.vm.maxSteps);
  if (search.limits.maxDepth)
    add("--max-depth", search.limits.maxDepth);
  if (options.unroll)
    add("--unroll", options.unroll);
  add("--spurious-wakeups", search.vm.spurious ? "on" : "off");
  add("--seed", search.seed);
  add("--runs", search.runs);
  add("--depth", search.depth);
  add("--args", fmt::format("{}", fmt::join(search.vm.arguments, " ")));
  for (const trace::Given &one : given)
    settings.emplace_back(one.name.empty() ? "--stdin" : "--file " + one.name, one.hash);
  return settings;
}

/// Of the time there is, for leading executions to what the static analyses warn of.
constexpr double leadShare = 0.1;

/// What shows that there are no races, where the search need not.
constexpr std::string_view staticArgument = "static analysis";

bool isGiven(const Options &options, std::string_view option) {
  return std::ranges::find(options.particular, option) != options.particular.end();
}

void conclude(report::Result &result) {
  result.stats.peakMemoryMb = peakMemoryMb();
  result.verdict = !result.findings.empty()     ? report::Verdict::Bug
                   : !result.incomplete.empty() ? report::Verdict::Unknown
                                                : report::Verdict::Safe;
}

/// What --preemptions cannot be combined with.
support::Done fitsPreemptions(const Options &options) {
  if (!options.search.preemptions)
    return support::done();
  if (isGiven(options, "--seed"))
    return support::Failure{"--preemptions cannot keep to the order of --seed: executions with the "
                            "fewest come first",
                            {}};
  if (options.search.workers > 1)
    return support::Failure{"--preemptions searches with one thread, not with --workers", {}};
  return support::done();
}

/// What --reads-from cannot be combined with.
support::Done fitsReadsFrom(const Options &options) {
  const explore::Options &search = options.search;
  if (!search.readsFrom)
    return support::done();
  if (isGiven(options, "--seed"))
    return support::Failure{"--reads-from cannot keep to the order of --seed: reads decide what is "
                            "tried next",
                            {}};
  if (!search.observers)
    return support::Failure{"--reads-from ignores the order of writes that nobody reads, which "
                            "--no-observers asks for",
                            {}};
  if (search.preemptions)
    return support::Failure{"--reads-from cannot keep to --preemptions: it stands for executions "
                            "with any number of them",
                            {}};
  if (search.workers > 1)
    return support::Failure{"--reads-from searches with one thread, not with --workers", {}};
  if (!(options.checkpoint.to + options.checkpoint.from).empty())
    return support::Failure{
        "--checkpoint and --resume do not go with --reads-from, whose state is not saved", {}};
  if (std::ranges::count(options.properties, "leak"))
    return support::Failure{
        "--reads-from cannot look for leaks: what is lost in the end may depend "
        "on a write that nobody reads",
        {}};
  return support::done();
}

/// Strategies that know more than a checkpoint holds.
support::Done fitsCheckpoints(const Options &options) {
  if ((options.checkpoint.to + options.checkpoint.from).empty())
    return support::done();
  const auto refused = [&](std::string_view what) {
    return support::Failure{fmt::format("--checkpoint and --resume do not go with the strategy "
                                        "'{}', whose {} are not saved",
                                        options.strategy->name, what),
                            {}};
  };
  if (options.strategy->name == "assertion-guided")
    return refused("summaries");
  if (options.strategy->name == "value-schedule")
    return refused("pairs");
  return support::done();
}

/// What is wrong with the options, beyond what each of them can say by itself. Settles what to look
/// for.
support::Done settle(Options &options) {
  const auto strategy = explore::strategyNamed(options.strategyName);
  if (!strategy)
    return strategy.failure();
  options.strategy = *strategy;
  if (const support::Done fit = explore::understands(**strategy, options.particular); !fit)
    return fit.failure();
  if (options.search.dedup && options.search.preemptions)
    return support::Failure{"--dedup cannot keep to --preemptions: a state that was cut off may be "
                            "reached again with fewer of them",
                            {}};
  if (options.search.dedup && !(options.checkpoint.to + options.checkpoint.from).empty())
    return support::Failure{"--checkpoint and --resume do not go with --dedup: its table of states "
                            "is not saved",
                            {}};
  if (const support::Done fits = fitsCheckpoints(options); !fits)
    return fits.failure();
  if (const support::Done fits = fitsReadsFrom(options); !fits)
    return fits.failure();
  if (const support::Done fits = fitsPreemptions(options); !fits)
    return fits.failure();
  const bool byName = std::ranges::count(options.properties, "race") > 0;
  if (byName && options.noRaces)
    return support::Failure{"--no-races takes back what '--property race' asks for", {}};
  if (byName && options.search.dedup)
    return support::Failure{
        "--dedup cannot look for races: a table of states forgets how a state was reached", {}};
  if (options.properties.empty()) {
    options.properties = defaultProperties();
    if (options.noRaces || options.search.dedup)
      std::erase(options.properties, "race");
  }
  const auto checks = checksOf(options.properties);
  if (!checks)
    return checks.failure();
  options.search.vm.checks = *checks;
  if (const support::Done writable = settle(options.checkpoint); !writable)
    return writable.failure();
  if (const support::Done writable = canWrite(options.output); !writable)
    return writable.failure();
  return canWriteTo(options.out);
}

/// One run of the command. The supervisor may end it at any moment, so what is known stands here.
class Check {
public:
  explicit Check(Options given) : options(std::move(given)) {
    frame.command = "check";
    frame.files = namedLikePlaces(options.frontend.files);
    frame.strategy = options.strategy->name;
    frame.covers = options.properties;
    for (const std::string &property : frame.covers)
      frame.by.emplace_back(property, explore::argumentOf(*options.strategy, options.search));
    frame.assumes = assumptions();
    options.frontend.warnings = !options.output.quiet;
  }

  support::ExitCode run() {
    if (const support::Done found = findWorld(); !found)
      return fail(found.failure());
    Supervisor::Settings settings;
    settings.limits = options.search.limits;
    if (!options.checkpoint.to.empty())
      settings.saveEvery = options.checkpoint.every;
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
    if (!options.search.values.focus.empty())
      if (const support::Done found = explore::canFocus(*program, options.search.values.focus);
          !found) {
        supervisor.finish();
        return fail(found.failure());
      }
    say("{} functions, {} places; reading took {:.2f} s", program->functions().size(),
        program->locations().size(), supervisor.seconds());
    return search(*program, supervisor);
  }

private:
  Options options;
  std::vector<trace::Given> given; ///< To the program, from outside.
  explore::Progress progress;
  std::optional<Checkpoint> resumed; ///< What the search goes on from.
  bool hasWarned = false;            ///< That it cannot be saved.
  Known known;
  const bool hasTerminal = support::terminalOf(STDERR_FILENO).redraws;
  report::Result frame; ///< What does not depend on the search.
  const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();

  template <class... T> void say(fmt::format_string<T...> format, T &&...values) const {
    if (options.output.verbose)
      fmt::print(stderr, "{}heddle: {}\n", hasTerminal ? wiped : "",
                 fmt::format(format, std::forward<T>(values)...));
  }

  support::Done findWorld() {
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

  /// What to go on from, and where to save.
  support::Done settleState(const program::Program &program, const Supervisor &supervisor) {
    if (options.checkpoint.to.empty())
      return support::done();
    Identity identity;
    identity.program = options.search.vm.programName;
    identity.hash = program.unit().hash();
    identity.settings = settingsOf(options, given);
    if (!options.checkpoint.from.empty()) {
      auto read = readCheckpoint(options.checkpoint.from, identity);
      if (!read)
        return read.failure();
      resumed = std::move(*read);
      options.search.resume = &resumed->saved;
      say("goes on after {} executions and {:.0f} s", resumed->saved.stats.executions,
          resumed->seconds);
    }
    const double begins = supervisor.seconds() - (resumed ? resumed->seconds : 0);
    options.search.onCheckpoint = [this, identity, begins,
                                   &supervisor](const explore::Saved &saved) {
      const support::Done written =
          writeCheckpoint(options.checkpoint.to, identity, {saved, supervisor.seconds() - begins});
      if (written)
        return say("saved after {} executions", saved.stats.executions);
      if (!hasWarned)
        fmt::print(stderr, "heddle: warning: {}\n", written.failure().message);
      hasWarned = true;
    };
    return support::done();
  }

  /// An argument against races, if there is one: it holds however far the search comes.
  void excludeRaces(const program::Program &program) {
    if (!options.search.vm.looksFor(vm::FaultKind::DataRace))
      return;
    analysis::RaceLimits limits;
    if (!options.checkpoint.to.empty())
      limits.seconds = 0; // Whoever goes on with the search must come to the same answer.
    const analysis::RaceStudy study = analysis::studyRaces(program, limits);
    if (options.runsThrough)
      options.search.calm = std::make_shared<const std::vector<bool>>(study.calm);
    if (!study.freedom)
      return;
    frame.raceFree = report::reportRaceFreedom(program, *study.freedom);
    options.search.areRacesExcluded = true;
    for (auto &[property, by] : frame.by)
      if (property == "race")
        by = staticArgument;
  }

  /// On what the assertions depend, if nothing else is looked for.
  void sliceAssertions(const program::Program &program) {
    if (!options.slices || options.strategy->name != "assertion-guided")
      return;
    for (unsigned i = 0; i < vm::faultKinds; ++i)
      if (const auto kind = static_cast<vm::FaultKind>(i);
          options.search.vm.looksFor(kind) && vm::propertyOf(kind) != "assertion")
        return;
    std::vector<bool> slice = analysis::assertionSlice(program);
    if (!slice.empty())
      options.search.slice = std::make_shared<const std::vector<bool>>(std::move(slice));
  }

  /// The search looks for races all the same. One that it finds is one, whatever the argument says.
  void holdTo(report::Result &result) const {
    const bool races = std::ranges::any_of(result.findings, [](const report::Finding &finding) {
      return finding.kind == vm::name(vm::FaultKind::DataRace);
    });
    if (!races || !result.raceFree)
      return;
    result.raceFree.reset();
    for (auto &[property, by] : result.by)
      if (property == "race")
        by = explore::argumentOf(*options.strategy, options.search);
    result.incomplete.push_back(
        {"internal", "a race was met that the analysis of pairs had excluded", {}});
  }

  support::ExitCode search(const program::Program &program, Supervisor &supervisor) {
    if (const support::Done settled = settleState(program, supervisor); !settled) {
      supervisor.finish();
      return fail(settled.failure());
    }
    vm::SharedCode code(program, options.search.vm.looksFor(vm::FaultKind::Overflow),
                        options.unroll);
    const Findings::Settings settings{.frontend = options.frontend,
                                      .vm = options.search.vm,
                                      .out = options.out,
                                      .given = given,
                                      .minimising = options.search.limits.seconds / 10,
                                      .cancel = &progress.cancel,
                                      .say = [this](const std::string &text) { say("{}", text); }};
    Findings findings(code, settings, known);
    options.search.onFound = [&](const explore::Found &found, bool isSmall) {
      if (isSmall)
        return findings.improve(found);
      say("found after {} executions: {}", progress.executions.load(), vm::name(found.fault.kind));
      findings.add(found);
    };
    options.search.say = [this](const std::string &text) { say("{}", text); };
    excludeRaces(program);
    sliceAssertions(program);
    const auto lead = [&] {
      return leadToWarnings(code,
                            {.vm = options.search.vm,
                             .seconds = leadShare * options.search.limits.seconds,
                             .all = options.search.all,
                             .areRacesExcluded = options.search.areRacesExcluded,
                             .say = options.search.say},
                            progress);
    };
    const double before = supervisor.seconds();
    const explore::Options &how = options.search;
    const auto explorer = options.strategy->name == "auto" && !how.preemptions && !how.readsFrom
                              ? explore::makeAuto(lead)
                              : explore::makeExplorer(*options.strategy, options.search);
    const explore::Answer answer = explorer->run(code, options.search, progress);
    report::Result result = frame;
    fillStats(result.stats, answer.stats,
              supervisor.seconds() - before + (resumed ? resumed->seconds : 0));
    if (resumed)
      result.stats.more.emplace_back("seconds_before_resume",
                                     fmt::format("{:.2f}", resumed->seconds));
    for (auto &[property, argument] : result.by)
      if (!answer.by.empty() && argument != staticArgument)
        argument = answer.by;
    for (const explore::Phase &phase : answer.phases)
      result.phases.push_back({std::string(phase.strategy), phase.executions, phase.workers});
    const support::Done added = findings.finish(answer, !progress.cancel);
    if (findings.eventsReported()) {
      const auto add = [&](const char *name, std::uint64_t count) {
        result.stats.more.emplace_back(name, std::to_string(count));
      };
      add("reruns_to_minimise", findings.reruns());
      add("events_first_found", findings.eventsFirstFound());
      add("events_reported", findings.eventsReported());
    }
    const std::string reason = supervisor.reason();
    supervisor.finish();
    if (!added)
      return fail(added.failure());
    if (!reason.empty())
      known.put(report::makeIncomplete(
          program, {reason, detailOf(reason, options.search.limits), answer.stoppedAt}));
    if (code.takesLocksAtOnce())
      result.assumes.emplace_back("locks-at-once");
    known.addTo(result);
    holdTo(result);
    if (options.strategy->name == "value-schedule")
      result.pairOutcomes = outcomesOf(program, answer, result.findings);
    if (options.search.all)
      report::sortFindings(result);
    conclude(result);
    if (result.findings.empty())
      noteIdleness(code, options.search.vm, result);
    return finish(result, program.sources(), options.output);
  }

  support::ExitCode stopWhileReading(Supervisor &supervisor) {
    const std::string reason = supervisor.reason();
    supervisor.finish();
    return lastResort(reason);
  }

  /// What is known without waiting for anybody.
  support::ExitCode lastResort(const std::string &reason) const {
    report::Result result = frame;
    result.stats.executions = progress.executions.load();
    result.stats.pruned = progress.pruned.load();
    result.stats.states = progress.states.load();
    result.stats.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    known.addTo(result);
    holdTo(result);
    report::Place place;
    if (!options.frontend.files.empty())
      place.file = options.frontend.files.front();
    result.incomplete.push_back({reason, detailOf(reason, options.search.limits), place});
    conclude(result);
    return finish(result, support::SourceText(), options.output);
  }
};

support::ExitCode check(Options options) {
  if (const support::Done settled = settle(options); !settled)
    return fail(settled.failure());
  return Check(std::move(options)).run();
}

void addSearchOptions(CLI::App &app, Options &options) {
  explore::Options &search = options.search;
  app.add_option("--strategy", options.strategyName,
                 fmt::format("how to search, see below (default: {})", options.strategyName))
      ->type_name("NAME");
  app.add_option("--property", options.properties,
                 "what to look for: assertion, deadlock, hang, race, memory, arithmetic, misuse, "
                 "exception, overflow, leak (default: all but the last two)")
      ->delimiter(',')
      ->type_name("LIST")
      ->allow_extra_args(false);
  app.add_flag("--no-races", options.noRaces, "do not look for data races");
  app.add_flag("--all", search.all, "go on after the first bug and report each once");
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
  addWorldOptions(app, options.world, search.vm.arguments);
  addCheckpointOptions(app, options.checkpoint);
  app.add_option("--out", options.out, "directory for test files (default: heddle-out)")
      ->type_name("DIR");
}

/// Options that mean something to some strategies only.
void addParticularOptions(CLI::App &app, Options &options) {
  explore::Options &search = options.search;
  app.add_flag("--dedup", search.dedup, explore::meaningOf("--dedup"));
  app.add_flag("!--no-observers", search.observers, explore::meaningOf("--no-observers"));
  app.add_flag("!--no-static", options.runsThrough, explore::meaningOf("--no-static"));
  app.add_flag("--reads-from", search.readsFrom, explore::meaningOf("--reads-from"));
  const auto add = [&](const char *name, std::uint64_t &value) {
    return app.add_option(name, value, explore::meaningOf(name))->type_name("N");
  };
  add("--depth", search.depth)->check(saysAboveZero);
  app.add_option("--preemptions", search.preemptions, explore::meaningOf("--preemptions"))
      ->type_name("N");
  add("--runs", search.runs)->check(saysAboveZero);
  app.add_flag("!--no-dpor", search.partialOrder, explore::meaningOf("--no-dpor"));
  app.add_flag("!--no-slicing", options.slices, explore::meaningOf("--no-slicing"));
  app.add_flag("!--no-summaries", search.summaries, explore::meaningOf("--no-summaries"));
  add("--summary-size", search.summarySize)->check(saysAboveZero);
  add("--summary-table", search.summaryTable)->check(saysAboveZero);
  explore::ValueSchedules &values = search.values;
  app.add_option("--focus", values.focus, explore::meaningOf("--focus"))->type_name("WHAT");
  add("--schedules", values.most);
  app.add_flag("!--no-priority", values.prioritises, explore::meaningOf("--no-priority"));
  app.add_flag("!--no-accessibility", values.accessibility,
               explore::meaningOf("--no-accessibility"));
  app.add_flag("!--no-address-checks", values.aliases, explore::meaningOf("--no-address-checks"));
  app.add_flag("!--no-slices", values.slices, explore::meaningOf("--no-slices"));
  app.add_flag("!--no-completion", values.completes, explore::meaningOf("--no-completion"));
  app.add_option("--workers,--jobs", search.workers, explore::meaningOf("--workers"))
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  add("--seed", search.seed);
  app.footer("Strategies:\n" + explore::describeStrategies());
}

std::vector<std::string> givenOf(const CLI::App &app, const std::vector<std::string> &options) {
  std::vector<std::string> given;
  for (const std::string &name : options)
    if (const CLI::Option *option = app.get_option_no_throw(name); option && !option->empty())
      given.push_back(name);
  return given;
}

} // namespace

Command addCheck(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("check", "find the interleaving that breaks a program");
  addFrontendOptions(*app, options->frontend);
  addSearchOptions(*app, *options);
  addParticularOptions(*app, *options);
  addOutputOptions(*app, options->output);
  addPageOption(*app, options->output);
  addFormatOptions(*app, options->output.formats);
  addDetailOptions(*app, options->output);
  return {app,
          [options, app, &flags] {
            options->frontend.flags = flags;
            options->particular = givenOf(*app, explore::particularOptions());
            return check(*options);
          },
          true};
}

} // namespace heddle::cli
