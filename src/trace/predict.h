// Predictive analysis (paper 000, section III-C): what could happen in other executions in which
// the threads go the same way as in one that was seen, with other inputs and in another order.
//
// An execution need not come to the end of this one: each thread does a part of what it did, from
// its beginning. Only what is done counts: conditions hold, reads see writes that are done,
// sections of one lock do not overlap. That finds all that the paper's formulas find, which want
// every event, and what comes before a deadlock or before a thread goes another way.
//
// The plain encoding is the paper's, equations 2 to 9. Reductions drop what cannot matter before
// the solver sees it; each can be switched off, and none changes an answer.
//
// For who has a trace and an edge, and wants to know whether another order or other inputs show it
// (`heddle diff --confirm` is one such): `runLifted` makes a run of any plan, `Course` of it what
// is sure, `Prediction(course, {edge}, {}).pair(edge)` answers. Yes comes with a plan: `runLifted`
// runs it, `readsOf` has its edges, its `path` and `values` make a test (`recordReads`). No is only
// about executions in which the threads go the same ways; `defuse::run` with all pairs goes on from
// there to all executions, and its `Status::Infeasible` is about them.
#pragma once

#include "solver/formula.h"
#include "trace/course.h"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddle::trace {

struct Reductions {
  bool order = true;      ///< Writes that surely come after a read,
  bool overwrite = true;  ///< or are surely overwritten before it,
  bool values = true;     ///< or are so because conditions ask for values that come later,
  bool locks = true;      ///< or whose section another write ends: the read does not see them.
  bool fold = true;       ///< A read that sees one write only has its value.
  bool cone = true;       ///< Of reads, only those that conditions and questions hang on,
  bool variables = true;  ///< and of variables.
  bool transitive = true; ///< No order between events that follows from that of others.
  static Reductions none() { return {false, false, false, false, false, false, false, false}; }
};

/// Each of them, with the name it has for people, in the order in which they are made.
struct ReductionName {
  const char *name;
  bool Reductions::*isOn;
};
inline constexpr ReductionName reductionNames[] = {
    {"order", &Reductions::order},         {"overwrite", &Reductions::overwrite},
    {"values", &Reductions::values},       {"locks", &Reductions::locks},
    {"fold", &Reductions::fold},           {"cone", &Reductions::cone},
    {"variables", &Reductions::variables}, {"transitive", &Reductions::transitive},
};

/// Which write a read sees, by their locations; `noLocation`: the initial value.
struct PairKey {
  program::LocationId write = program::noLocation;
  program::LocationId read = program::noLocation;
  auto operator<=>(const PairKey &) const = default;
};

struct PredictOptions {
  Reductions reductions;
  // NOLINTBEGIN(readability-redundant-member-init)
  std::function<unsigned()> timeout = {}; ///< Milliseconds that a question may take now.
  /// Conditions that may be left out of an answer; see `Prediction::Answer::because`.
  std::function<bool(program::LocationId)> mayMatter = {};
  // NOLINTEND(readability-redundant-member-init)
  /// Only what is soon told: inputs keep the values that they had, and threads come to no condition
  /// that is hard to decide. A yes holds; a no says nothing.
  bool isQuick = false;
  static constexpr unsigned longest = 60'000; ///< Milliseconds, where nothing else is said.
};

/// What there is to encode before the reductions, or after one of them.
struct EncodingSize {
  std::uint64_t pairs = 0; ///< Writes that reads may see, where it matters which.
  std::uint64_t constraints =
      0; ///< That order events: of those pairs, of sections, of what is done.
};

/// What an encoding is made of.
struct PredictFigures {
  std::uint64_t events = 0; ///< With a place in the order.
  EncodingSize before;
  std::array<EncodingSize, std::size(reductionNames)>
      after;                    ///< By reduction; each after the others.
  std::uint64_t folded = 0;     ///< Reads that have a value,
  std::uint64_t conditions = 0; ///< conditions in all,
  std::uint64_t open = 0;       ///< and those that can still fail;
  std::uint64_t reads = 0;      ///< reads of shared places in all,
  std::uint64_t inCone = 0;     ///< and those in the cone.
  std::uint64_t constraints = 0;
  std::uint64_t questions = 0;
  double seconds = 0;
};

class Prediction {
public:
  Prediction(const Course &course, const std::vector<PairKey> &wanted,
             const PredictOptions &options);
  ~Prediction();
  Prediction(const Prediction &) = delete;
  Prediction &operator=(const Prediction &) = delete;

  struct Answer {
    solver::Answer answer = solver::Answer::No;
    LiftedPlan plan; ///< If Yes: an execution that shows it.
    /// If No: conditions that need not hold for this, but without which it might be another answer.
    std::vector<program::LocationId> because;
  };
  /// Whether the read can see the write.
  Answer pair(PairKey key);

  /// Another execution, which takes the same ways up to where a question is about. It is among
  /// those that the question excludes, unless one of these events is done (and, where a value is
  /// given, what the condition compares is that value).
  struct Cover {
    std::vector<EventIndex> differences;
    std::optional<std::uint64_t> value;
  };
  /// Whether a thread that comes to the condition can find that it does not hold (equation 11).
  Answer flip(EventIndex condition, const std::vector<Cover> &covers);
  /// Whether a thread can do what it stood before for good, or a try can have the other outcome.
  Answer reach(EventIndex event, const std::vector<Cover> &covers);
  /// Whether the condition can fail at all, as far as expressions tell.
  bool isOpen(EventIndex condition) const;

  /// Conditions that may be left out of an answer, but were not: all answers hang on them.
  const std::set<program::LocationId> &learnedFrom() const;

  PredictFigures figures() const;
  void interrupt();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace heddle::trace
