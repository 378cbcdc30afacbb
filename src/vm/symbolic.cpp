#include "vm/symbolic.h"

#include <algorithm>

namespace heddle::vm {

using expr::Ref;
using solver::Answer;

void Symbolic::copyFrom(const Symbolic &from) {
  bytes = from.bytes;
  conditions = from.conditions;
  inputs = from.inputs;
  lazies = from.lazies;
  resolved = from.resolved;
  lazyObjects = from.lazyObjects;
  model = from.model;
  evaluator.renew();
}

void Symbolic::setByte(Address address, Ref value, bool logging) {
  const Ref before = byteAt(address);
  if (before == value)
    return;
  if (logging) {
    const std::uint64_t bits = toBits(before);
    std::memcpy(log.push(UndoKind::Symbol, address, sizeof bits), &bits, sizeof bits);
  }
  undoByte(address, value);
}

void Symbolic::undoByte(Address address, Ref before) {
  if (before)
    bytes[address] = before;
  else
    bytes.erase(address);
}

Answer Symbolic::canHold(Ref condition, expr::Assignment &found) {
  found = model;
  return context.solver.satisfy(conditions, condition, found);
}

void Symbolic::add(Ref condition, expr::Assignment found) {
  if (found.all() != model.all()) {
    model = std::move(found);
    evaluator.renew();
  }
  add(condition);
}

void Symbolic::add(Ref condition) {
  if (!condition->isConstant())
    conditions.push_back(condition);
}

std::optional<std::uint64_t> Symbolic::smallest(Ref node) {
  expr::Builder &b = context.builder;
  std::uint64_t high = valueOf(node);
  std::uint64_t low = node->low;
  expr::Evaluator other(b);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    expr::Assignment found;
    switch (canHold(b.lessEqual(node, b.constant(middle, node->width)), found)) {
    case Answer::Yes:
      other.renew();
      high = other.evaluate(node, found);
      break;
    case Answer::No:
      low = middle + 1;
      break;
    case Answer::Unknown:
      return std::nullopt;
    }
  }
  return high;
}

void Symbolic::shrink(const Position &to) {
  conditions.resize(to.conditions);
  inputs.resize(to.inputs);
  lazies.resize(to.lazies);
  resolved.resize(to.resolved);
  lazyObjects.resize(to.lazyObjects);
}

const Symbolic::Lazy *Symbolic::findLazy(std::uint32_t number) const {
  for (const Lazy &lazy : lazies)
    if (lazy.number == number)
      return &lazy;
  return nullptr;
}

bool Symbolic::isResolved(std::uint32_t number) const {
  return std::ranges::find(resolved, number, &Decided::number) != resolved.end();
}

Ref Symbolic::makeScalar(ThreadId thread, std::uint32_t nth, const std::string &name,
                         InputType type, unsigned size) {
  const std::uint32_t number = context.numberOf(thread, nth, 0, size * 8);
  inputs.push_back({name, type, {number}, size, thread, nth});
  return context.builder.input(number, size * 8);
}

Ref Symbolic::lift(ThreadId thread, std::uint32_t nth, unsigned width, std::uint64_t value) {
  constexpr std::uint32_t ofReads = ~std::uint32_t{0}; // No input has so many parts.
  const Ref node = context.builder.input(context.numberOf(thread, nth, ofReads, width), width);
  give(node, value);
  return node;
}

std::vector<Ref> Symbolic::makeBytes(ThreadId thread, std::uint32_t nth, const std::string &name,
                                     unsigned size) {
  Input input{name, InputType::Bytes, {}, size, thread, nth};
  std::vector<Ref> result;
  for (unsigned i = 0; i < size; ++i) {
    input.numbers.push_back(context.numberOf(thread, nth, i, 8));
    result.push_back(context.builder.input(input.numbers.back(), 8));
  }
  inputs.push_back(std::move(input));
  return result;
}

std::vector<std::uint64_t> Symbolic::constantsOf(Ref node) const {
  std::vector<std::uint64_t> result;
  std::vector<Ref> todo = {node};
  std::vector<bool> seen(context.builder.size());
  while (!todo.empty()) {
    const Ref top = todo.back();
    todo.pop_back();
    if (seen[top->id])
      continue;
    seen[top->id] = true;
    if (top->isConstant())
      result.push_back(top->value);
    for (const Ref operand : {top->a, top->b, top->c})
      if (operand)
        todo.push_back(operand);
    if (top->table)
      todo.insert(todo.end(), top->table->elements.begin(), top->table->elements.end());
  }
  return result;
}

bool Symbolic::makeInputsSmall() {
  std::vector<solver::Smallest> order;
  for (const Input &input : inputs)
    for (const std::uint32_t number : input.numbers)
      order.push_back({number, input.type == InputType::Bytes ? 8 : input.bytes * 8,
                       input.type == InputType::Signed});
  const Answer answer = context.solver.minimise(conditions, order, model);
  evaluator.renew();
  return answer == Answer::Yes;
}

std::vector<InputValue> Symbolic::anyInputs() const {
  std::vector<InputValue> result;
  for (const Input &input : inputs) {
    InputValue value{input.name, input.type, std::vector<std::uint8_t>(input.bytes)};
    for (std::size_t i = 0; i < input.numbers.size(); ++i) {
      const std::uint64_t bits = model.of(input.numbers[i]);
      if (input.type == InputType::Bytes)
        value.bytes[i] = static_cast<std::uint8_t>(bits);
      else
        std::memcpy(value.bytes.data(), &bits, input.bytes);
    }
    result.push_back(std::move(value));
  }
  return result;
}

} // namespace heddle::vm
