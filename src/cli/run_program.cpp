// `heddle run`: one execution in the VM, with its output and exit code.
#include "cli/common.h"
#include "cli/world.h"
#include "vm/machine.h"

#include <chrono>
#include <CLI/CLI.hpp>
#include <ctime>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
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
  if (!options.frontend.files.empty())
    limits.programName = options.frontend.files.front();
  limits.maxSteps = ~std::uint64_t{0} >> 2;
  vm::SharedCode code(*program, false);
  vm::Machine machine(code, limits);
  const Stopwatch watch; // From here on: loading is not part of the run.
  machine.start();
  while (!machine.choices().empty())
    machine.take(machine.choices().front());
  const double seconds = watch.elapsed();
  const double processor = watch.used();
  if (const support::Done written = writeOutput(machine.output()); !written)
    return fail(written.failure());
  fmt::print(stderr, "{}", machine.errors());
  for (const vm::Gap &gap : machine.takeGaps())
    fmt::print(stderr, "heddle: {}:{}: {}: {}\n", program->place(gap.location).file,
               program->place(gap.location).line, gap.reason, gap.detail);
  for (const vm::Fault &fault : machine.takeFaults())
    if (fault.kind != vm::FaultKind::DataRace)
      fmt::print(stderr, "heddle: {}:{}: {} [{}]\n", program->place(fault.location).file,
                 program->place(fault.location).line, fault.message, vm::name(fault.kind));
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
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            return runOnce(*options);
          },
          true};
}

} // namespace heddle::cli
