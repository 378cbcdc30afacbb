// Random multithreaded programs against the oracles: see usage below.
#include "generate.h"
#include "judge.h"
#include "oracles.h"
#include "print.h"
#include "reduce.h"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace heddle::property {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::uint64_t count = 1500;
  std::uint64_t seed = 1;
  std::vector<std::uint64_t> only;
  std::string programs; ///< Directory of programs that failed once.
  bool verbose = false;
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

class Runner {
public:
  explicit Runner(const Options &options) : options(options) {}

  int run() {
    if (options.only.empty()) {
      if (const std::string problem = checkCounts(); !problem.empty()) {
        ++failed;
        fmt::print("counts: {}", problem);
      } else {
        ++passed;
      }
      for (const fs::path &path : programsIn(options.programs))
        kept(path);
      for (std::uint64_t i = 0; i < options.count; ++i)
        one(options.seed + i);
    }
    for (const std::uint64_t seed : options.only)
      one(seed);
    if (isatty(STDERR_FILENO))
      fmt::print(stderr, "\r\033[K");
    fmt::print("{} executions, {} bugs, {} programs also as C, {} too large\n", executions, bugs,
               native, tooLarge);
    fmt::print("{} passed, {} failed\n", passed, failed);
    return failed ? 1 : 0;
  }

private:
  void kept(const fs::path &path) {
    std::ifstream in(path);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const Judgement judgement = judgeIr(text);
    executions += judgement.executions;
    bugs += judgement.bugs;
    if (judgement.oracle.empty() && !judgement.isTooLarge) {
      ++passed;
      return;
    }
    ++failed;
    fmt::print("FAILED {} ({}): {}", path.string(), judgement.oracle, judgement.problem);
  }

  void one(std::uint64_t seed) {
    Judgement judgement;
    Shape shape;
    for (unsigned shrink = 0; shrink < 4; ++shrink) {
      shape = generate(seed, shrink);
      judgement = judge(shape, seed, options.settings);
      if (!judgement.isTooLarge)
        break;
    }
    executions += judgement.executions;
    bugs += judgement.bugs;
    native += judgement.ranNatively;
    if (judgement.isTooLarge)
      ++tooLarge;
    else if (judgement.oracle.empty())
      ++passed;
    else
      report(seed, shape, judgement);
    if (options.verbose)
      fmt::print("seed {}: {} executions, {} bugs{}\n", seed, judgement.executions, judgement.bugs,
                 judgement.isTooLarge ? ", too large" : "");
    showProgress();
  }

  void report(std::uint64_t seed, const Shape &shape, const Judgement &judgement) {
    ++failed;
    Judgement last = judgement;
    const Shape small = reduce(shape, [&](const Shape &candidate) {
      Judgement now = judge(candidate, seed, options.settings);
      if (now.isTooLarge || now.oracle != judgement.oracle)
        return false;
      last = std::move(now);
      return true;
    });
    fmt::print("FAILED seed {} ({}): {}", seed, last.oracle, last.problem);
    fmt::print("reduced to:\n{}", printC(small));
    if (options.verbose)
      fmt::print("as LLVM IR:\n{}", printIr(small));
    fmt::print("run it again, and see it as LLVM IR: property_tests --only {} --verbose\n\n", seed);
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
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t tooLarge = 0;
  std::uint64_t executions = 0;
  std::uint64_t bugs = 0;
  std::uint64_t native = 0;
  std::chrono::steady_clock::time_point shown;
};

} // namespace
} // namespace heddle::property

int main(int argc, char **argv) { // NOLINT(bugprone-exception-escape)
  heddle::property::Options options;
  const heddle::property::Scratch scratch;
  options.settings.directory = scratch.path;
  CLI::App app("random multithreaded programs against the oracles");
  app.add_option("--count", options.count, "programs to try (default: 1500)");
  app.add_option("--seed", options.seed, "seed of the first; the next has the next (default: 1)");
  app.add_option("--only", options.only, "only the programs of these seeds");
  app.add_option("--programs", options.programs, "a directory of programs (.ll) to try first");
  app.add_option("--native-every", options.settings.nativeEvery,
                 "one program in so many also as C and natively; 0 for none (default: 20)");
  app.add_option("--native-runs", options.settings.nativeRuns,
                 "native runs of each of those (default: 200)");
  app.add_flag("--verbose", options.verbose, "a line for each program");
  CLI11_PARSE(app, argc, argv);
  return heddle::property::Runner(options).run();
}
