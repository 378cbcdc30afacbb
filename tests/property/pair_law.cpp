#include "pair_law.h"

#include <fmt/format.h>

namespace heddle::property {

PairLaw::PairLaw(const program::Program &program) : program(program) {
  const analysis::Study study(program);
  const analysis::AccessPairs found = study.findPairs({});
  isWhole = !found.isCutShort;
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
    if (mayRace.contains({fault.location, fault.other}) || !text.empty())
      continue;
    const program::Place one = program.place(fault.location);
    const program::Place other = program.place(fault.other);
    text += fmt::format("  a race that is no unprotected pair: {}:{} ({}) and {}:{} ({})\n",
                        one.function, one.line, one.instruction, other.function, other.line,
                        other.instruction);
  }
}

} // namespace heddle::property
