// What Z3 answered before: models that may satisfy again, and contradictions that stay ones.
#pragma once

#include "expr/evaluate.h"
#include "expr/node.h"
#include "solver/backwards.h"

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

namespace heddle::solver {

class Cache {
public:
  explicit Cache(expr::Evaluator &evaluator) : evaluator(evaluator) {}

  /// The values that made `condition` and the conditions `relevant` to it true.
  void rememberModel(std::span<const expr::Ref> relevant, expr::Ref condition, Proposal values);
  /// Conditions that cannot hold together.
  void rememberContradiction(std::vector<expr::Ref> core);

  /// Whether a contradiction is among these conditions. The path itself can hold, so `condition`
  /// is in it.
  bool refute(std::span<const expr::Ref> relevant, expr::Ref condition) const;
  /// Whether an earlier model serves; then `model` has its values.
  bool satisfy(std::span<const expr::Ref> relevant, expr::Ref condition, expr::Assignment &model);

private:
  static std::vector<std::uint32_t> keyOf(std::span<const expr::Ref> relevant, expr::Ref condition);
  bool serves(const Proposal &values, std::span<const expr::Ref> relevant, expr::Ref condition,
              expr::Assignment &model);

  struct Hash {
    std::size_t operator()(const std::vector<std::uint32_t> &key) const;
  };
  using Core = std::vector<std::uint32_t>;

  expr::Evaluator &evaluator;
  std::deque<Proposal> recent;
  /// The same question comes again on other interleavings: by the ids of its conditions.
  std::unordered_map<std::vector<std::uint32_t>, Proposal, Hash> answers;
  std::size_t answersSize = 0;
  std::deque<Core> cores;
  std::size_t coresSize = 0;
  /// Under each of its members, by id.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> coresWith;
};

} // namespace heddle::solver
