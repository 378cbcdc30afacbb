// `heddle check`: does any interleaving and input break the program?
#include "cli/common.h"
#include "cli/properties.h"
#include "cli/supervisor.h"
#include "explore/search.h"
#include "report/finding.h"
#include "support/terminal.h"
#include "trace/trace.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <unistd.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  frontend::Options frontend;
  OutputOptions output;
  explore::Options search;
  std::string strategy = "exhaustive";
  std::vector<std::string> properties = defaultProperties();
  bool noRaces = false;
  std::uint64_t unroll = 0;
  std::string out = "heddle-out";
  bool quiet = false;
  bool stats = false;
};

/// Everything a search lists under `assumes`.
std::vector<std::string> assumptions() {
  return {"sc", "no-signals", "no-address-reuse", "malloc-succeeds"};
}

void fillStats(report::Stats &to, const explore::Stats &from, double seconds) {
  to.executions = from.executions;
  to.pruned = from.pruned;
  to.blocked = from.blocked;
  to.states = from.states;
  to.instructions = from.instructions;
  to.seconds = seconds;
  to.peakMemoryMb = peakMemoryMb();
}

/// What a test needs beside the schedule.
void describeProgram(trace::Test &test, const Options &options, const program::Program &program) {
  test.hash = program.unit().hash();
  test.entry = options.frontend.entry;
  for (const std::string &file : options.frontend.files)
    test.files.push_back(fs::absolute(file).lexically_normal().string());
  test.flags = options.frontend.flags;
  if (!options.frontend.compileCommands.empty())
    test.compileCommands = fs::absolute(options.frontend.compileCommands).string();
  test.arguments = options.search.vm.arguments;
  test.spurious = options.search.vm.spurious;
}

support::Outcome<std::string> writeTest(const trace::Trace &trace, const Options &options,
                                        const program::Program &program,
                                        std::set<std::string> &used) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error)
    return support::Failure{
        fmt::format("cannot make directory '{}': {}", options.out, error.message()), {}};
  trace::Test test = trace.test;
  describeProgram(test, options, program);
  const std::string base = report::testName(program, trace);
  std::string name = base;
  for (unsigned i = 2; !used.insert(name).second; ++i)
    name = base + "-" + std::to_string(i);
  const std::string path = (fs::path(options.out) / (name + ".heddle")).string();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << trace::write(test);
  file.close();
  if (!file)
    return support::Failure{fmt::format("cannot write test '{}'", path), {}};
  return path;
}

/// Turns what a search found into findings. Each is run again first: one that does not come back
/// the same is not reported as a bug but as a defect of this tool, and the answer is not `safe`.
support::Done addFindings(report::Result &result, const explore::Answer &answer,
                          const Options &options, vm::SharedCode &code) {
  std::set<std::string> used;
  for (const explore::Found &found : answer.found) {
    const trace::Trace recorded = trace::record(code, options.search.vm, found.path, found.fault);
    const bool replays =
        recorded.hasFault && trace::replay(code, options.search.vm, recorded.test).hasFault;
    if (!replays) {
      result.incomplete.push_back(report::makeIncomplete(
          code.program(),
          {"not-reproduced",
           fmt::format("internal defect: a {} does not replay", vm::name(found.fault.kind)),
           found.fault.location}));
      continue;
    }
    const support::Outcome<std::string> path = writeTest(recorded, options, code.program(), used);
    if (!path)
      return path.failure();
    result.findings.push_back(report::makeFinding(code.program(), recorded, *path));
  }
  for (const vm::Gap &gap : answer.gaps)
    result.incomplete.push_back(report::makeIncomplete(code.program(), gap));
  return support::done();
}

void conclude(report::Result &result) {
  result.verdict = !result.findings.empty()     ? report::Verdict::Bug
                   : !result.incomplete.empty() ? report::Verdict::Unknown
                                                : report::Verdict::Safe;
}

support::ExitCode check(Options options) {
  if (options.noRaces)
    std::erase(options.properties, "race");
  if (options.search.dedup && std::ranges::count(options.properties, "race")) {
    // An exact table of states forgets how a state was reached; races look at that.
    std::erase(options.properties, "race");
  }
  const auto checks = checksOf(options.properties);
  if (!checks)
    return fail(checks.failure());
  options.search.vm.checks = *checks;
  if (options.strategy != "exhaustive")
    return fail(
        {fmt::format("unknown strategy '{}'; there is 'exhaustive'", options.strategy), {}});
  const support::Outcome<program::Program> program = loadProgram(options.frontend);
  if (!program)
    return fail(program.failure());
  options.search.vm.programName = options.frontend.files.front();

  vm::SharedCode code(*program, options.search.vm.looksFor(vm::FaultKind::Overflow),
                      options.unroll);
  report::Result result;
  result.command = "check";
  result.covers = options.properties;
  result.assumes = assumptions();
  explore::Progress progress;
  Supervisor::Settings settings;
  settings.limits = options.search.limits;
  settings.progressLine = !options.quiet && isatty(STDERR_FILENO);
  settings.lastResort = [&](const std::string &reason) {
    report::Result known = result;
    known.stats.executions = progress.executions.load();
    known.stats.states = progress.states.load();
    known.incomplete.push_back({reason, "the search was ended from outside", {}});
    conclude(known);
    finish(known, program->sources(), options.output);
  };
  Supervisor supervisor(progress, settings);
  const std::unique_ptr<explore::Explorer> explorer = explore::makeExhaustive();
  const explore::Answer answer = explorer->run(code, options.search, progress);
  const double seconds = supervisor.seconds();
  const std::string reason = supervisor.reason();
  supervisor.finish();
  fillStats(result.stats, answer.stats, seconds);
  if (const support::Done added = addFindings(result, answer, options, code); !added)
    return fail(added.failure());
  if (!reason.empty())
    result.incomplete.push_back(
        {reason,
         reason == "time"     ? fmt::format("the limit of {:g} s", options.search.limits.seconds)
         : reason == "memory" ? fmt::format("the limit of {} MB", options.search.limits.memoryMb)
                              : "ended by the user",
         {}});
  conclude(result);
  return finish(result, program->sources(), options.output);
}

void addSearchOptions(CLI::App &app, Options &options) {
  explore::Options &search = options.search;
  app.add_option("--strategy", options.strategy, "how to search (default: exhaustive)")
      ->type_name("NAME");
  app.add_option("--property", options.properties,
                 "what to look for: assertion, deadlock, hang, race, memory, arithmetic, misuse, "
                 "exception, overflow, leak (default: all but the last two)")
      ->delimiter(',')
      ->type_name("LIST")
      ->allow_extra_args(false);
  app.add_flag("--no-races", options.noRaces, "do not look for data races");
  app.add_flag("--all", search.all, "go on after the first bug and report each once");
  app.add_flag("--dedup", search.dedup,
               "keep an exact table of states and expand each once (not for races)");
  app.add_option("--time", search.limits.seconds, "seconds the search may take (default: 300)")
      ->check(CLI::PositiveNumber)
      ->type_name("S");
  app.add_option("--memory", search.limits.memoryMb, "memory it may take (default: 4096)")
      ->type_name("MB");
  app.add_option("--max-steps", search.vm.maxSteps,
                 "instructions an execution may take (default: 10000000)")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  app.add_option("--max-depth", search.limits.maxDepth,
                 "visible operations a path may have (default: no bound)")
      ->type_name("N");
  app.add_option("--unroll", options.unroll, "iterations a loop may take (default: no bound)")
      ->type_name("N");
  app.add_flag("--spurious-wakeups", search.vm.spurious,
               "condition waits may end without a signal");
  app.add_option("--args", search.vm.arguments, "arguments of the program, separated by commas")
      ->delimiter(',')
      ->type_name("ARGS")
      ->allow_extra_args(false);
  app.add_option("--out", options.out, "directory for test files (default: heddle-out)")
      ->type_name("DIR");
  app.add_flag("--quiet", options.quiet, "no progress line");
}

} // namespace

Command addCheck(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("check", "find the interleaving that breaks a program");
  addFrontendOptions(*app, options->frontend);
  addOutputOptions(*app, options->output);
  addSearchOptions(*app, *options);
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            return check(*options);
          },
          true};
}

} // namespace heddle::cli
