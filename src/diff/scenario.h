// Whether several read-from edges can be in one execution, their reads in a given order: ranks 2
// and 3 of paper 003, section 5.2.
//
// What is known to have happened, and in which order, grows by rules until nothing is new:
// - each write comes before its read, and the reads come in the order asked for;
// - what must happen before something that happened did happen (MustHb, Needs);
// - of two critical sections of one lock, all of the one comes before all of the other, and who is
//   out of a section has run what post-dominates the part of it that is known to have run;
// - no other write of the variable is between a write and its read: what comes after the write and
//   did happen comes after the read, what comes before the read comes before the write.
// A circle, or a write that must be in between, excludes the set. These rules give the paper's
// four, and the same for triples. They hold for statements that run at most once; a set with
// another one is never excluded.
#pragma once

#include "diff/relations.h"

#include <span>

namespace heddle::diff {

/// Why a set is excluded.
struct Exclusion {
  bool isCircle = false;                ///< Otherwise a write is in between.
  StatementId between = 0;              ///< That one.
  std::size_t edge = 0;                 ///< The edge that it breaks.
  std::optional<analysis::LockId> lock; ///< Whose sections come one after the other, if any.
};

class Scenarios {
public:
  /// More statements than this are not looked at together.
  static constexpr std::size_t mostStatements = 3000;

  /// Of the statements that access memory.
  explicit Scenarios(const Relations &relations);

  /// False if there are too many statements: nothing is excluded then.
  bool isReady() const { return ready; }
  /// Whether all may be in one execution, the reads in this order. `why` is set if not.
  bool mayBe(std::span<const ReadFrom> edges, Exclusion *why = nullptr) const;

  /// Whether all that is asked about statements of the one has the answer of the other, where
  /// statements of one number are the same.
  bool isLike(const Scenarios &other) const;

private:
  class Check;
  using Matrix = std::vector<std::vector<std::uint64_t>>;
  static bool test(const Matrix &matrix, std::uint32_t row, std::uint32_t column) {
    return matrix[row][column / 64] >> (column % 64) & 1;
  }
  void fill(Matrix &matrix, std::string_view relation);

  const Relations &relations;
  bool ready = false;
  std::vector<StatementId> members; ///< Those looked at.
  std::vector<std::uint32_t> place; ///< By statement: where among the members.
  std::vector<char> once;           ///< By member.
  Matrix mustHb, needs, dom, postDom;
  std::vector<std::vector<std::uint32_t>> covering; ///< By variable: members that overwrite it.
  /// By member: the locks that it holds, with a number for the section.
  struct Held {
    analysis::LockId lock;
    bool isReading;
    std::uint32_t section; ///< Equal only in one thread; `unknown` if not known.
  };
  static constexpr std::uint32_t unknown = ~0U;
  std::vector<std::vector<Held>> held;
};

} // namespace heddle::diff
