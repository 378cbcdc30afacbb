#include "diff/version_pair.h"

#include <algorithm>
#include <llvm/IR/Instruction.h>

namespace heddle::diff {

namespace {

/// With more, relations outgrow the memory: then calls share their functions, and less of a large
/// object is told apart.
constexpr std::size_t mostStatements = 5'000;
constexpr std::uint64_t mostEdges = 20'000'000;
constexpr std::size_t fewestNodes = 2'000;

} // namespace

VersionPair::VersionPair(const program::Program *const (&programs)[2], const Match &match,
                         VersionOptions options)
    : match(match), options(options) {
  for (std::size_t side = 0; side < 2; ++side)
    studies[side] = std::make_shared<analysis::Study>(*programs[side],
                                                      analysis::OrderOptions{options.spurious});
  make(Side::Old);
  make(Side::New);
  makeSmall();
  // What one version shares now may lead to more in the other.
  constexpr unsigned mostRounds = 3;
  for (unsigned round = 0; round < mostRounds; ++round) {
    const bool inOld = share(Side::Old), inNew = share(Side::New);
    if (!inOld && !inNew)
      break;
    if (inOld)
      make(Side::Old);
    if (inNew)
      make(Side::New);
  }
}

void VersionPair::make(Side side) {
  const auto index = static_cast<std::size_t>(side);
  VersionOptions own = options;
  own.also = &also[index];
  versions[index].reset(); // There need not be room for both.
  versions[index] = std::make_unique<Version>(studies[index], own);
}

/// Tells less apart as long as the larger version is too large and that makes it smaller.
void VersionPair::makeSmall() {
  const auto larger = [&](auto size) { return std::max(size(*versions[0]), size(*versions[1])); };
  const auto statements = [](const Version &one) { return one.statements().size(); };
  const auto remake = [&] {
    make(Side::Old);
    make(Side::New);
  };
  for (std::size_t last = ~std::size_t{0};
       larger(statements) > mostStatements && larger(statements) < last;) {
    last = larger(statements);
    const std::size_t nodes = larger([](const Version &one) { return one.nodeCount(); });
    options.mostNodes = std::min(options.mostNodes, nodes) / 4;
    if (options.mostNodes < fewestNodes)
      break;
    remake();
  }
  while (larger([](const Version &one) { return one.mostEdges(); }) > mostEdges &&
         options.mostPieces > 1) {
    options.mostPieces /= 4;
    remake();
  }
}

/// What takes part in the other version is asked for in this one; whether there is something new.
bool VersionPair::share(Side side) {
  const auto index = static_cast<std::size_t>(side);
  const Version &mine = *versions[index];
  const Version &other = *versions[1 - index];
  const auto reachable = mine.study.pointers.reachable();
  const llvm::DenseSet<const llvm::Function *> running(reachable.begin(), reachable.end());
  bool isNew = false;
  for (const llvm::Instruction *at : other.variables().instructions()) {
    const program::LocationId here = match.other(otherSide(side), other.program().locationOf(*at));
    if (here == program::noLocation)
      continue;
    const llvm::Instruction *partner = mine.program().location(here).instruction;
    if (!mine.variables().use(*partner) && running.contains(partner->getFunction()))
      isNew |= also[index].insert(partner).second;
  }
  return isNew;
}

} // namespace heddle::diff
