// Random multithreaded programs against the oracles: see usage below.
#include "change.h"
#include "generate.h"
#include "judge.h"
#include "laws.h"
#include "oracles.h"
#include "print.h"
#include "reduce.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>
#include <unistd.h>

namespace heddle::property {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::uint64_t count = 2500;
  std::uint64_t seed = 1;
  std::vector<std::uint64_t> only;
  std::string programs;           ///< Directory of programs that failed once.
  std::vector<std::string> files; ///< Programs of other tests.
  std::string keep;               ///< Directory for those that fail now.
  std::uint64_t reduced = 20;     ///< How many of these are made smaller.
  double seconds = 60;            ///< For the executions of a file.
  bool verbose = false;
  bool print = false;
  Settings settings;
};

/// A directory that goes with the process.
class Scratch {
public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "heddle-property-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw std::runtime_error("cannot make a directory for scratch files");
    path = name;
  }
  ~Scratch() { fs::remove_all(path); }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  std::string path;
};

/// The .ll files of a directory, by name.
std::vector<fs::path> programsIn(const std::string &directory) {
  std::vector<fs::path> result;
  if (!directory.empty())
    for (const fs::directory_entry &entry : fs::directory_iterator(directory))
      if (entry.path().extension() == ".ll")
        result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

/// What is wrong, without numbers and places: what must stay while a program is made smaller.
std::string gist(const Judgement &judgement) {
  std::istringstream lines(judgement.problem);
  std::string text;
  for (std::string line; text.empty() && std::getline(lines, line);)
    if (line.starts_with("  "))
      text = line.substr(2, line.find(" at ") - 2);
  std::erase_if(text, [](unsigned char c) { return std::isdigit(c) != 0; });
  return text;
}

class Runner {
public:
  explicit Runner(const Options &options) : options(options) {}

  int run() {
    if (options.only.empty()) {
      itself("counts", checkCounts());
      itself("comparison", checkComparison());
      for (const fs::path &path : programsIn(options.programs))
        kept(path);
      for (const std::string &file : options.files)
        written(file);
      for (std::uint64_t i = 0; i < options.count; ++i)
        one(options.seed + i, options.settings);
      const bool isAll = !options.settings.onlyStrategies && !options.settings.onlySlices &&
                         !options.settings.onlyOrders && !options.settings.onlyDefuse &&
                         !options.settings.onlyTargets && !options.settings.onlyVersions;
      Settings orders = options.settings;
      orders.onlyOrders = true;
      for (std::uint64_t i = 0; isAll && i < options.count / 2; ++i)
        one(options.seed + i, orders);
      Settings pairs = options.settings;
      pairs.onlyDefuse = true;
      for (std::uint64_t i = 0; isAll && i < options.count / 40; ++i)
        one(options.seed + i, pairs);
      Settings both = options.settings;
      both.onlyVersions = true;
      for (std::uint64_t i = 0; isAll && i < options.count / 5; ++i)
        one(options.seed + i, both);
    }
    for (const std::uint64_t seed : options.only)
      one(seed, options.settings);
    if (isatty(STDERR_FILENO))
      fmt::print(stderr, "\r\033[K");
    fmt::print(
        "{} executions, {} bugs, {} programs with {} traces, {} programs also as C, {} large, "
        "{} too large\n",
        executions, bugs, plain, traces, native, large, tooLarge);
    fmt::print(
        "{} programs against their slices, {} of which fail; they have {} of {} instructions\n",
        sliced, failing, inSlices, instructions);
    if (!options.files.empty() && !options.settings.onlyDefuse)
      fmt::print("{} files against the static analyses: {}\n", loaded, laws.text());
    if (options.verbose || options.settings.onlyOrders)
      fmt::print("generated programs against the static analyses: {}\n", lawful.text());
    fmt::print(
        "{} programs by definition-use testing, {} of them whole; {} pairs decided, {} open; "
        "{} questions to both encodings of {} executions\n",
        compared, completed, decided, open, questions, encoded);
    for (const auto &[reason, times] : reasons)
      if (options.verbose)
        fmt::print("  open by {}: {}\n", reason, times);
    fmt::print("{} pairs of versions, {} of which differ, and {} are equal in all executions; {} "
               "data flows of one that the other is known not to have\n",
               versions, different, equal, excluded);
    fmt::print("{} passed, {} failed\n", passed, failed);
    return failed ? 1 : 0;
  }

private:
  void itself(const char *what, const std::string &problem) {
    ++(problem.empty() ? passed : failed);
    if (!problem.empty())
      fmt::print("FAILED {}: {}", what, problem);
  }

  void kept(const fs::path &path) {
    std::ifstream in(path);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const Judgement judgement = judgeIr(text, options.settings);
    executions += judgement.executions;
    bugs += judgement.bugs;
    if (judgement.oracle.empty() && !judgement.isTooLarge) {
      ++passed;
      return;
    }
    ++failed;
    fmt::print("FAILED {} ({}): {}", path.string(), judgement.oracle, judgement.problem);
  }

  /// A program for which there is more to look into than in generated ones. Some files are no
  /// program by themselves.
  void written(const std::string &file) {
    auto ready = fromC(file);
    if (!ready)
      return;
    ++loaded;
    if (options.settings.onlyDefuse) {
      const DefuseCheck check = checkEncodings(*ready, options.seconds);
      add(check);
      itself(file.c_str(), check.problem);
      return;
    }
    const LawRuns runs = runLaws(*ready->program, *ready->code, {5, 0.2, 1, {}});
    laws.add(runs);
    itself(file.c_str(), runs.problem);
  }

  /// Of pairs of versions, every third is of the programs that other oracles look at.
  static Shape shapeOf(std::uint64_t seed, unsigned shrink, const Settings &settings) {
    return settings.onlyOrders || (settings.onlyVersions && seed % 3) ? generateOrders(seed)
                                                                      : generate(seed, shrink);
  }

  void one(std::uint64_t seed, const Settings &settings) {
    if (options.print) {
      const Shape shape = shapeOf(seed, 0, settings);
      fmt::print("{}\n{}", printC(shape), printIr(shape));
      if (settings.onlyVersions)
        fmt::print("\n{}\n", printC(changed(shape, seed)));
      return;
    }
    Judgement judgement;
    Shape shape;
    for (unsigned shrink = 0; shrink < 4; ++shrink) {
      shape = shapeOf(seed, shrink, settings);
      judgement = judge(shape, seed, settings);
      if (!judgement.isTooLarge)
        break;
    }
    if (judgement.laws.executions)
      lawful.add(judgement.laws);
    executions += judgement.executions;
    add(judgement.defuse);
    versions += judgement.versions.isCompared;
    different += judgement.versions.isDifferent;
    equal += judgement.versions.isEqual;
    excluded += judgement.versions.edges;
    bugs += judgement.bugs;
    traces += judgement.traces;
    plain += judgement.traces != 0;
    large += judgement.isLarge && !judgement.isTooLarge;
    native += judgement.ranNatively;
    sliced += judgement.isSliced;
    failing += judgement.isSliceFailing;
    instructions += judgement.isSliced ? judgement.instructions : 0;
    inSlices += judgement.isSliced ? judgement.kept : 0;
    if (judgement.isTooLarge)
      ++tooLarge;
    else if (judgement.oracle.empty())
      ++passed;
    else
      report(seed, shape, judgement, settings);
    if (options.verbose)
      fmt::print("seed {}: {} executions, {} bugs{}\n", seed, judgement.executions, judgement.bugs,
                 judgement.isTooLarge ? ", too large" : "");
    showProgress();
  }

  void add(const DefuseCheck &check) {
    questions += check.questions;
    encoded += check.traces;
    compared += check.isCompared;
    completed += check.isComplete;
    decided += check.decided;
    open += check.open;
    if (!check.why.empty())
      ++reasons[check.why];
  }

  void report(std::uint64_t seed, const Shape &shape, const Judgement &judgement,
              const Settings &settings) {
    if (++failed > options.reduced) {
      fmt::print("FAILED seed {} ({}): {}", seed, judgement.oracle, judgement.problem);
      std::fflush(stdout);
      return;
    }
    Judgement last = judgement;
    const Shape small = reduce(shape, [&](const Shape &candidate) {
      Judgement now = judge(candidate, seed, settings);
      if (now.isTooLarge || now.oracle != judgement.oracle || gist(now) != gist(judgement))
        return false;
      last = std::move(now);
      return true;
    });
    fmt::print("FAILED seed {} ({}): {}", seed, last.oracle, last.problem);
    fmt::print("reduced to:\n{}", printC(small));
    if (!options.keep.empty()) {
      fs::create_directories(options.keep);
      std::ofstream(fs::path(options.keep) / fmt::format("seed-{}.ll", seed))
          << "; " << last.problem.substr(0, last.problem.find('\n')) << ": " << gist(last) << "\n"
          << printIr(small);
    }
    if (options.verbose)
      fmt::print("as LLVM IR:\n{}", printIr(small));
    fmt::print("run it again, and see it as LLVM IR: property_tests {}--only {} --verbose\n\n",
               settings.onlyOrders     ? "--orders "
               : settings.onlyVersions ? "--versions "
                                       : "",
               seed);
    std::fflush(stdout);
  }

  void showProgress() {
    const auto now = std::chrono::steady_clock::now();
    if (!isatty(STDERR_FILENO) || now - shown < std::chrono::milliseconds(200))
      return;
    shown = now;
    fmt::print(stderr, "\r\033[K{} passed, {} failed, {} executions", passed, failed, executions);
  }

  const Options &options;
  // Definition-use testing: questions to both encodings, executions that these are of, programs
  // compared with all executions, those with nothing left open, pairs decided and not.
  std::uint64_t questions = 0, encoded = 0, compared = 0, completed = 0, decided = 0, open = 0;
  std::map<std::string, std::uint64_t> reasons; ///< Why something was left open.
  // Pairs of versions, those that differ, and data flows that one shows and the other excludes.
  std::uint64_t versions = 0, different = 0, equal = 0, excluded = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t tooLarge = 0;
  std::uint64_t executions = 0;
  std::uint64_t bugs = 0;
  std::uint64_t loaded = 0; ///< Of the files,
  LawRuns laws;             ///< and what was checked in them.
  LawRuns lawful;           ///< Of generated programs.
  std::uint64_t native = 0;
  std::uint64_t large = 0;
  std::uint64_t sliced = 0;
  std::uint64_t failing = 0;      ///< Of those that were sliced.
  std::uint64_t instructions = 0; ///< Of those that were sliced,
  std::uint64_t inSlices = 0;     ///< and of the slices.
  std::uint64_t plain = 0;        ///< Programs whose number of traces is exact,
  std::uint64_t traces = 0;       ///< and all of their traces.
  std::chrono::steady_clock::time_point shown;
};

} // namespace
} // namespace heddle::property

int main(int argc, char **argv) { // NOLINT(bugprone-exception-escape)
  heddle::property::Options options;
  const heddle::property::Scratch scratch;
  options.settings.directory = scratch.path;
  CLI::App app("random multithreaded programs against the oracles");
  app.add_option("--count", options.count, "programs to try (default: 2500)");
  app.add_option("--seed", options.seed, "seed of the first; the next has the next (default: 1)");
  app.add_option("--only", options.only, "only the programs of these seeds");
  app.add_option("--programs", options.programs, "a directory of programs (.ll) to try first");
  app.add_option("files", options.files,
                 "programs to hold the points-to analysis to; with --defuse, to compare the "
                 "encodings of their executions");
  app.add_option("--seconds", options.seconds, "for the executions of each of those (default: 60)");
  app.add_option("--keep", options.keep, "a directory where to put programs that fail, reduced");
  app.add_option("--reduce", options.reduced, "how many of those to reduce (default: 20)");
  app.add_option("--native-every", options.settings.nativeEvery,
                 "one program in so many also as C and natively; 0 for none (default: 20)");
  app.add_option("--native-runs", options.settings.nativeRuns,
                 "native runs of each of those (default: 200)");
  app.add_flag("--strategies", options.settings.onlyStrategies,
               "only compare strategies with each other");
  app.add_option("--strategy", options.settings.strategy,
                 "only compare this one, with all of the programs (as in a failure's first line), "
                 "or with ! before it: all but those that begin so, with * behind it: these")
      ->check([](const std::string &name) {
        return heddle::property::hasSetting(name) ? "" : "no such strategy";
      });
  app.add_option("--most", options.settings.most,
                 "executions of a program that is compared as a whole (default: 20000)");
  app.add_flag("--slices", options.settings.onlySlices,
               "only compare programs with their slices, and distances with what threads do");
  app.add_flag("--targets", options.settings.onlyTargets,
               "only places and pairs of places against all executions");
  app.add_flag("--orders", options.settings.onlyOrders,
               "only hold static analyses to programs about locks and orders");
  app.add_flag("--defuse", options.settings.onlyDefuse,
               "only compare definition-use testing with all executions");
  app.add_flag("--versions", options.settings.onlyVersions,
               "only hold heddle diff to two versions of each program");
  app.add_flag("--print", options.print, "print the programs and try nothing");
  app.add_flag("--verbose", options.verbose, "a line for each program");
  CLI11_PARSE(app, argc, argv);
  options.settings.onlyStrategies |= !options.settings.strategy.empty();
  return heddle::property::Runner(options).run();
}
