#include "native/native.h"

#include "native/build.h"
#include "native/follow.h"
#include "native/judge.h"
#include "native/marks.h"
#include "native/run.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

namespace heddle::native {

namespace {

/// The program once more, with marks, for the VM.
support::Outcome<program::Program> marked(const program::Program &program,
                                          const trace::Test &test) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(program.unit().userCode(), "program"), *context);
  if (!module)
    return support::Failure{
        "the program cannot be read again: " + llvm::toString(module.takeError()), {}};
  addMarks(**module);
  auto unit = frontend::adopt(std::move(context), std::move(*module), "program",
                              program.unit().entryName(), test.models);
  if (!unit)
    return unit.failure();
  return program::Program::build(std::move(*unit));
}

vm::FaultKind kindNamed(const std::string &name) {
  for (unsigned kind = 0; kind < vm::faultKinds; ++kind)
    if (vm::name(static_cast<vm::FaultKind>(kind)) == name)
      return static_cast<vm::FaultKind>(kind);
  return vm::FaultKind::Assertion;
}

/// Why this test cannot be run on a real machine; empty if it can.
std::string unsupportedBy(const program::Program &program, vm::FaultKind kind) {
  if (const std::string why = unsupported(kind); !why.empty())
    return std::string(vm::name(kind)) + ": " + why;
  if (program.unit().module().getFunction("heddle_lazy"))
    return "heddle_lazy makes up objects, which only the VM can do";
  return {};
}

} // namespace

support::Outcome<Answer> replay(const program::Program &program, const vm::Options &options,
                                const trace::Test &test, const trace::Trace &replayed,
                                const Settings &settings) {
  if (test.kind == trace::readsFromKind)
    return Answer{false, "reads-from: on real threads nobody can tell which write a read saw",
                  "native-unsupported"};
  if (test.kind == trace::targetKind)
    return Answer{false, "target: on real threads nobody stops at a line", "native-unsupported"};
  const vm::FaultKind kind = kindNamed(test.kind);
  if (const std::string why = unsupportedBy(program, kind); !why.empty())
    return Answer{false, why, "native-unsupported"};
  if (settings.debugger)
    if (const auto gdb = findDebugger(); !gdb)
      return gdb.failure();
  auto withMarks = marked(program, test);
  if (!withMarks)
    return withMarks.failure();
  vm::SharedCode code(*withMarks, kind == vm::FaultKind::Overflow);
  const support::Outcome<Plan> plan = follow(code, options, test, replayed.path);
  if (!plan)
    return Answer{false, plan.failure().message, "native-not-reproduced"};
  const support::Outcome<Workshop> workshop = Workshop::open(settings.keep);
  if (!workshop)
    return workshop.failure();
  if (auto built = build(*workshop, program.unit().userCode(), program.unit().entryName(), kind);
      !built)
    return built.failure();

  Setting setting{{options.programName}, options.world.get(), settings.seconds};
  setting.arguments.insert(setting.arguments.end(), options.arguments.begin(),
                           options.arguments.end());
  // Of a race it is best seen when neither access is done; the first one may be needed to get to
  // the second.
  std::vector<Plan> plans;
  if (kind == vm::FaultKind::DataRace)
    plans.push_back(standingAtBoth(*plan));
  plans.push_back(*plan);
  const std::vector<llvm::CallInst *> marks = marksOf(withMarks->unit().module());
  const auto placeOf = [&](std::uint32_t mark) {
    if (mark >= marks.size())
      return std::string("an unknown place");
    const program::Place place = withMarks->place(withMarks->locationOf(markedBy(*marks[mark])));
    return place.line ? fmt::format("{}:{}:{}", place.file, place.line, place.column)
                      : place.function;
  };
  Answer answer;
  for (const Plan &each : plans) {
    const support::Outcome<Run> ran = run(*workshop, each, setting);
    if (!ran)
      return ran.failure();
    answer = judge(each, *ran, placeOf);
    if (!answer.same)
      continue;
    if (settings.debugger)
      if (auto debugged = debug(*workshop, each, setting); !debugged)
        return debugged.failure();
    break;
  }
  if (!answer.same && !plan->insideOf.empty())
    return Answer{false,
                  fmt::format("threads change in the midst of {}, which the real library does in "
                              "one piece",
                              plan->insideOf),
                  "native-unsupported"};
  return answer;
}

} // namespace heddle::native
