// A finding as a violation witness, as the tools of SV-COMP exchange them (docs/formats.md).
#pragma once

#include "report/result.h"
#include "support/outcome.h"
#include "support/source_text.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::report {

/// A statement that a thread is at.
struct WitnessStep {
  unsigned thread = 0;
  Place place;
  std::optional<unsigned> creates; ///< A thread.
  std::string enters;              ///< The function that the thread starts with.
};

struct Witness {
  std::string specification; ///< "CHECK( init(main()), LTL(G ! data-race) )".
  std::string language;      ///< "C", "C++".
  std::string time;          ///< When it was made, as ISO 8601 writes it.
  std::vector<std::pair<std::string, std::string>> files; ///< With the SHA-256 of each.
  std::vector<WitnessStep> steps;                         ///< The last one is the violation.
};

/// Of the first finding, which must be there.
support::Outcome<Witness> makeWitness(const Result &result, const std::string &time);

/// Format 1.0.
void printGraphml(llvm::raw_ostream &out, const Witness &witness,
                  const support::SourceText &sources);

/// Format 2.2.
void printYaml(llvm::raw_ostream &out, const Witness &witness);

} // namespace heddle::report
