#include "expr/cells_replaced.h"

#include <algorithm>
#include <unordered_set>

namespace heddle::expr {

namespace {

/// Calls `f` for what a node is made of.
template <class F> void forOperands(Ref node, F f) {
  for (const Ref operand : {node->a, node->b, node->c})
    if (operand)
      f(operand);
  if (node->table)
    for (const Ref element : node->table->elements)
      f(element);
}

/// Every node below, each once.
template <class F> void forAll(Ref node, F f) {
  std::unordered_set<Ref> seen = {node};
  std::vector<Ref> todo = {node};
  while (!todo.empty()) {
    const Ref top = todo.back();
    todo.pop_back();
    f(top);
    forOperands(top, [&](Ref one) {
      if (seen.insert(one).second)
        todo.push_back(one);
    });
  }
}

} // namespace

Ref CellSubstitution::known(Ref node) const {
  if (!node->hasCells)
    return node;
  const auto found = done.find(node);
  return found == done.end() ? nullptr : found->second;
}

Ref CellSubstitution::apply(Ref node) {
  if (const Ref at = known(node))
    return at;
  // By hand, not by recursion: formulas can be deep.
  todo.assign(1, node);
  while (!todo.empty()) {
    const Ref top = todo.back();
    if (known(top)) {
      todo.pop_back();
      continue;
    }
    bool isReady = true;
    forOperands(top, [&](Ref one) {
      if (known(one))
        return;
      isReady = false;
      todo.push_back(one);
    });
    if (!isReady)
      continue;
    done[top] = rebuilt(top);
    todo.pop_back();
  }
  return known(node);
}

Ref CellSubstitution::rebuilt(Ref node) {
  if (node->op == Op::Cell)
    return leaf(node);
  const Ref x = node->a ? known(node->a) : nullptr;
  const Ref y = node->b ? known(node->b) : nullptr;
  const Ref z = node->c ? known(node->c) : nullptr;
  switch (node->op) {
  case Op::Concat:
    return b.concat(x, y);
  case Op::Extract:
    return b.extract(x, static_cast<unsigned>(node->value), node->width);
  case Op::ZeroExtend:
    return b.zeroExtend(x, node->width);
  case Op::SignExtend:
    return b.signExtend(x, node->width);
  case Op::Ite:
    return b.ite(x, y, z);
  case Op::Select: {
    std::vector<Ref> elements;
    for (const Ref element : node->table->elements)
      elements.push_back(known(element));
    return b.select(std::move(elements), x);
  }
  default:
    if (node->op >= Op::FloatAdd)
      return b.floating(node->op, node->width, x, y, z, node->value);
    return b.binary(node->op, x, y);
  }
}

std::vector<std::uint32_t> cellsIn(Ref node) {
  std::vector<std::uint32_t> cells;
  if (node->hasCells)
    forAll(node, [&](Ref one) {
      if (one->op == Op::Cell)
        cells.push_back(static_cast<std::uint32_t>(one->value));
    });
  std::ranges::sort(cells);
  return cells;
}

std::size_t sizeOf(Ref node) {
  std::size_t size = 0;
  forAll(node, [&](Ref) { ++size; });
  return size;
}

} // namespace heddle::expr
