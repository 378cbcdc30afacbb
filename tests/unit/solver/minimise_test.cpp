#include "../expr/random_expressions.h"
#include "solver/solver.h"

#include <gtest/gtest.h>
#include <tuple>

namespace heddle::solver {
namespace {

using expr::Assignment;
using expr::Builder;
using expr::Evaluator;
using expr::Ref;
using Random = expr::test::RandomExpressions;

constexpr unsigned width = 4;
constexpr std::uint32_t count = 3;

std::uint32_t numberOf(std::uint32_t input) {
  return Random::numberOf(input, width);
}

/// What is smaller first: nearer to 0, then positive.
std::tuple<std::uint64_t, bool> rank(std::uint64_t value, bool isSigned) {
  const bool isNegative = isSigned && value >> (width - 1);
  return {isNegative ? (0 - value) & expr::ones(width) : value, isNegative};
}

std::vector<std::tuple<std::uint64_t, bool>> rankAll(const Assignment &model) {
  std::vector<std::tuple<std::uint64_t, bool>> ranks;
  for (std::uint32_t i = 0; i < count; ++i)
    ranks.push_back(rank(model.of(numberOf(i)), i == 1));
  return ranks;
}

TEST(Minimise, FindsTheSmallest) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Builder b;
    Random source(b, seed, {width});
    Solver solver(b, {});
    std::vector<Ref> path;
    Assignment model;
    std::vector<Smallest> inputs;
    for (std::uint32_t i = 0; i < count; ++i)
      inputs.push_back({numberOf(i), width, i == 1});
    while (path.size() < 4) {
      const expr::test::Pair pair = source.next();
      // The fourth input is left out: its value is 0.
      if (pair.node->support->contains(numberOf(3)) || pair.node->isConstant())
        continue;
      const Ref same = b.equal(pair.node, b.constant(pair.values[0], pair.node->width));
      const Ref condition = source.pick(4) ? b.invert(same) : same;
      if (solver.satisfy(path, condition, model) == Answer::Yes)
        path.push_back(condition);
    }
    ASSERT_EQ(solver.minimise(path, inputs, model), Answer::Yes) << "seed " << seed;
    Evaluator evaluator(b);
    auto holds = [&](const Assignment &with) {
      evaluator.renew();
      return std::all_of(path.begin(), path.end(),
                         [&](Ref one) { return evaluator.evaluate(one, with) != 0; });
    };
    ASSERT_TRUE(holds(model)) << "seed " << seed;
    for (std::uint64_t all = 0; all < 1U << (width * count); ++all) {
      Assignment other;
      for (std::uint32_t i = 0; i < count; ++i)
        other.set(numberOf(i), all >> (width * i) & expr::ones(width));
      if (holds(other)) {
        ASSERT_LE(rankAll(model), rankAll(other)) << "seed " << seed << ", assignment " << all;
      }
    }
  }
}

TEST(Minimise, PrefersThePositiveOfTwo) {
  Builder b;
  Solver solver(b, {});
  const Ref x = b.input(0, 10);
  const std::vector<Ref> path{b.equal(b.mul(x, x), b.constant(49, 10)),
                              b.invert(b.equal(x, b.constant(7, 10)))};
  Assignment model;
  ASSERT_EQ(solver.satisfy({}, path[0], model), Answer::Yes);
  ASSERT_EQ(solver.satisfy({path.data(), 1}, path[1], model), Answer::Yes);
  Assignment both = model;
  EXPECT_EQ(solver.minimise(path, std::vector<Smallest>{{0, 10, true}}, model), Answer::Yes);
  EXPECT_EQ(model.of(0), 0x3F9U);
  EXPECT_EQ(solver.minimise({path.data(), 1}, std::vector<Smallest>{{0, 10, true}}, both),
            Answer::Yes);
  EXPECT_EQ(both.of(0), 7U);
}

TEST(Minimise, GoesOnAfterAQuestionWithoutAnAnswer) {
  Builder b;
  Options options;
  options.timeoutMilliseconds = 500;
  Solver solver(b, options);
  const Ref easy = b.input(0, 32);
  const Ref x = b.input(1, 64);
  const Ref y = b.input(2, 64);
  auto small = [&](Ref one) {
    return b.bitAnd(b.less(b.constant(1, 64), one), b.less(one, b.constant(1ULL << 32, 64)));
  };
  // Either the simple way, or the factors of a product of two primes.
  const Ref simple =
      b.bitAnd(b.equal(easy, b.constant(1, 32)),
               b.bitAnd(b.equal(x, b.constant(17, 64)), b.less(b.constant(3, 64), y)));
  const Ref hard =
      b.bitAnd(b.bitAnd(b.equal(easy, b.constant(0, 32)), b.bitAnd(small(x), small(y))),
               b.equal(b.mul(x, y), b.constant(8687298342800752309ULL, 64)));
  const std::vector<Ref> path{b.bitOr(simple, hard)};
  Assignment model;
  model.set(0, 1);
  model.set(1, 17);
  model.set(2, 99);
  const std::vector<Smallest> inputs{{0, 32, false}, {1, 64, false}, {2, 64, false}};
  EXPECT_EQ(solver.minimise(path, inputs, model), Answer::Unknown);
  EXPECT_EQ(solver.counters().unknown, 1U);
  EXPECT_EQ(model.of(0), 1U);
  EXPECT_EQ(model.of(2), 4U);
  EXPECT_NE(Evaluator(b).evaluate(path[0], model), 0U);
}

TEST(Minimise, EndsInTime) {
  Builder b;
  Options options;
  options.minimiseMilliseconds = 0;
  Solver solver(b, options);
  const Ref x = b.input(0, 32);
  const std::vector<Ref> path{b.less(b.constant(10, 32), x)};
  Assignment model;
  model.set(0, 99);
  EXPECT_EQ(solver.minimise(path, std::vector<Smallest>{{0, 32, false}}, model), Answer::Unknown);
  EXPECT_EQ(model.of(0), 99U);
}

} // namespace
} // namespace heddle::solver
