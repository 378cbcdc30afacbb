// `heddle defuse`: which write can each read of shared memory see.
#include "defuse/campaign.h"

#include "cli/common.h"
#include "cli/findings.h"
#include "cli/supervisor.h"
#include "cli/world.h"
#include "defuse/database.h"
#include "report/defuse.h"
#include "report/finding.h"
#include "report/inspection.h"
#include "support/terminal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <llvm/Support/raw_ostream.h>
#include <set>
#include <unistd.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  frontend::Options frontend;
  OutputOptions output;
  WorldOptions world;
  explore::Limits limits;
  defuse::Settings settings;
  std::vector<std::string> without;
  std::string out = "heddle-out";
  std::string database;
  bool fresh = false;
  bool plain = false;
};

/// One run of the command. The supervisor may end it at any moment, so what is known stands here.
class Defuse {
public:
  explicit Defuse(Options given) : options(std::move(given)) {
    options.frontend.warnings = !options.output.quiet;
    if (options.database.empty())
      options.database = (fs::path(options.out) / "defuse.db").string();
    frame.command = "defuse";
    frame.files = namedLikePlaces(options.frontend.files);
    frame.assumes = {"sc", "no-signals", "no-address-reuse", "malloc-succeeds",
                     "no-spurious-wakeups"};
  }

  support::ExitCode run() {
    if (const support::Done fine = canWrite(options.output); !fine)
      return fail(fine.failure());
    if (const support::Done fine = canWriteTo(options.out); !fine)
      return fail(fine.failure());
    auto listed = listGiven(options.world);
    if (!listed)
      return fail(listed.failure());
    given = std::move(*listed);
    const auto world = readWorld(given);
    if (!world)
      return fail(world.failure());
    options.settings.vm.world = *world;
    Supervisor::Settings settings;
    settings.limits = options.limits;
    settings.progressLine = !options.output.quiet && support::terminalOf(STDERR_FILENO).redraws;
    settings.lastResort = [this](const std::string &reason) { return lastResort(reason); };
    Supervisor supervisor(progress, settings);
    const support::Outcome<program::Program> program = loadProgram(options.frontend);
    if (!program) {
      supervisor.finish();
      return fail(program.failure());
    }
    if (!options.frontend.files.empty())
      options.settings.vm.programName = options.frontend.files.front();
    return search(*program, supervisor);
  }

private:
  support::ExitCode search(const program::Program &program, Supervisor &supervisor) {
    std::map<defuse::PairKey, defuse::FoundPair> known;
    auto opened = openDatabase(program, known);
    if (!opened) {
      supervisor.finish();
      return fail(opened.failure());
    }
    database.emplace(std::move(*opened));
    vm::SharedCode code(program, false);
    const Findings::Settings forBugs{.frontend = options.frontend,
                                     .vm = options.settings.vm,
                                     .out = options.out,
                                     .given = given,
                                     .minimising = options.limits.seconds / 10,
                                     .cancel = &progress.cancel,
                                     .say = {}};
    Findings findings(code, forBugs, bugs);
    std::set<std::string> seen;
    options.settings.vm.cancel = &progress.cancel;
    options.settings.onFault = [&](const defuse::Fault &fault) {
      const explore::Found found{fault.fault, fault.path, fault.inputs, false};
      ++faults[static_cast<std::size_t>(fault.met)];
      if (!seen.insert(explore::bugKey(fault.fault)).second)
        return;
      findings.add(found);
      findings.improve(found);
    };
    options.settings.goesOn = [this] { return !progress.cancel.load(); };
    options.settings.secondsLeft = [this, &supervisor] {
      return options.limits.seconds - supervisor.seconds();
    };
    options.settings.onPair = [&](const defuse::FoundPair &pair) { keep(pair, program); };
    const defuse::Potential potential(program);
    const defuse::Outcome outcome = defuse::run(code, potential, options.settings, known);
    for (const defuse::FoundPair &pair : outcome.pairs)
      if (pair.status == defuse::Status::Infeasible || pair.status == defuse::Status::Open)
        note(database->put(pair, ""));
    const std::string reason = supervisor.reason();
    supervisor.finish();
    report::Result result = frame;
    result.stats.seconds = supervisor.seconds();
    result.defuse = report::reportDefuse(outcome, program, [this](const defuse::PairKey &key) {
      const auto test = tests.find(key);
      return test == tests.end() ? std::string() : test->second;
    });
    if (!problem) {
      note(database->putBranchPairs(outcome.branchPairs));
      note(database->putInvariants(invariantsOf(outcome, *result.defuse)));
      note(database->finish(outcome.isComplete));
    }
    if (problem)
      return fail(*problem);
    fill(result, outcome, program, reason);
    return finish(result, program.sources(), options.output);
  }

  void fill(report::Result &result, const defuse::Outcome &outcome, const program::Program &program,
            const std::string &reason) const {
    result.defuse->database = options.database;
    result.defuse->showsAll = options.output.verbose;
    const defuse::CampaignFigures &figures = outcome.figures;
    result.stats.executions = figures.executions + figures.completing + figures.repeated +
                              figures.replays + figures.searched;
    result.stats.instructions = figures.instructions;
    result.stats.solverCalls = figures.formulas.questions;
    result.stats.more = report::figuresOf(figures);
    result.stats.more.emplace_back("faults_in_guided_executions", std::to_string(faults[0]));
    result.stats.more.emplace_back("faults_in_replays", std::to_string(faults[1]));
    result.stats.more.emplace_back("faults_in_search", std::to_string(faults[2]));
    result.stats.peakMemoryMb = peakMemoryMb();
    bugs.addTo(result);
    if (!outcome.isComplete || figures.inferred != figures.replayed)
      for (const vm::Gap &gap : outcome.gaps)
        result.incomplete.push_back(report::makeIncomplete(program, gap));
    const auto isSaid = std::ranges::find(result.incomplete, reason, &report::Incomplete::reason);
    if (!reason.empty() && isSaid == result.incomplete.end())
      result.incomplete.push_back({reason, detailOf(reason, options.limits), {}});
    const auto open =
        std::ranges::find(outcome.pairs, defuse::Status::Open, &defuse::FoundPair::status);
    if (open != outcome.pairs.end() && result.incomplete.empty())
      result.incomplete.push_back({"open", open->why, report::placeOf(program, open->key.read)});
    result.verdict = !result.findings.empty()     ? report::Verdict::Bug
                     : !result.incomplete.empty() ? report::Verdict::Unknown
                                                  : report::Verdict::None;
  }

  support::Outcome<defuse::Database>
  openDatabase(const program::Program &program,
               std::map<defuse::PairKey, defuse::FoundPair> &known) {
    if (options.fresh) {
      std::error_code error;
      fs::remove(options.database, error);
    }
    auto opened = defuse::Database::create(options.database);
    if (!opened)
      return opened.failure();
    std::string identity;
    for (const std::string &argument : options.settings.vm.arguments)
      identity += argument + "\n";
    for (const trace::Given &one : given)
      identity += one.name + "=" + one.hash + "\n";
    const auto before = opened->begin(program, identity);
    if (!before)
      return before.failure();
    for (const auto &[key, one] : *before) {
      known[key] = {key, one.status, "", one.isRemote, one.isLocal, {}, {}};
      tests[key] = one.test;
      usedNames.insert(fs::path(one.test).stem().string());
    }
    return opened;
  }

  void note(const support::Done &done) {
    if (!done && !problem)
      problem = done.failure();
  }

  /// Writes the test of a pair and tells the database.
  void keep(const defuse::FoundPair &pair, const program::Program &program) {
    trace::Test test = pair.test;
    describeProgram(test, options.frontend, options.settings.vm, program);
    test.given = given;
    test.races = false;
    const std::string from = pair.key.write == program::noLocation
                                 ? "start"
                                 : std::to_string(program.place(pair.key.write).line);
    const std::string base =
        fmt::format("pair-{}-from-{}", program.place(pair.key.read).line, from);
    std::string name = base;
    for (unsigned i = 2; !usedNames.insert(name).second; ++i)
      name = fmt::format("{}-{}", base, i);
    const std::string path = (fs::path(options.out) / (name + ".heddle")).string();
    std::error_code error; // Shows when the file is written.
    fs::create_directories(options.out, error);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << trace::write(test);
    file.close();
    if (!file && !problem)
      problem = support::Failure{
          fmt::format("cannot write test '{}': {}", path, std::strerror(errno)), {}};
    tests[pair.key] = path;
    ++kept;
    progress.executions.store(kept);
    note(database->put(pair, path));
  }

  static std::vector<defuse::Database::Invariant> invariantsOf(const defuse::Outcome &outcome,
                                                               const report::DefuseReport &report) {
    // The report numbers pairs by read and write, as this does.
    std::vector<defuse::PairKey> keys;
    for (const defuse::FoundPair &pair : outcome.pairs)
      keys.push_back(pair.key);
    std::ranges::sort(
        keys, {}, [](const defuse::PairKey &key) { return std::pair(key.read, key.write + 1); });
    std::vector<defuse::Database::Invariant> result;
    for (const report::DefuseInvariant &one : report.invariants) {
      defuse::Database::Invariant invariant{one.kind, program::noLocation, one.why, {}};
      for (const std::size_t number : one.pairs)
        invariant.pairs.push_back(keys[number]);
      if (!invariant.pairs.empty())
        invariant.read = invariant.pairs.back().read;
      result.push_back(std::move(invariant));
    }
    return result;
  }

  /// What is known without waiting for anybody: the pairs are in the database.
  support::ExitCode lastResort(const std::string &reason) const {
    report::Result result = frame;
    bugs.addTo(result);
    result.incomplete.push_back(
        {reason,
         fmt::format("{}; the {} pairs seen by then are in {}", detailOf(reason, options.limits),
                     kept.load(), options.database),
         {}});
    result.verdict = result.findings.empty() ? report::Verdict::Unknown : report::Verdict::Bug;
    return finish(result, support::SourceText(), options.output);
  }

  Options options;
  std::vector<trace::Given> given; ///< To the program, from outside.
  explore::Progress progress;
  Known bugs;
  std::array<std::uint64_t, 3> faults{}; ///< By `defuse::Met`.
  report::Result frame;
  std::optional<defuse::Database> database;
  std::map<defuse::PairKey, std::string> tests; ///< Where they were kept.
  std::set<std::string> usedNames;
  std::atomic<std::uint64_t> kept = 0;
  std::optional<support::Failure> problem; ///< The first one met.
};

void addOptions(CLI::App &app, Options &options) {
  defuse::Settings &settings = options.settings;
  app.add_option("--time", options.limits.seconds, "seconds it may take (default: 300)")
      ->check(saysAboveZero)
      ->type_name("S");
  options.limits.memoryMb = defaultMemoryMb();
  app.add_option("--memory", options.limits.memoryMb,
                 fmt::format("memory it may take (default: {}, which is 4 GB or half the machine)",
                             defaultMemoryMb()))
      ->check(saysAboveZero)
      ->type_name("MB");
  app.add_option("--max-steps", settings.vm.maxSteps,
                 "instructions an execution may take (default: 10000000)")
      ->check(saysAboveZero)
      ->type_name("N");
  app.add_option("--max-runs", settings.mostRuns, "executions to look at (default: 10000)")
      ->check(saysAboveZero)
      ->type_name("N");
  app.add_option("--seed", settings.seed, "of the first inputs (default: 0, all are 0)")
      ->type_name("N");
  app.add_flag("!--no-completing", settings.completes,
               "end where the paper's algorithm does; pairs that were not seen stay open");
  app.add_flag("!--no-search", settings.searches,
               "do not look at all executions where they are few");
  CLI::Option *plain =
      app.add_flag("--plain", options.plain, "the paper's encoding, without any reduction");
  std::vector<std::string> reductions;
  for (const trace::ReductionName &one : trace::reductionNames)
    reductions.emplace_back(one.name);
  app.add_option("--without", options.without,
                 "leave out reductions of the encoding: order, overwrite, values, locks, "
                 "fold, cone, variables, transitive")
      ->delimiter(',')
      ->type_name("LIST")
      ->check(CLI::IsMember(reductions))
      ->excludes(plain);
  addWorldOptions(app, options.world, settings.vm.arguments);
  app.add_option("--out", options.out, "directory for test files (default: heddle-out)")
      ->type_name("DIR");
  app.add_option("--db", options.database,
                 "the database (default: defuse.db in the directory of the tests)")
      ->type_name("FILE");
  app.add_flag("--fresh", options.fresh,
               "begin anew, instead of going on with what the database has of this program");
}

} // namespace

Command addDefuse(CLI::App &root, const std::vector<std::string> &flags) {
  auto options = std::make_shared<Options>();
  CLI::App *app =
      root.add_subcommand("defuse", "find which write each read of shared memory can see");
  addFrontendOptions(*app, options->frontend);
  addOptions(*app, *options);
  addOutputOptions(*app, options->output);
  app->add_option("--html", options->output.html,
                  "write a page with a matrix of writes and reads for each variable")
      ->type_name("FILE");
  app->add_option("--sarif", options->output.formats.sarif,
                  "write bugs met on the way as SARIF 2.1.0, for editors and code hosts")
      ->type_name("FILE");
  app->add_option("--dot", options->output.formats.dot,
                  "write graphs for Graphviz into a directory: which read sees which write, and of "
                  "each bug what happens before what, and the order of locks")
      ->type_name("DIR");
  app->add_flag("--stats", options->output.stats, "print all figures, one a line");
  CLI::Option *quiet = app->add_flag("--quiet", options->output.quiet,
                                     "one line a finding; no progress line, no compiler warnings");
  app->add_flag("--verbose", options->output.verbose, "also pairs that are not possible")
      ->excludes(quiet);
  return {app,
          [options, &flags] {
            options->frontend.flags = flags;
            trace::Reductions &reductions = options->settings.reductions;
            for (const trace::ReductionName &one : trace::reductionNames)
              reductions.*one.isOn =
                  !options->plain && !std::ranges::count(options->without, one.name);
            options->settings.looksQuickly = !options->plain;
            return Defuse(std::move(*options)).run();
          },
          true};
}

} // namespace heddle::cli
