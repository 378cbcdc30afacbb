// What is known of each pair of a write and a read: its status and the test that shows it.
#pragma once

#include "defuse/budget.h"
#include "defuse/campaign.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::defuse {

class Ledger {
public:
  /// `options`: how programs are run.
  Ledger(vm::SharedCode &code, const Potential &potential, const vm::Options &options,
         const std::function<void(const FoundPair &)> &onPair, Gaps &gaps);

  /// What a run before this one has shown.
  void adopt(const FoundPair &known);

  bool isOpen(const PairKey &key) const;
  std::vector<PairKey> openPairs() const;
  /// Whether it is among those that are looked for, or would be if the program's text told of it.
  bool isWanted(const PairKey &key, const trace::ReadFrom &edge) const;

  /// Keeps the pairs that a run shows. Those of other threads' private memory are not asked for.
  void takeReads(const trace::LiftedRun &run, Status status);
  /// Makes a test of an edge of an execution. False if it does not come again.
  bool keep(const vm::Options &recording, const std::vector<vm::Choice> &path, const PairKey &key,
            const trace::ReadFrom &edge, Status status);
  /// It should have come again, and did not.
  void addLost(const PairKey &key);
  /// The solver gave up on it in some execution; another one may show it.
  void isUnsure(const PairKey &key) { unsure.insert(key); }
  void addUnsure();

  std::vector<FoundPair> pairs;
  std::vector<FoundBranchPair> branchPairs;
  std::vector<FollowerBreak> followers;

private:
  /// What a thread read last at a place, unless it wrote there since.
  using LastReads = std::map<std::pair<vm::ThreadId, vm::Address>, trace::ReadFrom>;

  std::size_t placeOf(const PairKey &key);
  void cover(const PairKey &key);
  void follow(LastReads &last, const trace::ReadFrom &edge);

  vm::SharedCode &code;
  const Potential &potential;
  const vm::Options &options;
  const std::function<void(const FoundPair &)> &onPair;
  Gaps &gaps;
  std::map<PairKey, std::size_t> places;
  std::set<program::LocationId> reads;  ///< Of potential pairs.
  std::set<program::LocationId> breaks; ///< Reads that do not follow the one before them.
  std::set<PairKey> unsure;
};

} // namespace heddle::defuse
