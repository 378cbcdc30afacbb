// Which variable of a rule to go through first: an estimate of what each order costs.
#include "datalog/join.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heddle::datalog {

namespace {

/// Up to so many variables every order is looked at.
constexpr std::size_t mostTried = 6;

class Planner {
public:
  explicit Planner(const JoinInput &input) : input(input) {
    for (std::size_t i = 0; i < input.rule->positive.size(); ++i) {
      const Relation &relation = *input.relations[i];
      Figures figures{static_cast<double>(relation.count()), {}};
      for (std::size_t c = 0; c < relation.arity(); ++c)
        figures.distinct.push_back(std::max<double>(1, relation.distinct(c)));
      atoms.push_back(std::move(figures));
    }
  }

  std::vector<std::uint32_t> best() const {
    std::vector<std::uint32_t> order(input.rule->variables.size());
    std::iota(order.begin(), order.end(), 0);
    if (order.size() > mostTried)
      return greedy();
    std::vector<std::uint32_t> cheapest = order;
    double least = INFINITY;
    do {
      if (const double price = cost(order); price < least) {
        least = price;
        cheapest = order;
      }
    } while (std::ranges::next_permutation(order).found);
    return cheapest;
  }

private:
  struct Figures {
    double count;
    std::vector<double> distinct; ///< Values in each column.
  };
  struct Level {
    double candidates; ///< On average.
    double work;       ///< Of computing them once.
    bool isKnown;      ///< Some atom says something.
  };

  double size(std::uint32_t variable) const {
    return std::max<double>(1, input.sizes[input.rule->variables[variable].domain]);
  }

  /// How many different values the chosen columns of an atom have together.
  double combinations(std::size_t atom, std::uint32_t columns) const {
    const Figures &figures = atoms[atom];
    double product = 1;
    for (std::size_t c = 0; c < figures.distinct.size(); ++c)
      if (columns >> c & 1)
        product *= figures.distinct[c];
    const bool isAll = columns + 1 == std::uint32_t{1} << figures.distinct.size();
    return std::max(1e-3, isAll ? figures.count : std::min(product, figures.count));
  }

  /// The row of `variable` once those in `bound` are known.
  Level level(std::uint32_t variable, std::uint64_t bound) const {
    Level result{size(variable), 4, false};
    const double all = result.candidates;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      std::uint32_t before = 0, with = 0;
      const Atom &atom = input.rule->positive[i];
      for (std::size_t c = 0; c < atom.terms.size(); ++c) {
        const Term &term = atom.terms[c];
        if (term.isConstant() || (term.isVariable() && bound >> term.index & 1))
          before |= 1U << c;
        if (term.isVariable() && term.index == variable)
          with |= 1U << c;
      }
      if (!with)
        continue;
      const double row = std::min(all, combinations(i, before | with) / combinations(i, before));
      result.candidates *= row / all;
      result.work += std::min(all / 64, row) + 2;
      result.isKnown = true;
    }
    return result;
  }

  double cost(const std::vector<std::uint32_t> &order) const {
    double runs = 1, total = 0;
    std::uint64_t bound = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Level now = level(order[i], bound);
      // What does not depend on the variable just before is computed outside of its loop.
      double times = runs;
      if (i > 0 && level(order[i], bound & ~(std::uint64_t{1} << order[i - 1])).work == now.work &&
          level(order[i], bound & ~(std::uint64_t{1} << order[i - 1])).candidates == now.candidates)
        times = previousRuns;
      total += times * now.work;
      previousRuns = runs;
      runs *= now.candidates;
      bound |= std::uint64_t{1} << order[i];
    }
    return total + output(order, runs) + indexing(order);
  }

  /// What it takes to look at relations in orders of columns that nobody asked for before.
  double indexing(const std::vector<std::uint32_t> &order) const {
    double total = 0;
    for (std::size_t i = 0; i < input.relations.size(); ++i) {
      const Atom &atom = input.atom(i);
      const Relation &relation = *input.relations[i];
      std::vector<std::uint8_t> columns;
      for (std::size_t c = 0; c < atom.terms.size(); ++c)
        if (atom.terms[c].isConstant())
          columns.push_back(static_cast<std::uint8_t>(c));
      for (const std::uint32_t variable : order)
        for (std::size_t c = 0; c < atom.terms.size(); ++c)
          if (atom.terms[c].isVariable() && atom.terms[c].index == variable)
            columns.push_back(static_cast<std::uint8_t>(c));
      if (relation.hasIndex(columns))
        continue;
      // Bits by blocks of 64 by 64, tuples one by one.
      total +=
          relation.isMatrix()
              ? static_cast<double>(relation.bytes()) / sizeof(Word)
              : 60.0 * (i < atoms.size() ? atoms[i].count : static_cast<double>(relation.count()));
    }
    return total;
  }

  /// Rows that go into the head as they are cost a word for 64 of them.
  double output(const std::vector<std::uint32_t> &order, double runs) const {
    const Atom &head = input.rule->head;
    if (order.empty() || head.terms.empty())
      return 0;
    const bool inHead = std::ranges::any_of(head.terms, [&](const Term &term) {
      return term.isVariable() && term.index == order.back();
    });
    if (!inHead)
      return 0;
    bool isRow = false;
    for (std::size_t c = 0; c < head.terms.size(); ++c)
      isRow |= head.terms[c].isVariable() && head.terms[c].index == order.back() && input.head &&
               input.head->takesRowsOver(c);
    return isRow ? previousRuns * size(order.back()) / 64 : runs * 16;
  }

  /// The variable with the fewest candidates next.
  std::vector<std::uint32_t> greedy() const {
    std::vector<std::uint32_t> order;
    std::uint64_t bound = 0;
    const std::size_t count = input.rule->variables.size();
    while (order.size() < count) {
      std::uint32_t next = 0;
      double least = INFINITY;
      for (std::uint32_t v = 0; v < count; ++v) {
        if (std::ranges::find(order, v) != order.end())
          continue;
        const double candidates = level(v, bound).candidates;
        if (candidates < least) {
          least = candidates;
          next = v;
        }
      }
      if (least == INFINITY)
        next = static_cast<std::uint32_t>(order.size());
      order.push_back(next);
      if (next < 64)
        bound |= std::uint64_t{1} << next;
    }
    return order;
  }

  const JoinInput &input;
  std::vector<Figures> atoms;
  mutable double previousRuns = 1;
};

} // namespace

std::vector<std::uint32_t> planOrder(const JoinInput &input) {
  return Planner(input).best();
}

} // namespace heddle::datalog
