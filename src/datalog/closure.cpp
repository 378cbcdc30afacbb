// The transitive closure of a matrix, by its strongly connected components.
#include "datalog/matrix.h"

#include <algorithm>

namespace heddle::datalog {

namespace {

constexpr std::uint32_t none = ~0U;

/// Tarjan's algorithm over rows of bits. Components come out against the order of the edges: each
/// after all that it reaches.
class RowComponents {
public:
  explicit RowComponents(const BitMatrix &matrix)
      : component(matrix.rows(), none), matrix(matrix), found(matrix.rows(), none),
        low(matrix.rows()) {
    for (ValueId v = 0; v < matrix.rows(); ++v)
      if (found[v] == none)
        visit(v);
  }

  std::vector<std::vector<ValueId>> members;
  std::vector<std::uint32_t> component;

private:
  struct Step {
    ValueId node;
    std::uint32_t word;
    Word rest; ///< Successors in that word that are not looked at yet.
  };

  void enter(ValueId v) {
    found[v] = low[v] = time++;
    stack.push_back(v);
    const RowView row = matrix.row(v);
    path.push_back({v, 0, row.size ? row.words[0] : 0});
  }

  bool next(Step &step, ValueId &successor) const {
    const RowView row = matrix.row(step.node);
    while (!step.rest) {
      if (++step.word >= row.size)
        return false;
      step.rest = row.words[step.word];
    }
    successor = step.word * 64 + std::countr_zero(step.rest);
    step.rest &= step.rest - 1;
    return true;
  }

  void visit(ValueId start) {
    enter(start);
    while (!path.empty()) {
      ValueId successor = 0;
      const ValueId node = path.back().node;
      if (next(path.back(), successor)) {
        if (found[successor] == none)
          enter(successor);
        else if (component[successor] == none)
          low[node] = std::min(low[node], found[successor]);
        continue;
      }
      path.pop_back();
      if (!path.empty())
        low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != found[node])
        continue;
      members.emplace_back();
      ValueId member = node;
      do {
        member = stack.back();
        stack.pop_back();
        component[member] = members.size() - 1;
        members.back().push_back(member);
      } while (member != node);
    }
  }

  const BitMatrix &matrix;
  std::vector<std::uint32_t> found, low;
  std::vector<ValueId> stack;
  std::vector<Step> path;
  std::uint32_t time = 0;
};

} // namespace

bool closeTransitively(BitMatrix &matrix, Budget &budget) {
  const RowComponents components(matrix);
  std::vector<Word> reached(matrix.stride), direct(matrix.stride);
  for (std::uint32_t c = 0; c < components.members.size(); ++c) {
    const auto &members = components.members[c];
    std::ranges::fill(direct, 0);
    std::ranges::fill(reached, 0);
    for (const ValueId member : members)
      for (std::uint32_t i = 0; i < matrix.stride; ++i)
        direct[i] |= matrix.at(member)[i];
    if (members.size() > 1)
      for (const ValueId member : members)
        setBit(reached.data(), member);
    // The nearest components first: most of the others are in their rows.
    for (std::uint32_t later = c; later-- > 0;) {
      const ValueId first = components.members[later].front();
      if (testBit(reached.data(), first))
        continue;
      const auto &others = components.members[later];
      if (!std::ranges::any_of(others, [&](ValueId v) { return testBit(direct.data(), v); }))
        continue;
      for (const ValueId other : others)
        setBit(reached.data(), other);
      for (std::uint32_t i = 0; i < matrix.stride; ++i)
        reached[i] |= matrix.at(first)[i];
      if (budget.isSpent())
        return false;
    }
    // An edge to itself stays.
    if (members.size() == 1 && testBit(direct.data(), members.front()))
      setBit(reached.data(), members.front());
    if (std::ranges::all_of(reached, [](Word word) { return !word; }))
      continue;
    for (const ValueId member : members) {
      std::ranges::copy(reached, matrix.at(member));
      setBit(matrix.used.data(), member);
    }
  }
  return !budget.look();
}

} // namespace heddle::datalog
