#include "expr/builder.h"

#include "expr/evaluate.h"
#include "random_expressions.h"

#include <gtest/gtest.h>

namespace heddle::expr {
namespace {

TEST(Builder, MakesEqualExpressionsOnce) {
  Builder b;
  const Ref x = b.input(0, 32);
  const Ref y = b.input(1, 32);
  EXPECT_EQ(b.add(x, y), b.add(y, x));
  EXPECT_NE(b.add(x, y), b.sub(x, y));
}

TEST(Builder, PutsBytesTogetherAgain) {
  Builder b;
  const Ref x = b.input(0, 32);
  const Ref y = b.input(1, 32);
  const Ref byte = b.zeroExtend(b.input(2, 8), 32);
  for (const Ref value :
       {x, byte, b.add(x, y), b.sub(x, byte), b.bitAnd(x, y), b.bitXor(x, b.constant(5, 32)),
        b.mul(b.add(x, byte), y), b.signExtend(b.input(2, 8), 32),
        b.ite(b.less(x, y), x, b.constant(7, 32))}) {
    Ref whole = b.extract(value, 0, 8);
    for (unsigned i = 1; i < 4; ++i)
      whole = b.concat(b.extract(value, 8 * i, 8), whole);
    EXPECT_EQ(whole, value);
  }
}

TEST(Builder, KnowsShiftedBytesAsConcatenation) {
  Builder b;
  const Ref low = b.zeroExtend(b.input(0, 8), 32);
  const Ref high = b.zeroExtend(b.input(1, 8), 32);
  const Ref word = b.bitOr(low, b.shift(Op::ShiftLeft, high, b.constant(8, 32)));
  EXPECT_EQ(b.extract(word, 8, 8), b.input(1, 8));
  EXPECT_EQ(b.extract(word, 16, 16), b.constant(0, 16));
}

TEST(Builder, NarrowsComparisonsOfExtendedBytes) {
  Builder b;
  const Ref c = b.input(0, 8);
  EXPECT_EQ(b.lessSigned(b.zeroExtend(c, 32), b.constant(10, 32)), b.less(c, b.constant(10, 8)));
  EXPECT_TRUE(b.lessSigned(b.zeroExtend(c, 32), b.constant(256, 32))->isTrue());
  EXPECT_TRUE(b.equal(b.zeroExtend(c, 32), b.constant(300, 32))->isFalse());
}

TEST(Builder, SeesThroughBooleansAsIntegers) {
  Builder b;
  const Ref condition = b.less(b.input(0, 32), b.input(1, 32));
  const Ref number = b.zeroExtend(condition, 32);
  EXPECT_EQ(b.equal(number, b.constant(1, 32)), condition);
  EXPECT_EQ(b.invert(b.equal(number, b.constant(0, 32))), condition);
}

TEST(Builder, SolvesLinearEquations) {
  Builder b;
  const Ref x = b.input(0, 32);
  const Ref scaled = b.add(b.mul(x, b.constant(3, 32)), b.constant(4, 32));
  EXPECT_EQ(b.equal(scaled, b.constant(19, 32)), b.equal(x, b.constant(5, 32)));
}

TEST(Builder, CollectsInputs) {
  Builder b;
  const Ref sum = b.add(b.input(3, 32), b.mul(b.input(1, 32), b.input(3, 32)));
  EXPECT_EQ(sum->support->inputs, (std::vector<std::uint32_t>{1, 3}));
}

TEST(Evaluator, GoesDeepWithoutRecursion) {
  Builder b;
  Ref sum = b.input(0, 32);
  for (std::uint32_t i = 1; i < 200'000; ++i)
    sum = b.bitXor(b.mul(sum, b.constant(5, 32)), b.input(i % 7, 32));
  Evaluator evaluator(b);
  Assignment inputs;
  EXPECT_EQ(evaluator.evaluate(sum, inputs), 0U);
}

TEST(Builder, ComparesLongChainsOfChoices) {
  Builder b;
  Ref chain = b.input(0, 32);
  for (std::uint32_t i = 1; i < 100'000; ++i)
    chain = b.ite(b.equal(b.input(1, 32), b.constant(i, 32)), b.constant(std::uint64_t{i} * 3, 32),
                  chain);
  EXPECT_FALSE(b.equal(chain, b.constant(7, 32))->isConstant());
  EXPECT_FALSE(b.less(chain, b.constant(7, 32))->isConstant());
}

/// Simplified or not, an expression has the same value; its bits and range hold.
TEST(Builder, RulesKeepValues) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Builder builder;
    test::RandomExpressions source(builder, seed);
    for (int i = 0; i < 300; ++i) {
      const test::Pair pair = source.next();
      for (std::size_t t = 0; t < test::trials; ++t) {
        Assignment inputs;
        for (std::uint32_t input = 0; input < test::inputCount; ++input)
          for (const unsigned width : test::RandomExpressions::widths)
            inputs.set(test::RandomExpressions::numberOf(input, width),
                       source.inputValue(t, input * 100));
        Evaluator evaluator(builder);
        const std::uint64_t value = evaluator.evaluate(pair.node, inputs);
        ASSERT_EQ(value, pair.values[t]) << "seed " << seed << ", expression " << i;
        ASSERT_EQ(value & pair.node->zeros, 0U) << "seed " << seed << ", expression " << i;
        ASSERT_EQ(value & pair.node->ones, pair.node->ones) << "seed " << seed;
        ASSERT_LE(pair.node->low, value) << "seed " << seed << ", expression " << i;
        ASSERT_GE(pair.node->high, value) << "seed " << seed << ", expression " << i;
      }
    }
  }
}

} // namespace
} // namespace heddle::expr
