// What an encoding in the making knows; private to predict*.cpp.
#pragma once

#include "expr/substitute.h"
#include "trace/predict.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace heddle::trace {

struct Prediction::State {
  State(const Course &course, const std::vector<PairKey> &wanted, const PredictOptions &options);

  // --- what is sure to come first (predict_sure.cpp)
  bool refine();
  std::vector<std::size_t> knownAfter(EventIndex event) const;
  bool learnFrom(EventIndex condition, std::vector<std::size_t> &own);
  /// As far as is known by now.
  bool isBefore(EventIndex first, EventIndex second) const {
    return first != second && (*sure)[second][run.events[first].thread] > course.place[first];
  }

  // --- what matters (predict_reads.cpp)
  void findChoices(); ///< Which writes a read may see.
  void fold();
  void findCone();
  bool isHard(expr::Ref condition); // (predict_hard.cpp)
  void findSpokenOf(const std::vector<PairKey> &wanted);
  void findWrites();
  EventIndex lastBefore(EventIndex read, std::uint32_t cell, vm::ThreadId thread) const;
  bool isOverwritten(EventIndex write, EventIndex read, std::uint32_t cell) const;
  bool isHidden(EventIndex write, EventIndex read, std::uint32_t cell);
  const std::vector<Course::Held> &heldAt(EventIndex event);
  std::vector<EventIndex> othersOf(EventIndex read, std::uint32_t cell, EventIndex write) const;
  expr::Ref valueOf(EventIndex write, std::uint32_t cell);
  solver::Literal reads(EventIndex read, std::uint32_t cell, EventIndex write);
  void encodeReads();

  // --- how much there is to encode (predict_reads.cpp)
  EncodingSize &after(bool Reductions::*which) {
    const auto *const one = std::ranges::find(reductionNames, which, &ReductionName::isOn);
    return figures.after[static_cast<std::size_t>(one - std::begin(reductionNames))];
  }
  void count(EncodingSize &size, EventIndex read, std::uint32_t cell,
             const std::vector<EventIndex> &writes) const;
  void countOrder();

  // --- order (predict_order.cpp)
  void chooseItems();
  void encodeThreads();
  void encodeLocks();
  void encodeWaits();
  void encodeSemaphores();
  void encodeFrees();
  void edge(EventIndex from, EventIndex to);
  /// Whether a lock is held, in the way that keeps `event` out, when this happens.
  solver::Literal isHeld(EventIndex event, solver::Position when, bool reading);
  std::set<EventIndex> neighbours;

  // --- the formula
  bool isItem(EventIndex event) const { return items[event]; }
  solver::Literal executed(EventIndex event) const { return *doneLiterals[event]; }
  solver::Literal executedBefore(EventIndex event) const;
  /// The whole operation that an event is part of: others see it only then.
  solver::Literal wholly(EventIndex event) const { return executed(lasts[leaders[event]]); }
  solver::Position positionOf(EventIndex event) const { return positions[leaders[event]]; }
  /// Within one operation the thread's own order counts.
  solver::Literal before(EventIndex a, EventIndex b) {
    if (leaders[a] == leaders[b])
      return course.place[a] < course.place[b] ? formula.yes() : formula.no();
    return formula.before(positionOf(a), positionOf(b));
  }
  solver::Literal all(std::initializer_list<solver::Literal> parts) {
    return formula.all({parts.begin(), parts.size()});
  }
  solver::Literal any(std::initializer_list<solver::Literal> parts) {
    return formula.any({parts.begin(), parts.size()});
  }
  void encodeConditions();
  solver::Literal notCovered(const std::vector<Cover> &covers, expr::Ref compared);
  Answer ask(std::vector<solver::Literal> assumptions, EventIndex onward,
             std::optional<solver::Position> until, bool keepsInputs);
  LiftedPlan planOf(EventIndex onward, std::optional<solver::Position> until) const;

  const Course &course;
  const LiftedRun &run;
  const PredictOptions options;
  expr::Builder &builder;
  std::optional<expr::Substitution> substitution; ///< Of reads by their values.
  solver::Formula formula;
  PredictFigures figures;

  std::vector<bool> items;
  std::vector<std::optional<solver::Literal>> doneLiterals; ///< By event that is an item.
  std::vector<EventIndex> leaders; ///< The first event of the operation that an event belongs to.
  std::vector<EventIndex> lasts;   ///< By leader: the last event of the operation.
  std::vector<solver::Position> positions;
  std::vector<bool> hasPosition;
  std::vector<expr::Ref> conditions; ///< By event: with what is known put in; null for operations.

  /// By read event and cell of it: the writes it may see.
  std::vector<std::vector<std::vector<EventIndex>>> choices;
  /// By cell and thread, in its order.
  std::vector<std::vector<std::vector<EventIndex>>> writesBy;
  std::unordered_map<EventIndex, std::vector<Course::Held>> locksHeld;
  Course::Clocks clocks;                     ///< With what conditions tell.
  const Course::Clocks *sure = &clocks;      ///< Those that count now.
  std::set<program::LocationId> learnedFrom; ///< Conditions that may be left out otherwise.
  std::vector<bool> isFolded;                ///< Reads that have a value.
  std::vector<bool> isNeeded;                ///< Reads whose value matters,
  std::vector<bool> isAvoided;               ///< Conditions that no thread is to come to.
  std::vector<bool> isMatched;               ///< and those that must see one of their choices.
  std::vector<bool> isSpokenOf;              ///< Accesses.
  std::uint64_t mostItems = 0;               ///< If no variable is left out.
  std::uint64_t sectionPairs = 0;            ///< Pairs of critical sections of one lock,
  std::uint64_t pairsApart = 0; ///< and those of which it is not sure which comes first.
  std::map<std::pair<EventIndex, std::uint32_t>, expr::Ref> values;
  std::map<std::tuple<EventIndex, std::uint32_t, EventIndex>, solver::Literal> sees;
  std::unordered_map<std::uint32_t, EventIndex> readOf;   ///< By the number of its unknown.
  std::map<program::LocationId, solver::Literal> allowed; ///< For conditions that may be left out.
};

} // namespace heddle::trace
