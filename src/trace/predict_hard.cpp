// Which conditions the solver takes long for: those that many multiplications and divisions lead
// to, their own ones and those of what is read.
#include "trace/predict_state.h"

#include <unordered_set>

namespace heddle::trace {

using expr::Op;

namespace {

constexpr std::size_t mostHard = 4;     ///< Operations of those kinds,
constexpr std::size_t mostNodes = 1500; ///< and of all kinds, that a condition may lead to.

bool isHardOperation(expr::Ref node) {
  switch (node->op) {
  case Op::Mul:
    return !node->a->isConstant() && !node->b->isConstant();
  case Op::UnsignedDivide:
  case Op::SignedDivide:
  case Op::UnsignedRemainder:
  case Op::SignedRemainder:
    return true;
  default:
    return node->hasFloats;
  }
}

} // namespace

bool Prediction::State::isHard(expr::Ref condition) {
  std::unordered_set<expr::Ref> seen;
  std::vector<expr::Ref> todo;
  const auto visit = [&](expr::Ref node) {
    if (node && node->support && seen.insert(node).second)
      todo.push_back(node);
  };
  visit(condition);
  for (std::size_t hard = 0; !todo.empty();) {
    const expr::Ref node = todo.back();
    todo.pop_back();
    hard += isHardOperation(node) ? 1 : 0;
    if (hard > mostHard || seen.size() > mostNodes)
      return true;
    for (const expr::Ref operand : {node->a, node->b, node->c})
      visit(operand);
    if (node->table)
      for (const expr::Ref element : node->table->elements)
        visit(element);
    if (node->op != Op::Input)
      continue;
    const auto read = readOf.find(static_cast<std::uint32_t>(node->value));
    if (read == readOf.end())
      continue;
    const std::vector<std::uint32_t> &cells = course.cellsOf[read->second];
    for (std::size_t part = 0; part < cells.size(); ++part)
      for (const EventIndex write : choices[read->second][part])
        visit(valueOf(write, cells[part]));
  }
  return false;
}

} // namespace heddle::trace
