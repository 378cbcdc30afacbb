#include "pair_law.h"

#include "analysis/race_freedom.h"

#include <fmt/format.h>

namespace heddle::property {

PairLaw::PairLaw(const program::Program &program) : program(program) {
  const analysis::Study study(program);
  const analysis::AccessPairs found = study.findPairs({});
  isWhole = !found.isCutShort;
  isExcluded = analysis::studyRaces(program).freedom.has_value();
  for (const analysis::AccessPair &pair : found.pairs) {
    if (!analysis::AccessPairs::isRace(pair))
      continue;
    for (const llvm::Instruction *one : {found.oneOf(pair).user, found.oneOf(pair).at})
      for (const llvm::Instruction *other : {found.otherOf(pair).user, found.otherOf(pair).at}) {
        const Places places{program.locationOf(*one), program.locationOf(*other)};
        mayRace.insert(places);
        mayRace.insert({places.second, places.first});
      }
  }
}

void PairLaw::judge(const std::vector<vm::Fault> &faults) {
  for (const vm::Fault &fault : faults) {
    if (fault.kind != vm::FaultKind::DataRace || !isWhole)
      continue;
    ++races;
    if (!text.empty() || (mayRace.contains({fault.location, fault.other}) && !isExcluded))
      continue;
    const program::Place one = program.place(fault.location);
    const program::Place other = program.place(fault.other);
    text += fmt::format(
        "  {}: {}:{} ({}) and {}:{} ({})\n",
        isExcluded ? "a race though all are excluded" : "a race that is no unprotected pair",
        one.function, one.line, one.instruction, other.function, other.line, other.instruction);
  }
}

} // namespace heddle::property
