// Expressions with other expressions in place of inputs.
#include "expr/substitute.h"

#include <gtest/gtest.h>

namespace heddle::expr {
namespace {

TEST(Substitution, OfAllKindsOfParts) {
  Builder b;
  const Ref x = b.input(0, 32);
  const Ref y = b.input(1, 32);
  Substitution put(b);
  put.set(0, b.constant(6, 32));
  EXPECT_TRUE(put.apply(b.mul(x, b.constant(7, 32)))->isConstant(42));
  EXPECT_EQ(put.apply(b.add(x, y)), b.add(b.constant(6, 32), y));
  EXPECT_TRUE(put.apply(b.concat(b.extract(x, 0, 8), b.constant(1, 8)))->isConstant(0x0601));
  EXPECT_TRUE(put.apply(b.ite(b.less(x, b.constant(5, 32)), y, b.constant(9, 32)))->isConstant(9));
  EXPECT_TRUE(put.apply(b.signExtend(b.extract(x, 0, 8), 16))->isConstant(6));
  const Ref table = b.select({y, b.constant(2, 32), b.constant(3, 32)}, b.extract(x, 1, 2));
  EXPECT_TRUE(put.apply(table) != table);
}

TEST(Substitution, LeavesOtherInputsAlone) {
  Builder b;
  Substitution put(b);
  put.set(3, b.constant(1, 8));
  const Ref other = b.add(b.input(4, 8), b.input(5, 8));
  EXPECT_EQ(put.apply(other), other);
}

} // namespace
} // namespace heddle::expr
