// `heddle diff`: which data flows one version allows and the other does not.
#include "diff/compare.h"

#include "cli/common.h"
#include "cli/diff_confirm.h"
#include "cli/findings.h"
#include "cli/supervisor.h"
#include "cli/versions.h"
#include "report/diff.h"
#include "report/diff_page.h"

#include <algorithm>
#include <array>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <mutex>
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
  explore::Limits limits;
  diff::CompareOptions compare;
  ConfirmOptions confirm;
};

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
  if (diff::hasDifference(comparison))
    return report::Verdict::Different;
  return diff::gapsOf(comparison).empty() && !comparison.isCutShort ? report::Verdict::Equal
                                                                    : report::Verdict::Unknown;
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

/// One run of the command. The supervisor may end it at any moment, so what is known stands here.
class Diff {
public:
  explicit Diff(Options given) : options(std::move(given)) {
    options.compare.engine = options.engine == "z3" ? datalog::Engine::Muz : datalog::Engine::Dense;
    options.compare.relation =
        options.relation == "so" ? diff::RelationKind::StoreOrder : diff::RelationKind::ReadsFrom;
    if (options.rank)
      options.compare.rank = options.rank;
    options.compare.limits.cancel = &progress.cancel;
    options.compare.mayRefute = options.confirm.wanted;
    options.confirm.spurious = options.compare.spurious;
    options.confirm.cancel = &progress.cancel;
    known.command = "diff";
    const bool isGit = !options.git.empty();
    known.files = {isGit ? options.git + ":" + options.old : options.old,
                   isGit ? options.old : options.current};
    known.verdict = report::Verdict::Unknown;
    known.diff.emplace();
    known.diff->old = known.files[0];
    known.diff->current = known.files[1];
    known.diff->rank = 0;
    known.diff->relationship = diff::name(diff::Relationship::Unknown);
    known.assumes = {"sc", "no-signals", "no-address-reuse"};
    if (!options.compare.spurious)
      known.assumes.emplace_back("no-spurious-wakeups");
  }

  support::ExitCode run() {
    if (const support::Done read = readRules(options); !read)
      return fail(read.failure());
    Supervisor::Settings settings;
    settings.limits = options.limits;
    settings.lastResort = [this](const std::string &reason) { return lastResort(reason); };
    Supervisor supervisor(progress, settings);
    const support::Outcome<Versions> versions =
        loadVersions(options.frontend, options.git, options.old, options.current);
    if (!versions) {
      const std::string reason = supervisor.reason();
      supervisor.finish();
      return reason.empty() ? fail(versions.failure()) : lastResort(reason);
    }
    const double before = supervisor.seconds();
    const support::Done done = compare(*versions, supervisor, before);
    const std::string reason = supervisor.reason();
    supervisor.finish();
    if (!done)
      return fail(done.failure());
    return show(*versions, conclude(reason));
  }

private:
  Options options;
  explore::Progress progress;
  mutable std::mutex mutex;
  report::Result known; ///< What can be said so far, as if nothing more came.

  support::Done compare(const Versions &versions, const Supervisor &supervisor, double before) {
    support::Outcome<diff::Comparison> comparison =
        diff::compare(versions.apart[0], versions.apart[1], options.compare);
    if (!comparison)
      return comparison.failure();
    publish(*comparison, versions, {}, supervisor.seconds() - before);
    if (!options.confirm.wanted)
      return support::done();
    const std::array<ConfirmVersion, 2> both = {
        {{&versions.programs[0], &versions.apart[0], versions.frontends[0], options.git.empty()},
         {&versions.programs[1], &versions.apart[1], versions.frontends[1]}}};
    std::vector<report::Incomplete> incomplete;
    const support::Done confirmed =
        confirmDifferences(both, options.confirm, comparison->differences, incomplete);
    if (confirmed)
      publish(*comparison, versions, incomplete, supervisor.seconds() - before);
    return confirmed;
  }

  void publish(const diff::Comparison &comparison, const Versions &versions,
               const std::vector<report::Incomplete> &incomplete, double seconds) {
    const program::Program &old = versions.apart[0];
    const program::Program &current = versions.apart[1];
    const std::scoped_lock lock(mutex);
    known.diff = report::reportDiff(comparison, old, current);
    known.diff->old = known.files[0];
    known.diff->current = known.files[1];
    known.incomplete = incomplete;
    for (report::Incomplete &gap : report::gapsOf(comparison, old, current))
      known.incomplete.push_back(std::move(gap));
    known.verdict = verdictOf(comparison);
    known.covers.clear();
    for (unsigned rank = comparison.firstRank; rank <= comparison.rank; ++rank)
      known.covers.push_back(fmt::format("{}-rank-{}", options.relation, rank));
    known.covers.insert(known.covers.end(), {"lock-order", "threads", "exclusion"});
    if (!options.compare.variable.empty())
      known.covers.push_back("only variable " + options.compare.variable);
    if (!options.compare.function.empty())
      known.covers.push_back("only function " + options.compare.function);
    known.stats.seconds = seconds;
    known.stats.more = figuresOf(comparison);
  }

  /// What is known, when the command was ended for this reason, if for any.
  report::Result conclude(const std::string &reason) const {
    const std::scoped_lock lock(mutex);
    report::Result result = known;
    if (!reason.empty())
      result.incomplete.push_back({reason, detailOf(reason, options.limits), {}});
    if (result.verdict == report::Verdict::Equal && !result.incomplete.empty())
      result.verdict = report::Verdict::Unknown;
    result.stats.peakMemoryMb = peakMemoryMb();
    return result;
  }

  /// The result in all formats; the page of a comparison is one of its own.
  support::ExitCode show(const Versions &versions, const report::Result &result) const {
    OutputOptions output = options.output;
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

  /// Without waiting for anybody.
  support::ExitCode lastResort(const std::string &reason) const {
    OutputOptions output = options.output;
    output.html.clear(); // The page shows sources, and they may not be there.
    return finish(conclude(reason), support::SourceText(), output);
  }
};

support::ExitCode run(Options options) {
  if (const support::Done fine = canWrite(options.output); !fine)
    return fail(fine.failure());
  if (options.confirm.wanted)
    if (const support::Done fine = canWriteTo(options.confirm.out); !fine)
      return fail(fine.failure());
  return Diff(std::move(options)).run();
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
  app.add_option("-p,--compile-commands", options.frontend.compileCommands,
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
  app.add_flag("--spurious-wakeups,--spurious", options.compare.spurious,
               "condition waits may end without a signal");
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
  app.add_option("--time", options.limits.seconds, "seconds the command may take (default: 300)")
      ->type_name("S")
      ->check(saysAboveZero);
  options.limits.memoryMb = defaultMemoryMb();
  app.add_option("--memory", options.limits.memoryMb,
                 fmt::format("memory it may take (default: {}, which is 4 GB or half the machine)",
                             defaultMemoryMb()))
      ->type_name("MB")
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
  app.add_flag("!--no-predict", options.predicts,
               "search executions alone, without predictive analysis of those that were seen")
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
  app->add_option("--dot", options->output.formats.dot,
                  "write graphs for Graphviz into a directory: data flows and cycles of locks that "
                  "one version alone has")
      ->type_name("DIR");
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
