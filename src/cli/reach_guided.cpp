#include "cli/reach_guided.h"

#include "report/inspection.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace heddle::cli {

struct ReachStudy::Parts {
  explicit Parts(const program::Program &program)
      : pointers(analysis::PointsTo::analyse(program)),
        threads(analysis::Threads::find(program, pointers)),
        parallel(analysis::Parallel::analyse(pointers, threads)),
        dependence(analysis::Dependence::analyse(program, pointers, threads, parallel)),
        facts{program, pointers, threads, dependence} {}
  const analysis::PointsTo pointers;
  const analysis::Threads threads;
  const analysis::Parallel parallel;
  const analysis::Dependence dependence;
  const analysis::AbstractFacts facts;
};

ReachStudy::ReachStudy(const program::Program &program) : parts(std::make_unique<Parts>(program)) {}
ReachStudy::~ReachStudy() = default;
const analysis::AbstractFacts &ReachStudy::facts() const {
  return parts->facts;
}

namespace {

/// What a place is there for, for people.
std::string describe(const analysis::AbstractPlace &place) {
  using namespace analysis;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(place.at);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  const std::string name = callee ? program::shownName(callee->getName().str()) : "";
  if (place.is(AbstractGoal))
    return "the target";
  if (place.is(AbstractAcquire))
    return "takes a lock";
  if (place.is(AbstractRelease))
    return "lets a lock go";
  if (place.is(AbstractDefinition))
    return "defines what a branch asks";
  if (place.is(AbstractBranch))
    return "branch";
  if (place.is(AbstractCall))
    return name.empty() ? "call" : "calls " + name;
  if (place.is(AbstractStart))
    return program::shownName(place.at->getFunction()->getName().str()) + " begins";
  return "side of a branch";
}

report::Graph graphOf(const analysis::AbstractFacts &facts,
                      const analysis::AbstractSystem &system) {
  report::Graph graph{"abstract-system", true, {}, {}};
  const auto nameOf = [&](analysis::PlaceId id) {
    const analysis::AbstractPlace &place = system[id];
    std::string text = fmt::format(
        "{}: {}", id,
        report::shown(report::placeOf(facts.program, facts.program.locationOf(*place.at))));
    text += " " + describe(place);
    if (place.refinement)
      text += fmt::format(" (refinement {})", place.refinement);
    return text;
  };
  for (analysis::PlaceId id = 0; id < system.places().size(); ++id)
    graph.nodes.push_back(nameOf(id));
  for (const auto &[from, to] : system.edges())
    graph.edges.push_back({nameOf(from), nameOf(to), ""});
  return graph;
}

/// Whether this search came as far as an earlier one for the same. One that was cut short did not.
bool tellsMore(const explore::GuidedAnswer &answer, const report::ReachQuestion &before) {
  const auto passed = [](const auto &steps) {
    return std::ranges::count_if(steps, [](const auto &step) { return step.isPassed; });
  };
  return answer.found || std::pair(passed(answer.steps), answer.blocks.size()) >=
                             std::pair(passed(before.steps), before.blocks.size());
}

} // namespace

support::Outcome<explore::GuidedAnswer> guide(const ReachStudy &study, vm::SharedCode &code,
                                              const std::vector<analysis::Goal> &goals,
                                              const explore::GuidedOptions &options,
                                              explore::Progress &progress, GuidedQuestion about) {
  const analysis::AbstractFacts &facts = study.facts();
  analysis::AbstractSystem system(facts);
  support::Outcome<explore::GuidedAnswer> answer =
      explore::searchGuided(facts, system, code, goals, options, progress);
  if (!answer)
    return answer;
  report::ReachQuestion &question = about.question;
  question.states = answer->states;
  question.refinements = answer->refinements;
  question.traceSets = answer->traceSets;
  question.length = answer->length;
  if (about.graphs)
    about.graphs->push_back(graphOf(facts, system));
  if (!tellsMore(*answer, question))
    return answer;
  question.steps.clear();
  question.blocks.clear();
  for (const explore::GuidedStep &step : answer->steps)
    question.steps.push_back(
        {report::placeOf(facts.program, step.at),
         describe({facts.program.location(step.at).instruction, step.roles, 0}), step.goal,
         step.segment, step.isPassed});
  for (const explore::GuidedBlock &block : answer->blocks)
    question.blocks.push_back(
        {report::placeOf(facts.program, block.at), block.thread, block.values, block.times});
  return answer;
}

} // namespace heddle::cli
