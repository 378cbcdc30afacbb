#include "states.h"

#include "expr/evaluate.h"
#include "vm/symbolic.h"

#include <algorithm>

namespace heddle::property {

namespace {

/// The numbers of the inputs on the path, in an order that all machines agree on.
std::vector<std::uint32_t> inputsOf(const vm::Symbolic &symbolic) {
  std::vector<std::uint32_t> met;
  for (const vm::Symbolic::Input &input : symbolic.allInputs())
    met.insert(met.end(), input.numbers.begin(), input.numbers.end());
  std::vector<std::uint32_t> result;
  for (const auto &[name, number] : symbolic.context.numbers)
    if (std::ranges::find(met, number) != met.end())
      result.push_back(number);
  return result;
}

/// Values of expressions for chosen inputs.
class Valuation {
public:
  explicit Valuation(const vm::Symbolic &symbolic)
      : evaluator(symbolic.context.builder), inputs(inputsOf(symbolic)) {}

  void set(std::size_t which, std::uint64_t value) { values.set(inputs[which], value); }
  void begin() { evaluator.renew(); }
  std::uint64_t of(expr::Ref node) { return evaluator.evaluate(node, values); }
  std::size_t size() const { return inputs.size(); }
  std::string serialise(const vm::Machine &machine, bool registers) {
    std::string bytes;
    machine.serialise(bytes, [this](expr::Ref node) { return of(node); }, registers);
    return bytes;
  }

private:
  expr::Evaluator evaluator;
  expr::Assignment values;
  std::vector<std::uint32_t> inputs;
};

} // namespace

void forEachState(const vm::Machine &machine, const std::function<void(std::string &)> &f) {
  if (!machine.symbolic().any()) {
    std::string bytes;
    machine.serialise(bytes, {}, false);
    return f(bytes);
  }
  Valuation valuation(machine.symbolic());
  // Up to 512 combinations; generated programs have at most three inputs, of at most 7.
  const std::uint64_t values = valuation.size() <= 3 ? 8 : 2;
  const std::uint64_t digits = std::min<std::size_t>(valuation.size(), 9);
  std::uint64_t combinations = 1;
  for (std::uint64_t i = 0; i < digits; ++i)
    combinations *= values;
  for (std::uint64_t i = 0; i < combinations; ++i) {
    std::uint64_t rest = i;
    for (std::size_t which = 0; which < digits; ++which, rest /= values)
      valuation.set(which, rest % values);
    valuation.begin();
    if (!std::ranges::all_of(machine.symbolic().path(),
                             [&](expr::Ref condition) { return valuation.of(condition) != 0; }))
      continue;
    std::string bytes = valuation.serialise(machine, false);
    bytes.append(reinterpret_cast<const char *>(&i), sizeof i);
    f(bytes);
  }
}

std::string sampleState(const vm::Machine &machine) {
  Valuation valuation(machine.symbolic());
  for (std::size_t i = 0; i < valuation.size(); ++i)
    valuation.set(i, i + 1);
  valuation.begin();
  std::string bytes = valuation.serialise(machine, true);
  for (const expr::Ref condition : machine.symbolic().path())
    bytes += valuation.of(condition) ? '1' : '0';
  return bytes;
}

} // namespace heddle::property
