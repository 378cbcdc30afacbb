// Small inputs: the first as small as it gets, fixed there, then the next.
#include "solver/stages.h"

#include <bit>
#include <chrono>

namespace heddle::solver {

using expr::Ref;

namespace {

/// One input on its way down.
class Descent {
public:
  Descent(expr::Builder &builder, const Smallest &smallest)
      : builder(builder), smallest(smallest), input(builder.input(smallest.input, smallest.width)) {
  }

  std::uint64_t magnitude(const expr::Assignment &model) const {
    const std::uint64_t value = valueIn(model);
    if (smallest.isSigned && value >> (smallest.width - 1))
      return (0 - value) & expr::ones(smallest.width);
    return value;
  }
  std::uint64_t valueIn(const expr::Assignment &model) const {
    return model.of(smallest.input) & expr::ones(smallest.width);
  }
  Ref atMost(std::uint64_t magnitude) const {
    const Ref limit = builder.constant(magnitude, smallest.width);
    if (!smallest.isSigned)
      return builder.lessEqual(input, limit);
    return builder.bitAnd(builder.lessEqualSigned(builder.negate(limit), input),
                          builder.lessEqualSigned(input, limit));
  }
  Ref is(std::uint64_t value) const {
    return builder.equal(input, builder.constant(value, smallest.width));
  }

private:
  expr::Builder &builder;
  Smallest smallest;
  Ref input;
};

} // namespace

Answer Solver::minimise(std::span<const Ref> path, std::span<const Smallest> inputs,
                        expr::Assignment &model) {
  std::vector<Ref> conditions(path.begin(), path.end());
  Answer result = Answer::Yes;
  const auto latest = std::chrono::steady_clock::now() +
                      std::chrono::milliseconds(stages->options.minimiseMilliseconds);
  bool hasTime = true;
  auto ask = [&](Ref condition) {
    hasTime =
        hasTime && !stages->session.wasInterrupted() && std::chrono::steady_clock::now() < latest;
    if (!hasTime)
      result = Answer::Unknown;
    if (!hasTime)
      return false;
    const Answer answer = stages->satisfy(conditions, condition, model);
    if (answer == Answer::Unknown)
      result = Answer::Unknown;
    return answer == Answer::Yes;
  };
  for (const Smallest &smallest : inputs) {
    const Descent descent(stages->builder, smallest);
    if (descent.magnitude(model) && !ask(descent.is(0))) {
      // First how many bits it needs, then which: few questions for values that turn out small.
      unsigned fewest = 1;
      for (unsigned most = 0;
           most = static_cast<unsigned>(std::bit_width(descent.magnitude(model))), fewest < most;) {
        const unsigned middle = (fewest + most) / 2;
        if (!ask(descent.atMost(expr::ones(middle))))
          fewest = middle + 1;
      }
      std::uint64_t low = expr::ones(fewest - 1) + 1;
      while (low < descent.magnitude(model)) {
        const std::uint64_t middle = low + (descent.magnitude(model) - low) / 2;
        if (!ask(descent.atMost(middle)))
          low = middle + 1;
      }
      // Of two that are equally near the positive one.
      if (descent.valueIn(model) != descent.magnitude(model))
        ask(descent.is(descent.magnitude(model)));
    }
    if (!hasTime)
      break;
    conditions.push_back(descent.is(descent.valueIn(model)));
  }
  stages->session.endQuestion();
  return result;
}

} // namespace heddle::solver
