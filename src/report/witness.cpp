#include "report/witness.h"

#include "report/library_calls.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SHA256.h>
#include <set>

namespace heddle::report {
namespace {

/// The property as SV-COMP writes it; in the same form where it has none.
std::string specificationOf(const std::string &kind) {
  const llvm::StringRef formula = llvm::StringSwitch<llvm::StringRef>(kind)
                                      .Case("reach-error", "G ! call(reach_error())")
                                      .Case("assertion", "G ! call(__assert_fail())")
                                      .Case("abort", "G ! call(abort())")
                                      .Cases("out-of-bounds", "use-after-free", "null-pointer",
                                             "invalid-pointer", "G valid-deref")
                                      .Cases("double-free", "invalid-free", "G valid-free")
                                      .Case("leak", "G valid-memtrack")
                                      .Case("hang", "F end")
                                      .Default("");
  return fmt::format("CHECK( init(main()), LTL({}) )",
                     formula.empty() ? "G ! " + kind : formula.str());
}

std::string hashOf(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  llvm::SHA256 hash;
  if (buffer)
    hash.update((*buffer)->getBuffer());
  return llvm::toHex(hash.final(), true);
}

bool isCxx(const std::string &file) {
  const auto endings = {".C", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".ii"};
  return std::ranges::any_of(endings, [&](const char *one) { return file.ends_with(one); });
}

/// The innermost place of the user's that has a line.
Place placeWithLine(const Participant &participant) {
  if (participant.place.line != 0)
    return participant.place;
  for (const Place &frame : participant.stack)
    if (!frame.library && frame.line != 0)
      return frame;
  return participant.place;
}

/// Statements are what the formats know: operations of one, in a row, are one step.
class Path {
public:
  explicit Path(const Finding &found) : finding(found) {}

  void add(WitnessStep step) {
    if (step.place.line == 0 || step.place.file.empty() || step.place.library)
      return;
    const bool goesOn = !steps.empty() && isSame(steps.back(), step);
    if (goesOn && !steps.back().creates) {
      step.enters = steps.back().enters;
      steps.pop_back();
    } else if (goesOn && !step.creates) {
      return; // What a creation writes belongs to it.
    }
    if (started.insert(step.thread).second)
      step.enters = startOf(step.thread);
    steps.push_back(std::move(step));
  }

  /// What happens in the statement of the violation belongs to it.
  std::vector<WitnessStep> endedBy(WitnessStep violation) {
    add(violation);
    if (steps.empty() || steps.back().creates)
      steps.push_back(std::move(violation));
    return std::move(steps);
  }

private:
  static bool isSame(const WitnessStep &a, const WitnessStep &b) {
    return a.thread == b.thread && a.place.line == b.place.line && a.place.file == b.place.file;
  }

  std::string startOf(unsigned thread) const {
    const auto known = std::ranges::find(finding.threads, thread, &Thread::id);
    return known == finding.threads.end() ? "" : known->function;
  }

  const Finding &finding;
  std::vector<WitnessStep> steps;
  std::set<unsigned> started; ///< Threads that have a step.
};

/// The first one is where the violation is, so it comes last.
std::vector<WitnessStep> stepsOf(const Finding &finding) {
  Path path(finding);
  const bool isRace = finding.kind == "data-race";
  const Participant &target = finding.participants.front();
  const std::vector<Telling> tellings = tellingsOf(finding.events);
  for (std::size_t i = 0; i < finding.events.size(); ++i) {
    if (isRace && target.event == i)
      break;
    const Event &event = finding.events[i];
    if (!tellings[i].row)
      continue;
    WitnessStep step{event.thread, event.place, std::nullopt, ""};
    if (event.kind == "create")
      step.creates = event.other;
    path.add(std::move(step));
  }
  if (!isRace && !failsAlone(finding))
    for (std::size_t i = finding.participants.size(); i-- > 1;)
      path.add({finding.participants[i].thread, placeWithLine(finding.participants[i]),
                std::nullopt, ""});
  return path.endedBy({target.thread, placeWithLine(target), std::nullopt, ""});
}

} // namespace

support::Outcome<Witness> makeWitness(const Result &result, const std::string &time) {
  const Finding &finding = result.findings.front();
  Witness witness;
  if (finding.participants.empty() || placeWithLine(finding.participants.front()).line == 0)
    return support::Failure{fmt::format("no witness can be written for the finding in {}, of "
                                        "which no line is known; compile the program with -g",
                                        shown(finding.place)),
                            {}};
  witness.steps = stepsOf(finding);
  witness.specification = specificationOf(finding.kind);
  witness.time = time;
  std::vector<std::string> files = result.files;
  if (files.empty())
    files.push_back(witness.steps.back().place.file);
  for (const std::string &file : files)
    witness.files.emplace_back(file, hashOf(file));
  witness.language = std::ranges::any_of(files, isCxx) ? "C++" : "C";
  return witness;
}

} // namespace heddle::report
