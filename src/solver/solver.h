// Whether conditions can hold together, and for which inputs.
//
// A question goes through a chain of stages, cheapest first; each stage is a file of this room and
// counts what it answered.
#pragma once

#include "expr/evaluate.h"
#include "expr/node.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heddle::expr {
class Builder;
}

namespace heddle::solver {

enum class Answer : std::uint8_t {
  Yes,
  No,
  Unknown, ///< Out of time, or Z3 gave up.
};

struct Options {
  unsigned timeoutMilliseconds = 10'000;  ///< Of one question to Z3.
  unsigned minimiseMilliseconds = 10'000; ///< No question of `minimise` begins later.
  // Without a stage the answers are the same, but dearer.
  bool useRanges = true;
  bool useIndependence = true;
  bool useRepair = true;
  bool useCache = true;
  bool useEnumeration = true;
};

/// How many questions each stage answered.
struct Counters {
  std::uint64_t questions = 0;
  std::uint64_t byModel = 0;       ///< The path's own model satisfies the condition.
  std::uint64_t byRange = 0;       ///< Constants, known bits, intervals.
  std::uint64_t byRepair = 0;      ///< Changing a few inputs of the model was enough.
  std::uint64_t byCache = 0;       ///< An earlier model or an earlier contradiction answers it.
  std::uint64_t byEnumeration = 0; ///< All values of a few input bits were tried.
  std::uint64_t byZ3 = 0;
  std::uint64_t unknown = 0;
  std::uint64_t leftOut = 0;    ///< Path conditions that had nothing to do with the question.
  std::uint64_t mismatches = 0; ///< Models of Z3 that evaluation did not confirm: unknown.
  double z3Seconds = 0;
};

/// An input to be made small, and how its values are compared.
struct Smallest {
  std::uint32_t input = 0;
  unsigned width = 0;
  bool isSigned = false; ///< By distance from 0, positive first.
};

class Solver {
public:
  Solver(expr::Builder &builder, const Options &options);
  ~Solver();
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  /// Conditions are over inputs; over cells the answer is Unknown unless no Z3 is needed.
  ///
  /// Whether `condition` can hold together with the conditions of `path`, all of which `model`
  /// satisfies. On Yes `model` becomes one that satisfies `condition` too; inputs that neither
  /// depends on keep their values. Otherwise `model` is left alone.
  Answer satisfy(std::span<const expr::Ref> path, expr::Ref condition, expr::Assignment &model);

  /// Makes the inputs, the first one first, as small as the path lets them be. Unknown if a
  /// question had no answer: an input may then be larger than it must, and all after it are made
  /// small beside that. What was reached satisfies the path all the same.
  Answer minimise(std::span<const expr::Ref> path, std::span<const Smallest> inputs,
                  expr::Assignment &model);

  const Counters &counters() const;
  /// Makes the running question, or the next one if none runs, end soon with Unknown unless a
  /// cheap stage answers it. From any thread.
  void interrupt();

private:
  struct Stages;
  std::unique_ptr<Stages> stages;
};

} // namespace heddle::solver
