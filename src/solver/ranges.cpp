#include "solver/ranges.h"

#include "expr/bits.h"

#include <algorithm>
#include <bit>
#include <deque>

namespace heddle::solver {

using expr::Node;
using expr::Op;
using expr::Ref;

namespace {

/// Larger conditions are not worth it: what decides them is near their top or not a range.
constexpr std::size_t mostParts = 400;

std::int64_t leastSigned(unsigned width) {
  return expr::asSigned(std::uint64_t{1} << (width - 1), width);
}
std::int64_t greatestSigned(unsigned width) {
  return static_cast<std::int64_t>(expr::ones(width) >> 1);
}

} // namespace

Ranges::Range Ranges::rangeOf(Ref node) const {
  if (const auto it = known.find(node->id); it != known.end())
    return it->second;
  const std::uint64_t sign = std::uint64_t{1} << (node->width - 1);
  Range range{node->low, node->high, leastSigned(node->width), greatestSigned(node->width)};
  if (((range.low ^ range.high) & sign) == 0) {
    range.lowSigned = expr::asSigned(range.low, node->width);
    range.highSigned = expr::asSigned(range.high, node->width);
  }
  return range;
}

void Ranges::narrow(Ref node, Range range) {
  if (node->isConstant()) {
    if (node->value < range.low || node->value > range.high)
      ++contradictions;
    return;
  }
  const Range before = rangeOf(node);
  Range after{std::max(before.low, range.low), std::min(before.high, range.high),
              std::max(before.lowSigned, range.lowSigned),
              std::min(before.highSigned, range.highSigned)};
  // Where the sign is certain each order says something about the other.
  const unsigned width = node->width;
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if (after.low <= after.high && ((after.low ^ after.high) & sign) == 0) {
    after.lowSigned = std::max(after.lowSigned, expr::asSigned(after.low, width));
    after.highSigned = std::min(after.highSigned, expr::asSigned(after.high, width));
  }
  if (after.lowSigned <= after.highSigned && (after.lowSigned < 0) == (after.highSigned < 0)) {
    const std::uint64_t mask = expr::ones(width);
    after.low = std::max(after.low, static_cast<std::uint64_t>(after.lowSigned) & mask);
    after.high = std::min(after.high, static_cast<std::uint64_t>(after.highSigned) & mask);
  }
  if (after.low > after.high || after.lowSigned > after.highSigned) {
    ++contradictions;
    return;
  }
  if (after == before)
    return;
  const auto [it, isNew] = known.try_emplace(node->id, after);
  changes.push_back({node->id, !isNew, before});
  it->second = after;
}

void Ranges::learnEqual(Ref node, bool value) {
  const Ref a = node->a;
  const Ref b = node->b;
  const Range ra = rangeOf(a);
  const Range rb = rangeOf(b);
  if (value) {
    narrow(a, rb);
    narrow(b, ra);
  } else if (b->isConstant()) {
    // One value less matters only at an end of the range.
    Range rest = ra;
    if (b->value == ra.low && b->value == ra.high)
      ++contradictions;
    else if (b->value == ra.low)
      ++rest.low;
    else if (b->value == ra.high)
      --rest.high;
    narrow(a, rest);
  }
}

void Ranges::learnLess(Ref a, Ref b, bool orEqual) {
  const std::uint64_t gap = orEqual ? 0 : 1;
  Range ra = rangeOf(a);
  Range rb = rangeOf(b);
  if (rb.high < gap || ra.low > expr::ones(a->width) - gap) {
    ++contradictions;
    return;
  }
  ra.high = std::min(ra.high, rb.high - gap);
  rb.low = std::max(rb.low, ra.low + gap);
  narrow(a, ra);
  narrow(b, rb);
}

void Ranges::learnLessSigned(Ref a, Ref b, bool orEqual) {
  const std::int64_t gap = orEqual ? 0 : 1;
  Range ra = rangeOf(a);
  Range rb = rangeOf(b);
  if (rb.highSigned < leastSigned(a->width) + gap ||
      ra.lowSigned > greatestSigned(a->width) - gap) {
    ++contradictions;
    return;
  }
  ra.highSigned = std::min(ra.highSigned, rb.highSigned - gap);
  rb.lowSigned = std::max(rb.lowSigned, ra.lowSigned + gap);
  narrow(a, ra);
  narrow(b, rb);
}

void Ranges::learn(Ref node, bool value) {
  std::vector<std::pair<Ref, bool>> todo{{node, value}};
  for (std::size_t steps = 0; !todo.empty() && steps < mostParts; ++steps) {
    const auto [top, holds] = todo.back();
    todo.pop_back();
    const Range exactly{holds, holds, holds ? -1 : 0, holds ? -1 : 0};
    narrow(top, exactly);
    switch (top->op) {
    case Op::Xor:
      if (top->b->isTrue())
        todo.emplace_back(top->a, !holds);
      break;
    case Op::And:
    case Op::Or:
      if (holds == (top->op == Op::And)) {
        todo.emplace_back(top->a, holds);
        todo.emplace_back(top->b, holds);
      }
      break;
    case Op::Extract: // The uppermost bit halves the range.
      if (top->value + 1 == top->a->width) {
        Range half = rangeOf(top->a);
        const std::uint64_t sign = std::uint64_t{1} << top->value;
        if (holds)
          half.low = std::max(half.low, sign);
        else
          half.high = std::min(half.high, sign - 1);
        narrow(top->a, half);
      }
      break;
    case Op::Equal:
      learnEqual(top, holds);
      break;
    case Op::Less:
      holds ? learnLess(top->a, top->b, false) : learnLess(top->b, top->a, true);
      break;
    case Op::LessSigned:
      holds ? learnLessSigned(top->a, top->b, false) : learnLessSigned(top->b, top->a, true);
      break;
    default:
      break;
    }
  }
}

void Ranges::push(Ref condition) {
  marks.push_back(changes.size());
  learn(condition, true);
}

void Ranges::undo(std::size_t changesBefore) {
  for (; changes.size() > changesBefore; changes.pop_back()) {
    const Change &change = changes.back();
    if (change.wasKnown)
      known[change.node] = change.before;
    else
      known.erase(change.node);
  }
}

void Ranges::pop() {
  undo(marks.back());
  marks.pop_back();
}

void Ranges::refine(Node &copy) const {
  const Ref a = copy.a;
  const Ref b = copy.b;
  switch (copy.op) {
  case Op::Equal:
    if ((a->ones & b->zeros) || (a->zeros & b->ones) || a->low > b->high || b->low > a->high)
      copy.high = 0;
    break;
  case Op::Less:
    if (a->low >= b->high)
      copy.high = 0;
    else if (a->high < b->low)
      copy.low = 1;
    break;
  case Op::LessSigned: {
    const std::uint64_t sign = std::uint64_t{1} << (a->width - 1);
    if (((a->low ^ a->high) & sign) || ((b->low ^ b->high) & sign))
      break;
    if (expr::asSigned(a->low, a->width) >= expr::asSigned(b->high, b->width))
      copy.high = 0;
    else if (expr::asSigned(a->high, a->width) < expr::asSigned(b->low, b->width))
      copy.low = 1;
    break;
  }
  case Op::Ite: {
    expr::findBits(copy);
    if (a->low != a->high)
      break;
    const Ref side = a->low ? b : copy.c;
    copy.zeros = side->zeros;
    copy.ones = side->ones;
    copy.low = side->low;
    copy.high = side->high;
    break;
  }
  case Op::Select: {
    const std::size_t size = copy.table->elements.size();
    std::uint64_t low = a->high >= size ? 0 : ~std::uint64_t{0};
    std::uint64_t high = 0;
    for (std::uint64_t i = a->low; i <= a->high && i < size; ++i) {
      low = std::min(low, copy.table->elements[i]->low);
      high = std::max(high, copy.table->elements[i]->high);
    }
    copy.low = std::max(copy.low, low);
    copy.high = std::min(copy.high, high);
    break;
  }
  default:
    expr::findBits(copy);
    break;
  }
}

bool Ranges::refuteByParts(Ref condition) {
  std::deque<Node> copies;
  std::unordered_map<Ref, Ref> copyOf;
  std::vector<Ref> todo{condition};
  auto refined = [&](Ref part) -> Ref {
    if (!part || part->isConstant())
      return part;
    const auto it = copyOf.find(part);
    return it == copyOf.end() ? nullptr : it->second;
  };
  while (!todo.empty()) {
    const Ref top = todo.back();
    if (copyOf.count(top)) {
      todo.pop_back();
      continue;
    }
    const std::size_t before = todo.size();
    for (const Ref operand : {top->a, top->b, top->c})
      if (operand && !refined(operand))
        todo.push_back(operand);
    if (todo.size() > before)
      continue;
    if (copies.size() > mostParts)
      return false;
    Node &copy = copies.emplace_back(*top);
    copy.a = refined(top->a);
    copy.b = refined(top->b);
    copy.c = refined(top->c);
    if (top->a)
      refine(copy);
    // What is only inside a condition, the condition itself apart, may also be known from the path.
    if (const auto it = known.find(top->id); it != known.end() && top != condition) {
      copy.low = std::max(copy.low, it->second.low);
      copy.high = std::min(copy.high, it->second.high);
    }
    copy.low = std::max(copy.low, top->low);
    copy.high = std::min(copy.high, top->high);
    if (copy.low > copy.high)
      return true;
    // The upper bits that both ends have in common are fixed.
    const auto same = static_cast<unsigned>(std::countl_zero(copy.low ^ copy.high));
    const std::uint64_t prefix = same >= 64 ? ~std::uint64_t{0} : ~(~std::uint64_t{0} >> same);
    copy.ones |= copy.low & prefix;
    copy.zeros |= ~copy.low & prefix & expr::ones(copy.width);
    copyOf.emplace(top, &copy);
    todo.pop_back();
  }
  return refined(condition)->high == 0;
}

bool Ranges::refute(Ref condition) {
  const std::size_t changesBefore = changes.size();
  const std::size_t contradictionsBefore = contradictions;
  learn(condition, true);
  const bool refuted = contradictions > contradictionsBefore || refuteByParts(condition);
  contradictions = contradictionsBefore;
  undo(changesBefore);
  return refuted;
}

} // namespace heddle::solver
