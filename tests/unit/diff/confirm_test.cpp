#include "diff/confirm.h"

#include "analysis/wait_loops.h"
#include "threads_ir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::diff {
namespace {

using testing::HasSubstr;

/// On x. No write stands for the initial value.
Edge edgeOf(program::LocationId write, program::LocationId read, program::LocationId writeElsewhere,
            program::LocationId readElsewhere) {
  Edge edge;
  edge.variable = "x";
  edge.isInitial = write == program::noLocation;
  edge.write = write;
  edge.read = read;
  edge.writeElsewhere = writeElsewhere;
  edge.readElsewhere = readElsewhere;
  return edge;
}

Difference difference(Side side, std::vector<Edge> edges) {
  Difference result;
  result.onlyIn = side;
  result.rank = static_cast<unsigned>(edges.size());
  result.edges = std::move(edges);
  return result;
}

Confirmation confirmOne(Version &before, Version &after, const Difference &one,
                        ConfirmSettings settings = {}) {
  auto result = confirm(before.code, after.code, std::span(&one, 1), settings);
  EXPECT_TRUE(result);
  return result->confirmations.front();
}

/// Figure 2 of the paper, without and with a lock: `x = x + 1; x == 0` and `x = 1; x = 0`.
class ConfirmLocks : public testing::Test {
protected:
  Version before{{{"r x", "w x", "r x"}, {"w x", "w x"}}};
  Version after{
      {{"lock m", "r x", "w x", "r x", "unlock m"}, {"w x", "lock m", "w x", "unlock m"}}};

  /// From the nth write of t2 to the nth read of t1.
  Edge edge(unsigned write, unsigned read) const {
    return edgeOf(before.write("t2", write), before.read("t1", read), after.write("t2", write),
                  after.read("t1", read));
  }
};

TEST_F(ConfirmLocks, ADifferenceIsConfirmedByATest) {
  const Confirmation one = confirmOne(before, after, difference(Side::Old, {edge(1, 1)}));
  EXPECT_EQ(one.status, Status::Confirmed);
  EXPECT_FALSE(one.isDefect);
  EXPECT_TRUE(trace::replay(before.code, {}, one.trace.test).hasFault);
  EXPECT_THAT(one.why, HasSubstr("and none of the"));
}

TEST_F(ConfirmLocks, WhatBothVersionsShowIsRefutedAndADefect) {
  const Confirmation one = confirmOne(before, after, difference(Side::Old, {edge(0, 1)}));
  EXPECT_EQ(one.status, Status::Refuted);
  EXPECT_TRUE(one.isDefect);
}

TEST_F(ConfirmLocks, WhatNeitherShowsIsRefuted) {
  Edge never = edge(0, 0);
  never.write = before.write("t2", 1);
  Difference one = difference(Side::Old, {edge(1, 0), never}); // The one read comes once.
  EXPECT_EQ(confirmOne(before, after, one).status, Status::Refuted);
}

TEST_F(ConfirmLocks, WithoutTimeItStaysOpen) {
  ConfirmSettings settings;
  settings.secondsPerEdge = 0;
  settings.randomRuns = 0;
  const Confirmation one = confirmOne(before, after, difference(Side::Old, {edge(1, 1)}), settings);
  EXPECT_EQ(one.status, Status::Open);
  EXPECT_THAT(one.why, HasSubstr("time"));
}

TEST_F(ConfirmLocks, WhereABoundIsHitTheOtherVersionIsSaidToBeSearchedInPart) {
  ConfirmSettings settings;
  settings.vm.maxSteps = 15; // Enough for the first version only.
  const Confirmation one = confirmOne(before, after, difference(Side::Old, {edge(1, 1)}), settings);
  EXPECT_EQ(one.status, Status::Confirmed);
  EXPECT_THAT(one.why, HasSubstr("max-steps"));
}

TEST_F(ConfirmLocks, TestsAreKeptAndTheirPlacesTold) {
  ConfirmSettings settings;
  settings.keepTest = [](const trace::Trace &trace, std::size_t number) {
    EXPECT_EQ(trace.test.kind, trace::readsFromKind);
    return support::Outcome<std::string>(fmt::format("kept-{}", number));
  };
  EXPECT_EQ(confirmOne(before, after, difference(Side::Old, {edge(1, 1)}), settings).test,
            "kept-0");
  settings.keepTest = [](const trace::Trace &, std::size_t) {
    return support::Outcome<std::string>(support::Failure{"no room", {}});
  };
  const Difference one = difference(Side::Old, {edge(1, 1)});
  EXPECT_FALSE(confirm(before.code, after.code, std::span(&one, 1), settings));
}

/// Figure 9: `t = x; x = 2` in a section of t1, main looks at x and t; in the new version without
/// the lock.
TEST(Confirm, PairsOfEdgesHaveAnOrder) {
  Version before({{"lock m", "r x", "w x", "unlock m"}}, {"lock m", "r x", "r y", "unlock m"});
  Version after({{"lock m", "r x", "w x", "unlock m"}}, {"r x", "r y"});
  const auto initial = [&](const char *function) {
    return edgeOf(program::noLocation, after.read(function), program::noLocation,
                  before.read(function));
  };
  const Confirmation apart =
      confirmOne(before, after, difference(Side::New, {initial("t1"), initial("main")}));
  EXPECT_EQ(apart.status, Status::Confirmed) << apart.why;
  EXPECT_TRUE(trace::replay(after.code, {}, apart.trace.test).hasFault);
  EXPECT_THAT(apart.why, HasSubstr("and none of the"));
  // The other way round both versions do it.
  EXPECT_TRUE(
      confirmOne(before, after, difference(Side::New, {initial("main"), initial("t1")})).isDefect);
}

TEST(Confirm, OrdersOfWritesAreLeftOpen) {
  const std::vector<Ops> threads{{"w x"}};
  Version one(threads);
  Version other(threads);
  const program::LocationId write = one.write("t1");
  Difference stores = difference(Side::Old, {edgeOf(write, write, write, write)});
  stores.relation = RelationKind::StoreOrder;
  EXPECT_EQ(confirmOne(one, other, stores).status, Status::Open);
}

const char *const loops = R"(
@flag = global i32 0
define void @look() {
  %v = load i32, ptr @flag
  ret void
}
define i32 @main() {
  %first = load i32, ptr @flag
  br label %spin
spin:
  %second = load i32, ptr @flag
  %done = icmp ne i32 %second, 0
  br i1 %done, label %count, label %spin
count:
  %i = phi i32 [ 0, %spin ], [ %next, %count ]
  %third = load i32, ptr @flag
  call void @look()
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 3
  br i1 %more, label %count, label %end
end:
  ret i32 0
}
)";

TEST(Waiting, ALoopThatCountsDoesNotWait) {
  const program::Program program = program::buildProgram(loops);
  const auto waits = [&](const char *function, unsigned n) {
    return analysis::mayWait(program, program::nth(program, function, program::OpKind::Read, n));
  };
  EXPECT_FALSE(waits("main", 0));
  EXPECT_TRUE(waits("main", 1));
  EXPECT_FALSE(waits("main", 2));
  EXPECT_FALSE(waits("look", 0));
}

} // namespace
} // namespace heddle::diff
