// The assertion-guided search: one machine that goes down a path and back. guided.cpp has the path
// and what is known of states, guided_reduce.cpp which orders of steps are tried.
#pragma once

#include "explore/collector.h"
#include "explore/execution.h"
#include "explore/loop.h"
#include "explore/summaries.h"

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
    ControlKey key;
    Formula known; ///< Of what was gone through so far.
    Behind behind;
  };
  /// A choice that was taken, and the state behind it.
  struct Step {
    vm::Transfer data;
    vm::Transfer choices;
  };

  // --- the path (guided.cpp)
  static bool needsHistory(const Options &options);
  static bool reducesOrders(const Options &options);
  void take(vm::Choice choice);
  Formula advance(bool &goesOn);
  const Summary *findSummary(ControlKey &key);
  void push(const ControlKey &key);
  void end(bool isEnough);
  Formula knownOfEnd();
  void findEndlessRounds();
  const vm::Transfer &choicesAt(std::size_t length) const;
  bool goBack(Formula known);
  Formula carriedTo(const Node &node, Formula known);
  void leave(Node &node, Formula &known);
  void stopSummaries();
  void countSummaries();

  // --- orders (guided_reduce.cpp)
  void track();
  void fillChildren(Node &node);
  /// The next choice at a point; false if there is none.
  bool next(Node &node, vm::Choice &choice);
  void begin(vm::Choice choice, std::size_t point);
  void endStep();
  /// The step is left in its midst: nobody knows all that it does.
  bool cutStep();
  void finishChild(Node &node);
  bool sleeps(vm::ThreadId thread) const;
  bool isAllAsleep() const;
  void noteBlocked();
  void reverse(const Race &race);
  void addChild(Node &node, vm::ThreadId thread);
  void addAll(Node &node);
  void tellNodes(vm::ThreadId thread, TouchId what);
  void follow(const Summary &summary);

  const Options &options;
  Progress &progress;
  vm::Machine machine;
  const Progress::Asking asking;
  Collector collector;
  Formulas formulas;
  Summaries summaries;
  TouchTable touches;
  Execution execution;
  const bool reduces; ///< Not every order is tried.
  bool keeps;         ///< Summaries.
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
};

} // namespace heddle::explore
