#include "cli/pair_fates.h"

#include "report/inspection.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::cli {

namespace {

using explore::Fate;
using explore::GivenUp;
using explore::PairFate;

std::string_view nameOf(GivenUp reason) {
  switch (reason) {
  case GivenUp::Branch:
    return "branch";
  case GivenUp::Address:
    return "address";
  case GivenUp::Blocked:
    break;
  }
  return "blocked";
}

class Teller {
public:
  Teller(const program::Program &program, std::span<const explore::Found> found,
         std::span<const report::Finding> findings)
      : program(program), found(found), findings(findings) {}

  report::PairOutcome tell(const PairFate &fate) const {
    report::PairOutcome result;
    result.kind = explore::name(fate.pair.kind);
    result.variable = fate.pair.variable;
    result.status = explore::name(fate.fate);
    result.isFocused = fate.pair.isFocused;
    result.a = sideOf(fate.pair.one);
    result.b = sideOf(fate.pair.other);
    const auto fault = std::ranges::find(
        found, fate.failure, [](const explore::Found &one) { return explore::bugKey(one.fault); });
    if (fate.fate == Fate::Harmful && fault != found.end()) {
      result.failure = vm::name(fault->fault.kind);
      result.failedAt = report::placeOf(program, fault->fault.location);
      for (const report::Finding &finding : findings)
        if (finding.kind == result.failure && isSame(finding.place, *result.failedAt))
          result.test = finding.test;
    }
    if (fate.reason)
      result.reason = reasonOf(fate);
    result.why = whyOf(fate);
    return result;
  }

private:
  const program::Program &program;
  std::span<const explore::Found> found;
  std::span<const report::Finding> findings;

  static bool isSame(const report::Place &one, const report::Place &other) {
    return one.file == other.file && one.line == other.line && one.column == other.column;
  }

  report::PairOutcome::Side sideOf(program::LocationId at) const {
    return {report::placeOf(program, at), std::string(program::name(program.location(at).kind))};
  }

  std::string placeAt(program::LocationId at) const {
    return report::shown(report::placeOf(program, at));
  }

  bool isCall(program::LocationId at) const {
    return at != program::noLocation && program.location(at).kind == program::OpKind::Call;
  }

  std::string reasonOf(const PairFate &fate) const {
    return std::string(*fate.reason == GivenUp::Branch && isCall(fate.turnedAwayAt)
                           ? "call"
                           : nameOf(*fate.reason));
  }

  /// "turned away at the branch a.c:3:7".
  std::string turnedAway(const PairFate &fate) const {
    if (fate.turnedAwayAt == program::noLocation)
      return "";
    return fmt::format("turned away at the {} {}", isCall(fate.turnedAwayAt) ? "call" : "branch",
                       placeAt(fate.turnedAwayAt));
  }

  std::string whyOf(const PairFate &fate) const {
    switch (fate.fate) {
    case Fate::Harmful:
      return "";
    case Fate::Benign:
      return "both orders ran, and nothing failed";
    case Fate::OneOrder: {
      const std::string other = whyNot(fate);
      return "one order ran, and nothing failed" + (other.empty() ? "" : "; the other: " + other);
    }
    case Fate::Infeasible:
      if (fate.reason != GivenUp::Branch)
        return whyNot(fate);
      return fmt::format("no execution comes to both{}{}",
                         fate.turnedAwayAt == program::noLocation ? "" : ": ", turnedAway(fate));
    case Fate::NotReached:
      break;
    }
    return whyNot(fate);
  }

  std::string whyNot(const PairFate &fate) const {
    if (!fate.reason)
      return "";
    switch (*fate.reason) {
    case GivenUp::Branch:
      return turnedAway(fate);
    case GivenUp::Address:
      return fmt::format("they touch different places{}",
                         fate.isDropped ? ", which stay the same as long as the threads live" : "");
    case GivenUp::Blocked:
      break;
    }
    return "one would have waited for the other";
  }
};

} // namespace

std::vector<report::PairOutcome> outcomesOf(const program::Program &program,
                                            const explore::Answer &answer,
                                            std::span<const report::Finding> findings) {
  const Teller teller(program, answer.found, findings);
  std::vector<const PairFate *> sorted;
  for (const PairFate &fate : answer.pairs)
    sorted.push_back(&fate);
  std::ranges::sort(sorted, {}, [](const PairFate *fate) {
    return std::tuple(fate->fate, !fate->pair.isFocused, fate);
  });
  std::vector<report::PairOutcome> result;
  for (const PairFate *fate : sorted)
    result.push_back(teller.tell(*fate));
  return result;
}

} // namespace heddle::cli
