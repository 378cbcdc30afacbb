#include "expr/substitute.h"

#include <algorithm>

namespace heddle::expr {

bool Substitution::touches(Ref node) const {
  return node->support && std::ranges::any_of(node->support->inputs, [&](std::uint32_t input) {
           return inputs.contains(input);
         });
}

Ref Substitution::apply(Ref node) {
  std::vector<Ref> todo = {node};
  while (!todo.empty()) {
    const Ref top = todo.back();
    if (done.contains(top)) {
      todo.pop_back();
      continue;
    }
    if (!touches(top)) {
      done[top] = top;
      continue;
    }
    const std::size_t before = todo.size();
    for (const Ref operand : {top->a, top->b, top->c})
      if (operand && !done.contains(operand))
        todo.push_back(operand);
    if (top->table)
      for (const Ref element : top->table->elements)
        if (!done.contains(element))
          todo.push_back(element);
    if (todo.size() == before)
      done[top] = rebuild(top);
  }
  return done.at(node);
}

/// Its operands are done.
Ref Substitution::rebuild(Ref node) {
  const auto operand = [&](Ref one) { return one ? done.at(one) : nullptr; };
  const Ref a = operand(node->a);
  const Ref b = operand(node->b);
  const Ref c = operand(node->c);
  switch (node->op) {
  case Op::Input:
    return inputs.at(static_cast<std::uint32_t>(node->value));
  case Op::Constant:
  case Op::Cell:
    return node;
  case Op::Concat:
    return builder.concat(a, b);
  case Op::Extract:
    return builder.extract(a, static_cast<unsigned>(node->value), node->width);
  case Op::ZeroExtend:
    return builder.zeroExtend(a, node->width);
  case Op::SignExtend:
    return builder.signExtend(a, node->width);
  case Op::Ite:
    return builder.ite(a, b, c);
  case Op::Select: {
    std::vector<Ref> elements;
    for (const Ref element : node->table->elements)
      elements.push_back(done.at(element));
    return builder.select(std::move(elements), a);
  }
  default:
    break;
  }
  if (node->op >= Op::FloatAdd)
    return builder.floating(node->op, node->width, a, b, c, node->value);
  return builder.binary(node->op, a, b);
}

} // namespace heddle::expr
