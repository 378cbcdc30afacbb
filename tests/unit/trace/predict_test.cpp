// Predictive analysis on small programs: what each reduction drops, and that no answer hangs on it.
#include "trace/predict.h"

#include "../program/build_program.h"

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

using Op = program::OpKind;
using solver::Answer;

/// main writes x under a lock and makes two threads. One writes x twice under the lock, and u; then
/// d, and the flag f. The other reads x under the lock and, if it is 2, writes y; it reads u for
/// nothing, and k, which nobody writes then, and if f is set, d. Then main reads y, and
/// writes it.
constexpr const char *text = R"(
target triple = "x86_64-pc-linux-gnu"
@x = global i32 7
@y = global i32 0
@k = global i32 3
@u = global i32 0
@f = global i32 0
@d = global i32 0
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
  store i32 1, ptr @u
  store i32 5, ptr @d
  store atomic i32 1, ptr @f seq_cst, align 4
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
  %u = load i32, ptr @u
  %k = load i32, ptr @k
  %f = load atomic i32, ptr @f seq_cst, align 4
  %s = icmp eq i32 %f, %k
  %n = xor i1 %s, true
  %o = icmp ne i32 %f, 0
  br i1 %o, label %set, label %out
set:
  %d = load i32, ptr @d
  %e = icmp eq i32 %d, 5
  br i1 %e, label %out, label %out
out:
  ret ptr null
}
define i32 @main() {
  %h0 = alloca i64
  %h1 = alloca i64
  %a = call i32 @pthread_mutex_lock(ptr @m)
  store i32 0, ptr @x
  %b = call i32 @pthread_mutex_unlock(ptr @m)
  %c0 = call i32 @pthread_create(ptr %h0, ptr null, ptr @writer, ptr null)
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @reader, ptr null)
  %t0 = load i64, ptr %h0
  %t1 = load i64, ptr %h1
  %j0 = call i32 @pthread_join(i64 %t0, ptr null)
  %j1 = call i32 @pthread_join(i64 %t1, ptr null)
  %v = load i32, ptr @y
  store i32 9, ptr @y
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
  for (const ReductionName &one : reductionNames) {
    Reductions without;
    without.*one.isOn = false;
    EXPECT_EQ(answers(without), all) << one.name;
    Reductions alone = Reductions::none();
    alone.*one.isOn = true;
    EXPECT_EQ(answers(alone), all) << one.name;
  }
}

TEST_F(Predict, EachReductionDropsSomething) {
  PredictFigures plain;
  answers(Reductions::none(), &plain);
  EXPECT_EQ(plain.reads, plain.inCone);
  EXPECT_EQ(plain.folded, 0U);
  for (const EncodingSize &size : plain.after) {
    EXPECT_EQ(size.pairs, plain.before.pairs);
    EXPECT_EQ(size.constraints, plain.before.constraints);
  }
  PredictFigures all;
  answers({}, &all);
  EXPECT_EQ(all.before.pairs, plain.before.pairs);
  EXPECT_EQ(all.before.constraints, plain.before.constraints);
  EXPECT_LT(all.constraints, plain.constraints);
  // Each drops something on top of the others, and what is switched off drops nothing.
  for (std::size_t i = 0; i < std::size(reductionNames); ++i) {
    const std::string name = reductionNames[i].name;
    const EncodingSize &before = i ? all.after[i - 1] : all.before;
    EXPECT_LT(all.after[i].constraints, before.constraints) << name;
    const bool isOfReads = name != "variables" && name != "transitive";
    EXPECT_EQ(all.after[i].pairs < before.pairs, isOfReads) << name;
    Reductions without;
    without.*reductionNames[i].isOn = false;
    PredictFigures others;
    answers(without, &others);
    const EncodingSize &then = i ? others.after[i - 1] : others.before;
    EXPECT_EQ(others.after[i].pairs, then.pairs) << name;
    EXPECT_EQ(others.after[i].constraints, then.constraints) << name;
  }
}

TEST_F(Predict, ConditionsSayWhatIsSureToComeFirst) {
  const auto at = [&](const char *function, Op kind, unsigned n) {
    return program::nth(program, function, kind, n);
  };
  const PairKey flagged{at("writer", Op::Write, 3), at("reader", Op::Read, 4)};
  const PairKey early{program::noLocation, flagged.read};
  wanted = {flagged, early};
  const std::vector<Answer> sure{Answer::Yes, Answer::No};
  PredictFigures with, without;
  EXPECT_EQ(answers({}, &with), sure);
  Reductions others;
  others.values = false;
  EXPECT_EQ(answers(others, &without), sure);
  EXPECT_GT(with.folded, without.folded);
}

/// What is known from a condition that may be left out is said to hang on it.
TEST_F(Predict, WhatConditionsSayHangsOnThem) {
  PredictOptions options;
  options.mayMatter = [](program::LocationId) { return false; };
  const Prediction prediction(course, wanted, options);
  EXPECT_FALSE(prediction.learnedFrom().empty());
  EXPECT_TRUE(Prediction(course, wanted, {}).learnedFrom().empty());
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

/// The reader multiplies what it reads, and writes y if that is not 0.
constexpr const char *hardText = R"(
target triple = "x86_64-pc-linux-gnu"
@x = global i32 0
@y = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define ptr @writer(ptr %p) {
  store i32 3, ptr @x
  ret ptr null
}
define ptr @reader(ptr %p) {
  %a = load i32, ptr @x
  %b = mul i32 %a, %a
  %c = mul i32 %b, %a
  %d = mul i32 %c, %b
  %e = mul i32 %d, %c
  %f = mul i32 %e, %d
  %g = icmp ne i32 %f, 0
  br i1 %g, label %then, label %end
then:
  store i32 1, ptr @y
  br label %end
end:
  ret ptr null
}
define i32 @main() {
  %h0 = alloca i64
  %h1 = alloca i64
  %c0 = call i32 @pthread_create(ptr %h0, ptr null, ptr @writer, ptr null)
  %t0 = load i64, ptr %h0
  %c1 = call i32 @pthread_create(ptr %h1, ptr null, ptr @reader, ptr null)
  %t1 = load i64, ptr %h1
  %j0 = call i32 @pthread_join(i64 %t0, ptr null)
  %j1 = call i32 @pthread_join(i64 %t1, ptr null)
  %v = load i32, ptr @y
  ret i32 %v
}
)";

TEST(QuickPrediction, StopsBeforeConditionsThatAreHardToDecide) {
  const program::Program program = program::buildProgram(hardText);
  vm::SharedCode code(program, false);
  // The writer goes first.
  const LiftedRun run = runLifted(code, vm::Options(), {{}, {{1, 2}}});
  const Course course(run);
  const PairKey early{program::noLocation, program::nth(program, "reader", Op::Read, 0)};
  const PairKey behind{program::nth(program, "reader", Op::Write, 0),
                       program::nth(program, "main", Op::Read, 2)};
  PredictOptions options;
  options.isQuick = true;
  Prediction quick(course, {early, behind}, options);
  EXPECT_EQ(quick.pair(early).answer, Answer::Yes);
  EXPECT_EQ(quick.pair(behind).answer, Answer::No);
  Prediction whole(course, {early, behind}, {});
  EXPECT_EQ(whole.pair(early).answer, Answer::Yes);
  EXPECT_EQ(whole.pair(behind).answer, Answer::Yes);
}

} // namespace
} // namespace heddle::trace
