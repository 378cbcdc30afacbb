// Longer routes for one that was turned away at a branch (paper 001, section 6): some thread first
// defines what the branch asks. Definitions that can make it go the needed way come first, those of
// other threads before the thread's own.
#pragma once

#include "explore/guided_trial.h"

namespace heddle::explore {

class Refiner {
public:
  Refiner(const analysis::AbstractFacts &facts, analysis::AbstractSystem &system,
          const Notes &notes)
      : facts(facts), system(system), notes(notes) {}

  /// The best first; none where nobody defines what the branch asks.
  std::vector<RouteSet> refine(const GuidedTrial &trial);
  /// The steps of a trace, as far as threads tell that they come by.
  Route routeOf(const analysis::AbstractTrace &trace) const;
  /// Has somebody run the instruction first. False if nobody comes there.
  bool precede(Route &route, const llvm::Instruction &by);

private:
  struct Definition {
    const llvm::Instruction *at;
    const llvm::Instruction *branch; ///< For which it is.
    unsigned rank;
    bool isOwn; ///< Only the thread itself can do it.
    std::size_t number;
  };
  std::vector<Definition> definitionsFor(const Blocked &block) const;
  unsigned rankOf(const llvm::Instruction &definition, const llvm::Instruction &branch,
                  const Blocked &block) const;
  std::vector<vm::Address> wantedBy(const GuidedTrial &trial, const Definition &definition) const;
  /// With the release of a lock that is taken on it; nothing if nobody comes there.
  std::optional<Route> routeToDefinition(const llvm::Instruction &at,
                                         std::vector<vm::Address> wanted, bool &locks);
  static void insert(Route &route, std::size_t at, Route first);
  void extend(const GuidedTrial &trial, const Definition &definition,
              std::vector<RouteSet> &refined);

  const analysis::AbstractFacts &facts;
  analysis::AbstractSystem &system;
  const Notes &notes;
  unsigned rounds = 0;
};

} // namespace heddle::explore
