#include "solver/backwards.h"

#include "expr/fold.h"

#include <algorithm>
#include <bit>

namespace heddle::solver {

using expr::Op;
using expr::Ref;

namespace {

constexpr std::size_t mostSteps = 600;
constexpr std::size_t mostGoals = 24; ///< Of one state: more is not a small change.

std::uint64_t inverseOf(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int i = 0; i < 6; ++i) // Newton: each round doubles the bits that are right.
    inverse *= 2 - odd * inverse;
  return inverse;
}

std::uint32_t latestInput(Ref node) {
  return node->support->inputs.empty() ? 0 : node->support->inputs.back();
}

} // namespace

void Backwards::add(Ref node, std::uint64_t value) {
  add(std::vector<Goal>{{node, value & expr::ones(node->width)}});
}

void Backwards::add(const std::vector<Goal> &goals) {
  for (const Goal &goal : goals)
    if ((goal.value & goal.node->zeros) || (goal.node->ones & ~goal.value) ||
        goal.value < goal.node->low || goal.value > goal.node->high)
      return;
  ways.push_back(goals);
}

void Backwards::either(Ref a, std::uint64_t forA, Ref b, std::uint64_t forB) {
  if (latestInput(a) > latestInput(b)) {
    add(a, forA);
    add(b, forB);
  } else {
    add(b, forB);
    add(a, forA);
  }
}

void Backwards::undoProduct(Ref node, std::uint64_t value) {
  const std::uint64_t mask = expr::ones(node->width);
  for (const auto &[one, other] : {std::pair{node->a, node->b}, std::pair{node->b, node->a}}) {
    const std::uint64_t factor = now(other);
    if (factor == 0) {
      add({{one, value}, {other, 1}});
      continue;
    }
    const auto twos = static_cast<unsigned>(std::countr_zero(factor));
    if ((value & expr::ones(twos)) == 0)
      add(one, (value >> twos) * inverseOf(factor >> twos) & (mask >> twos));
  }
}

void Backwards::undoDivision(Ref node, std::uint64_t value) {
  const unsigned width = node->width;
  const std::uint64_t a = now(node->a);
  const std::uint64_t b = now(node->b);
  auto gives = [&](std::uint64_t x, std::uint64_t y) {
    return expr::apply(node->op, width, width, width, x & expr::ones(width), y & expr::ones(width),
                       0, 0) == value;
  };
  const bool isSigned = node->op == Op::SignedDivide || node->op == Op::SignedRemainder;
  const Op remainder = isSigned ? Op::SignedRemainder : Op::UnsignedRemainder;
  const std::uint64_t rest = expr::apply(remainder, width, width, width, a, b, 0, 0);
  for (const std::uint64_t x : {node->op == remainder ? a - rest + value : value * b + rest,
                                value * b, value, value * b + b - 1})
    if (gives(x, b))
      add(node->a, x);
  for (const std::uint64_t y : {value ? a / value : 0, value + 1, a - value})
    if (gives(a, y))
      add(node->b, y);
}

void Backwards::undoBits(Ref node, std::uint64_t value) {
  const std::uint64_t a = now(node->a);
  const std::uint64_t b = now(node->b);
  if (node->op == Op::Xor) {
    either(node->a, value ^ b, node->b, value ^ a);
    return;
  }
  // Bits that both must have (for Or: must not have) are forced; of the others one operand gives.
  const bool isAnd = node->op == Op::And;
  auto forced = [&](std::uint64_t old) { return isAnd ? old | value : old & value; };
  auto giving = [&](std::uint64_t old, std::uint64_t other) {
    return isAnd ? (old | value) & ~(other & ~value) : (old & value) | (value & ~other);
  };
  const std::vector<Goal> first{{node->a, giving(a, b)}, {node->b, forced(b)}};
  const std::vector<Goal> second{{node->a, forced(a)}, {node->b, giving(b, a)}};
  const bool aIsLater = latestInput(node->a) > latestInput(node->b);
  add(aIsLater ? first : second);
  add(aIsLater ? second : first);
}

void Backwards::undoShift(Ref node, std::uint64_t value) {
  const unsigned width = node->width;
  const std::uint64_t mask = expr::ones(width);
  const std::uint64_t a = now(node->a);
  const std::uint64_t by = now(node->b);
  auto gives = [&](std::uint64_t x, std::uint64_t y) {
    return expr::apply(node->op, width, width, width, x, y, 0, 0) == value;
  };
  if (by < width && by < 64) {
    const std::uint64_t lost =
        node->op == Op::ShiftLeft ? mask & ~(mask >> by) : expr::ones(static_cast<unsigned>(by));
    const std::uint64_t kept = node->op == Op::ShiftLeft ? value >> by : value << by & mask;
    if (const std::uint64_t x = kept | (a & lost); gives(x, by))
      add(node->a, x);
  }
  for (std::uint64_t other = 0; other <= width && other <= mask; ++other)
    if (gives(a, other)) {
      add(node->b, other);
      break;
    }
}

void Backwards::undoCompare(Ref node, bool value) {
  const Ref a = node->a;
  const Ref b = node->b;
  const std::uint64_t va = now(a);
  const std::uint64_t vb = now(b);
  if (node->op == Op::Equal) {
    if (value) {
      either(a, vb, b, va);
    } else {
      either(a, va + 1, b, vb + 1);
      either(a, va - 1, b, vb - 1);
      either(a, va ^ std::uint64_t{1} << (a->width - 1), b, vb ^ 1);
    }
    return;
  }
  const bool isSigned = node->op == Op::LessSigned;
  const std::uint64_t top = isSigned ? expr::ones(a->width) >> 1 : expr::ones(a->width);
  const std::uint64_t bottom = ~top & expr::ones(a->width);
  // Just over the border first, then as far as it goes.
  if (value) {
    either(a, vb == bottom ? va : vb - 1, b, va == top ? vb : va + 1);
    either(a, isSigned ? bottom : a->low, b, isSigned ? top : b->high);
  } else {
    either(a, vb, b, va);
    either(a, isSigned ? top : a->high, b, isSigned ? bottom : b->low);
  }
  if (isSigned)
    either(a, 0, b, 0);
}

void Backwards::undoChoice(Ref node, std::uint64_t value) {
  const std::uint64_t chosen = now(node->a);
  if (node->op == Op::Ite) {
    const Ref here = chosen ? node->b : node->c;
    const Ref there = chosen ? node->c : node->b;
    if (now(there) == value)
      add(node->a, chosen ^ 1);
    add(here, value);
    add({{node->a, chosen ^ 1}, {there, value}});
    return;
  }
  const std::vector<Ref> &elements = node->table->elements;
  std::size_t found = 0;
  for (std::size_t i = node->a->low; i < elements.size() && i <= node->a->high && found < 6; ++i)
    if (i != chosen && now(elements[i]) == value) {
      add(node->a, i);
      ++found;
    }
  if (value == 0 && node->a->high >= elements.size())
    add(node->a, elements.size());
  if (chosen < elements.size())
    add(elements[chosen], value);
}

void Backwards::undo(Ref node, std::uint64_t value) {
  const Ref a = node->a;
  const Ref b = node->b;
  switch (node->op) {
  case Op::Constant:
  case Op::Input:
  case Op::Cell:
    return;
  case Op::Add:
    return either(a, value - now(b), b, value - now(a));
  case Op::Sub:
    return either(a, value + now(b), b, now(a) - value);
  case Op::Mul:
    return undoProduct(node, value);
  case Op::UnsignedDivide:
  case Op::SignedDivide:
  case Op::UnsignedRemainder:
  case Op::SignedRemainder:
    return undoDivision(node, value);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return undoBits(node, value);
  case Op::ShiftLeft:
  case Op::ShiftRight:
  case Op::ShiftRightSigned:
    return undoShift(node, value);
  case Op::Equal:
  case Op::Less:
  case Op::LessSigned:
    return undoCompare(node, value != 0);
  case Op::Concat:
    return add({{a, value >> b->width}, {b, value & expr::ones(b->width)}});
  case Op::Extract: {
    const std::uint64_t place = expr::ones(node->width) << node->value;
    add(a, (now(a) & ~place) | value << node->value);
    return add(a, value << node->value);
  }
  case Op::ZeroExtend:
    if (value <= expr::ones(a->width))
      add(a, value);
    return;
  case Op::SignExtend:
    if (expr::apply(node->op, node->width, a->width, 0, value & expr::ones(a->width), 0, 0, 0) ==
        value)
      add(a, value);
    return;
  case Op::Ite:
  case Op::Select:
    return undoChoice(node, value);
  default:
    return undoFloat(node, value);
  }
}

std::vector<Proposal> Backwards::propose(Ref node, std::uint64_t value, std::size_t most) {
  std::vector<Proposal> found;
  std::vector<State> todo{{{{node, value}}, {}}};
  for (std::size_t steps = 0; !todo.empty() && steps < mostSteps && found.size() < most; ++steps) {
    State state = std::move(todo.back());
    todo.pop_back();
    while (!state.goals.empty() && now(state.goals.back().node) == state.goals.back().value)
      state.goals.pop_back();
    if (state.goals.empty()) {
      if (!state.changes.empty() &&
          std::find(found.begin(), found.end(), state.changes) == found.end())
        found.push_back(std::move(state.changes));
      continue;
    }
    const Goal goal = state.goals.back();
    state.goals.pop_back();
    if (goal.node->op == Op::Input) {
      state.changes.push_back({static_cast<std::uint32_t>(goal.node->value), goal.value});
      todo.push_back(std::move(state));
      continue;
    }
    if (state.goals.size() > mostGoals)
      continue;
    ways.clear();
    undo(goal.node, goal.value);
    std::reverse(ways.begin(), ways.end()); // The best way on top.
    for (const std::vector<Goal> &way : ways) {
      State &next = todo.emplace_back(state);
      next.goals.insert(next.goals.end(), way.begin(), way.end());
    }
  }
  return found;
}

} // namespace heddle::solver
