#include "version_law.h"

#include "diff/compare.h"
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
  return check;
}

} // namespace heddle::property
