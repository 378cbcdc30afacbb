#include "native/rehearse.h"

#include "native/follow.h"
#include "native/marks.h"
#include "native/run.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <sstream>

namespace heddle::native {

namespace {

/// Whether what goes wrong is seen in the same way by the runtime.
bool isSeen(const vm::Fault &fault) {
  switch (fault.kind) {
  case vm::FaultKind::Assertion:
  case vm::FaultKind::Abort:
  case vm::FaultKind::ReachError:
  case vm::FaultKind::Deadlock:
  case vm::FaultKind::LostWakeup:
  case vm::FaultKind::Hang:
  case vm::FaultKind::DataRace:
  case vm::FaultKind::LockMisuse:
  case vm::FaultKind::ThreadMisuse:
  case vm::FaultKind::DivisionByZero:
    return true;
  default:
    return false;
  }
}

std::string differences(const Plan &plan, const Run &run, const std::string &output) {
  std::string problem;
  bool ended = false;
  std::ptrdiff_t blocked = 0;
  for (const std::string &line : run.lines) {
    std::istringstream in(line);
    std::string word;
    std::string name;
    std::string bytes;
    in >> word >> name >> bytes;
    ended |= line == "state";
    if (word == "blocked")
      blocked += std::ranges::count(plan.expected, std::stoul(name), &Standing::thread);
    if (line.starts_with("diverged") || line.starts_with("elsewhere"))
      problem += "  " + line + "\n";
    if (word != "global")
      continue;
    if (const auto known = plan.globals.find(name); known == plan.globals.end())
      problem += fmt::format("  the VM has no {}\n", name);
    else if (!known->second.starts_with(bytes)) // The VM may have rounded its size up.
      problem += fmt::format("  {} is {} in the VM, {} natively\n", name, known->second, bytes);
  }
  if (!ended)
    problem += fmt::format("  the native run does not come to its end (signal {}{})\n", run.signal,
                           run.timedOut ? ", out of time" : "");
  if (ended && blocked != std::ssize(plan.expected))
    problem += fmt::format("  {} threads are blocked in the VM, {} of them natively\n",
                           plan.expected.size(), blocked);
  if (ended && output != plan.output)
    problem += fmt::format("  it prints '{}' in the VM, '{}' natively\n", plan.output, output);
  return problem;
}

} // namespace

Rehearsal::Rehearsal(Workshop workshop, program::Program program)
    : workshop(std::move(workshop)), program(std::move(program)), code(this->program, false) {}

support::Outcome<std::unique_ptr<Rehearsal>> Rehearsal::open(const std::string &userCode,
                                                             const std::string &keep) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(userCode, "program"), *context);
  if (!module)
    return support::Failure{"not bitcode: " + llvm::toString(module.takeError()), {}};
  addMarks(**module);
  auto unit = frontend::adopt(std::move(context), std::move(*module), "program");
  if (!unit)
    return unit.failure();
  auto marked = program::Program::build(std::move(*unit));
  if (!marked)
    return marked.failure();
  auto workshop = Workshop::open(keep);
  if (!workshop)
    return workshop.failure();
  if (auto built = build(*workshop, userCode, "main", vm::FaultKind::Assertion, true); !built)
    return built.failure();
  return std::make_unique<Rehearsal>(std::move(*workshop), std::move(*marked));
}

Rehearsal::Result Rehearsal::compare(const std::function<std::size_t(std::size_t)> &pick,
                                     std::string &problem) {
  vm::Options options;
  options.maxSteps = 100'000;
  const FreeRun free = followFreely(code, options, pick);
  if (!free.isWhole || !std::ranges::all_of(free.faults, isSeen))
    return Result::Apart;
  const auto ran = run(workshop, free.plan, {{"program"}, nullptr, 20});
  if (!ran) {
    problem = ran.failure().message;
    return Result::Different;
  }
  auto output = llvm::MemoryBuffer::getFile(workshop.path("output"));
  stretchCount += free.plan.stretches.size();
  variableCount += static_cast<std::size_t>(std::ranges::count_if(
      ran->lines, [](const std::string &line) { return line.starts_with("global "); }));
  problem = differences(free.plan, *ran, output ? (*output)->getBuffer().str() : "");
  return problem.empty() ? Result::Same : Result::Different;
}

} // namespace heddle::native
