// The static side of value schedules (paper 002, chapter 4): which operations conflict with which,
// by their places in the user's code, and whether a thread may still come to one.
//
// Accesses that a common lock keeps apart are not among them: the order of the locks decides
// theirs. Semaphores, barriers and the like, which the thesis does not have, are told apart by
// address when they are met.
#pragma once

#include "explore/pair_fate.h"
#include "support/outcome.h"

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heddle::explore {

/// Whether some pair is about it: FILE:LINE or a variable. If not, the failure names what is near.
support::Done canFocus(const program::Program &program, const std::string &focus);

class ValuePairs {
public:
  using Index = std::uint32_t;
  struct Focus; ///< What `focus` means.
  struct Partner {
    Index pair = 0;
    program::LocationId at = program::noLocation;
  };

  /// Without pairs if the program is too large for that. `focus` is FILE:LINE or a variable, or
  /// empty.
  ValuePairs(const program::Program &program, const std::string &focus, bool inSlices);
  ~ValuePairs();
  ValuePairs(const ValuePairs &) = delete;
  ValuePairs &operator=(const ValuePairs &) = delete;

  const program::Program &ofProgram() const { return program; }
  std::span<const ConflictPair> all() const { return pairs; }
  std::span<const Partner> partnersOf(program::LocationId at) const;
  /// The pair of two places, made if it is a new one that only a run could show.
  Index pairOf(Conflict kind, program::LocationId one, program::LocationId other);
  /// Whether a thread with these calls, innermost first, may come to the place.
  bool mayReach(std::span<const program::LocationId> stack, program::LocationId at);
  /// Where a thread that could come to the place at `before` and cannot at `after` was turned away:
  /// a branch or a call; `noLocation` if that is not clear. Without `after` it came to its end.
  program::LocationId turnedAwayAt(std::span<const program::LocationId> before,
                                   std::span<const program::LocationId> after,
                                   program::LocationId at);
  /// Whether the address that a thread uses at the place is the same as long as it lives.
  bool isAddressConstant(program::LocationId at);

  std::uint64_t asked = 0;  ///< Of reachability,
  std::uint64_t cached = 0; ///< and known already.
  std::array<std::uint64_t, conflictKinds> counts{};
  std::uint32_t slices = 0; ///< Of pairs that have to do with each other; 0 if not told apart.
  double seconds = 0;       ///< That the analyses took.

private:
  struct Analyses;
  using Key = std::pair<std::vector<program::LocationId>, program::LocationId>;

  void findStatic();
  void findOthers();
  void focusOn(const Focus &focus);
  Index add(ConflictPair pair);
  std::vector<const llvm::Instruction *>
  instructionsOf(std::span<const program::LocationId> stack) const;
  bool isConstant(const llvm::Value &value, unsigned depth);

  const program::Program &program;
  std::unique_ptr<Analyses> analyses; ///< Null if the program is too large.
  std::vector<ConflictPair> pairs;
  std::vector<std::vector<Partner>> partners; ///< By location.
  std::map<std::tuple<Conflict, program::LocationId, program::LocationId>, Index> known;
  std::map<Key, bool> reached;
  std::map<program::LocationId, bool> constants;
};

} // namespace heddle::explore
