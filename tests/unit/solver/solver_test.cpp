#include "solver/solver.h"

#include "../expr/random_expressions.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heddle::solver {
namespace {

using expr::Assignment;
using expr::Builder;
using expr::Evaluator;
using expr::Op;
using expr::Ref;
using Random = expr::test::RandomExpressions;

bool holds(Builder &builder, Ref condition, const Assignment &model) {
  Evaluator evaluator(builder);
  return evaluator.evaluate(condition, model) != 0;
}

Options withStages(unsigned which) {
  Options options;
  options.useRanges = which & 1;
  options.useIndependence = which & 2;
  options.useRepair = which & 4;
  options.useCache = which & 8;
  options.useEnumeration = which & 16;
  return options;
}

/// All assignments of a few narrow inputs, and for which of them a condition holds.
class Table {
public:
  static constexpr unsigned width = 3;
  static constexpr std::size_t size = std::size_t{1} << (width * expr::test::inputCount);

  static Assignment assignment(std::size_t number) {
    Assignment inputs;
    for (std::uint32_t i = 0; i < expr::test::inputCount; ++i)
      inputs.set(Random::numberOf(i, width), number >> (width * i) & expr::ones(width));
    return inputs;
  }
  static std::vector<bool> of(Builder &builder, Ref condition) {
    std::vector<bool> table(size);
    Evaluator evaluator(builder);
    for (std::size_t i = 0; i < size; ++i) {
      evaluator.renew();
      table[i] = evaluator.evaluate(condition, assignment(i)) != 0;
    }
    return table;
  }
};

/// Wide products and divisions would take Z3 most of the time, and show nothing more.
bool isEasy(Ref node) {
  if (!node)
    return true;
  if (node->width > 16 && node->op >= Op::Mul && node->op <= Op::SignedRemainder)
    return false;
  if (node->table &&
      !std::all_of(node->table->elements.begin(), node->table->elements.end(), isEasy))
    return false;
  return isEasy(node->a) && isEasy(node->b) && isEasy(node->c);
}

Ref makeCondition(Builder &builder, Random &source) {
  for (;;) {
    const expr::test::Pair pair = source.next();
    if (pair.node->isConstant())
      continue;
    const Ref value =
        builder.constant(pair.values[source.pick(expr::test::trials)], pair.node->width);
    const Ref made = pair.node->width == 1 ? pair.node
                     : source.pick(2) == 0 ? builder.equal(pair.node, value)
                     : source.pick(2) == 0 ? builder.less(pair.node, value)
                                           : builder.lessSigned(value, pair.node);
    if (!made->isConstant() && isEasy(made))
      return source.pick(2) ? made : builder.invert(made);
  }
}

/// One path that grows and shrinks, asked about by one solver for each choice of stages.
class Walk {
public:
  explicit Walk(std::uint64_t seed) : source(builder, seed, {Table::width}) {
    for (unsigned which = 0; which < 32; ++which)
      solvers.push_back({std::make_unique<Solver>(builder, withStages(which)), {}});
    tables.emplace_back(Table::size, true);
  }

  void step() {
    if (path.size() > 5 || source.pick(6) == 0)
      shrink(source.pick(path.size() + 1));
    const Ref condition = makeCondition(builder, source);
    std::vector<bool> table = Table::of(builder, condition);
    bool canHold = false;
    for (std::size_t i = 0; i < Table::size; ++i) {
      table[i] = table[i] && tables.back()[i];
      canHold |= table[i];
    }
    for (std::size_t which = 0; which < solvers.size(); ++which) {
      Assignment &model = solvers[which].model;
      const Answer answer = solvers[which].solver->satisfy(path, condition, model);
      ASSERT_EQ(answer, canHold ? Answer::Yes : Answer::No) << "stages " << which;
      if (canHold) {
        ASSERT_TRUE(holds(builder, condition, model)) << "stages " << which;
      }
      for (const Ref earlier : path)
        ASSERT_TRUE(holds(builder, earlier, model)) << "stages " << which;
    }
    if (canHold) {
      path.push_back(condition);
      tables.push_back(table);
    }
  }

  const Counters &counters(unsigned which) const { return solvers[which].solver->counters(); }

private:
  struct Asked {
    std::unique_ptr<Solver> solver;
    Assignment model;
  };
  void shrink(std::size_t size) {
    path.resize(size);
    tables.resize(size + 1);
  }

  Builder builder;
  Random source;
  std::vector<Asked> solvers;
  std::vector<Ref> path;
  std::vector<std::vector<bool>> tables;
};

TEST(Solver, AgreesWithTryingEverything) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Walk walk(seed);
    for (int i = 0; i < 25; ++i)
      ASSERT_NO_FATAL_FAILURE(walk.step()) << "seed " << seed << ", step " << i;
    for (unsigned which = 0; which < 32; ++which) {
      const Counters &c = walk.counters(which);
      EXPECT_EQ(c.questions, c.byModel + c.byRange + c.byRepair + c.byCache + c.byEnumeration +
                                 c.byZ3 + c.unknown);
      EXPECT_EQ(c.mismatches, 0U);
    }
    EXPECT_LT(walk.counters(15).byZ3, walk.counters(0).byZ3);
  }
}

TEST(Solver, LeavesOtherInputsAlone) {
  Builder b;
  Solver solver(b, {});
  Assignment model;
  model.set(0, 17);
  model.set(2, 33);
  const std::vector<Ref> path{b.equal(b.input(0, 32), b.constant(17, 32))};
  const Ref product = b.mul(b.input(1, 32), b.input(1, 32));
  EXPECT_EQ(solver.satisfy(path, b.equal(product, b.constant(1089, 32)), model), Answer::Yes);
  EXPECT_EQ(model.of(1) * model.of(1) & 0xFFFFFFFF, 1089U);
  EXPECT_EQ(model.of(0), 17U);
  EXPECT_EQ(model.of(2), 33U);
}

TEST(Solver, AnswersEasyBranchesWithoutZ3) {
  Builder b;
  Solver solver(b, {});
  Assignment model;
  std::vector<Ref> path;
  auto both = [&](Ref condition) {
    Assignment other = model;
    EXPECT_EQ(solver.satisfy(path, b.invert(condition), other), Answer::Yes);
    EXPECT_EQ(solver.satisfy(path, condition, model), Answer::Yes);
    path.push_back(condition);
  };
  both(b.equal(b.input(0, 8), b.constant('x', 8)));
  both(b.lessSigned(b.constant(10, 32), b.input(1, 32)));
  const Ref c = b.signExtend(b.input(2, 8), 32);
  for (const char one : {'a', 'b', 'q', '\n', ' '})
    both(b.invert(b.equal(c, b.constant(static_cast<std::uint64_t>(one), 32))));
  // A word put together of bytes.
  Ref word = b.zeroExtend(b.input(3, 8), 32);
  for (std::uint32_t i = 1; i < 4; ++i)
    word = b.bitOr(word, b.shift(Op::ShiftLeft, b.zeroExtend(b.input(3 + i, 8), 32),
                                 b.constant(std::uint64_t{8} * i, 32)));
  both(b.lessSigned(b.constant(1'000'000, 32), word));
  both(b.equal(b.bitAnd(word, b.constant(0xFF00, 32)), b.constant(0x4200, 32)));
  both(b.equal(b.add(b.mul(word, b.constant(31, 32)), b.constant(7, 32)),
               b.constant(0x12344256 * std::uint64_t{31} + 7, 32)));
  EXPECT_EQ(solver.counters().byZ3, 0U);
}

TEST(Solver, RefutesArrayBoundsByRanges) {
  Builder b;
  Solver solver(b, {});
  const Ref i = b.input(0, 32);
  Assignment model;
  const std::vector<Ref> path{b.lessEqualSigned(b.constant(0, 32), i),
                              b.lessSigned(i, b.constant(10, 32))};
  const Ref address =
      b.add(b.shift(Op::ShiftLeft, b.signExtend(i, 64), b.constant(2, 64)), b.constant(4096, 64));
  EXPECT_EQ(solver.satisfy(path, b.less(address, b.constant(4096, 64)), model), Answer::No);
  EXPECT_EQ(solver.satisfy(path, b.less(b.constant(4132, 64), address), model), Answer::No);
  EXPECT_EQ(solver.satisfy(path, b.less(b.constant(4131, 64), address), model), Answer::Yes);
  EXPECT_EQ(model.of(0), 9U);
  EXPECT_EQ(solver.counters().byZ3, 0U);
}

TEST(Solver, FindsIndicesIntoATableWithoutZ3) {
  Builder b;
  Solver solver(b, {});
  std::vector<Ref> table;
  for (std::uint64_t i = 0; i < 256; ++i)
    table.push_back(b.constant(i * i * 40503 % 65521, 32));
  Ref sum = b.constant(0, 32);
  for (std::uint32_t i = 0; i < 6; ++i)
    sum = b.add(sum, b.select(table, b.zeroExtend(b.input(i, 8), 32)));
  const std::vector<Ref> path{b.less(b.input(0, 8), b.constant(200, 8))};
  Assignment model;
  const Ref condition = b.equal(sum, b.constant(200'000, 32));
  EXPECT_EQ(solver.satisfy(path, condition, model), Answer::Yes);
  EXPECT_TRUE(holds(b, condition, model));
  EXPECT_TRUE(holds(b, path[0], model));
  EXPECT_EQ(solver.counters().byZ3, 0U);
}

TEST(Solver, RemembersContradictions) {
  Builder b;
  Solver solver(b, {});
  Assignment model;
  model.set(0, 1);
  const Ref x = b.input(0, 32);
  const Ref y = b.input(1, 32);
  // No square is 5 modulo 8.
  const Ref square = b.bitAnd(b.mul(x, x), b.constant(7, 32));
  const Ref impossible = b.equal(square, b.constant(5, 32));
  EXPECT_EQ(solver.satisfy({}, impossible, model), Answer::No);
  EXPECT_EQ(solver.counters().byZ3, 1U);
  const std::vector<Ref> path{b.less(y, x)};
  EXPECT_EQ(solver.satisfy(path, impossible, model), Answer::No);
  EXPECT_EQ(solver.counters().byZ3, 1U);
  EXPECT_EQ(solver.counters().byCache, 1U);
}

TEST(Solver, TriesAllValuesOfAFewBits) {
  Builder b;
  Solver solver(b, {.useRepair = false});
  Assignment model;
  const Ref x = b.zeroExtend(b.input(0, 8), 32);
  const Ref y = b.zeroExtend(b.input(1, 8), 32);
  const Ref rest =
      b.divide(expr::Op::UnsignedRemainder, b.mul(b.mul(x, x), y), b.constant(251, 32));
  EXPECT_EQ(solver.satisfy({}, b.equal(rest, b.constant(250, 32)), model), Answer::Yes);
  EXPECT_EQ(model.of(0) * model.of(0) * model.of(1) % 251, 250U);
  EXPECT_EQ(solver.satisfy({}, b.equal(rest, b.constant(252, 32)), model), Answer::No);
  EXPECT_GE(solver.counters().byEnumeration, 1U);
  EXPECT_EQ(solver.counters().byZ3, 0U);
}

} // namespace
} // namespace heddle::solver
