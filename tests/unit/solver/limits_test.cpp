// Questions that are too hard, and paths that are very long.
#include "expr/builder.h"
#include "solver/solver.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace heddle::solver {
namespace {

using expr::Assignment;
using expr::Builder;
using expr::Ref;

class Clock {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

private:
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// A product of two large primes, to be taken apart.
Ref factors(Builder &b) {
  const Ref x = b.zeroExtend(b.input(0, 32), 64);
  const Ref y = b.zeroExtend(b.input(1, 32), 64);
  return b.bitAnd(b.equal(b.mul(x, y), b.constant(2860486313U * 3367900313ULL, 64)), b.less(x, y));
}

TEST(Limits, EndsWhenTheTimeIsOver) {
  Builder b;
  Solver solver(b, {.timeoutMilliseconds = 200});
  Assignment model;
  model.set(0, 3);
  const Clock clock;
  EXPECT_EQ(solver.satisfy({}, factors(b), model), Answer::Unknown);
  EXPECT_LT(clock.seconds(), 5);
  EXPECT_EQ(model.of(0), 3U);
  EXPECT_EQ(solver.counters().unknown, 1U);
  // It is ready for the next question.
  const Ref square = b.mul(b.input(2, 16), b.input(2, 16));
  EXPECT_EQ(solver.satisfy({}, b.equal(square, b.constant(289, 16)), model), Answer::Yes);
}

TEST(Limits, EndsWhenInterrupted) {
  Builder b;
  Solver solver(b, {.timeoutMilliseconds = 60'000});
  Assignment model;
  const Clock clock;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    solver.interrupt();
  });
  EXPECT_EQ(solver.satisfy({}, factors(b), model), Answer::Unknown);
  other.join();
  EXPECT_LT(clock.seconds(), 10);
  // Before it has begun.
  solver.interrupt();
  EXPECT_EQ(solver.satisfy({}, factors(b), model), Answer::Unknown);
  EXPECT_LT(clock.seconds(), 10);
  EXPECT_EQ(solver.satisfy({}, b.equal(b.input(2, 8), b.constant(7, 8)), model), Answer::Yes);
}

TEST(Limits, LongPathsOfSeparateInputsAreFast) {
  Builder b;
  Solver solver(b, {});
  Assignment model;
  std::vector<Ref> path;
  const Clock clock;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const Ref condition = b.less(b.constant(i % 200, 8), b.input(i, 8));
    Assignment other = model;
    ASSERT_EQ(solver.satisfy(path, b.invert(condition), other), Answer::Yes);
    ASSERT_EQ(solver.satisfy(path, condition, model), Answer::Yes);
    path.push_back(condition);
  }
  EXPECT_EQ(solver.counters().byZ3, 0U);
  EXPECT_LT(clock.seconds(), 10);
}

TEST(Limits, DeepExpressionsReachZ3) {
  Builder b;
  Solver solver(b, {.timeoutMilliseconds = 1'000, .useRanges = false, .useRepair = false});
  Ref sum = b.input(0, 16);
  for (std::uint32_t i = 1; i < 200'000; ++i)
    sum = b.bitXor(b.add(sum, b.constant(i, 16)), b.input(i % 7, 16));
  Assignment model;
  EXPECT_NE(solver.satisfy({}, b.equal(sum, b.constant(200, 16)), model), Answer::No);
}

} // namespace
} // namespace heddle::solver
