#include "version_law.h"

#include "analysis/wait_loops.h"
#include "diff/compare.h"
#include "diff/look.h"
#include "diff/match.h"
#include "diff_law.h"
#include "random.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

using diff::Side;
using program::LocationId;
using program::noLocation;

class Watch : public vm::Recorder {
public:
  explicit Watch(const program::Program &program) : law(program) {}

  void run(vm::SharedCode &code, std::uint64_t seed) {
    vm::Options options;
    options.maxSteps = 300'000;
    machine = std::make_unique<vm::Machine>(code, options);
    law.begin();
    machine->record(this);
    machine->start();
    for (Random random(seed); !machine->choices().empty();)
      machine->take(machine->choices()[random.below(machine->choices().size())]);
    law.judge(machine->takeFaults());
  }
  void saw(const vm::Seen &seen) override { law.saw(*machine, seen); }

  DiffLaw law;

private:
  std::unique_ptr<vm::Machine> machine;
};

LocationId locationOf(const program::Program &program, const llvm::Instruction *at) {
  return at ? program.locationOf(*at) : noLocation;
}

/// What executions of one version show, and the other is known not to do, is among the differences.
void checkSide(Side side, const Ready *const (&ready)[2], const Watch *const (&watches)[2],
               const diff::Comparison &found, const diff::Match &match, VersionCheck &check) {
  const auto here = static_cast<std::size_t>(side);
  const program::Program &mine = *ready[here]->program;
  const program::Program &other = *ready[1 - here]->program;
  std::set<std::pair<LocationId, LocationId>> told;
  for (const diff::Difference &one : found.differences)
    if (one.onlyIn == side)
      told.emplace(one.edges.front().write, one.edges.front().read);
  const auto partner = [&](LocationId at) -> const llvm::Instruction * {
    const LocationId there = match.other(side, at);
    return there == noLocation ? nullptr : other.location(there).instruction;
  };
  for (const DiffLaw::Key &key : watches[here]->law.seenEdges()) {
    const LocationId write = locationOf(mine, key.first), read = locationOf(mine, key.second);
    const DiffLaw::Key there{partner(write), partner(read)};
    if (!there.second || (key.first && !there.first) || watches[1 - here]->law.allows(there))
      continue;
    ++check.edges;
    if (told.contains({write, read}) || !check.problem.empty())
      continue;
    check.problem = fmt::format(
        "  a data flow of the {} version that the rules exclude in the other, untold\n{}",
        diff::name(side), watches[here]->law.describe(key));
  }
}

/// A data flow by places of the old version.
using Flow = std::pair<LocationId, LocationId>;

/// What all executions of a version show, of data flows that both can have.
struct Flows {
  bool isComplete = false;
  std::set<Flow> single;
  std::set<std::pair<Flow, Flow>> pairs;
};

Flows flowsOf(Side side, Ready &ready, const diff::Match &match) {
  constexpr std::uint64_t most = 1'500;
  constexpr std::size_t mostReads = 60;
  Flows flows;
  const auto named = [&](LocationId at) {
    return side == Side::Old || at == noLocation ? at : match.other(Side::New, at);
  };
  std::uint64_t count = 0;
  diff::LookSettings settings;
  settings.vm.maxSteps = 20'000;
  settings.seconds = 4;
  const auto look = [&](const diff::Sight &sight) {
    // That an assertion fails in one version alone is no difference of data flows.
    if (sight.machine().end() == vm::End::Failed)
      return false;
    std::set<Flow> reads;
    for (const diff::SeenRead &seen : sight.reads()) {
      const trace::ReadFrom &edge = seen.edge;
      if (edge.read.location == noLocation || match.other(side, edge.read.location) == noLocation ||
          analysis::mayWait(*ready.program, edge.read.location) ||
          (edge.write.location != noLocation &&
           match.other(side, edge.write.location) == noLocation))
        continue;
      reads.emplace(named(edge.write.location), named(edge.read.location));
    }
    flows.single.insert(reads.begin(), reads.end());
    if (reads.size() > mostReads)
      return false;
    for (const Flow &first : reads)
      for (const Flow &second : reads)
        if (first < second)
          flows.pairs.emplace(first, second);
    return ++count < most;
  };
  const diff::Everything all = diff::lookAtAll(*ready.code, settings, "dpor", true, look);
  flows.isComplete = all.bound.empty() && count < most;
  return flows;
}

/// Versions that are called equal do the same.
void checkEqual(Ready *const (&ready)[2], const diff::Match &match, VersionCheck &check) {
  diff::CompareOptions options;
  options.explains = false;
  const auto found = diff::compare(*ready[0]->program, *ready[1]->program, options);
  if (!found || diff::relationshipOf(*found) != diff::Relationship::Equivalent)
    return;
  const Flows old = flowsOf(Side::Old, *ready[0], match);
  const Flows current = old.isComplete ? flowsOf(Side::New, *ready[1], match) : Flows();
  if (!old.isComplete || !current.isComplete)
    return;
  check.isEqual = true;
  const auto place = [&](LocationId at) {
    if (at == noLocation)
      return std::string("the initial value");
    const program::Location &location = ready[0]->program->location(at);
    return fmt::format("{} {}", ready[0]->program->functions()[location.function].name,
                       location.ordinal);
  };
  const auto tell = [&](Side side, const std::vector<Flow> &flows) {
    if (!check.problem.empty())
      return;
    check.problem = fmt::format("  called equal, and executions of the {} version alone show\n",
                                diff::name(side));
    for (const auto &[write, read] : flows)
      check.problem += fmt::format("    {} -> {}\n", place(write), place(read));
  };
  const auto compareSets = [&](const auto &one, const auto &other, Side side, const auto &listed) {
    for (const auto &flow : one)
      if (!other.contains(flow))
        tell(side, listed(flow));
  };
  const auto single = [](const Flow &flow) { return std::vector{flow}; };
  const auto both = [](const std::pair<Flow, Flow> &pair) {
    return std::vector{pair.first, pair.second};
  };
  compareSets(old.single, current.single, Side::Old, single);
  compareSets(current.single, old.single, Side::New, single);
  compareSets(old.pairs, current.pairs, Side::Old, both);
  compareSets(current.pairs, old.pairs, Side::New, both);
}

} // namespace

VersionCheck checkVersions(Ready &old, Ready &current, std::uint64_t seed) {
  constexpr std::uint64_t executions = 12;
  VersionCheck check;
  Watch before(*old.program), after(*current.program);
  if (before.law.isSilent() || after.law.isSilent())
    return check;
  for (std::uint64_t i = 0; i < executions; ++i, check.executions += 2) {
    before.run(*old.code, seed + i);
    after.run(*current.code, seed + i);
  }
  check.problem = before.law.problem() + after.law.problem();
  if (!check.problem.empty())
    return check;
  diff::CompareOptions options;
  options.rank = 1;
  options.allAccesses = true;
  const auto found = diff::compare(*old.program, *current.program, options);
  if (!found) {
    check.problem = "  " + found.failure().message + "\n";
    return check;
  }
  check.isCompared = true;
  check.isDifferent = std::ranges::any_of(found->differences,
                                          [](const diff::Difference &one) { return !one.isApart; });
  const Ready *ready[2] = {&old, &current};
  const Watch *watches[2] = {&before, &after};
  const diff::Match match = diff::Match::of(*old.program, *current.program);
  for (const Side side : {Side::Old, Side::New})
    checkSide(side, ready, watches, *found, match, check);
  Ready *const both[2] = {&old, &current};
  if (check.problem.empty() && !check.isDifferent && found->gaps.empty())
    checkEqual(both, match, check);
  return check;
}

} // namespace heddle::property
