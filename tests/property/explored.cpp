#include "explored.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/xxhash.h>

namespace heddle::property {

namespace {

support::Outcome<Ready> ready(support::Outcome<frontend::Unit> unit) {
  if (!unit)
    return unit.failure();
  auto program = program::Program::build(std::move(*unit));
  if (!program)
    return program.failure();
  Ready result;
  result.program = std::make_unique<program::Program>(std::move(*program));
  result.code = std::make_unique<vm::SharedCode>(*result.program, false);
  return result;
}

/// The end of an execution in few bytes: there can be as many as there are executions. What was
/// printed is left out: a table of states does not tell states apart that differ in that alone.
std::string final(const vm::Machine &machine, std::string &bytes) {
  machine.serialise(bytes);
  const auto hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytes));
  return fmt::format("end {} exit {} state {:016x}{:016x}", static_cast<unsigned>(machine.end()),
                     machine.exitCode(), hash.high64, hash.low64);
}

} // namespace

support::Outcome<Ready> fromIr(const std::string &text) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, *context);
  if (!module) {
    std::string message;
    llvm::raw_string_ostream out(message);
    diagnostic.print(nullptr, out, /*ShowColors=*/false);
    return support::Failure{message, {}};
  }
  return ready(frontend::adopt(std::move(context), std::move(module), "generated.ll"));
}

support::Outcome<Ready> fromC(const std::string &path) {
  frontend::Options options;
  options.files = {path};
  options.warnings = false;
  return ready(frontend::load(options));
}

vm::Options vmOptions(bool races) {
  vm::Options options;
  for (const vm::FaultKind kind : {vm::FaultKind::Overflow, vm::FaultKind::Leak})
    options.checks.reset(static_cast<unsigned>(kind));
  if (!races)
    options.checks.reset(static_cast<unsigned>(vm::FaultKind::DataRace));
  return options;
}

Explored explore(Ready &ready, bool dedup) {
  Explored result;
  explore::Options options;
  options.vm = vmOptions(!dedup);
  options.all = true;
  options.dedup = dedup;
  explore::Progress progress;
  std::uint64_t executions = 0;
  std::string bytes;
  options.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &) {
    if (++executions > mostExecutions)
      progress.cancel = true;
    result.finals.insert(final(machine, bytes));
    if (!machine.output().empty())
      result.outputs.insert(machine.output());
    result.sticks |= machine.end() == vm::End::Stuck;
  };
  result.answer = explore::makeExhaustive()->run(*ready.code, options, progress);
  result.complete = !progress.cancel;
  for (const explore::Found &found : result.answer.found) {
    if (found.fault.kind != vm::FaultKind::DataRace)
      result.bugs.insert(shownBug(*ready.program, found.fault));
    result.fails |= found.fault.kind == vm::FaultKind::Assertion;
  }
  return result;
}

std::string shownBug(const program::Program &program, const vm::Fault &fault) {
  std::multiset<std::string> places;
  const auto add = [&](program::LocationId location) {
    if (location == program::noLocation) {
      places.insert("nowhere");
      return;
    }
    const program::Location &at = program.location(location);
    places.insert(fmt::format("{}:{}", program.functions()[at.function].name, at.ordinal));
  };
  for (const auto &[thread, location] : fault.blocked)
    add(location);
  if (fault.blocked.empty())
    add(fault.location);
  if (fault.kind == vm::FaultKind::DataRace)
    add(fault.other);
  return fmt::format("{} at {}", vm::name(fault.kind), fmt::join(places, " and "));
}

} // namespace heddle::property
