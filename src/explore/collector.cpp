#include "explore/collector.h"

#include <algorithm>

namespace heddle::explore {

std::string bugKey(const vm::Fault &fault) {
  std::string key(vm::name(fault.kind));
  std::vector<program::LocationId> places;
  if (!fault.blocked.empty()) {
    for (const auto &[thread, location] : fault.blocked)
      places.push_back(location);
  } else {
    places.push_back(fault.location);
    if (fault.kind == vm::FaultKind::DataRace)
      places.push_back(fault.other);
  }
  std::sort(places.begin(), places.end());
  for (const program::LocationId place : places)
    key += " " + std::to_string(place);
  return key;
}

static void makeSmall(vm::Machine &machine, Found &found) {
  found.areInputsSmallest = machine.makeInputsSmall();
  found.inputs = machine.anyInputs();
}

void Collector::look(vm::Machine &machine, const std::vector<vm::Choice> &path) {
  looked = machine.takeFaults();
  for (const vm::Fault &fault : looked) {
    const std::string key = bugKey(fault);
    const auto known = found.find(key);
    if (known == found.end()) {
      bugs += fault.kind != vm::FaultKind::DataRace;
      order.push_back(key);
      Found &added = found.emplace(key, Found{fault, path, machine.anyInputs()}).first->second;
      if (!onFound)
        continue;
      onFound(added, false);
      makeSmall(machine, added);
      onFound(added, true);
    } else if (path.size() < known->second.path.size()) {
      known->second = Found{fault, path, machine.anyInputs()};
      if (onFound)
        makeSmall(machine, known->second);
    }
  }
  for (vm::Gap &gap : machine.takeGaps())
    addGap(std::move(gap));
}

void Collector::add(const Collector &other) {
  for (const std::string &key : other.order)
    add(key, other.found.at(key));
  for (const vm::Gap &gap : other.gaps)
    addGap(gap);
}

void Collector::add(const Answer &answer) {
  for (const Found &one : answer.found)
    add(bugKey(one.fault), one);
  for (const vm::Gap &gap : answer.gaps)
    addGap(gap);
}

void Collector::add(const std::string &key, const Found &one) {
  const auto [known, isNew] = found.try_emplace(key, one);
  if (isNew) {
    bugs += one.fault.kind != vm::FaultKind::DataRace;
    order.push_back(key);
  } else if (one.path.size() < known->second.path.size()) {
    known->second = one;
  }
}

std::vector<std::vector<vm::Choice>> Collector::paths() const {
  std::vector<std::vector<vm::Choice>> paths;
  for (const std::string &key : order)
    paths.push_back(found.at(key).path);
  return paths;
}

void Collector::addGap(vm::Gap gap) {
  if (gapKeys.insert(gap.reason + " " + std::to_string(gap.location) + gap.detail).second)
    gaps.push_back(std::move(gap));
}

Answer Collector::finish(const Stats &stats) {
  Answer answer;
  for (const bool races : {false, true})
    for (const std::string &key : order)
      if ((found.at(key).fault.kind == vm::FaultKind::DataRace) == races)
        answer.found.push_back(found.at(key));
  answer.gaps = gaps;
  answer.stats = stats;
  return answer;
}

} // namespace heddle::explore
