// Random statements on data: accesses, branches, inputs, pointers.
#include "generator.h"

#include <algorithm>

namespace heddle::property {

namespace {

int costOf(const Place &place) {
  return place.kind == PlaceKind::Target ? 2 : 1;
}

} // namespace

Operand Generator::operand() {
  if (random.chance(50))
    return {true, anyLocal()};
  return {false, constant()};
}

Condition Generator::conditionOn(unsigned local) {
  return {static_cast<Relation>(random.below(3)),
          {true, local},
          random.chance(85) ? Operand{false, constant()} : operand()};
}

Condition Generator::condition() {
  return conditionOn(anyLocal());
}

/// An index that is nearly always inside; a local one may be anything a thread has stored.
Operand Generator::index(unsigned length) {
  if (random.chance(35))
    return {true, anyLocal()};
  return {false, random.chance(97) ? random.below(length) : length};
}

Place Generator::scalar() {
  return {PlaceKind::Scalar, random.below(shape.scalars.size()), {}};
}

/// Fewer bytes than the whole variable has, unless it has one.
Place Generator::part() {
  const Place whole = scalar();
  const auto size = static_cast<unsigned>(shape.scalars[whole.which]);
  unsigned width = std::max(1u, size / 2);
  while (width > 1 && random.chance(40))
    width /= 2;
  return {PlaceKind::Part,
          whole.which,
          {false, width * random.below(size / width)},
          static_cast<Width>(width)};
}

Place Generator::place() {
  if (!shape.arrays.empty() && random.chance(40))
    return {PlaceKind::Element, 0, index(shape.arrays[0].length)};
  if (!shape.fields.empty() && random.chance(25))
    return {PlaceKind::Field, random.below(shape.fields.size()), {}};
  if (!shape.pointers.empty() && random.chance(50))
    return {PlaceKind::Target, random.below(shape.pointers.size()),
            random.chance(92) ? Operand{} : Operand{false, 1}};
  return has(Feature::Parts) && random.chance(50) ? part() : scalar();
}

Order Generator::orderOf(Kind kind) {
  static const std::vector<Order> loads = {Order::Relaxed, Order::Acquire, Order::SeqCst};
  static const std::vector<Order> stores = {Order::Relaxed, Order::Release, Order::SeqCst};
  static const std::vector<Order> updates = {Order::Relaxed, Order::Acquire, Order::Release,
                                             Order::AcquireRelease, Order::SeqCst};
  if (kind == Kind::Update || kind == Kind::CompareExchange)
    return random.pick(updates);
  if (!random.chance(atomics))
    return Order::Plain;
  return random.pick(kind == Kind::Load ? loads : stores);
}

Statement Generator::load(unsigned local) {
  Statement statement = of(Kind::Load);
  statement.local = local;
  statement.place = place();
  statement.order = orderOf(Kind::Load);
  return statement;
}

Statement Generator::store(const Place &to, Operand what) {
  Statement statement = of(Kind::Store);
  statement.place = to;
  statement.left = what;
  statement.order = orderOf(Kind::Store);
  return statement;
}

/// x = x + c, in two steps.
Block Generator::increment() {
  const Statement first = load(anyLocal());
  Statement change = of(Kind::Compute);
  change.local = first.local;
  change.arithmetic = static_cast<Arithmetic>(random.below(4));
  change.left = {true, first.local};
  change.right = operand();
  return {first, change, store(first.place, {true, first.local})};
}

Block Generator::update() {
  Statement statement = of(random.chance(60) ? Kind::Update : Kind::CompareExchange);
  statement.local = anyLocal();
  statement.place = place();
  statement.left = operand();
  statement.right = operand();
  statement.isWeak = random.chance(30);
  statement.arithmetic = static_cast<Arithmetic>(random.below(5));
  statement.order = orderOf(statement.kind);
  return {statement};
}

/// Bytes of one variable to another, or one value to all of them.
Block Generator::bulk() {
  Statement statement = of(random.chance(60) ? Kind::Copy : Kind::Fill);
  statement.place = random.chance(50) ? part() : scalar();
  statement.from = random.chance(50) ? part() : scalar();
  statement.left = operand();
  const auto roomAt = [&](const Place &at) {
    const auto size = static_cast<unsigned>(shape.scalars[at.which]);
    return at.kind == PlaceKind::Part ? size - at.index.value : size;
  };
  unsigned most = roomAt(statement.place);
  if (statement.kind == Kind::Copy)
    most = std::min(most, roomAt(statement.from));
  statement.count = random.between(1, most);
  return {statement};
}

Block Generator::assertion() {
  const Statement first = load(anyLocal());
  Statement check = of(Kind::Assert);
  check.condition = {random.chance(75) ? Relation::NotEqual : Relation::Less,
                     {true, first.local},
                     {false, random.between(1, 4)}};
  return {first, check};
}

void Generator::addData(Ways &ways, int &left) {
  ways.emplace_back(20, [&]() -> Block {
    const Statement statement = load(anyLocal());
    left -= costOf(statement.place);
    return {statement};
  });
  ways.emplace_back(20, [&]() -> Block {
    const Statement statement = store(place(), operand());
    left -= costOf(statement.place);
    return {statement};
  });
  ways.emplace_back(12, [&] {
    Block result = increment();
    left -= 2 * costOf(result.front().place);
    return result;
  });
  ways.emplace_back(has(Feature::Atomics) ? 30 : 4, [&] {
    Block result = update();
    left -= costOf(result.front().place);
    return result;
  });
  ways.emplace_back(weightOf(Feature::Parts, 15), [&] {
    --left;
    return bulk();
  });
  ways.emplace_back(2, [&]() -> Block {
    Statement statement = of(Kind::Compute);
    statement.local = anyLocal();
    statement.arithmetic = static_cast<Arithmetic>(random.below(4));
    statement.left = operand();
    statement.right = operand();
    return {statement};
  });
  ways.emplace_back(8, [&] {
    Block check = assertion();
    left -= costOf(check.front().place);
    return check;
  });
}

Block Generator::branch(const Condition &condition, int &left, unsigned depth) {
  Statement statement = of(Kind::If);
  statement.condition = condition;
  statement.body = block(left, depth + 1);
  int other = left + 1;
  if (random.chance(30))
    statement.otherwise = block(other, depth + 1);
  return {statement};
}

void Generator::addControl(Ways &ways, int &left, unsigned depth) {
  if (depth >= 2)
    return;
  ways.emplace_back(10, [&, depth] { return branch(condition(), left, depth); });
  ways.emplace_back(3, [&, depth]() -> Block {
    Statement statement = of(Kind::Repeat);
    statement.count = 2;
    const int before = left;
    const bool outside = !insideLoop;
    insideLoop = true;
    statement.body = block(left, depth + 1);
    insideLoop = !outside;
    left -= before - left;
    return {statement};
  });
  if (insideWhole)
    return;
  ways.emplace_back(has(Feature::Sections) ? 25 : 1, [&, depth]() -> Block {
    Statement statement = of(Kind::Atomic);
    insideWhole = true;
    int inner = 2;
    statement.body = block(inner, depth + 1);
    insideWhole = false;
    if (has(Feature::Sections) && random.chance(20)) { // It is undone.
      const Statement first = load(anyLocal());
      Statement assume = of(Kind::Assume);
      assume.condition = conditionOn(first.local);
      const auto at = statement.body.begin() + random.below(statement.body.size() + 1);
      statement.body.insert(at, {first, assume});
    }
    left -= 1;
    return {statement};
  });
  ways.emplace_back(1, [&]() -> Block {
    Statement fence = of(Kind::Fence);
    fence.order = orderOf(Kind::Update);
    return {random.chance(50) ? of(Kind::Yield) : fence};
  });
}

void Generator::addInputs(Ways &ways, int &left, unsigned depth) {
  if (inputsLeft && !insideLoop) {
    ways.emplace_back(20, [&, depth]() -> Block {
      --inputsLeft;
      Statement input = of(Kind::Input);
      input.local = anyLocal();
      input.count = random.chance(85) ? random.between(1, 3) : 7;
      Block result{input};
      if (depth < 2 && random.chance(60))
        append(result, branch(conditionOn(input.local), left, depth));
      else if (--left; true)
        result.push_back(store(place(), {true, input.local}));
      return result;
    });
  }
  ways.emplace_back(weightOf(Feature::Inputs, 6), [&]() -> Block {
    Statement assume = of(Kind::Assume);
    assume.condition = condition();
    return {assume};
  });
  if (has(Feature::Choices) && depth < 2 && !insideLoop)
    ways.emplace_back(12, [&, depth]() -> Block {
      Statement choice = of(Kind::Choose);
      choice.local = anyLocal();
      choice.count = random.between(2, 3);
      left -= 1;
      Block result{choice};
      append(result, branch(conditionOn(choice.local), left, depth));
      return result;
    });
  ways.emplace_back(weightOf(Feature::Choices, 6), [&]() -> Block {
    Statement assume = of(Kind::Assume);
    assume.condition = condition();
    const Statement first = load(assume.condition.left.value);
    left -= costOf(first.place);
    return {first, assume};
  });
}

void Generator::addPointers(Ways &ways, int &left) {
  if (shape.pointers.empty())
    return;
  const unsigned pointer = random.below(shape.pointers.size());
  ways.emplace_back(12, [&, pointer]() -> Block {
    Statement statement = of(Kind::PointTo, pointer);
    statement.place = {PlaceKind::Scalar, 0, {}};
    if (!shape.arrays.empty() && shape.arrays[0].width == Width::Word && random.chance(50))
      statement.place = {PlaceKind::Element, 0, {false, random.below(shape.arrays[0].length)}};
    --left;
    return {statement};
  });
  ways.emplace_back(shape.pointers.size() > 1 ? 8 : 0, [&, pointer]() -> Block {
    Statement statement = of(Kind::CopyPointer, pointer);
    statement.second = 1 - pointer;
    left -= 2;
    return {statement};
  });
  ways.emplace_back(2, [&, pointer]() -> Block {
    --left;
    return {of(Kind::SetNull, pointer)};
  });
  ways.emplace_back(12, [&, pointer]() -> Block {
    Statement statement = of(Kind::Allocate, pointer);
    statement.count = random.between(1, 2);
    statement.second = random.chance(25) ? 1 : 0;
    --left;
    return {statement};
  });
  ways.emplace_back(6, [&, pointer]() -> Block {
    left -= 2;
    return {of(Kind::Free, pointer)};
  });
}

void Generator::addEnds(Ways &ways, int &left) {
  if (!has(Feature::Ends) && !has(Feature::Cancels))
    return;
  ways.emplace_back(12, [&]() -> Block {
    left -= 1;
    return {of(Kind::TestCancel)};
  });
  ways.emplace_back(weightOf(Feature::Ends, 10), [&]() -> Block {
    Statement statement = of(Kind::If);
    statement.condition = condition();
    statement.body = {of(random.chance(70) ? Kind::ExitThread : Kind::ExitProcess)};
    const Statement first = load(statement.condition.left.value);
    left -= costOf(first.place);
    return {first, statement};
  });
}

} // namespace heddle::property
