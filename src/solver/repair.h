// Satisfying a condition by changing a few inputs of a model that satisfies everything else.
//
// Most branches are easy: they ask something of one input that nothing else depends on. Trying some
// values costs microseconds.
#pragma once

#include "solver/backwards.h"
#include "solver/groups.h"

#include <span>

namespace heddle::solver {

/// The widths of inputs, by number; 0 if it has none yet.
using Widths = std::vector<std::uint8_t>;

class Repair {
public:
  explicit Repair(expr::Evaluator &evaluator) : evaluator(evaluator) {}
  /// Whether it found a model; then it is in `model`, which satisfied all of `relevant` before.
  bool attempt(std::span<const expr::Ref> relevant, expr::Ref condition, const Groups &groups,
               const Widths &widths, expr::Assignment &model);

private:
  enum class Verdict { Holds, Fails, BreaksPath, OutOfWork };
  Verdict attempt(const Proposal &changes);
  /// Proposals that broke one condition of the path, with that one repaired as well.
  bool repairBroken();
  bool attemptValues(const Groups &groups, const Widths &widths);
  /// Sums of table look-ups: all values of one index, each with another index solved for.
  bool attemptTables(const Widths &widths);
  bool attemptPairs(const Proposal &start, const Change &enumerated, unsigned width);
  bool isOutOfWork() const;

  struct Broken {
    Proposal changes;
    expr::Ref by = nullptr;
  };

  expr::Evaluator &evaluator;
  // The question at hand.
  std::span<const expr::Ref> conditions;
  expr::Ref wanted = nullptr;
  expr::Assignment *base = nullptr;
  expr::Assignment changed;
  std::vector<Broken> broken;
  unsigned attempts = 0;
  std::uint64_t workBefore = 0;
};

} // namespace heddle::solver
