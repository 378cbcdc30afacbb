// `heddle run`: one execution in the VM, with its output and exit code.
#include "cli/common.h"
#include "cli/supervisor.h"
#include "cli/world.h"
#include "report/finding.h"
#include "trace/trace.h"

#include <chrono>
#include <CLI/CLI.hpp>
#include <ctime>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
  OutputOptions output;
  vm::Options vm;
  WorldOptions world;
  bool stats = false;
};

/// Time on the clock and time on the processor: the second is what a busy machine does not stretch.
class Stopwatch {
public:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  double used() const {
    return static_cast<double>(std::clock() - usedBefore) / static_cast<double>(CLOCKS_PER_SEC);
  }

private:
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::clock_t usedBefore = std::clock();
};

/// What the run was, for `--json`. What went wrong is explained by running it once more.
report::Result resultOf(vm::SharedCode &code, const vm::Options &options,
                        const std::vector<vm::Fault> &faults, const std::vector<vm::Gap> &gaps) {
  report::Result result;
  result.command = "run";
  for (const vm::Fault &fault : faults)
    result.findings.push_back(
        report::makeFinding(code.program(), trace::recordFirst(code, options, fault), ""));
  for (const vm::Gap &gap : gaps)
    result.incomplete.push_back(report::makeIncomplete(code.program(), gap));
  // One run shows a bug or nothing: it is never `safe`.
  result.verdict = faults.empty() ? report::Verdict::Unknown : report::Verdict::Bug;
  if (result.incomplete.empty() && faults.empty())
    result.incomplete.push_back({"one-execution", "other interleavings were not tried", {}});
  result.stats.executions = 1;
  return result;
}

void explainOnErrors(const program::Program &program, const std::vector<vm::Fault> &faults,
                     const std::vector<vm::Gap> &gaps) {
  const auto at = [&](program::LocationId location) {
    const program::Place place = program.place(location);
    return place.line ? fmt::format("{}:{}: ", place.file, place.line) : std::string();
  };
  for (const vm::Gap &gap : gaps)
    fmt::print(stderr, "heddle: {}{}: {}\n", at(gap.location), gap.reason, gap.detail);
  for (const vm::Fault &fault : faults)
    fmt::print(stderr, "heddle: {}{} [{}]\n", at(fault.location),
               fault.message.empty() ? vm::name(fault.kind) : fault.message, vm::name(fault.kind));
}

/// The first thread that can act, always: a run that anybody gets again.
support::ExitCode runOnce(const Options &options) {
  const support::Outcome<program::Program> program = loadProgram(options.frontend);
  if (!program)
    return fail(program.failure());
  auto given = listGiven(options.world);
  if (!given)
    return fail(given.failure());
  const auto world = readWorld(*given);
  if (!world)
    return fail(world.failure());
  vm::Options limits = options.vm;
  limits.world = *world;
  limits.maxSteps = unbounded;
  if (!options.frontend.files.empty())
    limits.programName = options.frontend.files.front();
  vm::SharedCode code(*program, false);
  vm::Machine machine(code, limits);
  const Stopwatch watch; // From here on: loading is not part of the run.
  machine.start();
  while (!machine.choices().empty())
    machine.take(machine.choices().front());
  const double seconds = watch.elapsed();
  const double processor = watch.used();
  std::vector<vm::Fault> faults = machine.takeFaults();
  const std::vector<vm::Gap> gaps = machine.takeGaps();
  // A race does not change what this run prints, and `check` is there to tell of them.
  std::erase_if(faults, [](const vm::Fault &one) { return one.kind == vm::FaultKind::DataRace; });
  if (!options.output.json.empty()) {
    report::Result result = resultOf(code, limits, faults, gaps);
    result.output = machine.output();
    result.stats.instructions = machine.instructions();
    result.stats.seconds = seconds;
    result.stats.peakMemoryMb = peakMemoryMb();
    if (const support::Done written = writeJson(result, options.output); !written)
      return fail(written.failure());
  }
  if (options.output.json != "-")
    if (const support::Done written = writeOutput(machine.output()); !written)
      return fail(written.failure());
  fmt::print(stderr, "{}", machine.errors());
  explainOnErrors(*program, faults, gaps);
  if (options.stats)
    fmt::print(stderr, "instructions: {}\nseconds: {:.6f}\nprocessor seconds: {:.6f}\n",
               machine.instructions(), seconds, processor);
  if (machine.end() != vm::End::Normal)
    return support::ExitCode::Incomplete;
  return static_cast<support::ExitCode>(machine.exitCode() & 0xFF);
}

} // namespace

Command addRun(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("run", "run a program once and show its output");
  addFrontendOptions(*app, options->frontend);
  addWorldOptions(*app, options->world, options->vm.arguments);
  app->add_flag("--stats", options->stats,
                "print the instructions and seconds of the run, without loading, on stderr");
  addOutputOptions(*app, options->output);
  app->add_flag("--quiet", options->output.quiet, "no compiler warnings");
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            options->frontend.warnings = !options->output.quiet;
            return runOnce(*options);
          },
          true};
}

} // namespace heddle::cli
