// Runs the events of a graph in any order that has the same reads: goes back as far as the order
// differs from the one that was run last, and on from there.
#pragma once

#include "explore/collector.h"
#include "explore/reads_graph.h"

namespace heddle::explore {

/// What is asked of events that are not known yet.
struct Asked {
  std::uint32_t way = 0;
  std::vector<std::uint32_t> sides; ///< Of branches on inputs; the first one where there are more.
  /// Sides that known events were not asked for before: what came before them decided that, and now
  /// comes after them, or else nothing does.
  struct Guess {
    std::uint32_t side;
    std::uint32_t count;
  };
  std::vector<Guess> guesses; ///< Those from which on to try.
};

/// To the next ones; false if there are none.
bool nextGuesses(std::vector<Asked::Guess> &guesses);

class Rerun {
public:
  Rerun(vm::Machine &machine, Collector &collector) : machine(machine), collector(collector) {}

  enum class Outcome : std::uint8_t {
    Done,
    Disabled, ///< The new event could not happen where it was to.
    Differs,  ///< An event did something else than it did before.
  };

  /// To the first choice.
  void start();
  /// A step that comes after all that was run.
  void step(vm::ThreadId thread, const Asked &asked);
  /// Runs the events that are known in this order, and the one with the number `fresh`, of this
  /// thread, where it stands in it.
  Outcome follow(std::span<const GraphId> order, GraphId fresh, vm::ThreadId thread,
                 const Asked &asked);
  /// The events in the order in which they happened.
  std::vector<GraphId> order() const;
  /// What a thread would do next in one of these ways, and does not.
  void lookAhead(vm::ThreadId thread, std::vector<vm::Effect> &out);
  std::uint32_t waysOf(vm::ThreadId thread) const;

  ReadsGraph graph;
  std::vector<vm::Choice> path;
  std::vector<std::uint32_t> sidesTaken; ///< By new events of the last run,
  std::vector<std::uint32_t> sidesThere; ///< and of how many.
  std::uint32_t waysThere = 0;           ///< When the new event was taken.
  std::vector<Asked::Guess> guesses;     ///< Those that all events agree with.

private:
  struct Step {
    GraphId event;
    std::size_t mark;
    std::size_t path;
    std::vector<GraphId> events;
    std::vector<vm::Effect> effects;
    std::vector<GraphEvent::Side> sides; ///< Of conditions.
  };
  bool isStill(const Step &step) const;
  void cut(std::size_t steps);
  void rebuild();
  void run(vm::ThreadId thread, std::uint32_t way, bool isFirst, const Asked &asked);
  void take(Step &step);
  std::uint32_t chooseSide(const Asked &asked);
  std::uint32_t guess(std::uint32_t count, const void *condition, program::LocationId location);
  std::optional<std::uint32_t> decided(const void *condition, std::uint32_t count) const;
  Outcome followOnce(std::span<const GraphId> order, GraphId fresh, vm::ThreadId thread,
                     const Asked &asked);
  bool isPossible(vm::Choice choice) const;
  bool hasAll() const; ///< Every event that is known has happened.

  vm::Machine &machine;
  Collector &collector;
  std::size_t root = 0;
  std::vector<vm::Effect> firstEffects;
  std::vector<Step> line;
  std::size_t guessed = 0;
  std::vector<GraphEvent::Side> guessedSides;
  std::vector<std::pair<GraphId, std::size_t>> cursors; ///< In the sides of known events.
};

} // namespace heddle::explore
