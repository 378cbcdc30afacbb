// `heddle replay`: run the execution of a test file again.
#include "cli/common.h"
#include "cli/properties.h"
#include "cli/world.h"
#include "report/finding.h"
#include "trace/trace.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

struct Options {
  std::string test;
  OutputOptions output;
};

support::ExitCode replay(const Options &options) {
  const support::Outcome<trace::Test> test = trace::readTestFile(options.test);
  if (!test)
    return fail(test.failure());
  frontend::Options frontend;
  frontend.files = test->files;
  frontend.flags = test->flags;
  frontend.compileCommands = test->compileCommands;
  frontend.entry = test->entry;
  frontend.models = test->models;
  frontend.warnings = false;
  const support::Outcome<program::Program> program = loadProgram(frontend);
  if (!program)
    return fail(program.failure());
  if (program->unit().hash() != test->hash)
    return fail({fmt::format("test '{}' does not fit: the program has changed since it was written",
                             options.test),
                 "run 'heddle check' again to get a new one"});
  vm::Options vmOptions;
  vmOptions.checks.set();
  vmOptions.arguments = test->arguments;
  std::vector<trace::Given> given = test->given;
  const auto world = readWorld(given);
  if (!world)
    return fail(world.failure());
  vmOptions.world = *world;
  vmOptions.spurious = test->spurious;
  vmOptions.programName = test->files.front();
  vm::SharedCode code(*program, test->kind == vm::name(vm::FaultKind::Overflow));
  const trace::Trace trace = trace::replay(code, vmOptions, *test);
  report::Result result;
  result.command = "replay";
  result.stats.executions = 1;
  if (trace.hasFault) {
    result.findings.push_back(report::makeFinding(*program, trace, options.test));
    result.verdict = report::Verdict::Bug;
  } else {
    result.verdict = report::Verdict::Unknown;
    result.incomplete.push_back(
        {"not-reproduced",
         trace.misfit.empty() ? fmt::format("the run ended without the expected {}", test->kind)
                              : trace.misfit,
         {}});
  }
  return finish(result, program->sources(), options.output);
}

} // namespace

Command addReplay(CLI::App &root, const std::vector<std::string> &) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("replay", "run the execution of a test file again");
  app->add_option("TEST", options->test, "a .heddle file")->required()->type_name("");
  addOutputOptions(*app, options->output);
  return {app, [options] { return replay(*options); }, false};
}

} // namespace heddle::cli
