#include "expr/evaluate.h"

#include "expr/builder.h"
#include "expr/fold.h"

namespace heddle::expr {

void Evaluator::renew() {
  stamp = builder.freshStamp();
}

std::uint64_t Evaluator::evaluate(Ref node, const Assignment &inputs) {
  if (!stamp)
    renew();
  if (node->op == Op::Constant)
    return node->value;
  if (node->seenIn == stamp)
    return node->seen;
  // By hand, not by recursion: a sum over a long loop is a very deep expression.
  auto known = [this](Ref one) { return one->op == Op::Constant || one->seenIn == stamp; };
  auto valueOf = [](Ref one) { return one->op == Op::Constant ? one->value : one->seen; };
  todo.assign(1, node);
  while (!todo.empty()) {
    const Ref top = todo.back();
    if (known(top)) {
      todo.pop_back();
      continue;
    }
    std::uint64_t value = 0;
    Ref missing = nullptr;
    switch (top->op) {
    case Op::Input:
      value = inputs.of(top->value) & ones(top->width);
      break;
    case Op::Cell:
      value = inputs.ofCell(top->value) & ones(top->width);
      break;
    case Op::Ite:
      if (!known(top->a)) {
        missing = top->a;
      } else {
        const Ref side = valueOf(top->a) ? top->b : top->c;
        if (known(side))
          value = valueOf(side);
        else
          missing = side;
      }
      break;
    case Op::Select:
      if (!known(top->a)) {
        missing = top->a;
      } else if (const std::uint64_t index = valueOf(top->a); index < top->table->elements.size()) {
        const Ref element = top->table->elements[index];
        if (known(element))
          value = valueOf(element);
        else
          missing = element;
      }
      break;
    default:
      for (const Ref operand : {top->a, top->b, top->c})
        if (operand && !known(operand))
          missing = operand;
      if (!missing)
        value =
            apply(top->op, top->width, top->a->width, top->b ? top->b->width : 0, valueOf(top->a),
                  top->b ? valueOf(top->b) : 0, top->c ? valueOf(top->c) : 0, top->value);
      break;
    }
    if (missing) {
      todo.push_back(missing);
      continue;
    }
    top->seen = value;
    top->seenIn = stamp;
    ++done;
    todo.pop_back();
  }
  return node->seen;
}

} // namespace heddle::expr
