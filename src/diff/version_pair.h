// Both versions, made alike: what takes part in one takes part in the other, and both tell
// calls and pieces of memory apart equally far. Otherwise they would differ where only the analysis
// does.
#pragma once

#include "diff/match.h"
#include "diff/version.h"

#include <memory>

namespace heddle::diff {

class VersionPair {
public:
  VersionPair(const program::Program *const (&programs)[2], const Match &match,
              VersionOptions options);

  const Version &version(Side side) const { return *versions[static_cast<std::size_t>(side)]; }

private:
  void make(Side side);
  void makeSmall();
  bool share(Side side);

  const Match &match;
  VersionOptions options;
  std::shared_ptr<const analysis::Study> studies[2];
  llvm::DenseSet<const llvm::Instruction *> also[2];
  std::unique_ptr<Version> versions[2];
};

} // namespace heddle::diff
