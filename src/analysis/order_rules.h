// Rules of order, as the mechanisms find them: inside of order.h.
//
// A rule says: when a thread has passed one of its acquires, then all of its releases have been
// passed, or one of them, whichever it is.
#pragma once

#include "analysis/order.h"
#include "analysis/passages.h"

#include <deque>
#include <map>

namespace heddle::analysis {

/// A thread has come by the places so often.
struct Point {
  static constexpr unsigned wholeThread = ~0u; ///< For a release its end, for an acquire its begin.

  StaticThread thread = 0;
  unsigned places = wholeThread;
  unsigned level = 1;
  bool isOfAll = false; ///< All threads of this kind have.
  /// For a release: these functions have been run for good, by whomever.
  const llvm::DenseSet<const llvm::Function *> *body = nullptr;
};

struct Rule {
  std::vector<Point> releases;
  bool needsAll = false; ///< All of the releases, not just one.
  std::vector<Point> acquires;
  OrderReason reason;
};

/// Calls of the library that synchronise.
using SyncCalls = std::map<std::string, std::vector<const llvm::CallBase *>, std::less<>>;

class Rules {
public:
  Rules(const PointsTo &pointers, const Threads &threads, const Parallel &parallel,
        OrderOptions options);

  unsigned addPlaces(Places places);
  const Places &placesOf(unsigned index) const { return allPlaces[index]; }
  const Passages &passages(StaticThread thread, unsigned places);
  const Passages *knownPassages(StaticThread thread, unsigned places) const;
  const std::vector<const llvm::CallBase *> &callsOf(std::string_view name) const;
  /// Whether control may go back by a jump.
  bool jumps() const;
  llvm::BitVector runnersOf(const Places &places) const;
  bool isCalledBack(const Places &places) const;
  /// Whether the two may be one and the same object; of so many bytes.
  bool mayMeet(const llvm::Value &one, const llvm::Value &other) const;
  /// The only thing that the address may be, if there is one and it exists once.
  std::optional<Target> onlyTarget(const llvm::Value &address) const;
  /// Releases of all who may come by the places.
  std::vector<Point> pointsOf(unsigned places) const;
  void add(Rule rule);

  const PointsTo &pointers;
  const Threads &threads;
  const Parallel &parallel;
  const OrderOptions options;
  Ground ground;
  Instances instances;
  std::vector<Rule> all;

private:
  SyncCalls calls;
  std::deque<Places> allPlaces;
  std::map<std::pair<StaticThread, unsigned>, Passages> allPassages;
  std::vector<const llvm::CallBase *> none;

public:
  std::deque<llvm::DenseSet<const llvm::Function *>> bodies;
};

// One file each.
void addThreadRules(Rules &rules);
void addFlagRules(Rules &rules);
void addConditionRules(Rules &rules);
void addSemaphoreRules(Rules &rules);
void addBarrierRules(Rules &rules);
void addOnceRules(Rules &rules);

} // namespace heddle::analysis
