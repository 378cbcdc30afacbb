// `heddle inspect`: what the tool sees in a program.
#include "cli/common.h"
#include "report/inspection.h"

#include <CLI/CLI.hpp>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
  OutputOptions output;
};

support::ExitCode inspect(const Options &options) {
  const support::Outcome<program::Program> program = loadProgram(options.frontend);
  if (!program)
    return fail(program.failure());
  report::Result result;
  result.command = "inspect";
  result.inspection = report::inspect(*program);
  return finish(result, program->sources(), options.output);
}

} // namespace

Command addInspect(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("inspect", "show what the tool sees in a program");
  addFrontendOptions(*app, options->frontend);
  addOutputOptions(*app, options->output);
  app->add_flag("--quiet", options->output.quiet, "no compiler warnings");
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            options->frontend.warnings = !options->output.quiet;
            return inspect(*options);
          },
          true};
}

} // namespace heddle::cli
