// The result as text that looks like a compiler's.
#pragma once

#include "report/result.h"
#include "support/source_text.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

struct TextOptions {
  unsigned width = 100;
  bool colour = false;
  bool fullStacks = false; ///< Frames of models and library headers too.
  bool brief = false;      ///< Findings without their interleaving and output.
  bool headlines = false;  ///< One line a finding.
  bool whole = false;      ///< Also the races behind a bug with their interleavings.
  bool fold = true;        ///< Hides the middle of long runs of one thread.
  bool stats = false;      ///< All figures, not one line of them.
  bool hint = false;       ///< In the end, how to learn what the words mean.
};

void printText(llvm::raw_ostream &out, const Result &result, const support::SourceText &sources,
               const TextOptions &options);

/// The parts, for commands that print one of them by itself.
std::string textOfFinding(const Finding &finding, const support::SourceText &sources,
                          const TextOptions &options);
/// One column a thread, one row an operation.
std::string textOfInterleaving(const Finding &finding, const TextOptions &options);
std::string textOfPairs(const PairReport &report, const support::SourceText &sources,
                        const TextOptions &options);
/// What became of the pairs that led a search.
std::string textOfOutcomes(const std::vector<PairOutcome> &outcomes, const TextOptions &options);
std::string textOfDiff(const DiffReport &report, const support::SourceText &sources,
                       const TextOptions &options);
std::string textOfDefuse(const DefuseReport &report, const TextOptions &options);
std::string textOfReach(const ReachReport &report, const TextOptions &options);
std::string textOfInspection(const Inspection &inspection, const support::SourceText &sources,
                             const TextOptions &options);

} // namespace heddle::report
