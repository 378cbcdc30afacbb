#include "report/result.h"

#include <algorithm>
#include <tuple>

namespace heddle::report {

std::string_view name(Verdict verdict) {
  switch (verdict) {
  case Verdict::None:
    return "none";
  case Verdict::Bug:
    return "bug";
  case Verdict::Safe:
    return "safe";
  case Verdict::Unknown:
    return "unknown";
  case Verdict::Reached:
    return "reached";
  case Verdict::Unreachable:
    return "unreachable";
  case Verdict::Different:
    return "different";
  case Verdict::Equal:
    return "equal";
  }
  return "none";
}

support::ExitCode exitCode(const Result &result) {
  if (result.pairs && result.reach) {
    const auto any = [&](std::string_view status) {
      return std::ranges::count(result.reach->questions, status, &ReachQuestion::status) > 0;
    };
    return any("confirmed") ? support::ExitCode::Found
           : any("open")    ? support::ExitCode::Incomplete
                            : support::ExitCode::Nothing;
  }
  if (result.pairs && hasCandidates(*result.pairs))
    return support::ExitCode::Found;
  if (result.pairs && !result.incomplete.empty())
    return support::ExitCode::Incomplete;
  switch (result.verdict) {
  case Verdict::Bug:
  case Verdict::Reached:
  case Verdict::Different:
    return support::ExitCode::Found;
  case Verdict::Unknown:
    return support::ExitCode::Incomplete;
  case Verdict::None:
  case Verdict::Safe:
  case Verdict::Unreachable:
  case Verdict::Equal:
    return support::ExitCode::Nothing;
  }
  return support::ExitCode::Nothing;
}

bool isRaceCandidate(const AccessPair &pair) {
  return pair.kind == "RW" && !pair.isProtected;
}

bool hasCandidates(const PairReport &report) {
  return !report.deadlocks.empty() || std::ranges::any_of(report.pairs, isRaceCandidate);
}

void sortFindings(Result &result) {
  std::ranges::sort(result.findings, {}, [](const Finding &one) {
    return std::tuple(one.kind == "data-race", one.place.file, one.place.line, one.place.column,
                      one.kind, one.message);
  });
}

std::string shownThread(const Finding &finding, unsigned thread) {
  for (const Thread &one : finding.threads)
    if (one.id == thread)
      return one.function.empty() || one.function == one.name ? one.name
                                                              : one.name + " " + one.function;
  return "T" + std::to_string(thread);
}

bool failsAlone(const Finding &finding) {
  const std::size_t count = finding.participants.size();
  return count == 1 || (count > 1 && finding.participants.front().role == "fails here");
}

std::vector<End> endsOf(const Finding &finding) {
  std::vector<End> ends;
  if (finding.kind == "data-race" || finding.kind == "reads-from" || finding.kind == "target")
    return ends;
  const bool alone = failsAlone(finding);
  for (const Participant &one : finding.participants) {
    ends.push_back({one.thread, one.place,
                    alone ? finding.kind : one.role.substr(0, one.role.find(", holds"))});
    if (alone)
      break;
  }
  return ends;
}

std::string shown(const Place &place) {
  if (place.file.empty())
    return place.instruction == 0
               ? place.function
               : place.function + ", instruction " + std::to_string(place.instruction);
  std::string text = place.file;
  for (const unsigned number : {place.line, place.column}) {
    if (number == 0)
      break;
    text += ":" + std::to_string(number);
  }
  return text;
}

} // namespace heddle::report
