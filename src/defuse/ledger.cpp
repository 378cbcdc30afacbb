#include "defuse/ledger.h"

#include <algorithm>
#include <utility>

namespace heddle::defuse {

using trace::LiftedRun;

Ledger::Ledger(vm::SharedCode &code, const Potential &potential, const vm::Options &options,
               const std::function<void(const FoundPair &)> &onPair, Gaps &gaps)
    : code(code), potential(potential), options(options), onPair(onPair), gaps(gaps) {
  for (const PairKey &key : potential.pairs()) {
    placeOf(key);
    reads.insert(key.read);
  }
  for (const BranchPair &pair : potential.branchPairs())
    branchPairs.push_back({pair, false});
}

void Ledger::adopt(const FoundPair &known) {
  if (known.status != Status::Observed && known.status != Status::Inferred)
    return;
  FoundPair &here = pairs[placeOf(known.key)];
  const std::string variable = std::move(here.variable);
  here = known;
  here.variable = variable;
  cover(known.key);
}

std::size_t Ledger::placeOf(const PairKey &key) {
  const auto [known, isNew] = places.try_emplace(key, pairs.size());
  if (isNew)
    pairs.push_back({key, Status::Open, potential.variableOf(key), false, false, {}, {}});
  return known->second;
}

bool Ledger::isOpen(const PairKey &key) const {
  const auto known = places.find(key);
  return known == places.end() || pairs[known->second].status == Status::Open;
}

std::vector<PairKey> Ledger::openPairs() const {
  std::vector<PairKey> result;
  for (const FoundPair &pair : pairs)
    if (pair.status == Status::Open)
      result.push_back(pair.key);
  return result;
}

void Ledger::cover(const PairKey &key) {
  for (FoundBranchPair &pair : branchPairs)
    pair.isCovered =
        pair.isCovered || std::ranges::find(pair.pair.flows, key) != pair.pair.flows.end();
}

bool Ledger::keep(const vm::Options &recording, const std::vector<vm::Choice> &path,
                  const PairKey &key, const trace::ReadFrom &edge, Status status) {
  trace::Trace trace = trace::recordReads(code, recording, path, {{key.write, key.read, {}}});
  trace.test.races = false;
  vm::Options replaying = recording;
  replaying.rounds = options.rounds;
  if (!trace.hasFault || !trace::replay(code, replaying, trace.test).hasFault)
    return false;
  FoundPair &pair = pairs[placeOf(key)];
  pair.status = status;
  pair.isRemote = !edge.write.isInitial() && edge.write.thread != edge.read.thread;
  pair.isLocal = !edge.write.isInitial() && !pair.isRemote;
  pair.test = std::move(trace.test);
  pair.why.clear();
  cover(key);
  if (onPair)
    onPair(pair);
  return true;
}

void Ledger::takeReads(const LiftedRun &run, Status status) {
  vm::Options plain = options;
  plain.symbolic = false;
  plain.inputs = run.values;
  std::set<PairKey> tried;
  LastReads last;
  std::size_t event = 0;
  for (const trace::LiftedRead &read : trace::readsOf(run)) {
    for (; event <= read.event; ++event)
      if (run.events[event].writes())
        last.erase({run.events[event].thread, run.events[event].address});
    if (read.edge.isShared)
      follow(last, read.edge);
    const PairKey key{read.edge.write.location, read.edge.read.location};
    if (isWanted(key, read.edge) && isOpen(key) && tried.insert(key).second)
      if (!keep(plain, run.path, key, read.edge, status))
        addLost(key);
  }
}

void Ledger::addLost(const PairKey &key) {
  gaps.add({"not-reproduced", "internal defect: a pair that was seen does not replay", key.read});
}

bool Ledger::isWanted(const PairKey &key, const trace::ReadFrom &edge) const {
  const bool isUsers = reads.contains(key.read) && key.write != program::noLocation;
  return places.contains(key) || (edge.isShared && isUsers);
}

void Ledger::follow(LastReads &last, const trace::ReadFrom &edge) {
  const auto [before, isNew] = last.try_emplace({edge.read.thread, edge.address}, edge);
  if (isNew)
    return;
  const trace::ReadFrom first = std::exchange(before->second, edge);
  const PairKey second{edge.write.location, edge.read.location};
  if (first.write == edge.write || first.read.location == edge.read.location ||
      !places.contains(second) || !breaks.insert(second.read).second)
    return;
  followers.push_back({{first.write.location, first.read.location}, second});
}

void Ledger::addUnsure() {
  for (const PairKey &key : unsure)
    if (isOpen(key))
      gaps.add({"solver", "the solver gave up on a pair", key.read});
}

} // namespace heddle::defuse
