// `heddle replay`: run the execution of a test file again.
#include "cli/common.h"
#include "cli/supervisor.h"
#include "cli/world.h"
#include "native/native.h"
#include "program/marks.h"
#include "report/finding.h"
#include "trace/trace.h"

#include <bit>
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

struct Options {
  std::string test;
  bool native = false;
  native::Settings nativeSettings;
  OutputOptions output;
};

/// A test says how the run goes, not how long: what is found without bounds replays without them.
support::Outcome<vm::Options> machineFor(const trace::Test &test) {
  vm::Options options;
  std::vector<trace::Given> given = test.given;
  const auto world = readWorld(given);
  if (!world)
    return world.failure();
  options.world = *world;
  options.checks.set();
  options.checks.set(static_cast<unsigned>(vm::FaultKind::DataRace), test.races);
  options.arguments = test.arguments;
  options.spurious = test.spurious;
  options.programName = test.files.empty() ? "program" : test.files.front();
  options.maxSteps = unbounded;
  return options;
}

/// Where threads stand, of a test that expects them there.
support::Outcome<std::vector<program::Mark>>
marksOf(const program::Program &program, const trace::Test &test, const std::string &name) {
  std::vector<program::Mark> marks;
  for (const trace::TargetPlace &one : test.targets) {
    const auto id = program.functionNamed(one.function);
    if (!id || one.instruction >= program.functions()[*id].last - program.functions()[*id].first)
      return support::Failure{
          fmt::format("{}:{}: the program has no instruction {} in a function {}", name, one.line,
                      one.instruction, one.function),
          {}};
    marks.push_back({program.functions()[*id].first + one.instruction, one.targets});
  }
  return marks;
}

support::Outcome<program::Program> loadFor(const trace::Test &test, const std::string &name,
                                           bool keepsUserCode) {
  frontend::Options options;
  options.keepsUserCode = keepsUserCode;
  options.files = test.files;
  options.flags = test.flags;
  options.compileCommands = test.compileCommands;
  options.models = test.models;
  options.entry = test.entry;
  options.warnings = false;
  support::Outcome<program::Program> program = loadProgram(options);
  if (!program)
    return support::Failure{fmt::format("{}:{}: the program of this test cannot be read: {}", name,
                                        test.fileLine, program.failure().message),
                            program.failure().detail};
  if (program->unit().hash() != test.hash)
    return support::Failure{
        fmt::format("{}:{}: the test does not fit: the program has changed since it was written",
                    name, test.programLine),
        "run 'heddle check' again to get a new one"};
  if (!test.targets.empty()) {
    const support::Outcome<std::vector<program::Mark>> marks = marksOf(*program, test, name);
    if (!marks)
      return marks.failure();
    std::uint64_t all = 0;
    for (const program::Mark &mark : *marks)
      all |= mark.targets;
    program = program::withMarks(*program, *marks, static_cast<unsigned>(std::bit_width(all)));
    if (!program)
      return program;
  }
  if (const support::Done fit = trace::fits(*program, test, name); !fit)
    return fit.failure();
  return program;
}

report::Result notReproduced(const std::string &why) {
  report::Result result;
  result.command = "replay";
  result.verdict = report::Verdict::Unknown;
  result.incomplete.push_back({"not-reproduced", why, {}});
  return result;
}

/// Runs what the VM has shown on real threads too, and adds what was seen.
support::Done replayNatively(const program::Program &program, const vm::Options &machine,
                             const trace::Test &test, const trace::Trace &trace,
                             const native::Settings &settings, report::Result &result) {
  const support::Outcome<native::Answer> answer =
      native::replay(program, machine, test, trace, settings);
  if (!answer)
    return answer.failure();
  if (answer->same) {
    result.findings.front().native = answer->text;
    return support::done();
  }
  result.verdict = report::Verdict::Unknown;
  result.incomplete.push_back({answer->reason, answer->text, {}});
  return support::done();
}

} // namespace

support::ExitCode replayTest(const std::string &path, const OutputOptions &output,
                             const native::Settings *native) {
  const support::Outcome<trace::Test> test = trace::readTestFile(path);
  if (!test)
    return fail(test.failure());
  if (const support::Done writable = canWrite(output); !writable)
    return fail(writable.failure());
  explore::Progress progress;
  Supervisor::Settings settings;
  settings.lastResort = [&](const std::string &reason) {
    return finish(notReproduced(reason == "interrupted"
                                    ? "ended by the user"
                                    : detailOf(reason, settings.limits) + " was reached first"),
                  support::SourceText(), output);
  };
  const support::Outcome<vm::Options> machine = machineFor(*test);
  if (!machine)
    return fail(machine.failure());
  Supervisor supervisor(progress, settings);
  const support::Outcome<program::Program> program = loadFor(*test, path, native != nullptr);
  if (!program) {
    supervisor.finish();
    return fail(program.failure());
  }
  vm::SharedCode code(*program, test->kind == vm::name(vm::FaultKind::Overflow));
  const double begun = supervisor.seconds();
  const trace::Trace trace = trace::replay(code, *machine, *test);
  const double seconds = supervisor.seconds() - begun;
  supervisor.finish();

  report::Result result = notReproduced(
      trace.misfit.empty() ? fmt::format("the run ended without the expected {}", test->kind)
                           : trace.misfit);
  if (trace.hasFault) {
    result.incomplete.clear();
    result.verdict = test->targets.empty() ? report::Verdict::Bug : report::Verdict::Reached;
    result.findings.push_back(report::makeFinding(*program, trace, path));
  }
  if (native && trace.hasFault)
    if (auto ran = replayNatively(*program, *machine, *test, trace, *native, result); !ran)
      return fail(ran.failure());
  result.files = namedLikePlaces(test->files);
  for (const vm::Gap &gap : trace.gaps)
    result.incomplete.push_back(report::makeIncomplete(*program, gap));
  result.stats.executions = 1;
  result.stats.instructions = trace.instructions;
  result.stats.seconds = seconds;
  result.stats.peakMemoryMb = peakMemoryMb();
  return finish(result, program->sources(), output);
}

Command addReplay(CLI::App &root, const std::vector<std::string> &) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("replay", "run the execution of a test file again");
  app->add_option("TEST", options->test, "a .heddle file")->required()->type_name("");
  app->add_flag("--steps", options->output.steps, "print every step, also of long runs");
  CLI::Option *native = app->add_flag("--native", options->native,
                                      "then build the program and run it on real threads too");
  app->add_flag("--gdb", options->nativeSettings.debugger,
                "with --native: stop in gdb where it happens")
      ->needs(native);
  app->add_option("--keep", options->nativeSettings.keep,
                  "with --native: leave the built program in this directory")
      ->needs(native)
      ->type_name("DIR");
  addOutputOptions(*app, options->output);
  addPageOption(*app, options->output);
  addFormatOptions(*app, options->output.formats);
  addDetailOptions(*app, options->output);
  return {app,
          [options] {
            return replayTest(options->test, options->output,
                              options->native ? &options->nativeSettings : nullptr);
          },
          false};
}

} // namespace heddle::cli
