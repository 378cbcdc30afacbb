#include "solver/enumerate.h"

#include "expr/fold.h"

#include <algorithm>

namespace heddle::solver {

using expr::Op;
using expr::Ref;

namespace {

constexpr unsigned mostBits = 16;
constexpr std::uint64_t mostWork = 6'000'000; ///< Operations times values.

bool isLeaf(Ref node) {
  return node->op == Op::Constant || node->op == Op::Input;
}

} // namespace

/// Puts the operations of a condition behind those that are there; false if there are too many.
bool Enumerate::lay(Ref condition) {
  std::vector<Ref> todo = {condition};
  while (!todo.empty()) {
    const Ref node = todo.back();
    if (places.contains(node)) {
      todo.pop_back();
      continue;
    }
    const std::size_t before = todo.size();
    auto need = [&](Ref one) {
      if (one && !places.contains(one))
        todo.push_back(one);
    };
    need(node->a);
    need(node->b);
    need(node->c);
    if (node->table)
      std::for_each(node->table->elements.begin(), node->table->elements.end(), need);
    if (todo.size() > before)
      continue;
    todo.pop_back();
    Operation operation{node, 0, 0, 0, {}};
    auto placeOf = [&](Ref one) { return one ? places.at(one) : 0; };
    if (!isLeaf(node)) {
      operation.a = placeOf(node->a);
      operation.b = placeOf(node->b);
      operation.c = placeOf(node->c);
    }
    if (node->table)
      for (const Ref element : node->table->elements)
        operation.elements.push_back(places.at(element));
    places.emplace(node, static_cast<std::uint32_t>(operations.size()));
    operations.push_back(std::move(operation));
    if (operations.size() > mostWork)
      return false;
  }
  goals.push_back({places.at(condition), static_cast<std::uint32_t>(operations.size())});
  return true;
}

std::uint64_t Enumerate::valueOf(const Operation &operation) const {
  const Ref node = operation.node;
  switch (node->op) {
  case Op::Ite:
    return known[known[operation.a] ? operation.b : operation.c];
  case Op::Select: {
    const std::uint64_t index = known[operation.a];
    return index < operation.elements.size() ? known[operation.elements[index]] : 0;
  }
  default:
    return expr::apply(node->op, node->width, node->a->width, node->b ? node->b->width : 0,
                       known[operation.a], known[operation.b], known[operation.c], node->value);
  }
}

Answer Enumerate::decide(std::span<const Ref> relevant, Ref condition, const Widths &widths,
                         Proposal &values) {
  // The inputs first: too many bits of them end it before anything else is done.
  std::vector<std::uint32_t> inputs = condition->support->inputs;
  bool hasCells = condition->hasCells;
  for (const Ref one : relevant) {
    inputs.insert(inputs.end(), one->support->inputs.begin(), one->support->inputs.end());
    hasCells |= one->hasCells;
  }
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  unsigned bits = 0;
  for (const std::uint32_t input : inputs)
    bits += widths[input];
  if (hasCells || bits > mostBits)
    return Answer::Unknown;

  operations.clear();
  goals.clear();
  places.clear();
  if (!lay(condition))
    return Answer::Unknown;
  for (const Ref one : relevant)
    if (!lay(one))
      return Answer::Unknown;
  if (operations.size() << bits > mostWork)
    return Answer::Unknown;

  known.assign(operations.size(), 0);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> leaves; // Operation, which input.
  for (std::uint32_t i = 0; i < operations.size(); ++i) {
    const Ref node = operations[i].node;
    if (node->op == Op::Constant)
      known[i] = node->value;
    else if (node->op == Op::Input)
      leaves.emplace_back(
          i, static_cast<std::uint32_t>(
                 std::lower_bound(inputs.begin(), inputs.end(), node->value) - inputs.begin()));
  }
  std::vector<std::uint64_t> chosen(inputs.size());
  for (std::uint64_t all = 0; all >> bits == 0; ++all) {
    std::uint64_t rest = all;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      chosen[i] = rest & expr::ones(widths[inputs[i]]);
      rest >>= widths[inputs[i]];
    }
    for (const auto &[place, which] : leaves)
      known[place] = chosen[which] & expr::ones(operations[place].node->width);
    std::uint32_t done = 0;
    bool holds = true;
    for (std::size_t i = 0; i < goals.size() && holds; ++i) {
      for (; done < goals[i].end; ++done)
        if (!isLeaf(operations[done].node))
          known[done] = valueOf(operations[done]);
      holds = known[goals[i].place] != 0;
    }
    if (!holds)
      continue;
    values.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i)
      values.push_back({inputs[i], chosen[i]});
    return Answer::Yes;
  }
  return Answer::No;
}

} // namespace heddle::solver
