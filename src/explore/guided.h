// The assertion-guided search: one machine that goes down a path and back. guided.cpp has the path
// and what is known of states, guided_reduce.cpp which orders of steps are tried, guided_follow.cpp
// what a point that is left out would have had tried elsewhere.
#pragma once

#include "explore/collector.h"
#include "explore/execution.h"
#include "explore/loop.h"
#include "explore/summaries.h"

#include <optional>

namespace heddle::explore {

class GuidedSearch {
public:
  GuidedSearch(vm::SharedCode &code, const Options &options, Progress &progress);
  Answer run();

private:
  /// A thread that is taken at a point, in all its ways; or the sides of a branch.
  struct Child {
    vm::ThreadId thread = 0;
    std::uint32_t ways = 1;
    std::uint32_t tried = 0;
    TouchId touches = 0;    ///< What its ways have done so far.
    bool isComplete = true; ///< And that is all they do.
  };
  struct Node {
    std::size_t path = 0;
    std::size_t mark = 0;
    std::size_t events = 0;
    std::size_t effects = 0; ///< Of the step so far, if a thread is asked in its midst.
    bool asks = false;
    bool asksInputs = false; ///< They are sides of a branch: inputs decide which.
    std::vector<vm::Choice> choices;
    std::vector<Child> children;
    std::size_t child = 0;
    std::vector<Sleeper> asleep; ///< First those who came asleep.
    std::size_t inherited = 0;
    /// A summary covers all but what begins with the steps of these, who slept when it was made.
    std::vector<Sleeper> uncovered;
    std::vector<vm::ThreadId> wanted; ///< Who else would be tried here.
    ControlKey key;
    Formula known;            ///< Of what was gone through so far.
    std::uint64_t effort = 0; ///< Before it.
    Behind behind;
  };
  /// A choice that was taken, and the state behind it.
  struct Step {
    vm::Transfer data;
    vm::Transfer choices;
  };

  // --- the path (guided.cpp)
  static bool needsHistory(const Options &options);
  void take(vm::Choice choice);
  Formula advance(bool &goesOn);
  Summaries::Cover findSummary(ControlKey &key);
  void push(const ControlKey &key);
  void end(bool isEnough);
  Formula knownOfEnd();
  void findEndlessRounds();
  const vm::Transfer &choicesAt(std::size_t length) const;
  bool goBack(Formula known);
  Formula carriedTo(const Node &node, Formula known);
  void leave(Node &node, Formula &known);
  void judgeSummaries();
  void stopSummaries(const std::string &why);
  void countSummaries();

  // --- orders (guided_reduce.cpp)
  void track();
  static std::uint32_t waysOf(const std::vector<vm::Choice> &choices, vm::ThreadId thread);
  void fillChildren(Node &node);
  /// The next choice at a point; false if there is none.
  bool next(Node &node, vm::Choice &choice);
  void begin(vm::Choice choice, std::size_t point);
  void endStep();
  /// The step is left in its midst; what it does then is known by a summary, or not. False if it
  /// was over.
  bool cutStep(const Summary *rest);
  void finishChild(Node &node);
  bool sleeps(vm::ThreadId thread) const;
  bool isAllAsleep() const;
  void noteBlocked();
  void reverse(const Race &race);
  void coverBy(Node &node, const Summaries::Cover &cover);
  void uncover(Node &node);
  static void addChild(Node &node, vm::ThreadId thread);
  static void addAll(Node &node);

  // --- what is left out (guided_follow.cpp)
  /// A beginner while the path is gone up; `event` if it is on the path.
  struct Climber {
    Beginner what;
    EventId event = noEvent;
  };
  void noteEverBlocked(vm::ThreadId blocked, std::span<const vm::Effect> effects);
  void follow(const Summary &summary, bool isCut);
  TouchId restOf(const Summary &summary);
  void findOpenEvents();
  void compareAll(unsigned number);
  bool comesAfter(EventId event, const Climber &climber) const;
  void climbOver(EventId event);
  TouchId touchesOf(EventId event) const;
  bool mayRace(EventId event, const Later &later) const;
  void compare(EventId event, const Later &later);
  void tellPoints(const Behind &behind);
  Behind carry(const Behind &behind, const LaterTable::Before &before);

  const Options &options;
  Progress &progress;
  vm::Machine machine;
  const Progress::Asking asking;
  Collector collector;
  Formulas formulas;
  Summaries summaries;
  TouchTable touches;
  Execution execution;
  const bool reduces;          ///< Not every order is tried.
  bool keeps;                  ///< Summaries.
  std::uint64_t effort = 0;    ///< Of a search that leaves out nothing, up to here.
  std::uint64_t keptNodes = 0; ///< For which summaries were looked up or made.
  bool isAsking = true;        ///< The solver, about summaries.
  Stats stats;
  Stats published;
  program::LocationId stoppedAt = program::noLocation;
  std::vector<Node> nodes;
  std::vector<vm::Choice> path;
  std::vector<Step> steps;     ///< Of the path.
  vm::Transfer first;          ///< What the choices of the first state depend on.
  std::vector<Sleeper> asleep; ///< Now.
  bool inStep = true;          ///< What main does before the first choice is one.
  std::vector<vm::Effect> blockedEffects;
  std::vector<Race> blockers;
  std::string bytes;
  LaterTable laters;
  Behind behindEnd;            ///< What is behind the end of the path, of which a summary tells.
  std::optional<Beginner> cut; ///< The step in whose midst that end is.
  std::vector<EventId> openEvents; ///< Where somebody else may be begun.
  std::vector<Climber> climbers;
  std::vector<EventId> covered; ///< Who comes before these need not be compared with.
};

} // namespace heddle::explore
