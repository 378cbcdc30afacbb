// `heddle diff`: which data flows one version allows and the other does not.
#include "diff/compare.h"

#include "cli/common.h"
#include "cli/diff_confirm.h"
#include "cli/findings.h"
#include "cli/versions.h"
#include "report/diff.h"
#include "report/diff_page.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <utility>

namespace heddle::cli {
namespace {

struct Options {
  frontend::Options frontend;
  OutputOptions output;
  std::string old, current;
  std::string git;
  std::string relation = "rf";
  std::string engine = "dense";
  std::vector<std::string> ruleFiles;
  unsigned rank = 0;
  double time = 0;
  diff::CompareOptions compare;
  ConfirmOptions confirm;
};

/// The programs, and what they need to be there.
struct Versions {
  std::optional<Revision> revision;
  std::vector<program::Program> programs;
  std::vector<frontend::Options> frontends; ///< How they were read.
};

support::Outcome<Versions> load(Options &options) {
  Versions versions;
  std::vector<std::string> files[2];
  std::vector<std::string> flags[2] = {options.frontend.flags, options.frontend.flags};
  const std::string &current = options.git.empty() ? options.current : options.old;
  auto sources = sourcesOf(current);
  if (!sources)
    return sources.failure();
  files[1] = std::move(*sources);
  if (options.git.empty()) {
    auto oldSources = sourcesOf(options.old);
    if (!oldSources)
      return oldSources.failure();
    files[0] = std::move(*oldSources);
  } else {
    auto revision = checkOut(options.git, files[1], options.frontend.flags);
    if (!revision)
      return revision.failure();
    files[0] = revision->files;
    flags[0] = revision->flags;
    versions.revision.emplace(std::move(*revision));
  }
  for (std::size_t side = 0; side < 2; ++side) {
    frontend::Options frontend = options.frontend;
    frontend.files = files[side];
    frontend.flags = flags[side];
    frontend.warnings = side == 1 && options.frontend.warnings;
    auto program = loadProgram(frontend);
    if (!program)
      return program.failure();
    versions.programs.push_back(std::move(*program));
    versions.frontends.push_back(std::move(frontend));
  }
  return versions;
}

support::Done readRules(Options &options) {
  for (const std::string &file : options.ruleFiles) {
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return support::Failure{
          fmt::format("cannot read rules '{}': {}", file, buffer.getError().message()), {}};
    options.compare.rules.push_back({file, (*buffer)->getBuffer().str()});
  }
  return support::done();
}

report::Verdict verdictOf(const diff::Comparison &comparison) {
  if (std::ranges::any_of(comparison.differences, &diff::Difference::counts) ||
      !comparison.lockOrder.empty() || !comparison.threads.empty())
    return report::Verdict::Different;
  return comparison.gaps.empty() ? report::Verdict::Equal : report::Verdict::Unknown;
}

std::vector<std::pair<std::string, std::string>> figuresOf(const diff::Comparison &comparison) {
  std::vector<std::pair<std::string, std::string>> figures;
  for (const diff::Side side : {diff::Side::Old, diff::Side::New}) {
    const diff::VersionFigures &one = comparison.figures[static_cast<std::size_t>(side)];
    const auto add = [&](const char *what, std::uint64_t value) {
      figures.emplace_back(fmt::format("{}_{}", diff::name(side), what), std::to_string(value));
    };
    add("threads", one.threads);
    add("statements", one.statements);
    add("accesses", one.accesses);
    add("must_hb", one.mustHb);
    add("may_hb", one.mayHb);
    add("may_rf", one.mayRf);
  }
  return figures;
}

/// The result in all formats; the page of a comparison is one of its own.
support::ExitCode show(const report::Result &result, const Versions &versions,
                       OutputOptions output) {
  const std::string html = std::exchange(output.html, "");
  const support::ExitCode code = finish(result, versions.programs[1].sources(), output);
  if (html.empty() || code == support::ExitCode::BadInput)
    return code;
  std::string text;
  llvm::raw_string_ostream out(text);
  report::printDiffHtml(out, result, versions.programs[0].sources(),
                        versions.programs[1].sources());
  const support::Done written = writeFile(html, text, "a page");
  return written ? code : fail(written.failure());
}

support::ExitCode run(Options options) {
  if (const support::Done fine = canWrite(options.output); !fine)
    return fail(fine.failure());
  if (options.confirm.wanted)
    if (const support::Done fine = canWriteTo(options.confirm.out); !fine)
      return fail(fine.failure());
  if (const support::Done read = readRules(options); !read)
    return fail(read.failure());
  support::Outcome<Versions> versions = load(options);
  if (!versions)
    return fail(versions.failure());
  const program::Program &old = versions->programs[0];
  const program::Program &current = versions->programs[1];
  const auto start = std::chrono::steady_clock::now();
  if (options.rank)
    options.compare.rank = options.rank;
  if (options.time > 0)
    options.compare.limits.seconds = options.time;
  options.compare.engine = options.engine == "z3" ? datalog::Engine::Muz : datalog::Engine::Dense;
  options.compare.relation =
      options.relation == "so" ? diff::RelationKind::StoreOrder : diff::RelationKind::ReadsFrom;
  support::Outcome<diff::Comparison> comparison = diff::compare(old, current, options.compare);
  if (!comparison)
    return fail(comparison.failure());
  report::Result result;
  if (options.confirm.wanted) {
    options.confirm.spurious = options.compare.spurious;
    const std::array<ConfirmVersion, 2> both = {
        {{&old, versions->frontends[0], options.git.empty()}, {&current, versions->frontends[1]}}};
    if (const support::Done done =
            confirmDifferences(both, options.confirm, comparison->differences, result.incomplete);
        !done)
      return fail(done.failure());
  }
  result.command = "diff";
  result.files = {options.git.empty() ? options.old : options.git + ":" + options.old,
                  options.git.empty() ? options.current : options.old};
  result.diff = report::reportDiff(*comparison, old, current);
  result.diff->old = result.files[0];
  result.diff->current = result.files[1];
  for (report::Incomplete &gap : report::gapsOf(*comparison, old, current))
    result.incomplete.push_back(std::move(gap));
  result.verdict = verdictOf(*comparison);
  if (result.verdict == report::Verdict::Equal && !result.incomplete.empty())
    result.verdict = report::Verdict::Unknown;
  for (unsigned rank = options.rank ? options.rank : 1; rank <= comparison->rank; ++rank)
    result.covers.push_back(fmt::format("{}-rank-{}", options.relation, rank));
  result.covers.insert(result.covers.end(), {"lock-order", "threads"});
  if (!options.compare.variable.empty())
    result.covers.push_back("only variable " + options.compare.variable);
  if (!options.compare.function.empty())
    result.covers.push_back("only function " + options.compare.function);
  result.assumes = {"sc", "no-signals", "no-address-reuse"};
  if (!options.compare.spurious)
    result.assumes.emplace_back("no-spurious-wakeups");
  result.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.stats.more = figuresOf(*comparison);
  return show(result, *versions, options.output);
}

void addVersions(CLI::App &app, Options &options) {
  app.add_option("OLD", options.old,
                 "the old version: a file, several joined by commas, or a directory")
      ->type_name("")
      ->required();
  app.add_option("NEW", options.current, "the new version, likewise")->type_name("");
  app.add_option("--git", options.git,
                 "compare the files given (then only one version is) with what they are in this "
                 "revision")
      ->type_name("REV");
  app.add_option("-p", options.frontend.compileCommands,
                 "directory of a compile_commands.json to take compiler flags from")
      ->type_name("DIR");
  app.add_option("--entry", options.frontend.entry,
                 "function the program starts in (default: main)")
      ->type_name("FUNCTION");
  app.add_option("--models", options.frontend.models,
                 "directory of models for library functions; may be given several times")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void addQuestions(CLI::App &app, Options &options) {
  CLI::Option *rank =
      app.add_option("--rank", options.rank,
                     "how many data flows of one execution are looked at together, and no other "
                     "number (default: 1, then 2 and 3 while nothing is found)")
          ->type_name("1|2|3")
          ->check(CLI::Range(1U, diff::mostRank));
  app.add_flag("--all-ranks", options.compare.allRanks, "all ranks, whatever is found")
      ->excludes(rank);
  app.add_option("--relation", options.relation,
                 "what is compared: rf, which write a read sees, or so, which write of a variable "
                 "comes first (default: rf)")
      ->type_name("rf|so")
      ->check(CLI::IsMember({"rf", "so"}));
  app.add_option("--var", options.compare.variable, "only differences on this variable")
      ->type_name("NAME");
  app.add_option("--function", options.compare.function,
                 "only differences with an end in this function")
      ->type_name("NAME");
  app.add_flag("--all-accesses", options.compare.allAccesses,
               "also accesses of what one thread alone uses");
  app.add_flag("--spurious", options.compare.spurious, "condition waits may end without a signal");
  app.add_option("--engine", options.engine,
                 "what evaluates the rules: dense, or z3, the reference (default: dense)")
      ->type_name("dense|z3")
      ->check(CLI::IsMember({"dense", "z3"}));
  app.add_option("--rules", options.ruleFiles,
                 "rules of your own; their output relations are printed; may be given several "
                 "times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--emit-facts", options.compare.factsDirectory,
                 "write facts and rules of both versions for Soufflé and Z3")
      ->type_name("DIR");
  app.add_option("--time", options.time, "seconds for the evaluation of rules (default: no limit)")
      ->type_name("S")
      ->check(saysAboveZero);
}

void addConfirmation(CLI::App &app, ConfirmOptions &options) {
  CLI::Option *confirm =
      app.add_flag("--confirm", options.wanted,
                   "look for an execution that shows each difference, and keep a test of it");
  app.add_option("--confirm-time", options.seconds,
                 "seconds for each difference, in each version (default: 10)")
      ->type_name("S")
      ->check(saysAboveZero)
      ->needs(confirm);
  app.add_option("--out", options.out, "directory of the tests (default: heddle-out)")
      ->type_name("DIR")
      ->needs(confirm);
}

} // namespace

Command addDiff(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("diff", "compare the data flows of two versions");
  addVersions(*app, *options);
  addQuestions(*app, *options);
  addConfirmation(*app, options->confirm);
  addOutputOptions(*app, options->output);
  app->add_option("--html", options->output.html,
                  "write a page with both versions side by side, for a browser")
      ->type_name("FILE");
  app->add_option("--sarif", options->output.formats.sarif,
                  "write the differences as SARIF, on the new version")
      ->type_name("FILE");
  app->add_flag("--stats", options->output.stats, "print figures of both versions");
  CLI::Option *quiet = app->add_flag("--quiet", options->output.quiet,
                                     "one line a difference; no compiler warnings");
  app->add_flag("--verbose", options->output.verbose,
                "also data flows of added and removed statements")
      ->excludes(quiet);
  return {app,
          [options, &flags] {
            if (options->git.empty() == options->current.empty())
              return fail({options->git.empty()
                               ? "two versions are needed; type 'heddle diff old.c new.c'"
                               : "with --git only the new version is given; type 'heddle diff "
                                 "--git REV prog.c'",
                           "try 'heddle diff --help'"});
            if (options->relation == "so" && (options->rank > 1 || options->compare.allRanks))
              return fail({"--relation so has rank 1 only", "try 'heddle diff --help'"});
            options->frontend.flags = flags;
            options->frontend.warnings = !options->output.quiet;
            return run(*options);
          },
          true};
}

} // namespace heddle::cli
