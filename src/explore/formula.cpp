#include "explore/formula.h"

#include <algorithm>

namespace heddle::explore {

using expr::Ref;

namespace {

bool isBefore(Ref a, Ref b) {
  return a->id < b->id;
}

Ref conjunction(expr::Builder &b, const std::vector<Ref> &parts) {
  Ref result = b.boolean(true);
  for (const Ref part : parts)
    result = b.bitAnd(result, part);
  return result;
}

} // namespace

/// False if the formula is false now.
bool Formulas::add(Formula &to, Ref part) {
  std::vector<Ref> todo = {part};
  while (!todo.empty()) {
    const Ref one = todo.back();
    todo.pop_back();
    if (one->isTrue())
      continue;
    if (one->isFalse()) {
      to = Formula::nothing();
      return false;
    }
    if (one->op == expr::Op::And) {
      todo.push_back(one->a);
      todo.push_back(one->b);
    } else {
      to.parts.push_back(one);
    }
  }
  return true;
}

void Formulas::order(Formula &formula) {
  std::ranges::sort(formula.parts, isBefore);
  const auto [first, last] = std::ranges::unique(formula.parts);
  formula.parts.erase(first, last);
}

Formula Formulas::checked(Formula formula) {
  order(formula);
  std::uint64_t size = 0;
  for (const Ref part : formula.parts)
    size += of(part).size;
  return size > most ? Formula::nothing() : formula;
}

Formula Formulas::both(const Formula &a, const Formula &b) {
  if (a.isFalse || b.isFalse)
    return Formula::nothing();
  Formula result;
  std::ranges::set_union(a.parts, b.parts, std::back_inserter(result.parts), isBefore);
  return checked(std::move(result));
}

Formula Formulas::either(const Formula &a, const Formula &b) {
  if (a.isFalse)
    return b;
  if (b.isFalse)
    return a;
  Formula result;
  std::vector<Ref> onlyA;
  std::vector<Ref> onlyB;
  std::ranges::set_intersection(a.parts, b.parts, std::back_inserter(result.parts), isBefore);
  std::ranges::set_difference(a.parts, b.parts, std::back_inserter(onlyA), isBefore);
  std::ranges::set_difference(b.parts, a.parts, std::back_inserter(onlyB), isBefore);
  expr::Builder &builder = machine.builder();
  if (!onlyA.empty() && !onlyB.empty())
    add(result, builder.bitOr(conjunction(builder, onlyA), conjunction(builder, onlyB)));
  return checked(std::move(result));
}

Formula Formulas::all(std::span<const Ref> conditions) {
  Formula result;
  for (const Ref condition : conditions)
    if (!add(result, condition))
      return result;
  return checked(std::move(result));
}

Formula Formulas::choices(const vm::Transfer &asked) {
  return asked.unknown.empty() ? all(asked.conditions) : Formula::nothing();
}

const Formulas::Known &Formulas::of(Ref part) {
  const auto [at, isNew] = known.try_emplace(part);
  if (isNew)
    at->second = {expr::cellsIn(part), expr::sizeOf(part)};
  return at->second;
}

const std::vector<std::uint32_t> &Formulas::cellsOf(Ref part) {
  return of(part).cells;
}

bool Formulas::isTouched(const vm::Transfer &step, Ref part) {
  return std::ranges::any_of(of(part).cells, [&](std::uint32_t cell) {
    return step.valueOf(machine.cell(cell), machine.builder()) != nullptr;
  });
}

Formula Formulas::before(const vm::Transfer &step, const Formula &after) {
  if (!step.unknown.empty() || after.isFalse)
    return Formula::nothing();
  expr::Builder &builder = machine.builder();
  expr::CellSubstitution substitution(builder, [&](Ref cell) {
    const Ref value = step.valueOf(machine.cell(static_cast<std::uint32_t>(cell->value)), builder);
    return value ? value : cell;
  });
  Formula result = all(step.conditions);
  for (const Ref part : after.parts) {
    if (result.isFalse)
      return result;
    if (!isTouched(step, part)) {
      result.parts.push_back(part);
      continue;
    }
    Ref earlier = substitution.apply(part);
    if (!earlier->support->inputs.empty()) // Of inputs that are still to be made.
      for (const Ref promise : step.promises)
        earlier = builder.bitOr(builder.invert(promise), earlier);
    add(result, earlier);
  }
  return result.isFalse ? result : checked(std::move(result));
}

} // namespace heddle::explore
