#include "encodings.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/raw_ostream.h>
#include <set>

namespace heddle::property {

namespace {

using solver::Answer;
using trace::Course;
using trace::EventIndex;
using trace::PairKey;
using trace::Prediction;
using trace::PredictOptions;
using trace::Reductions;

constexpr unsigned longest = 5'000; ///< Milliseconds of a question.
constexpr unsigned mostFlips = 64;  ///< Conditions of a run that are asked for.

PredictOptions with(const Reductions &reductions) {
  PredictOptions options;
  options.reductions = reductions;
  options.timeout = [] { return longest; };
  return options;
}

PredictOptions quickly() {
  PredictOptions options = with({});
  options.isQuick = true;
  return options;
}

const char *nameOf(Answer answer) {
  return answer == Answer::Yes ? "yes" : answer == Answer::No ? "no" : "unknown";
}

/// Whether they contradict each other.
bool differ(Answer a, Answer b) {
  return a != b && a != Answer::Unknown && b != Answer::Unknown;
}

/// One question, to any encoding.
using Question = std::function<Prediction::Answer(Prediction &)>;

class Comparison {
public:
  Comparison(const Course &course, const std::vector<PairKey> &pairs,
             const std::function<trace::LiftedRun(const trace::LiftedPlan &)> &run)
      : course(course), pairs(pairs), run(run), fast(course, pairs, with({})),
        plain(course, pairs, with(Reductions::none())), quick(course, pairs, quickly()) {}

  /// What is soon told is so.
  void askQuickly(const PairKey &pair, const std::string &what) {
    if (quick.pair(pair).answer == Answer::Yes && fast.pair(pair).answer == Answer::No &&
        check.problem.empty())
      check.problem = fmt::format("  the quick encoding alone has {}\n", what);
  }

  void ask(const std::string &what, const Question &question,
           const std::function<bool(const trace::LiftedRun &)> &isShown) {
    const Prediction::Answer a = question(fast);
    const Prediction::Answer b = question(plain);
    check.questions += a.answer != Answer::Unknown && b.answer != Answer::Unknown;
    if (!differ(a.answer, b.answer) || !check.problem.empty())
      return;
    const bool isFast = a.answer == Answer::Yes;
    check.problem =
        fmt::format("  {} encoding alone has {}\n", isFast ? "the fast" : "the plain", what);
    const trace::LiftedRun shown = run((isFast ? a : b).plan);
    check.problem +=
        fmt::format("    its execution {} it{}\n", isShown(shown) ? "shows" : "does not show",
                    shown.followed ? "" : ", and leaves the plan");
    for (const trace::ReductionName &one : trace::reductionNames) {
      Reductions without;
      without.*one.isOn = false;
      Prediction again(course, pairs, with(without));
      check.problem +=
          fmt::format("    without {}: {}\n", one.name, nameOf(question(again).answer));
    }
  }

  EncodingCheck check;

private:
  const Course &course;
  const std::vector<PairKey> &pairs;
  const std::function<trace::LiftedRun(const trace::LiftedPlan &)> &run;
  Prediction fast;
  Prediction plain;
  Prediction quick;
};

} // namespace

EncodingCheck
compareEncodings(const program::Program &program, const Course &course,
                 const std::vector<PairKey> &pairs,
                 const std::function<trace::LiftedRun(const trace::LiftedPlan &)> &run,
                 const std::function<bool()> &goesOn) {
  const auto textOf = [&](program::LocationId location) {
    if (location == program::noLocation)
      return std::string("the initial value");
    std::string text;
    llvm::raw_string_ostream out(text);
    program.location(location).instruction->print(out);
    return text + " (" + std::to_string(location) + ")";
  };
  Comparison both(course, pairs, run);
  std::set<program::LocationId> there = {program::noLocation};
  for (const trace::LiftedEvent &event : course.run.events)
    if (event.isAccess())
      there.insert(event.location);
  for (const PairKey &pair : pairs) {
    if (!there.contains(pair.read) || !there.contains(pair.write))
      continue;
    if (!goesOn())
      return both.check;
    const std::string what =
        fmt::format("a pair:\n    {}\n    read by {}", textOf(pair.write), textOf(pair.read));
    both.askQuickly(pair, what);
    both.ask(
        what, [&](Prediction &one) { return one.pair(pair); },
        [&](const trace::LiftedRun &shown) {
          return std::ranges::any_of(trace::readsOf(shown), [&](const trace::LiftedRead &read) {
            return PairKey{read.edge.write.location, read.edge.read.location} == pair;
          });
        });
  }
  unsigned flips = 0;
  for (EventIndex i = 0; i < course.run.events.size() && flips < mostFlips; ++i) {
    if (!course.run.events[i].isCondition())
      continue;
    if (!goesOn())
      break;
    ++flips;
    both.ask(
        fmt::format("another side of condition {}:\n    {}", i,
                    textOf(course.run.events[i].location)),
        [&](Prediction &one) { return one.isOpen(i) ? one.flip(i, {}) : Prediction::Answer(); },
        [](const trace::LiftedRun &shown) { return shown.followed; });
  }
  return both.check;
}

} // namespace heddle::property
