// The search by reads-from: what it knows and does. Why it is complete is told in reads_from.cpp.
#pragma once

#include "explore/collector.h"
#include "explore/loop.h"
#include "explore/reads_targets.h"
#include "explore/rerun.h"

#include <optional>
#include <set>

namespace heddle::explore {

/// A thread whose next step is put off.
struct PutOff {
  vm::ThreadId thread = 0;
  GraphId bound = 0;        ///< It must see an event from this one on.
  std::vector<Bytes> reads; ///< What it looks at.
  bool isAwake = false;     ///< There is something new there.
};

/// Something that was decided: what the event `base` sees.
struct ReadsNode {
  GraphId base = 0; ///< The events before it are decided.
  vm::ThreadId thread = 0;
  std::uint32_t step = 0;
  std::uint32_t part = 0;
  std::vector<GraphId> order;                ///< Of the events before it.
  std::vector<PutOff> putOff;                ///< When it was come to.
  GraphId bound = 0;                         ///< It must see an event from this one on.
  std::vector<Target> targets;               ///< Left to try.
  std::set<std::vector<std::uint64_t>> seen; ///< What the event has been found to see.
  std::vector<GraphId> after;                ///< What the event follows,
  GraphClock start;                          ///< and all that comes before it, whatever it sees.
  std::vector<Bytes> reads;
  std::vector<Bytes> writes;     ///< Certain ones.
  std::vector<vm::ThreadId> met; ///< Threads on whose stack the event has been.
  bool isUnforeseeable = false;  ///< What it sees decides what else it touches.
  bool mayComeLater = false;
  bool isPutOff = false;
  bool hasGuesses = false;           ///< Other inputs with which to put it off,
  std::vector<Asked::Guess> guesses; ///< and which.
  std::size_t sides = 0;             ///< Of the event before it, without these.

  bool isSilent() const { return part > 0 || step == 0; }
};

/// One search, by one thread.
class ReadsSearch {
public:
  ReadsSearch(vm::SharedCode &code, const Options &options, Progress &progress)
      : options(options), progress(progress),
        vmOptions(machineOptions(options, progress, vm::Rounds::Stop)), machine(code, vmOptions),
        asking(progress, machine), collector(options.onFound), rerun(machine, collector),
        graph(rerun.graph) {}

  Answer run();

private:
  enum class Way : std::uint8_t {
    Ended,
    Rejected, ///< The step sees nothing that it may see here.
    Over,
  };

  bool isOver();
  void addGap(const char *detail, vm::ThreadId thread);

  // --- going on (reads_from.cpp)

  /// What main decides before there is anything to choose.
  void addFirst();
  /// Goes on to the end of an execution.
  Way advance();
  const PutOff *putOffOf(vm::ThreadId thread) const;
  bool isAsleep(vm::ThreadId thread) const;
  /// Those that look at memory come last, when there is most to see.
  int rankOf(vm::ThreadId thread) const;
  vm::ThreadId pick() const;
  ReadsNode &addNode(vm::ThreadId thread);
  bool step(vm::ThreadId thread);
  /// Nobody can act, but somebody waits in a loop who perhaps need not if stores had come in
  /// another order.
  bool addAwaiting();
  bool isReady(vm::ThreadId thread) const;
  /// The event of a node cannot happen here; what it waits for could be otherwise.
  void addBlocked(ReadsNode &node, const Target &target);
  static void addReads(ReadsNode &node, Bytes bytes);
  /// Takes over what the event of a node has done; false if it may not do that.
  bool finish(std::size_t at, const Target &target);
  /// What else is to be known of an event than what it reads and writes.
  void learn(ReadsNode &node, const GraphEvent &event);
  /// Other ways of the step, and sides that were there.
  void addAlternatives(ReadsNode &node, const Target &target);
  /// The sides that new events could have taken instead.
  void addSides(ReadsNode &node, const Target &target, Target &other);
  /// Wakes who waits for something new, and forgets who was woken by another.
  void note(const GraphEvent &event);
  static bool mayWrite(const GraphEvent &event, Bytes bytes);
  /// What happens by itself looks at something, too.
  void addSilent(GraphId id);

  // --- going back (reads_back.cpp)

  /// To what is left to decide last; false if nothing is.
  bool goBack();
  void cut(GraphId size);
  /// Runs the event of a node as it is asked for; false if it cannot be so.
  bool attempt(std::size_t at, const Target &target);
  /// The event could not happen in this order; with other inputs perhaps it can.
  void addDisabled(std::size_t at, const Target &target, const std::vector<GraphId> &order);
  /// With what has been decided an event cannot see something. If it came first it could, and then
  /// do what nobody has seen: what else it touches in the step, objects of its thread that end, a
  /// routine that is done once and then is done, and lists that all threads share.
  /// Whether an object is there decides whether an access happens at all.
  void doubt(std::size_t at, bool isOfLife);
  std::optional<std::vector<GraphId>> orderFor(const ReadsNode &node, const Target &target,
                                               const std::vector<Bytes> &writes);
  Rerun::Outcome runTarget(std::size_t at, const Target &target, const std::vector<GraphId> &order);
  /// From here on the step of a node must see something that is yet to come.
  bool comeLater(ReadsNode &node);
  void forgetGuesses(const ReadsNode &node);
  bool isWithoutSides() const;
  /// Whether those that could bring something new to who was put off cannot act.
  bool isVain() const;

  // --- the end of an execution (reads_end.cpp)

  Way end();
  /// Whether nobody can go on, in some order of what has happened. Who waits in a loop and was put
  /// off could go on in another.
  void judgeEmptyRounds();
  bool isOfEmptyRound(const GraphEvent &event) const;
  void judgeEmptyReads();
  bool settleEnd();
  bool findEnd(const std::vector<GraphEvent::Side> &sides);
  /// Looks for steps that could be seen by earlier ones if those came later.
  void judge();
  /// Who waits for the end of a thread did not look whether it was detached since.
  void judgeJoin(vm::ThreadId thread);
  /// A round of a loop that waits is run where it meets a race, and so depends on the order of
  /// accesses that it does not see.
  void judgeRound(vm::ThreadId thread, const GraphClock &start, std::span<const vm::Effect> round,
                  const GraphEvent &event);
  void judgeStep(GraphId id, vm::ThreadId thread, const GraphClock &start,
                 std::span<const vm::Effect> step);

  static constexpr unsigned mostEnds = 1000;
  const Options &options;
  Progress &progress;
  vm::Options vmOptions;
  vm::Machine machine;
  Progress::Asking asking;
  Collector collector;
  Rerun rerun;
  ReadsGraph &graph;
  std::vector<ReadsNode> nodes;
  std::vector<PutOff> putOff;
  vm::ThreadId last = 0;
  std::size_t judged = 0; ///< Events that were looked at.
  std::vector<vm::Effect> effects;
  Stats stats;
  Stats published;
  std::uint64_t ordersSought = 0;
  std::uint64_t stepsPutOff = 0;
  program::LocationId stoppedAt = program::noLocation;
};

} // namespace heddle::explore
