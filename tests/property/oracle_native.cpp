#include "oracles.h"
#include "print.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <llvm/Support/Program.h>
#include <map>
#include <optional>
#include <sstream>

namespace heddle::property {

namespace {

std::string writeProgram(const Shape &shape, const std::string &directory) {
  std::string path = directory + "/program.c";
  std::ofstream(path) << printC(shape);
  return path;
}

/// Empty if the command succeeds.
std::string runCommand(const std::vector<std::string> &command, const std::string &output) {
  const std::vector<llvm::StringRef> viewed(command.begin(), command.end());
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(output),
                                                      std::nullopt};
  std::string why;
  const int code = llvm::sys::ExecuteAndWait(command.front(), viewed, std::nullopt, redirects,
                                             /*SecondsToWait=*/0, /*MemoryLimit=*/0, &why);
  return code == 0 ? "" : fmt::format("{} ends with {} {}\n", command.front(), code, why);
}

std::string build(const std::string &directory) {
  const std::string sources = PROPERTY_SOURCES;
  const std::string driver = directory + "/driver.o";
  if (!std::filesystem::exists(driver)) {
    const std::string problem =
        runCommand({PROPERTY_CLANG, "-O1", "-c", sources + "/native_driver.c", "-o", driver}, "");
    if (!problem.empty())
      return problem;
  }
  return runCommand({PROPERTY_CLANG, "-O0", "-w", "-pthread", "-I", PROPERTY_INCLUDE, "-include",
                     sources + "/native.h", directory + "/program.c", driver, "-o",
                     directory + "/program"},
                    "");
}

/// Natively an atomic section excludes other sections only, copies tear, inputs are all 0, and a
/// cancelled thread or an exit shows in other ways.
bool differsNatively(const Statement &statement) {
  switch (statement.kind) {
  case Kind::Atomic:
  case Kind::Copy:
  case Kind::Fill:
  case Kind::Input:
  case Kind::Choose:
  case Kind::Assume:
  case Kind::Cancel:
  case Kind::ExitThread:
  case Kind::ExitProcess:
    return true;
  case Kind::Allocate:
    return statement.second != 0; // What it holds is anything.
  default:
    return false;
  }
}

bool differsNatively(const Block &block) {
  for (const Statement &statement : block)
    if (differsNatively(statement) || differsNatively(statement.body) ||
        differsNatively(statement.otherwise))
      return true;
  return false;
}

/// Misuse and memory errors may do anything.
bool isMeaningful(const Shape &shape, const Explored &plain) {
  for (const Block &block : shape.threads)
    if (differsNatively(block))
      return false;
  for (const Block &block : shape.onces)
    if (differsNatively(block))
      return false;
  for (const explore::Found &found : plain.answer.found) {
    switch (found.fault.kind) {
    case vm::FaultKind::Assertion:
    case vm::FaultKind::Deadlock:
    case vm::FaultKind::LostWakeup:
    case vm::FaultKind::Hang:
    case vm::FaultKind::DataRace:
      continue;
    default:
      return false;
    }
  }
  return true;
}

std::map<std::string, unsigned> kindsOf(const Explored &explored) {
  std::map<std::string, unsigned> result;
  for (const explore::Found &found : explored.answer.found)
    ++result[std::string(vm::name(found.fault.kind))];
  return result;
}

} // namespace

std::string checkC(const Shape &shape, const Explored &plain, const std::string &directory) {
  auto ready = fromC(writeProgram(shape, directory));
  if (!ready)
    return ready.failure().message + "\n" + ready.failure().detail;
  const Explored compiled = explore(*ready);
  std::string problem;
  if (compiled.answer.stats.executions != plain.answer.stats.executions)
    problem += fmt::format("  {} executions as IR, {} as C\n", plain.answer.stats.executions,
                           compiled.answer.stats.executions);
  if (compiled.outputs != plain.outputs)
    problem +=
        fmt::format("  {} outputs as IR, {} as C\n", plain.outputs.size(), compiled.outputs.size());
  if (kindsOf(compiled) != kindsOf(plain)) {
    for (const auto &[kind, count] : kindsOf(plain))
      problem += fmt::format("  as IR: {} of kind {}\n", count, kind);
    for (const auto &[kind, count] : kindsOf(compiled))
      problem += fmt::format("  as C: {} of kind {}\n", count, kind);
  }
  return problem.empty() ? problem : "as IR and as C it is not the same program\n" + problem;
}

std::string checkNative(const Shape &shape, const Explored &plain, const std::string &directory,
                        unsigned runs, std::uint64_t seed) {
  if (!isMeaningful(shape, plain))
    return {};
  writeProgram(shape, directory);
  if (const std::string problem = build(directory); !problem.empty())
    return problem;
  const std::string log = directory + "/runs.txt";
  std::filesystem::remove(log); // LLVM writes over an old file without shortening it.
  // A run that may get stuck is given up soon; where none may, a slow machine must not look stuck.
  std::string problem = runCommand({directory + "/program", std::to_string(runs),
                                    std::to_string(seed), plain.sticks ? "300" : "20000"},
                                   log);
  if (!problem.empty())
    return problem;
  std::ifstream in(log);
  unsigned ends = 0;
  for (std::string line; std::getline(in, line); ++ends) {
    const bool known = line == "stuck"               ? plain.sticks
                       : line == "abort"             ? plain.fails
                       : line.starts_with("prints ") ? plain.outputs.contains(line.substr(7) + "\n")
                                                     : false;
    if (!known)
      return fmt::format("a native run ends in a way that the search has not found: {}\n", line);
  }
  return ends ? "" : "the native program did not run\n";
}

} // namespace heddle::property
