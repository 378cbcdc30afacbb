// What a path says about the range of single nodes, and what follows from it for a condition.
#pragma once

#include "expr/node.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::solver {

class Ranges {
public:
  void push(expr::Ref condition);
  void pop();
  /// Whether the ranges alone show that `condition` cannot hold.
  bool refute(expr::Ref condition);

private:
  struct Range {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::int64_t lowSigned = 0;
    std::int64_t highSigned = 0;
    bool operator==(const Range &) const = default;
  };
  struct Change {
    std::uint32_t node = 0;
    bool wasKnown = false;
    Range before;
  };

  Range rangeOf(expr::Ref node) const;
  void narrow(expr::Ref node, Range range);
  void learn(expr::Ref node, bool value);
  void learnEqual(expr::Ref node, bool value);
  void learnLess(expr::Ref a, expr::Ref b, bool orEqual);
  void learnLessSigned(expr::Ref a, expr::Ref b, bool orEqual);
  void undo(std::size_t changesBefore);
  /// Works out the ranges of what `condition` is made of, the operands first.
  bool refuteByParts(expr::Ref condition);
  void refine(expr::Node &copy) const;

  std::unordered_map<std::uint32_t, Range> known;
  std::vector<Change> changes;
  std::vector<std::size_t> marks; ///< How many changes there were before each condition.
  std::size_t contradictions = 0;
};

} // namespace heddle::solver
