// `heddle run`: one execution in the VM, with its output and exit code.
#include "cli/common.h"
#include "vm/machine.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
  vm::Options vm;
};

/// The first thread that can act, always: a run that anybody gets again.
support::ExitCode runOnce(const Options &options) {
  const support::Outcome<program::Program> program = loadProgram(options.frontend);
  if (!program)
    return fail(program.failure());
  vm::Options limits = options.vm;
  limits.maxSteps = ~std::uint64_t{0} >> 2;
  vm::SharedCode code(*program, false);
  vm::Machine machine(code, limits);
  machine.start();
  while (!machine.choices().empty())
    machine.take(machine.choices().front());
  if (const support::Done written = writeOutput(machine.output()); !written)
    return fail(written.failure());
  for (const vm::Gap &gap : machine.takeGaps())
    fmt::print(stderr, "heddle: {}:{}: {}: {}\n", program->place(gap.location).file,
               program->place(gap.location).line, gap.reason, gap.detail);
  for (const vm::Fault &fault : machine.takeFaults())
    if (fault.kind != vm::FaultKind::DataRace)
      fmt::print(stderr, "heddle: {}:{}: {} [{}]\n", program->place(fault.location).file,
                 program->place(fault.location).line, fault.message, vm::name(fault.kind));
  if (machine.end() != vm::End::Normal)
    return support::ExitCode::Incomplete;
  return static_cast<support::ExitCode>(machine.exitCode() & 0xFF);
}

} // namespace

Command addRun(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("run", "run a program once and show its output");
  addFrontendOptions(*app, options->frontend);
  app->add_option("--args", options->vm.arguments, "arguments of the program")->type_name("ARG");
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            return runOnce(*options);
          },
          true};
}

} // namespace heddle::cli
