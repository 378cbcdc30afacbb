// Solving backwards: which values of the inputs would give a node a certain value, everything else
// as it is.
//
// From the node down to an input every operation is undone with the present values of its other
// operands. Where that can be done in several ways each is a proposal. A proposal is a guess: an
// input can occur twice, so it has to be tried.
#pragma once

#include "expr/evaluate.h"
#include "expr/node.h"

#include <cstdint>
#include <vector>

namespace heddle::solver {

struct Change {
  std::uint32_t input = 0;
  std::uint64_t value = 0;
  bool operator==(const Change &) const = default;
};
using Proposal = std::vector<Change>;

class Backwards {
public:
  Backwards(expr::Evaluator &evaluator, const expr::Assignment &model)
      : evaluator(evaluator), model(model) {}
  /// Proposals for giving `node` the value, at most `most`.
  std::vector<Proposal> propose(expr::Ref node, std::uint64_t value, std::size_t most);

private:
  struct Goal {
    expr::Ref node = nullptr;
    std::uint64_t value = 0;
  };
  struct State {
    std::vector<Goal> goals;
    Proposal changes;
  };

  std::uint64_t now(expr::Ref node) { return evaluator.evaluate(node, model); }
  /// One more way to reach the goal that is being undone.
  void add(expr::Ref node, std::uint64_t value);
  void add(const std::vector<Goal> &goals);
  /// Either operand can be the one that changes: the one with later inputs first.
  void either(expr::Ref a, std::uint64_t forA, expr::Ref b, std::uint64_t forB);
  void undo(expr::Ref node, std::uint64_t value);
  void undoProduct(expr::Ref node, std::uint64_t value);
  void undoDivision(expr::Ref node, std::uint64_t value);
  void undoBits(expr::Ref node, std::uint64_t value);
  void undoShift(expr::Ref node, std::uint64_t value);
  void undoCompare(expr::Ref node, bool value);
  void undoChoice(expr::Ref node, std::uint64_t value);
  void undoFloat(expr::Ref node, std::uint64_t value);
  void undoFloatCompare(expr::Ref node, bool value);

  expr::Evaluator &evaluator;
  const expr::Assignment &model;
  std::vector<std::vector<Goal>> ways; ///< Of the goal that is being undone, best first.
};

} // namespace heddle::solver
