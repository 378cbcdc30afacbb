// Programs as files against the laws of the static analyses: see usage below. A file that does
// not load by itself (an input of another test, one that must not compile) is counted and passed
// by.
#include "explored.h"
#include "laws.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>

namespace heddle::property {
namespace {

struct Options {
  std::vector<std::string> files;
  std::uint64_t executions = 20;
  double seconds = 0.5;
  bool apart = false;
  bool verbose = false;
};

int run(const Options &options) {
  LawRuns all;
  unsigned programs = 0;
  unsigned unloaded = 0;
  unsigned failed = 0;
  for (const std::string &file : options.files) {
    auto ready = fromC(file, options.apart);
    if (!ready) {
      ++unloaded;
      continue;
    }
    ++programs;
    const LawRuns one =
        runLaws(*ready->program, *ready->code, {options.executions, options.seconds, 1, {}});
    all.add(one);
    failed += one.problem.empty() ? 0 : 1;
    if (!one.problem.empty())
      fmt::print("FAILED {}:\n{}", file, one.problem);
    if (options.verbose)
      fmt::print("{}: {}\n", file, one.text());
    std::fflush(stdout);
  }
  fmt::print("{} programs, {} checked, {} files not loaded\n{} passed, {} failed\n", programs,
             all.text(), unloaded, programs - failed, failed);
  return failed || !programs ? 1 : 0;
}

} // namespace
} // namespace heddle::property

int main(int argc, char **argv) { // NOLINT(bugprone-exception-escape)
  heddle::property::Options options;
  CLI::App app("Runs programs by random schedules and holds the static analyses to what happens");
  app.add_option("files", options.files, "C, C++ or LLVM IR, each a program")->required();
  app.add_option("--executions", options.executions, "of each program, at most");
  app.add_option("--seconds", options.seconds, "for the executions of each program");
  app.add_flag("--apart", options.apart,
               "run and analyse programs with their library functions copied for each caller");
  app.add_flag("--verbose", options.verbose, "say what was checked, program by program");
  CLI11_PARSE(app, argc, argv);
  return heddle::property::run(options);
}
