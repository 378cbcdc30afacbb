#include "solver/repair.h"

#include <algorithm>
#include <random>

namespace heddle::solver {

using expr::Ref;

namespace {

constexpr unsigned mostAttempts = 200;
constexpr std::uint64_t mostWork = 300'000; ///< Nodes: some milliseconds.
constexpr std::size_t fewProposals = 3;
constexpr std::size_t mostProposals = 48;
constexpr std::size_t mostBroken = 6;
constexpr std::size_t mostRounds = 16; ///< Of looking for table indices.
constexpr std::size_t mostInputs = 6;  ///< Whose values are tried one by one.

/// Constants near the top of a condition: what its parts are compared with.
std::vector<std::uint64_t> constantsOf(Ref condition) {
  std::vector<std::uint64_t> found;
  std::vector<Ref> todo{condition};
  for (std::size_t i = 0; i < todo.size() && i < 64 && found.size() < 12; ++i) {
    if (todo[i]->isConstant()) {
      if (std::find(found.begin(), found.end(), todo[i]->value) == found.end())
        found.push_back(todo[i]->value);
      continue;
    }
    for (const Ref operand : {todo[i]->a, todo[i]->b, todo[i]->c})
      if (operand)
        todo.push_back(operand);
  }
  return found;
}

/// Values worth trying for an input that has the value `now`.
std::vector<std::uint64_t> valuesFor(unsigned width, std::uint64_t now,
                                     const std::vector<std::uint64_t> &constants) {
  const std::uint64_t mask = expr::ones(width);
  std::vector<std::uint64_t> values{now + 1, now - 1, 0, 1, mask, mask >> 1, mask ^ mask >> 1};
  for (const std::uint64_t constant : constants)
    for (const std::uint64_t value : {constant, constant + 1, constant - 1})
      values.push_back(value);
  for (unsigned bit = 0; bit < width; ++bit)
    values.push_back(now ^ std::uint64_t{1} << bit);
  std::vector<std::uint64_t> different;
  for (const std::uint64_t value : values)
    if ((value & mask) != now &&
        std::find(different.begin(), different.end(), value & mask) == different.end())
      different.push_back(value & mask);
  return different;
}

/// Whether a table is looked into not far below: such sums are hard for Z3.
bool looksUp(Ref condition) {
  std::vector<Ref> todo{condition};
  for (std::size_t i = 0; i < todo.size() && i < 64; ++i) {
    if (todo[i]->table)
      return true;
    for (const Ref operand : {todo[i]->a, todo[i]->b, todo[i]->c})
      if (operand)
        todo.push_back(operand);
  }
  return false;
}

bool touches(Ref condition, const Proposal &changes) {
  return std::any_of(changes.begin(), changes.end(), [&](const Change &change) {
    return condition->support->contains(change.input);
  });
}

} // namespace

bool Repair::isOutOfWork() const {
  return attempts >= mostAttempts || evaluator.work() - workBefore > mostWork;
}

Repair::Verdict Repair::attempt(const Proposal &changes) {
  if (isOutOfWork())
    return Verdict::OutOfWork;
  ++attempts;
  for (const Change &change : changes)
    changed.set(change.input, change.value);
  evaluator.renew();
  Verdict verdict = Verdict::Holds;
  if (!evaluator.evaluate(wanted, changed)) {
    verdict = Verdict::Fails;
  } else {
    for (const Ref condition : conditions)
      if (touches(condition, changes) && !evaluator.evaluate(condition, changed)) {
        verdict = Verdict::BreaksPath;
        if (broken.size() < mostBroken)
          broken.push_back({changes, condition});
        break;
      }
  }
  if (verdict == Verdict::Holds) {
    *base = changed;
    return verdict;
  }
  for (const Change &change : changes)
    changed.set(change.input, base->of(change.input));
  return verdict;
}

bool Repair::repairBroken() {
  const std::vector<Broken> candidates = std::move(broken);
  broken.assign(mostBroken, {}); // Full: no third round.
  for (const Broken &candidate : candidates) {
    expr::Assignment with = *base;
    for (const Change &change : candidate.changes)
      with.set(change.input, change.value);
    evaluator.renew();
    for (Proposal more : Backwards(evaluator, with).propose(candidate.by, 1, mostProposals / 3)) {
      // What is put back to repair the path would undo the change itself.
      if (touches(candidate.by, more) &&
          std::any_of(more.begin(), more.end(), [&](const Change &one) {
            return std::any_of(candidate.changes.begin(), candidate.changes.end(),
                               [&](const Change &other) { return other.input == one.input; });
          }))
        continue;
      more.insert(more.begin(), candidate.changes.begin(), candidate.changes.end());
      const Verdict verdict = attempt(more);
      if (verdict == Verdict::Holds)
        return true;
      if (verdict == Verdict::OutOfWork)
        return false;
    }
  }
  return false;
}

bool Repair::attemptValues(const Groups &groups, const Widths &widths) {
  std::vector<std::uint32_t> inputs = wanted->support->inputs;
  std::sort(inputs.begin(), inputs.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t usesA = groups.uses(a);
    const std::uint32_t usesB = groups.uses(b);
    return usesA != usesB ? usesA < usesB : a > b; // Of equals the latest.
  });
  if (inputs.size() > mostInputs)
    inputs.resize(mostInputs);
  const std::vector<std::uint64_t> constants = constantsOf(wanted);
  for (const std::uint32_t input : inputs)
    for (const std::uint64_t value :
         valuesFor(widths[input], base->of(input) & expr::ones(widths[input]), constants)) {
      const Verdict verdict = attempt({{input, value}});
      if (verdict == Verdict::Holds)
        return true;
      if (verdict == Verdict::OutOfWork)
        return false;
    }
  return false;
}

bool Repair::attemptPairs(const Proposal &start, const Change &enumerated, unsigned width) {
  Proposal changes = start;
  changes.push_back(enumerated);
  Change &last = changes.back();
  expr::Assignment with = *base;
  for (const Change &change : start)
    with.set(change.input, change.value);
  for (last.value = 0; last.value <= expr::ones(width) && !isOutOfWork(); ++last.value) {
    with.set(last.input, last.value);
    evaluator.renew();
    for (const Proposal &more : Backwards(evaluator, with).propose(wanted, 1, fewProposals)) {
      Proposal both = changes;
      both.insert(both.end(), more.begin(), more.end());
      if (attempt(both) == Verdict::Holds)
        return true;
    }
  }
  return false;
}

bool Repair::attemptTables(const Widths &widths) {
  if (!looksUp(wanted))
    return false;
  std::vector<std::uint32_t> narrow;
  for (const std::uint32_t input : wanted->support->inputs)
    if (widths[input] <= 8)
      narrow.push_back(input);
  if (narrow.empty())
    return false;
  attempts = 0;
  workBefore = evaluator.work();
  // From where the model is, then from elsewhere; always the same places, so that runs repeat.
  std::minstd_rand random;
  for (std::size_t round = 0; round < mostRounds && !isOutOfWork(); ++round) {
    Proposal start;
    if (round > 0)
      for (const std::uint32_t input : narrow)
        start.push_back({input, random() & expr::ones(widths[input])});
    const std::uint32_t enumerated = narrow[narrow.size() - 1 - round % narrow.size()];
    if (attemptPairs(start, {enumerated, 0}, widths[enumerated]))
      return true;
  }
  return false;
}

bool Repair::attempt(std::span<const Ref> relevant, Ref condition, const Groups &groups,
                     const Widths &widths, expr::Assignment &model) {
  conditions = relevant;
  wanted = condition;
  base = &model;
  changed = model;
  broken.clear();
  attempts = 0;
  workBefore = evaluator.work();
  // Mostly one of the first proposals serves; then the others need not be made.
  std::size_t tried = 0;
  for (const std::size_t most : {fewProposals, mostProposals}) {
    evaluator.renew();
    const std::vector<Proposal> proposals = Backwards(evaluator, model).propose(condition, 1, most);
    for (; tried < proposals.size(); ++tried)
      if (attempt(proposals[tried]) == Verdict::Holds)
        return true;
    if (tried < most)
      break;
  }
  return repairBroken() || attemptValues(groups, widths) || attemptTables(widths);
}

} // namespace heddle::solver
