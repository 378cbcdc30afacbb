// `heddle pairs`: which accesses of which threads may conflict.
#include "report/pairs.h"
#include "analysis/callers_apart.h"
#include "analysis/study.h"
#include "cli/common.h"
#include "cli/findings.h"
#include "cli/pairs_confirm.h"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <llvm/IR/Function.h>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
  OutputOptions output;
  analysis::PairOptions pairs;
  std::string mhp = "precise";
  std::vector<std::string> kinds;
  std::string variable;
  bool all = false;
  report::PairReportOptions report;
  PairsConfirmOptions confirm;
};

/// Only what was asked for.
void narrow(report::PairReport &report, const Options &options) {
  std::erase_if(report.pairs, [&](const report::AccessPair &pair) {
    return (!options.kinds.empty() &&
            std::ranges::find(options.kinds, pair.kind) == options.kinds.end()) ||
           (!options.variable.empty() && pair.variable != options.variable);
  });
}

void addUnknown(const analysis::Study &study, report::Result &result) {
  for (const llvm::Function *function : study.pointers.unknownFunctions())
    result.incomplete.push_back(
        {"unsupported-function",
         fmt::format("no model for function {}: what it does with what it is given is not known",
                     program::shownName(function->getName().str())),
         {}});
}

support::ExitCode pairs(Options options) {
  if (const support::Done fine = canWrite(options.output); !fine)
    return fail(fine.failure());
  if (const support::Done fine = canWriteTo(options.confirm.out); options.confirm.isWanted && !fine)
    return fail(fine.failure());
  support::Outcome<program::Program> program = loadProgram(options.frontend);
  if (!program)
    return fail(program.failure());
  const support::Outcome<program::Program> original = std::move(program);
  const auto start = std::chrono::steady_clock::now();
  options.pairs.synchronisation = options.mhp == "precise";
  options.pairs.count = options.output.stats;
  program = analysis::withCallersApart(*original);
  if (!program)
    return fail(program.failure());
  const analysis::Study study(*program);
  const analysis::AccessPairs found = study.findPairs(options.pairs);
  report::Result result;
  result.command = "pairs";
  result.files = namedLikePlaces(options.frontend.files);
  result.pairs = report::reportPairs(study, found, options.report);
  result.pairs->showsAll = options.all;
  if (!options.output.formats.dot.empty())
    result.pairs->graphs = report::graphsOf(study, *result.pairs);
  narrow(*result.pairs, options);
  addUnknown(study, result);
  if (found.isCutShort)
    result.incomplete.push_back(
        {"pairs", fmt::format("there are more than {} pairs", options.pairs.most), {}});
  if (options.confirm.isWanted)
    if (const support::Done confirmed =
            confirmPairs(*original, options.frontend, study, options.confirm, result);
        !confirmed)
      return fail(confirmed.failure());
  result.stats.more = report::figuresOf(found.counts);
  result.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return finish(result, program->sources(), options.output);
}

void addFilters(CLI::App &app, Options &options) {
  app.add_option("--mhp", options.mhp,
                 "what may happen in parallel: precise, or coarse to look at creations and joins "
                 "alone (default: precise)")
      ->type_name("precise|coarse")
      ->check(CLI::IsMember({"precise", "coarse"}));
  app.add_flag("!--no-alias", options.pairs.alias,
               "also accesses that cannot touch the same place");
  app.add_flag("!--no-escape", options.pairs.escape,
               "also accesses of what one thread alone knows");
  app.add_flag("!--no-disjoint", options.pairs.disjoint,
               "also accesses under the lock of the object that they access");
  app.add_flag("!--no-contexts", options.pairs.contexts,
               "one pair for all calls of a function, instead of one for each");
  app.add_option("--kind", options.kinds, "only pairs of these kinds")
      ->type_name("RW,MM,WM,WN")
      ->delimiter(',')
      ->check(CLI::IsMember({"RW", "MM", "WM", "WN"}));
  app.add_option("--var", options.variable, "only pairs on this variable")->type_name("NAME");
  app.add_flag("--all", options.all, "show protected pairs too, and all of a variable");
  app.add_flag("--libraries", options.report.libraries,
               "also pairs of which one side is inside of a library, with no code of the program's "
               "own behind it, and on variables that libraries keep for themselves");
}

} // namespace

Command addPairs(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("pairs", "list accesses of threads that may conflict");
  addFrontendOptions(*app, options->frontend);
  addFilters(*app, *options);
  addOutputOptions(*app, options->output);
  app->add_option("--html", options->output.html,
                  "write a page that lists the pairs beside the source, for a browser")
      ->type_name("FILE");
  addPairFormats(*app, options->output.formats);
  app->add_flag("--confirm", options->confirm.isWanted,
                "run the program: confirm or refute unprotected pairs and possible deadlocks");
  app->add_option("--confirm-time", options->confirm.seconds,
                  "seconds for all of that (default: 60)")
      ->check(saysAboveZero)
      ->type_name("S");
  app->add_option("--out", options->confirm.out,
                  "directory for the tests of --confirm (default: heddle-out)")
      ->type_name("DIR");
  app->add_flag("--stats", options->output.stats, "print how many pairs each filter leaves");
  CLI::Option *quiet = app->add_flag("--quiet", options->output.quiet,
                                     "one line for each that may go wrong; no compiler warnings");
  app->add_flag("--verbose", options->output.verbose, "--all, and every function that nobody knows")
      ->excludes(quiet);
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            options->frontend.warnings = !options->output.quiet;
            options->all |= options->output.verbose;
            return pairs(*options);
          },
          true};
}

} // namespace heddle::cli
