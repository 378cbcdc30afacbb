// Random programs by random schedules, in the VM and on real threads: both must end in one state.
//
// usage: native_states [--count N] [--seed N] [--runs N] [--only SEED] [--keep DIR]
#include "frontend/normalise.h"
#include "generate.h"
#include "native/rehearse.h"
#include "print.h"
#include "random.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SourceMgr.h>

namespace heddle::property {
namespace {

struct Totals {
  unsigned programs = 0;
  unsigned same = 0;
  unsigned apart = 0;
  unsigned failed = 0;
  std::size_t variables = 0;
  std::size_t stretches = 0;
};

std::string userCode(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module)
    return {};
  // Generated programs need not say for which machine they are.
  frontend::normalise(*module);
  std::string code;
  llvm::raw_string_ostream out(code);
  llvm::WriteBitcodeToFile(*module, out);
  return code;
}

void tryProgram(std::uint64_t seed, unsigned runs, const std::string &keep, Totals &totals) {
  const Shape shape = generate(seed, 0);
  auto rehearsal = native::Rehearsal::open(userCode(printIr(shape)), keep);
  if (!rehearsal) {
    ++totals.failed;
    fmt::print("FAILED seed {}: {}\n{}\n", seed, rehearsal.failure().message,
               rehearsal.failure().detail);
    return;
  }
  ++totals.programs;
  Random random(seed);
  for (unsigned i = 0; i < runs; ++i) {
    std::string problem;
    const auto result =
        (*rehearsal)->compare([&](std::size_t choices) { return random.below(choices); }, problem);
    totals.same += result == native::Rehearsal::Result::Same;
    totals.apart += result == native::Rehearsal::Result::Apart;
    if (result != native::Rehearsal::Result::Different)
      continue;
    ++totals.failed;
    fmt::print("FAILED seed {}, run {}:\n{}", seed, i, problem);
    fmt::print("the program: property_tests --only {} --print\n", seed);
    std::fflush(stdout);
    break;
  }
  totals.variables += (*rehearsal)->variables();
  totals.stretches += (*rehearsal)->stretches();
}

} // namespace
} // namespace heddle::property

int main(int argc, char **argv) { // NOLINT(bugprone-exception-escape)
  using namespace heddle::property;
  std::uint64_t count = 60;
  std::uint64_t first = 1;
  unsigned runs = 10;
  std::vector<std::uint64_t> only;
  std::string keep;
  CLI::App app("random programs by random schedules, in the VM and on real threads");
  app.add_option("--count", count, "programs");
  app.add_option("--seed", first, "of the first program");
  app.add_option("--runs", runs, "schedules a program");
  app.add_option("--only", only, "these programs");
  app.add_option("--keep", keep, "directory for the last program, its last plan and its report");
  CLI11_PARSE(app, argc, argv);
  if (only.empty())
    for (std::uint64_t i = 0; i < count; ++i)
      only.push_back(first + i);
  Totals totals;
  for (const std::uint64_t seed : only)
    tryProgram(seed, runs, keep, totals);
  fmt::print("{} programs, {} runs of {} stretches end in the same state on real threads, {} "
             "variables compared, {} runs left out because a real machine does not show what they "
             "do, {} failed\n",
             totals.programs, totals.same, totals.stretches, totals.variables, totals.apart,
             totals.failed);
  // An oracle that compares nothing would always agree.
  return totals.failed != 0 || totals.same == 0 || totals.variables == 0;
}
