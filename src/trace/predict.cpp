#include "trace/predict.h"

#include "trace/predict_state.h"

#include "expr/builder.h"

#include <algorithm>

namespace heddle::trace {

using solver::Literal;
using Yes = solver::Answer;

namespace {

constexpr std::size_t mostAtOnce = 256; ///< Instances of a pair in one question.
constexpr unsigned mostRounds = 100;
constexpr std::size_t mostInputs = 16; ///< More are not kept as they were one by one.

} // namespace

Prediction::State::State(const Course &course, const std::vector<PairKey> &wanted,
                         const PredictOptions &given)
    : course(course), run(course.run), options(given), builder(course.run.builder()),
      formula(PredictOptions::longest), clocks(course.known()) {
  findWrites();
  // Values decide conditions, which order events, which gives values to further reads.
  for (unsigned round = 0; round < mostRounds; ++round) {
    figures = {};
    findChoices();
    fold();
    if (!options.reductions.values || !refine())
      break;
  }
  findCone();
  findSpokenOf(wanted);
  chooseItems();
  encodeThreads();
  encodeLocks();
  encodeWaits();
  encodeSemaphores();
  encodeFrees();
  encodeConditions();
  encodeReads();
  countOrder();
}

void Prediction::State::encodeConditions() {
  for (const expr::Ref condition : run.machine->symbolic().path())
    formula.require(formula.truth(substitution->apply(condition)));
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    if (!run.events[i].isCondition() || conditions[i]->isTrue())
      continue;
    if (isAvoided[i]) {
      formula.require(formula.negate(executed(i)));
      continue;
    }
    Literal holds = formula.truth(conditions[i]);
    const program::LocationId location = run.events[i].location;
    if (options.mayMatter && !options.mayMatter(location)) {
      auto known = allowed.find(location);
      if (known == allowed.end())
        known = allowed.emplace(location, formula.fresh()).first;
      holds = formula.implies(known->second, holds);
    }
    formula.require(formula.implies(executed(i), holds));
  }
}

Literal Prediction::State::notCovered(const std::vector<Cover> &covers, expr::Ref compared) {
  std::vector<Literal> clauses;
  for (const Cover &cover : covers) {
    std::vector<Literal> some;
    for (const EventIndex event : cover.differences)
      some.push_back(isItem(event) ? executed(event) : executedBefore(event));
    if (cover.value && compared)
      some.push_back(formula.negate(
          formula.truth(builder.equal(compared, builder.constant(*cover.value, compared->width)))));
    clauses.push_back(formula.any(some));
  }
  return formula.all(clauses);
}

Prediction::Answer Prediction::State::ask(std::vector<Literal> assumptions, EventIndex onward,
                                          std::optional<solver::Position> until, bool keepsInputs) {
  Answer result;
  const std::size_t own = assumptions.size();
  std::vector<program::LocationId> locations;
  for (const auto &[location, literal] : allowed) {
    assumptions.push_back(literal);
    locations.push_back(location);
  }
  std::vector<std::size_t> core;
  ++figures.questions;
  if (options.timeout)
    formula.setTimeout(options.timeout());
  result.answer = formula.ask(assumptions, core);
  if (result.answer == Yes::No)
    for (const std::size_t number : core)
      if (number >= own)
        result.because.push_back(locations[number - own]);
  if (result.answer != Yes::Yes)
    return result;
  result.plan = planOf(onward, until);
  if (!keepsInputs || run.inputs.size() > mostInputs)
    return result;
  for (const LiftedInput &input : run.inputs) {
    if (!formula.knows(input.number))
      continue;
    const std::uint64_t value = run.given.at({input.thread, input.nth})[input.part];
    if (result.plan.inputs.at({input.thread, input.nth})[input.part] != value) {
      const expr::Ref same = builder.equal(builder.input(input.number, input.width),
                                           builder.constant(value, input.width));
      assumptions.push_back(formula.truth(same));
      if (formula.ask(assumptions, core) != Yes::Yes) {
        assumptions.pop_back();
        continue;
      }
      result.plan = planOf(onward, until);
    } else {
      const expr::Ref same = builder.equal(builder.input(input.number, input.width),
                                           builder.constant(value, input.width));
      assumptions.push_back(formula.truth(same));
    }
  }
  return result;
}

LiftedPlan Prediction::State::planOf(EventIndex onward,
                                     std::optional<solver::Position> until) const {
  LiftedPlan plan;
  plan.inputs = run.given;
  for (const LiftedInput &input : run.inputs)
    if (formula.knows(input.number))
      plan.inputs[{input.thread, input.nth}][input.part] = formula.valueOf(input.number);
  std::vector<std::pair<std::int64_t, EventIndex>> order;
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    // Of an operation that is not done to its end, nothing is: in a run it comes to one.
    if (!isItem(i) || !hasPosition[i] || run.events[i].isPending || !formula.holds(wholly(i)))
      continue;
    const std::int64_t position = formula.valueOf(positionOf(i));
    if (!until || position < formula.valueOf(*until))
      order.emplace_back(position, i);
  }
  std::ranges::sort(order);
  const auto add = [&](EventIndex i) {
    const LiftedEvent &event = run.events[i];
    plan.steps.push_back(
        {event.thread, course.place[i] + 1, event.kind, event.result, event.other});
  };
  for (const auto &[position, event] : order)
    add(event);
  if (onward != noEvent)
    add(onward);
  return plan;
}

Prediction::Prediction(const Course &course, const std::vector<PairKey> &wanted,
                       const PredictOptions &options)
    : state(std::make_unique<State>(course, wanted, options)) {}
Prediction::~Prediction() = default;

Prediction::Answer Prediction::pair(PairKey key) {
  State &s = *state;
  std::vector<Literal> instances;
  for (EventIndex i = 0; i < s.run.events.size(); ++i) {
    if (s.run.events[i].location != key.read || s.choices[i].empty() || !s.isItem(i))
      continue;
    for (std::size_t part = 0; part < s.choices[i].size(); ++part)
      for (const EventIndex write : s.choices[i][part])
        if (write == noEvent ? key.write == program::noLocation
                             : s.isItem(write) && s.run.events[write].location == key.write)
          instances.push_back(s.all({s.wholly(i), s.reads(i, s.course.cellsOf[i][part], write)}));
  }
  Answer last;
  for (std::size_t from = 0; from < instances.size(); from += mostAtOnce) {
    const std::size_t count = std::min(mostAtOnce, instances.size() - from);
    Answer answer =
        s.ask({s.formula.any(std::span(instances).subspan(from, count))}, noEvent, {}, true);
    if (answer.answer == Yes::Yes)
      return answer;
    last.because.insert(last.because.end(), answer.because.begin(), answer.because.end());
    if (answer.answer == Yes::Unknown)
      last.answer = Yes::Unknown;
  }
  return last;
}

bool Prediction::isOpen(EventIndex condition) const {
  return !state->conditions[condition]->isTrue();
}

Prediction::Answer Prediction::flip(EventIndex condition, const std::vector<Cover> &covers) {
  State &s = *state;
  const expr::Ref holds = s.conditions[condition];
  if (holds->isTrue())
    return {};
  // What is compared with a constant, if that is what the condition does.
  expr::Ref compared = nullptr;
  if (holds->op == expr::Op::Equal)
    compared = holds->a->isConstant() ? holds->b : holds->a;
  return s.ask({s.executedBefore(condition), s.formula.truth(s.builder.invert(holds)),
                s.notCovered(covers, compared)},
               condition, {}, true);
}

Prediction::Answer Prediction::reach(EventIndex event, const std::vector<Cover> &covers) {
  State &s = *state;
  const LiftedEvent &what = s.run.events[event];
  if (what.isPending)
    return s.ask({s.executed(event), s.notCovered(covers, nullptr)}, event, s.positionOf(event),
                 true);
  const bool reading = what.kind == program::OpKind::TryReadLock;
  const solver::Position when = s.formula.position();
  std::vector<Literal> assumptions = {s.executedBefore(event), s.notCovered(covers, nullptr)};
  for (EventIndex last = s.course.before(event); last != noEvent; last = s.course.before(last))
    if (s.isItem(last) && s.hasPosition[last]) {
      assumptions.push_back(s.formula.before(s.positionOf(last), when));
      break;
    }
  const Literal held = s.isHeld(event, when, reading);
  assumptions.push_back(what.result ? s.formula.negate(held) : held);
  return s.ask(std::move(assumptions), event, when, true);
}

const std::set<program::LocationId> &Prediction::learnedFrom() const {
  return state->learnedFrom;
}

PredictFigures Prediction::figures() const {
  PredictFigures result = state->figures;
  result.constraints = state->formula.size();
  result.seconds = state->formula.seconds();
  return result;
}

void Prediction::interrupt() {
  state->formula.interrupt();
}

} // namespace heddle::trace
