// One rule over finished relations: goes through its variables in an order, a row of candidates for
// each.
//
// A row is what all atoms allow that know their other variables, less what negated atoms forbid. It
// is cut down as soon as an atom knows more, which may be many variables before its own turn: what
// the inner loops share is computed once, and an empty row ends a branch early. The row of the last
// variable goes into the head in one piece, so a composition of two relations is an `or` of rows.
#pragma once

#include "datalog/relation.h"
#include "datalog/rules.h"

#include <functional>

namespace heddle::datalog {

/// What a rule's atoms read. Positive atoms first, then negative ones.
struct JoinInput {
  const Rule *rule = nullptr;
  std::vector<const Relation *> relations;
  const Relation *head = nullptr;       ///< Of the shape that what follows goes into.
  std::span<const std::uint32_t> sizes; ///< Of the domains.
  std::span<const std::vector<std::uint32_t>>
      ranks; ///< Of the values of domains that are compared.

  const Atom &atom(std::size_t i) const {
    return i < rule->positive.size() ? rule->positive[i]
                                     : rule->negative[i - rule->positive.size()];
  }
  bool isNegative(std::size_t i) const { return i >= rule->positive.size(); }
};

/// The order of variables that probably costs least.
std::vector<std::uint32_t> planOrder(const JoinInput &input);

class Join {
public:
  Join(const JoinInput &input, std::vector<std::uint32_t> order, Budget &budget);

  /// Adds what follows to `target`; what is in `known` may be left out.
  void derive(Relation &target, const Relation &known);
  /// Calls `use(values of the variables)` until it returns true; whether it did.
  bool anyOf(const std::function<bool(std::span<const ValueId>)> &use);

private:
  struct Source {
    explicit Source(Index index) : index(index) {}
    Index index;
    bool isNegative = false;
    bool hasRepeats = false; ///< A negated atom with a variable twice.
    std::vector<ValueId> constants;
    std::vector<std::uint32_t> levels;  ///< Of its variables, in the order of the index.
    std::vector<Index::Cursor> cursors; ///< With so many of its variables known.
    std::vector<char> isAlive;          ///< Whether there is such a cursor.
    bool isWhole = false;               ///< Neither constants nor variables.
    const Relation *relation = nullptr;
  };
  struct Step {
    enum class Kind : std::uint8_t { And, Subtract, Compare, Repeat };
    Kind kind;
    std::uint32_t level; ///< Whose row is cut down.
    std::uint32_t which; ///< Source or comparison.
    std::uint32_t depth = 0;
  };
  struct Descent {
    std::uint32_t source;
    std::uint32_t depth;
  };
  struct Slot {
    RowView row;
    bool has = false;
  };

  void addSource(std::size_t atom);
  void schedule();
  void add(unsigned stage, Step step) { steps[stage].push_back(step); }
  bool begin();
  bool apply(unsigned stage);
  bool applyStep(unsigned stage, const Step &step, Slot &slot);
  bool compares(const Comparison &comparison, std::uint32_t level, ValueId candidate) const;
  bool matches(const Source &source, std::uint32_t level, ValueId candidate) const;
  void bind(std::uint32_t level, ValueId value);
  bool run(unsigned stage);
  bool accept();
  void fillHead();

  const JoinInput &input;
  Budget &budget;
  std::vector<std::uint32_t> order, levelOf;
  std::vector<Source> sources;
  std::vector<std::vector<Step>> steps;       ///< By how many variables are known.
  std::vector<std::vector<Descent>> descents; ///< By level.
  std::vector<std::vector<Slot>> rows;
  std::vector<std::vector<RowBuffer>> buffers;
  std::vector<ValueId> values; ///< By level.

  // What becomes of it.
  Relation *target = nullptr;
  const Relation *known = nullptr;
  const std::function<bool(std::span<const ValueId>)> *use = nullptr;
  unsigned headStage = 0; ///< So many variables make the head known.
  int rowColumn = -1;     ///< The head's column that takes the last row.
  std::vector<ValueId> head, byVariable;
  bool isStopped = false;
};

} // namespace heddle::datalog
