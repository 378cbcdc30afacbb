// What an encoding in the making knows; private to predict*.cpp.
#pragma once

#include "expr/substitute.h"
#include "trace/predict.h"

#include <set>
#include <unordered_map>

namespace heddle::trace {

struct Prediction::State {
  State(const Course &course, const std::vector<PairKey> &wanted, const PredictOptions &options);

  // --- what matters (predict_reads.cpp)
  void findChoices(); ///< Which writes a read may see.
  void fold();
  void findCone(const std::vector<PairKey> &wanted);
  bool isSeenBy(EventIndex write, EventIndex read, const MemoryCell &cell) const;
  bool isHidden(EventIndex write, EventIndex read, const MemoryCell &cell) const;
  expr::Ref valueOf(EventIndex write, std::uint32_t cell);
  solver::Literal reads(EventIndex read, std::uint32_t cell, EventIndex write);
  void encodeReads();

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
  expr::Substitution substitution;
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
  std::vector<bool> isNeeded;  ///< Reads whose value matters,
  std::vector<bool> isMatched; ///< and those that must see one of their choices.
  std::vector<bool> isCellOfInterest;
  std::map<std::pair<EventIndex, std::uint32_t>, expr::Ref> values;
  std::map<std::tuple<EventIndex, std::uint32_t, EventIndex>, solver::Literal> sees;
  std::unordered_map<std::uint32_t, EventIndex> readOf;   ///< By the number of its unknown.
  std::map<program::LocationId, solver::Literal> allowed; ///< For conditions that may be left out.
};

} // namespace heddle::trace
