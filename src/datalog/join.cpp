#include "datalog/join.h"

#include <algorithm>

namespace heddle::datalog {

Join::Join(const JoinInput &input, std::vector<std::uint32_t> given, Budget &budget)
    : input(input), budget(budget), order(std::move(given)), levelOf(order.size()),
      steps(order.size() + 1), descents(order.size()), values(order.size()),
      byVariable(order.size()) {
  const std::size_t count = order.size();
  for (std::uint32_t level = 0; level < count; ++level)
    levelOf[order[level]] = level;
  for (std::size_t i = 0; i < input.relations.size(); ++i)
    addSource(i);
  schedule();
  rows.assign(count + 1, std::vector<Slot>(count));
  buffers.resize(count + 1);
  for (auto &row : buffers)
    row.resize(count);

  const Atom &written = input.rule->head;
  head.resize(written.terms.size());
  int uses = 0;
  for (std::size_t i = 0; i < written.terms.size(); ++i) {
    if (!written.terms[i].isVariable())
      continue;
    const std::uint32_t level = levelOf[written.terms[i].index];
    headStage = std::max(headStage, level + 1);
    if (level + 1 == count) {
      rowColumn = static_cast<int>(i);
      ++uses;
    }
  }
  if (uses != 1)
    rowColumn = -1;
}

void Join::addSource(std::size_t number) {
  const Atom &atom = input.atom(number);
  std::vector<std::uint8_t> columns;
  std::vector<ValueId> constants;
  for (std::size_t c = 0; c < atom.terms.size(); ++c)
    if (atom.terms[c].isConstant()) {
      columns.push_back(static_cast<std::uint8_t>(c));
      constants.push_back(atom.terms[c].index);
    }
  std::vector<std::pair<std::uint32_t, std::uint8_t>> variables;
  for (std::size_t c = 0; c < atom.terms.size(); ++c)
    if (atom.terms[c].isVariable())
      variables.emplace_back(levelOf[atom.terms[c].index], static_cast<std::uint8_t>(c));
  std::ranges::sort(variables);
  for (const auto &[level, column] : variables)
    columns.push_back(column);
  Source source(Index(*input.relations[number], columns));
  source.isNegative = input.isNegative(number);
  source.constants = std::move(constants);
  for (const auto &[level, column] : variables) {
    source.hasRepeats |= !source.levels.empty() && source.levels.back() == level;
    source.levels.push_back(level);
  }
  source.cursors.resize(source.levels.size() + 1);
  source.isAlive.resize(source.levels.size() + 1);
  source.isWhole = source.constants.empty() && source.levels.empty();
  source.relation = input.relations[number];
  sources.push_back(std::move(source));
}

void Join::schedule() {
  const auto ready = [](const Source &source, std::size_t i) {
    return i == 0 ? 0U : source.levels[i - 1] + 1;
  };
  std::vector<unsigned> first(order.size(), ~0U);
  for (std::uint32_t s = 0; s < sources.size(); ++s)
    for (std::uint32_t i = 0; !sources[s].isNegative && i < sources[s].levels.size(); ++i) {
      const std::uint32_t level = sources[s].levels[i];
      add(ready(sources[s], i), {Step::Kind::And, level, s, i});
      first[level] = std::min(first[level], ready(sources[s], i));
    }
  // Nothing can be taken from a row before there is one.
  for (std::uint32_t s = 0; s < sources.size(); ++s) {
    const Source &source = sources[s];
    for (std::uint32_t i = 0; i + 1 < source.levels.size() && !source.hasRepeats; ++i)
      descents[source.levels[i]].push_back({s, i});
    if (!source.isNegative || source.levels.empty())
      continue;
    const std::uint32_t level = source.levels.back();
    if (!source.hasRepeats) {
      const std::uint32_t depth = source.levels.size() - 1;
      add(std::max(first[level], ready(source, depth)), {Step::Kind::Subtract, level, s, depth});
      continue;
    }
    unsigned stage = first[level];
    for (const std::uint32_t other : source.levels)
      if (other != level)
        stage = std::max(stage, other + 1);
    add(stage, {Step::Kind::Repeat, level, s});
  }
  for (std::uint32_t c = 0; c < input.rule->comparisons.size(); ++c) {
    const Comparison &comparison = input.rule->comparisons[c];
    std::vector<std::uint32_t> levels;
    for (const Term &side : {comparison.left, comparison.right})
      if (side.isVariable())
        levels.push_back(levelOf[side.index]);
    std::ranges::sort(levels);
    const unsigned other = levels.size() == 2 ? levels.front() + 1 : 0;
    add(std::max(first[levels.back()], other), {Step::Kind::Compare, levels.back(), c});
  }
}

bool Join::begin() {
  for (Source &source : sources) {
    bool exists = !source.isWhole || !source.relation->isEmpty();
    Index::Cursor cursor;
    for (const ValueId constant : source.constants)
      exists = exists && source.index.descend(cursor, constant);
    source.cursors[0] = cursor;
    source.isAlive[0] = exists;
    if (source.isNegative ? exists && source.levels.empty() : !exists)
      return false;
  }
  return true;
}

bool Join::compares(const Comparison &comparison, std::uint32_t level, ValueId candidate) const {
  const auto value = [&](const Term &term) {
    if (!term.isVariable())
      return term.index;
    return levelOf[term.index] == level ? candidate : values[levelOf[term.index]];
  };
  const ValueId left = value(comparison.left), right = value(comparison.right);
  if (comparison.op == Operator::Equal)
    return left == right;
  if (comparison.op == Operator::NotEqual)
    return left != right;
  const auto &ranks = input.ranks[comparison.domain];
  switch (comparison.op) {
  case Operator::Less:
    return ranks[left] < ranks[right];
  case Operator::LessEqual:
    return ranks[left] <= ranks[right];
  case Operator::Greater:
    return ranks[left] > ranks[right];
  default:
    return ranks[left] >= ranks[right];
  }
}

bool Join::matches(const Source &source, std::uint32_t level, ValueId candidate) const {
  Index::Cursor cursor = source.cursors[0];
  return source.isAlive[0] && std::ranges::all_of(source.levels, [&](std::uint32_t other) {
           return source.index.descend(cursor, other == level ? candidate : values[other]);
         });
}

bool Join::applyStep(unsigned stage, const Step &step, Slot &slot) {
  RowBuffer &buffer = buffers[stage][step.level];
  bool isLeft = true;
  switch (step.kind) {
  case Step::Kind::And: {
    const RowView row = sources[step.which].index.keys(sources[step.which].cursors[step.depth]);
    if (!slot.has) {
      slot = {row, true};
      return !row.isEmpty();
    }
    isLeft = buffer.intersect(slot.row, row);
    break;
  }
  case Step::Kind::Subtract: {
    const Source &source = sources[step.which];
    if (!source.isAlive[step.depth])
      return true;
    isLeft = buffer.subtract(slot.row, source.index.keys(source.cursors[step.depth]));
    break;
  }
  case Step::Kind::Compare: {
    const Comparison &comparison = input.rule->comparisons[step.which];
    if (comparison.op == Operator::NotEqual || comparison.op == Operator::Equal) {
      const Term &other =
          comparison.left.isVariable() && levelOf[comparison.left.index] == step.level
              ? comparison.right
              : comparison.left;
      const ValueId value = other.isVariable() ? values[levelOf[other.index]] : other.index;
      const RowView one{nullptr, &value, 1};
      isLeft = comparison.op == Operator::Equal ? buffer.intersect(slot.row, one)
                                                : buffer.subtract(slot.row, one);
    } else {
      isLeft = buffer.filter(
          slot.row, [&](ValueId value) { return compares(comparison, step.level, value); });
    }
    break;
  }
  case Step::Kind::Repeat:
    isLeft = buffer.filter(
        slot.row, [&](ValueId value) { return !matches(sources[step.which], step.level, value); });
    break;
  }
  slot.row = buffer.view();
  return isLeft;
}

bool Join::apply(unsigned stage) {
  if (stage > 0)
    rows[stage] = rows[stage - 1];
  else
    rows[0].assign(order.size(), {});
  return std::ranges::all_of(steps[stage], [&](const Step &step) {
    return applyStep(stage, step, rows[stage][step.level]);
  });
}

void Join::bind(std::uint32_t level, ValueId value) {
  values[level] = value;
  for (const Descent &descent : descents[level]) {
    Source &source = sources[descent.source];
    source.cursors[descent.depth + 1] = source.cursors[descent.depth];
    source.isAlive[descent.depth + 1] =
        source.isAlive[descent.depth] &&
        source.index.descend(source.cursors[descent.depth + 1], value);
  }
}

void Join::fillHead() {
  const Atom &written = input.rule->head;
  for (std::size_t i = 0; i < head.size(); ++i)
    head[i] = written.terms[i].isVariable() ? values[levelOf[written.terms[i].index]]
                                            : written.terms[i].index;
}

/// All variables are known.
bool Join::accept() {
  if (!use)
    return true;
  for (std::uint32_t level = 0; level < order.size(); ++level)
    byVariable[order[level]] = values[level];
  return (*use)(byVariable);
}

/// Whether something was found, and nothing more is asked for below.
bool Join::run(unsigned stage) {
  if (budget.isSpent()) {
    isStopped = true;
    return false;
  }
  if (!apply(stage))
    return false;
  if (target && rowColumn >= 0 && stage + 1 == order.size()) {
    fillHead();
    if (budget.exceeds(target->bytes()))
      isStopped = true;
    target->insertRow(head, rowColumn, rows[stage][stage].row);
    return true;
  }
  const bool isHead = target && stage == headStage;
  if (isHead) {
    fillHead();
    if (target->contains(head) || known->contains(head))
      return true;
  }
  bool found = false;
  if (stage == order.size())
    found = accept();
  else
    found = rows[stage][stage].row.anyOf([&](ValueId value) {
      bind(stage, value);
      const bool below = run(stage + 1);
      return isStopped || (below && (use || stage >= headStage));
    });
  if (isHead && found && !isStopped) {
    fillHead(); // What is below has its own idea of it.
    target->insert(head);
    if (budget.exceeds(target->bytes()))
      isStopped = true;
  }
  return found && !isStopped;
}

void Join::derive(Relation &into, const Relation &present) {
  target = &into;
  known = &present;
  use = nullptr;
  isStopped = false;
  if (begin())
    run(0);
}

bool Join::anyOf(const std::function<bool(std::span<const ValueId>)> &callback) {
  target = nullptr;
  use = &callback;
  isStopped = false;
  return begin() && run(0);
}

} // namespace heddle::datalog
