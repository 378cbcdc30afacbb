// The summaries of a search (paper 004, sections 4 and 5): for each global control state what is
// known to be enough for nothing bad to follow.
#pragma once

#include "explore/formula.h"
#include "explore/later.h"
#include "expr/evaluate.h"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace heddle::explore {

/// A control state, as two numbers that tell it from all others.
using ControlKey = std::pair<std::uint64_t, std::uint64_t>;
ControlKey keyOf(const vm::Machine &machine, std::string &bytes);

/// A thread whose next step leads nowhere new, and what that step does.
struct Sleeper {
  vm::ThreadId thread = 0;
  TouchId touches = 0;
  bool operator==(const Sleeper &) const = default;
};

struct Summary {
  Formula formula;
  std::vector<Sleeper> asleep; ///< What begins with their steps was not looked at.
  Behind behind;
  std::uint64_t effort = 0; ///< What it spares who uses it, about; in nanoseconds that a search
                            ///< without summaries takes.
};

class Summaries {
public:
  Summaries(vm::Machine &machine, Formulas &formulas, std::uint64_t most)
      : machine(machine), formulas(formulas), evaluator(machine.builder()), most(most) {}

  /// What covers the state that the machine is in.
  struct Cover {
    const Summary *summary = nullptr; ///< Null if nothing does.
    /// Who slept when it was made and does not now: what begins with their steps is not covered.
    std::vector<Sleeper> uncovered;
  };
  /// In the midst of a step (`isCut`) it covers all or nothing.
  Cover find(const ControlKey &key, const std::vector<Sleeper> &asleep, bool isCut,
             const Touches &touches);
  void add(const ControlKey &key, Summary summary);
  /// From now on only plain data tells whether one holds.
  void stopAsking() { asksSolver = false; }
  /// Whether too few of them are of use.
  bool areUseless() const;

  struct Figures {
    std::uint64_t stored = 0;
    std::uint64_t hits = 0;
    std::uint64_t parts = 0; ///< Look-ups for which something covers a part.
    std::uint64_t misses = 0;
    std::uint64_t bySolver = 0;  ///< Answers that took questions to the solver,
    std::uint64_t questions = 0; ///< and how many.
    std::uint64_t dropped = 0;   ///< For lack of room.
  };
  const Figures &figures() const { return counted; }

private:
  struct Hash {
    std::size_t operator()(const ControlKey &key) const { return key.first; }
  };
  enum class Holds : std::uint8_t { No, Yes, Depends };
  Holds holdsPlainly(const Formula &formula);
  bool holds(const Formula &formula, expr::Ref &closed);
  void readCells(expr::Ref part);
  Cover findPart(const std::deque<Summary> &all, const std::vector<Sleeper> &asleep,
                 const Touches &touches);
  const Summary *unite(const std::vector<std::pair<const Summary *, expr::Ref>> &open);

  vm::Machine &machine;
  Formulas &formulas;
  expr::Evaluator evaluator;
  const std::uint64_t most;
  bool asksSolver = true;
  std::unordered_map<ControlKey, std::deque<Summary>, Hash> table;
  std::uint64_t size = 0;
  Figures counted;
  // of the state that is looked at
  expr::Assignment values;
  std::vector<std::uint64_t> readIn; ///< By cell: the look-up that has read it.
  std::vector<bool> isSymbolic;
  std::uint64_t lookUps = 0;
  Summary united;
};

} // namespace heddle::explore
