// Places and pairs of places: what is found comes again, and what is not is never seen.
#include "analysis/dependence.h"
#include "explore/meeting.h"
#include "explore/reach_all.h"
#include "explore/reach_guided.h"
#include "oracles.h"
#include "random.h"
#include "trace/trace.h"
#include "vm/targets.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::property {

namespace {

constexpr std::uint64_t mostLooks = 300; ///< Executions with marks; more are not enumerated.

struct Question {
  std::vector<analysis::Goal> goals;
  std::string name;
};

/// The analyses of one program.
struct Study {
  explicit Study(const program::Program &program)
      : pointers(analysis::PointsTo::analyse(program)),
        threads(analysis::Threads::find(program, pointers)),
        parallel(analysis::Parallel::analyse(pointers, threads)),
        dependence(analysis::Dependence::analyse(program, pointers, threads, parallel)) {}
  const analysis::PointsTo pointers;
  const analysis::Threads threads;
  const analysis::Parallel parallel;
  const analysis::Dependence dependence;
};

explore::Options searching() {
  explore::Options options;
  options.vm = vmOptions(false);
  options.all = true;
  options.workers = 1;
  return options;
}

/// Whether every state was looked at, and whether threads stood at all targets in one.
struct Truth {
  bool isKnown = false;
  bool isReached = false;
};

Truth enumerate(vm::SharedCode &code) {
  explore::Options options = searching();
  explore::Progress progress;
  Truth truth;
  std::uint64_t looks = 0;
  bool isOver = false;
  options.onFound = [&](const explore::Found &found, bool) {
    if (!vm::isArrival(found.fault))
      return;
    truth.isReached = true;
    progress.cancel = true;
  };
  options.atEnd = [&](vm::Machine &, const std::vector<vm::Choice> &) {
    if (++looks < mostLooks)
      return;
    isOver = true;
    progress.cancel = true;
  };
  const explore::Answer answer = explore::makeExhaustive()->run(code, options, progress);
  truth.isKnown = truth.isReached || (!isOver && answer.gaps.empty());
  return truth;
}

bool comesAgain(vm::SharedCode &code, const explore::Found &found) {
  vm::Options options = vmOptions(false);
  options.inputs = found.inputs;
  const trace::Trace trace = trace::record(code, options, found.path, found.fault);
  return trace.hasFault && trace::replay(code, vmOptions(false), trace.test).hasFault;
}

std::string checkComplete(vm::SharedCode &code, unsigned targets, const Truth &truth) {
  explore::Progress progress;
  const explore::Answer answer = explore::searchForTargets(code, targets, searching(), progress);
  if (!answer.found.empty() && !truth.isReached)
    return "  the complete search comes where no execution does\n";
  if (answer.found.empty() && answer.gaps.empty() && truth.isReached)
    return "  the complete search says unreachable of what an execution comes to\n";
  if (!answer.found.empty() && !comesAgain(code, answer.found.front()))
    return "  what the complete search finds does not come again\n";
  return {};
}

std::string checkGuided(const Ready &ready, const Study &study, vm::SharedCode &code,
                        const Question &question, const Truth &truth) {
  const analysis::AbstractFacts facts{*ready.program, study.pointers, study.threads,
                                      study.dependence};
  analysis::AbstractSystem system(facts);
  explore::GuidedOptions options;
  options.vm = vmOptions(false);
  options.states = 300;
  options.seconds = 5;
  explore::Progress progress;
  const auto answer = explore::searchGuided(facts, system, code, question.goals, options, progress);
  if (!answer)
    return "  " + answer.failure().message + "\n";
  if (!answer->found)
    return {};
  if (!truth.isReached)
    return "  the guided search comes where no execution does\n";
  const auto met =
      explore::meetingBy(code, vmOptions(false), answer->found->path, answer->found->inputs);
  if (!met || !comesAgain(code, {met->fault, met->path, answer->found->inputs}))
    return "  what the guided search finds does not come again\n";
  return {};
}

bool isCode(const program::Program &program, const program::Location &location) {
  return !program.functions()[location.function].isModel &&
         !llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::DbgInfoIntrinsic>(*location.instruction);
}

Question anyQuestion(const program::Program &program, unsigned targets, Random &random) {
  std::vector<program::LocationId> places;
  for (program::LocationId id = 0; id < program.locations().size(); ++id)
    if (isCode(program, program.location(id)))
      places.push_back(id);
  Question question;
  for (unsigned i = 0; i < targets; ++i) {
    const program::LocationId place = random.pick(places);
    question.goals.push_back({fmt::format("place {}", place), {place}});
    question.name += (i ? " and " : "") + question.goals.back().name;
  }
  return question;
}

} // namespace

std::string checkTargets(Ready &ready, std::uint64_t seed) {
  Random random(seed);
  const Study study(*ready.program);
  for (const unsigned targets : {1u, 2u, 2u}) {
    const Question question = anyQuestion(*ready.program, targets, random);
    const auto marked =
        program::withMarks(*ready.program, analysis::marksFor(question.goals), targets);
    if (!marked)
      return "  " + marked.failure().message + "\n";
    vm::SharedCode code(*marked, false);
    const Truth truth = enumerate(code);
    if (!truth.isKnown)
      continue;
    std::string problem = checkComplete(code, targets, truth);
    if (problem.empty())
      problem = checkGuided(ready, study, code, question, truth);
    if (!problem.empty())
      return question.name + "\n" + problem;
  }
  return {};
}

} // namespace heddle::property
