// Predictive analysis on small programs: what each reduction drops, and that no answer hangs on it.
#include "trace/predict.h"

#include "../program/build_program.h"

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

using Op = program::OpKind;
using solver::Answer;

/// main writes x and makes two threads; one writes it twice under a lock, the other reads it under
/// the lock and, if it is 2, writes y. Then main reads y.
constexpr const char *text = R"(
target triple = "x86_64-pc-linux-gnu"
@x = global i32 7
@y = global i32 0
@m = global [40 x i8] zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
define ptr @writer(ptr %p) {
  %a = call i32 @pthread_mutex_lock(ptr @m)
  store i32 1, ptr @x
  store i32 2, ptr @x
  %b = call i32 @pthread_mutex_unlock(ptr @m)
  ret ptr null
}
define ptr @reader(ptr %p) {
  %a = call i32 @pthread_mutex_lock(ptr @m)
  %r = load i32, ptr @x
  %b = call i32 @pthread_mutex_unlock(ptr @m)
  %c = icmp eq i32 %r, 2
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr @y
  br label %end
end:
  ret ptr null
}
define i32 @main() {
  %h0 = alloca i64
  %h1 = alloca i64
  store i32 0, ptr @x
  %c0 = call i32 @pthread_create(ptr %h0, ptr null, ptr @writer, ptr null)
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @reader, ptr null)
  %t0 = load i64, ptr %h0
  %t1 = load i64, ptr %h1
  %j0 = call i32 @pthread_join(i64 %t0, ptr null)
  %j1 = call i32 @pthread_join(i64 %t1, ptr null)
  %v = load i32, ptr @y
  ret i32 %v
}
)";

class Predict : public testing::Test {
protected:
  Predict()
      : program(program::buildProgram(text)), code(program, false),
        run(runLifted(code, vm::Options(), {})), course(run) {
    const auto at = [&](const char *function, Op kind, unsigned n) {
      return program::nth(program, function, kind, n);
    };
    read = at("reader", Op::Read, 0);
    first = at("writer", Op::Write, 0);
    second = at("writer", Op::Write, 1);
    before = at("main", Op::Write, 0);
    result = at("main", Op::Read, 2);
    written = at("reader", Op::Write, 0);
    wanted = {{first, read},     {second, read},
              {before, read},    {program::noLocation, read},
              {written, result}, {program::noLocation, result}};
  }

  std::vector<Answer> answers(const Reductions &reductions, PredictFigures *figures = nullptr) {
    PredictOptions options;
    options.reductions = reductions;
    Prediction prediction(course, wanted, options);
    std::vector<Answer> all;
    for (const PairKey &pair : wanted)
      all.push_back(prediction.pair(pair).answer);
    if (figures)
      *figures = prediction.figures();
    return all;
  }

  program::Program program;
  vm::SharedCode code;
  LiftedRun run;
  Course course;
  program::LocationId read, first, second, before, result, written;
  std::vector<PairKey> wanted;
};

TEST_F(Predict, NoReductionChangesAnAnswer) {
  const std::vector<Answer> all = answers({});
  // Only the last write of the section, or what was there before; in this run the reader saw 2. It
  // need not have come to its condition to see another value.
  EXPECT_EQ(all, (std::vector{Answer::No, Answer::Yes, Answer::Yes, Answer::No, Answer::Yes,
                              Answer::No}));
  EXPECT_EQ(answers(Reductions::none()), all);
  for (bool Reductions::*one :
       {&Reductions::order, &Reductions::locks, &Reductions::fold, &Reductions::cone}) {
    Reductions without;
    without.*one = false;
    EXPECT_EQ(answers(without), all);
    Reductions alone = Reductions::none();
    alone.*one = true;
    EXPECT_EQ(answers(alone), all);
  }
}

TEST_F(Predict, EachReductionDropsSomething) {
  PredictFigures plain;
  answers(Reductions::none(), &plain);
  EXPECT_EQ(plain.choices, plain.afterLocks);
  EXPECT_EQ(plain.reads, plain.inCone);
  EXPECT_EQ(plain.folded, 0U);
  PredictFigures all;
  answers({}, &all);
  EXPECT_EQ(all.choices, plain.choices);
  EXPECT_LT(all.afterOrder, all.choices);    // The initial value is overwritten.
  EXPECT_LT(all.afterLocks, all.afterOrder); // The first write of the section is hidden.
  EXPECT_LT(all.inCone, all.reads);          // Nothing hangs on y.
  EXPECT_LT(all.constraints, plain.constraints);
}

TEST_F(Predict, PlansShowWhatTheyAreFor) {
  Prediction prediction(course, wanted, {});
  const Prediction::Answer answer = prediction.pair({before, read});
  ASSERT_EQ(answer.answer, Answer::Yes);
  const LiftedRun shown = runLifted(code, vm::Options(), answer.plan);
  EXPECT_TRUE(shown.followed);
  bool isShown = false;
  for (const LiftedRead &one : readsOf(shown))
    isShown |= one.edge.write.location == before && one.edge.read.location == read;
  EXPECT_TRUE(isShown);
}

} // namespace
} // namespace heddle::trace
