// Random expressions together with what they should be: the same operations on plain values.
#pragma once

#include "expr/builder.h"
#include "expr/fold.h"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace heddle::expr::test {

inline constexpr std::size_t trials = 12; ///< Assignments that every expression is tried under.
inline constexpr std::uint32_t inputCount = 4;

/// An expression and its values, worked out step by step without any rule.
struct Pair {
  Ref node = nullptr;
  std::array<std::uint64_t, trials> values{};
};

class RandomExpressions {
public:
  RandomExpressions(Builder &builder, std::uint64_t seed)
      : RandomExpressions(builder, seed, {widths.begin(), widths.end()}) {}
  /// With inputs of other widths, `inputCount` of each.
  RandomExpressions(Builder &builder, std::uint64_t seed, const std::vector<unsigned> &leafWidths)
      : builder(builder), random(seed) {
    for (auto &trial : inputs)
      for (std::uint64_t &value : trial)
        value = interesting();
    for (const unsigned width : leafWidths) {
      for (std::uint32_t i = 0; i < inputCount; ++i) {
        Pair leaf{builder.input(numberOf(i, width), width), {}};
        for (std::size_t t = 0; t < trials; ++t)
          leaf.values[t] = inputs[t][i] & ones(width);
        pool.push_back(leaf);
      }
    }
  }

  static constexpr std::array<unsigned, 6> widths = {1, 8, 13, 16, 32, 64};
  static std::uint32_t numberOf(std::uint32_t input, unsigned width) { return input * 100 + width; }
  std::uint64_t inputValue(std::size_t trial, std::uint32_t number) const {
    return inputs[trial][number / 100];
  }

  /// Makes one more expression out of those made before.
  const Pair &next();
  std::uint64_t pick(std::uint64_t below) { return random() % below; }

private:
  std::uint64_t interesting() {
    switch (random() % 4) {
    case 0:
      return random() % 4;
    case 1:
      return ~std::uint64_t{0} - random() % 4;
    case 2:
      return std::uint64_t{1} << random() % 64;
    default:
      return random();
    }
  }
  const Pair &any() {
    // Mostly recent ones, so that expressions get deep.
    const std::size_t window = std::min<std::size_t>(pool.size(), 24);
    return random() % 3 ? pool[pool.size() - 1 - random() % window] : pool[random() % pool.size()];
  }
  Pair constant(unsigned width) {
    const std::uint64_t value = interesting() & ones(width);
    Pair pair{builder.constant(value, width), {}};
    pair.values.fill(value);
    return pair;
  }
  Pair ofWidth(unsigned width) {
    if (random() % 4 == 0)
      return constant(width);
    for (int i = 0; i < 20; ++i)
      if (const Pair &pair = any(); pair.node->width == width)
        return pair;
    const Pair from = any();
    if (from.node->width > width)
      return cut(from, static_cast<unsigned>(random() % (from.node->width - width + 1)), width);
    return widen(from, width, random() % 2 == 0);
  }
  template <class F> Pair combine(Ref node, F f) {
    Pair pair{node, {}};
    for (std::size_t t = 0; t < trials; ++t)
      pair.values[t] = f(t);
    return pair;
  }
  Pair cut(const Pair &a, unsigned from, unsigned width) {
    return combine(builder.extract(a.node, from, width), [&](std::size_t t) {
      return apply(Op::Extract, width, a.node->width, 0, a.values[t], 0, 0, from);
    });
  }
  Pair widen(const Pair &a, unsigned width, bool isSigned) {
    const Op op = isSigned ? Op::SignExtend : Op::ZeroExtend;
    return combine(
        isSigned ? builder.signExtend(a.node, width) : builder.zeroExtend(a.node, width),
        [&](std::size_t t) { return apply(op, width, a.node->width, 0, a.values[t], 0, 0, 0); });
  }
  Pair operation(const Pair &a) {
    static constexpr std::array<Op, 16> ops = {Op::Add,
                                               Op::Sub,
                                               Op::Mul,
                                               Op::UnsignedDivide,
                                               Op::And,
                                               Op::Or,
                                               Op::Xor,
                                               Op::SignedDivide,
                                               Op::ShiftLeft,
                                               Op::ShiftRight,
                                               Op::Equal,
                                               Op::ShiftRightSigned,
                                               Op::Less,
                                               Op::LessSigned,
                                               Op::SignedRemainder,
                                               Op::UnsignedRemainder};
    const Op op = ops[random() % ops.size()];
    const Pair b = ofWidth(a.node->width);
    const unsigned width = op >= Op::Equal && op <= Op::LessSigned ? 1 : a.node->width;
    return combine(builder.binary(op, a.node, b.node), [&](std::size_t t) {
      return apply(op, width, a.node->width, a.node->width, a.values[t], b.values[t], 0, 0);
    });
  }
  Pair lookUp(const Pair &a);

  Builder &builder;
  std::mt19937_64 random;
  std::array<std::array<std::uint64_t, inputCount>, trials> inputs{};
  std::vector<Pair> pool;
};

inline Pair RandomExpressions::lookUp(const Pair &a) {
  const std::size_t size = 1 + random() % 9;
  const unsigned width = widths[random() % widths.size()];
  std::vector<Pair> chosen;
  std::vector<Ref> elements;
  for (std::size_t i = 0; i < size; ++i) {
    chosen.push_back(ofWidth(width));
    elements.push_back(chosen.back().node);
  }
  return combine(builder.select(elements, a.node), [&](std::size_t t) {
    return a.values[t] < size ? chosen[a.values[t]].values[t] : 0;
  });
}

inline const Pair &RandomExpressions::next() {
  const Pair a = any();
  Pair made;
  switch (random() % 8) {
  case 0:
    made = cut(a, 0, 1 + static_cast<unsigned>(random() % a.node->width));
    break;
  case 1:
    made = widen(a, a.node->width + static_cast<unsigned>(random() % (65 - a.node->width)),
                 random() % 2 == 0);
    break;
  case 2: {
    const Pair b = any();
    if (a.node->width + b.node->width > 64)
      return next();
    made = combine(builder.concat(a.node, b.node),
                   [&](std::size_t t) { return a.values[t] << b.node->width | b.values[t]; });
    break;
  }
  case 3: {
    const Pair condition = ofWidth(1);
    const Pair b = ofWidth(a.node->width);
    made = combine(builder.ite(condition.node, a.node, b.node),
                   [&](std::size_t t) { return condition.values[t] ? a.values[t] : b.values[t]; });
    break;
  }
  case 4:
    made = random() % 4 ? operation(a) : lookUp(a);
    break;
  default:
    made = operation(a);
    break;
  }
  return pool.emplace_back(made);
}

} // namespace heddle::expr::test
