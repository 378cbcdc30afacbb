#include "solver/solver.h"

#include "solver/stages.h"

#include <algorithm>
#include <chrono>

namespace heddle::solver {

using expr::Ref;

Solver::Solver(expr::Builder &builder, const Options &options)
    : stages(std::make_unique<Stages>(builder, options)) {}
Solver::~Solver() = default;

const Counters &Solver::counters() const {
  return stages->counters;
}

void Solver::interrupt() {
  stages->session.interrupt();
}

Answer Solver::satisfy(std::span<const Ref> path, Ref condition, expr::Assignment &model) {
  const Answer answer = stages->satisfy(path, condition, model);
  stages->session.endQuestion();
  return answer;
}

bool Solver::Stages::holds(Ref condition, const expr::Assignment &model) {
  return evaluator.evaluate(condition, model) != 0;
}

void Solver::Stages::learnWidths() {
  for (; nodesSeen < builder.size(); ++nodesSeen) {
    const Ref node = builder.byId(nodesSeen);
    if (node->op != expr::Op::Input)
      continue;
    if (node->value >= widths.size())
      widths.resize(node->value + 1);
    widths[node->value] = node->width;
  }
}

Answer Solver::Stages::satisfy(std::span<const Ref> asked, Ref condition, expr::Assignment &model) {
  ++counters.questions;
  evaluator.renew();
  if (holds(condition, model)) {
    ++counters.byModel;
    return Answer::Yes;
  }
  if (condition->isConstant()) {
    ++counters.byRange;
    return Answer::No;
  }
  path.become(asked);
  if (options.useRanges && path.inRanges().refute(condition)) {
    ++counters.byRange;
    return Answer::No;
  }
  const std::vector<Ref> relevant = options.useIndependence ? path.relevant(condition) : path.all();
  counters.leftOut += asked.size() - relevant.size();
  if (options.useCache && cache.refute(relevant, condition)) {
    ++counters.byCache;
    return Answer::No;
  }
  learnWidths();
  if (options.useRepair && repair.attempt(relevant, condition, path.inGroups(), widths, model)) {
    ++counters.byRepair;
    return Answer::Yes;
  }
  if (options.useCache && cache.satisfy(relevant, condition, model)) {
    ++counters.byCache;
    return Answer::Yes;
  }
  if (options.useEnumeration)
    if (const Answer found = tryAll(relevant, condition, model); found != Answer::Unknown) {
      ++counters.byEnumeration;
      return found;
    }
  const Answer answer = askZ3(relevant, condition, model);
  ++(answer == Answer::Unknown ? counters.unknown : counters.byZ3);
  return answer;
}

Answer Solver::Stages::tryAll(std::span<const Ref> relevant, Ref condition,
                              expr::Assignment &model) {
  Proposal values;
  const Answer answer = enumerate.decide(relevant, condition, widths, values);
  if (answer == Answer::Yes) {
    for (const Change &value : values)
      model.set(value.input, value.value);
    cache.rememberModel(relevant, condition, std::move(values));
  } else if (answer == Answer::No) {
    std::vector<Ref> core(relevant.begin(), relevant.end());
    core.push_back(condition);
    cache.rememberContradiction(std::move(core));
  }
  return answer;
}

Answer Solver::Stages::askZ3(std::span<const Ref> relevant, Ref condition,
                             expr::Assignment &model) {
  std::vector<Ref> conditions;
  conditions.reserve(relevant.size() + 1);
  for (const Ref one : relevant)
    if (!one->isConstant())
      conditions.push_back(one);
  conditions.push_back(condition);
  if (std::any_of(conditions.begin(), conditions.end(), [](Ref one) { return one->hasCells; }))
    return Answer::Unknown;

  Proposal values;
  std::vector<Ref> core;
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = session.ask(conditions, values, core);
  counters.z3Seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (answer == Answer::No && !core.empty())
    cache.rememberContradiction(core);
  if (answer != Answer::Yes)
    return answer;

  expr::Assignment found = model;
  for (const Change &value : values)
    found.set(value.input, value.value);
  // An answer is worth what evaluation makes of it.
  evaluator.renew();
  if (!std::all_of(conditions.begin(), conditions.end(),
                   [&](Ref one) { return holds(one, found); })) {
    ++counters.mismatches;
    return Answer::Unknown;
  }
  cache.rememberModel(relevant, condition, std::move(values));
  model = std::move(found);
  return Answer::Yes;
}

} // namespace heddle::solver
