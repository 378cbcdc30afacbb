// Every kind of node means the same to Z3 as to the evaluator.
#include "../expr/random_expressions.h"
#include "solver/solver.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace heddle::solver {
namespace {

using expr::Assignment;
using expr::Builder;
using expr::Evaluator;
using expr::Op;
using expr::Ref;
using Random = expr::test::RandomExpressions;

constexpr Options onlyZ3{.timeoutMilliseconds = 60'000,
                         .useRanges = false,
                         .useIndependence = false,
                         .useRepair = false,
                         .useCache = false,
                         .useEnumeration = false};

/// Wide products and divisions would take Z3 most of the time, and show nothing more.
bool isEasy(Ref node) {
  if (!node)
    return true;
  if (node->width > 16 && node->op >= Op::Mul && node->op <= Op::SignedRemainder)
    return false;
  if (node->table)
    for (const Ref element : node->table->elements)
      if (!isEasy(element))
        return false;
  return isEasy(node->a) && isEasy(node->b) && isEasy(node->c);
}

class Comparison {
public:
  Builder builder;
  Solver solver{builder, onlyZ3};

  /// With these inputs, `node` has the evaluator's value and no other for Z3.
  void expectSame(Ref node, const Assignment &inputs, const std::vector<Ref> &used,
                  bool isCertain = true) {
    Evaluator evaluator(builder);
    const Ref value = builder.constant(evaluator.evaluate(node, inputs), node->width);
    Ref fixed = builder.boolean(true);
    Assignment model; // Wrong in all inputs, so that the model cannot answer.
    for (const Ref input : used) {
      const std::uint64_t wanted = evaluator.evaluate(input, inputs);
      model.set(static_cast<std::uint32_t>(input->value), ~wanted);
      fixed = builder.bitAnd(fixed, builder.equal(input, builder.constant(wanted, input->width)));
    }
    const Ref same = builder.equal(node, value);
    Assignment found = model;
    EXPECT_EQ(solver.satisfy({}, builder.bitAnd(fixed, same), found), Answer::Yes);
    const Answer other = solver.satisfy({}, builder.bitAnd(fixed, builder.invert(same)), model);
    if (isCertain)
      EXPECT_EQ(other, Answer::No);
    else
      EXPECT_NE(other, Answer::Yes);
  }
};

TEST(Translator, MeansTheSame) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Comparison comparison;
    Builder &b = comparison.builder;
    Random source(b, seed);
    for (int i = 0; i < 40; ++i) {
      const expr::test::Pair pair = source.next();
      if (pair.node->isConstant() || pair.node->support->inputs.size() > 6 || !isEasy(pair.node))
        continue;
      const std::size_t trial = source.pick(expr::test::trials);
      Assignment inputs;
      std::vector<Ref> used;
      for (const std::uint32_t number : pair.node->support->inputs) {
        used.push_back(b.input(number, number % 100));
        inputs.set(number, source.inputValue(trial, number));
      }
      comparison.expectSame(pair.node, inputs, used);
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", expression " << i;
    }
  }
}

TEST(Translator, KnowsEveryIntegerOperation) {
  Comparison comparison;
  Builder &b = comparison.builder;
  const Ref x = b.input(0, 9);
  const Ref y = b.input(1, 9);
  std::vector<Ref> nodes{b.concat(x, y), b.extract(b.mul(x, y), 3, 4), b.zeroExtend(x, 20),
                         b.signExtend(x, 20), b.ite(b.less(x, y), b.invert(x), y)};
  for (auto op = static_cast<int>(Op::Add); op <= static_cast<int>(Op::LessSigned); ++op)
    nodes.push_back(b.binary(static_cast<Op>(op), x, y));
  std::vector<Ref> elements;
  for (std::uint64_t i = 0; i < 37; ++i)
    elements.push_back(i % 5 ? b.constant(i * 37 % 101, 9) : b.add(y, b.constant(i, 9)));
  for (const Ref index : {x, b.bitAnd(x, b.constant(0x16, 9)), b.bitOr(x, b.constant(0x12, 9)),
                          b.zeroExtend(b.extract(x, 0, 3), 64)})
    nodes.push_back(b.select(elements, index));
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> values{{0, 0},   {511, 0}, {256, 511},
                                                                    {300, 7}, {7, 300}, {37, 500}};
  for (const Ref node : nodes)
    for (const auto &[first, second] : values) {
      Assignment inputs;
      inputs.set(0, first);
      inputs.set(1, second);
      comparison.expectSame(node, inputs, {x, y});
      ASSERT_FALSE(testing::Test::HasFailure())
          << "operation " << static_cast<int>(node->op) << " of " << first << ", " << second;
    }
}

template <class T> std::uint64_t bitsOf(T value) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<std::uint32_t>(value);
  else
    return std::bit_cast<std::uint64_t>(value);
}

template <class T> std::vector<std::uint64_t> interestingFloats() {
  using Limits = std::numeric_limits<T>;
  std::vector<std::uint64_t> bits;
  for (const T value : {T{0}, -T{0}, T{1}, T{-1.5}, T{2.5}, T{0.1}, T{-3e9}, T{1e19},
                        Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), Limits::max(),
                        Limits::denorm_min(), T{-128}, T{127.99}, T{255.5}, T{-0.75}})
    bits.push_back(bitsOf(value));
  return bits;
}

template <class T> void compareFloats(unsigned width) {
  Comparison comparison;
  Builder &b = comparison.builder;
  const Ref x = b.input(0, width);
  const Ref y = b.input(1, width);
  const Ref small = b.extract(y, width - 8, 8);
  std::vector<Ref> nodes{b.floating(Op::FloatSqrt, width, x),
                         b.floating(Op::FloatFma, width, x, y, y),
                         b.floating(Op::FloatIsNan, 1, x),
                         b.floating(Op::FloatResize, 96 - width, x),
                         b.floating(Op::SignedToFloat, width, small),
                         b.floating(Op::UnsignedToFloat, width, small),
                         b.floating(Op::SignedToFloat, width, y),
                         b.floating(Op::UnsignedToFloat, width, y)};
  for (const Op op : {Op::FloatAdd, Op::FloatSub, Op::FloatMul, Op::FloatDivide})
    nodes.push_back(b.floating(op, width, x, y));
  for (const Op op : {Op::FloatEqual, Op::FloatLess, Op::FloatLessEqual})
    nodes.push_back(b.floating(op, 1, x, y));
  for (std::uint64_t to = 0; to <= static_cast<std::uint64_t>(expr::RoundTo::Zero); ++to)
    nodes.push_back(b.floating(Op::FloatRound, width, x, nullptr, nullptr, to));
  for (const unsigned to : {8U, 32U, 64U}) {
    nodes.push_back(b.floating(Op::FloatToSigned, to, x));
    nodes.push_back(b.floating(Op::FloatToUnsigned, to, x));
  }
  const std::vector<std::uint64_t> values = interestingFloats<T>();
  std::size_t turn = 0;
  for (const Ref node : nodes)
    for (const std::uint64_t first : values) {
      // Each value as the first operand, the second in turn.
      const std::uint64_t second = values[turn++ % values.size()];
      Assignment inputs;
      inputs.set(0, first);
      inputs.set(1, second);
      Evaluator evaluator(b);
      const std::uint64_t result = evaluator.evaluate(node, inputs);
      // Which NaN an operation gives is open.
      const bool isNan =
          (node->op < Op::FloatEqual || node->op == Op::FloatResize) &&
          (node->width == 32 ? std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(result)))
                             : std::isnan(std::bit_cast<double>(result)));
      comparison.expectSame(node, inputs, {x, y}, !isNan);
      ASSERT_FALSE(testing::Test::HasFailure())
          << "operation " << static_cast<int>(node->op) << " of " << first << ", " << second;
    }
}

TEST(Translator, KnowsEverySingleFloatOperation) {
  compareFloats<float>(32);
}
TEST(Translator, KnowsEveryDoubleFloatOperation) {
  compareFloats<double>(64);
}

TEST(Translator, LeavesRemaindersOpen) {
  Builder b;
  Solver solver(b, onlyZ3);
  const Ref x = b.input(0, 64);
  const Ref rest = b.floating(Op::FloatRemainder, 64, x, b.constant(bitsOf(2.0), 64));
  const Ref isOne = b.floating(Op::FloatEqual, 1, rest, b.constant(bitsOf(1.0), 64));
  Assignment model;
  EXPECT_NE(solver.satisfy({}, isOne, model), Answer::No);
  const std::vector<Ref> path{b.invert(isOne)};
  EXPECT_EQ(solver.satisfy(path, b.bitAnd(isOne, b.less(x, b.constant(9, 64))), model), Answer::No);
}

} // namespace
} // namespace heddle::solver
