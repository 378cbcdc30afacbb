// Dynamic partial-order reduction: one execution of every Mazurkiewicz trace and path (Abdulla,
// Aronis, Jonsson, Sagonas, JACM 2017).
//
// After each execution every pair of steps that could have happened the other way round is
// reversed: the steps that do not depend on the first, then the second, go into the wake-up tree of
// the point where the first was taken, unless a thread that sleeps there could begin them. A thread
// sleeps at a point when all that begins with its step has been tried. Whoever sleeps has been
// woken when a branch of the tree ends, so no execution is begun in vain.
//
// That holds where a step can be done wherever it does not depend on what came in between. A branch
// that cannot be followed, and a way of a step (a time-out, a side of a branch) that nobody asked
// for, are gone on from freely while others sleep: from such a point on only the threads tried at
// that very point count as tried (source sets), which is complete too, but may run into sleepers.
//
// Several workers share a search. One that has nothing to do is given a child that waits at a point
// of another one's path; the points above it are then shared. A reversal found below goes to the
// point it is for, whoever brought it there. A child that is begun counts as tried, for what begins
// with it will be come to within it: what is inserted later need not be added to it. A child begun
// beside others takes them for asleep that were begun before it.
//
// A thread is run through accesses that the static analyses show to race with none
// (analysis/race_freedom.h): they belong to the step before. Where every two accesses that conflict
// are in order, all that the order of steps decides is decided by those that make orders. That is
// not trusted blindly: a race at such an access is met as any other is, and then all is searched
// again with a stop before each access.
#include "explore/dpor_worker.h"

#include <set>

namespace heddle::explore {

namespace {

class Dpor : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &given, Progress &progress) override {
    Options options = given;
    if (!options.vm.looksFor(vm::FaultKind::DataRace))
      options.calm.reset();      // Nobody would see that it is wrong.
    std::set<std::string> known; // What is found again was told.
    bool isNew = false;
    if (options.calm && given.onFound)
      options.onFound = [&](const Found &found, bool isSmall) {
        isNew = isSmall ? isNew : known.insert(bugKey(found.fault)).second;
        if (isNew)
          given.onFound(found, isSmall);
      };
    Answer answer = TeamSearch<dpor::Worker>(code, options, progress).run();
    const Found *surprise = options.calm ? findSurprise(answer, *options.calm) : nullptr;
    if (!surprise)
      return answer;
    const vm::Gap gap{"internal", "a race was met that the static analyses had excluded",
                      surprise->fault.location};
    options.calm.reset();
    options.resume = nullptr;
    options.pause.reset();
    answer = TeamSearch<dpor::Worker>(code, options, progress).run();
    answer.gaps.push_back(gap);
    return answer;
  }

private:
  static const Found *findSurprise(const Answer &answer, const std::vector<bool> &calm) {
    const auto isCalm = [&](program::LocationId place) {
      return place < calm.size() && calm[place];
    };
    const auto found = std::ranges::find_if(answer.found, [&](const Found &one) {
      return one.fault.kind == vm::FaultKind::DataRace &&
             (isCalm(one.fault.location) || isCalm(one.fault.other));
    });
    return found == answer.found.end() ? nullptr : &*found;
  }
};

} // namespace

std::unique_ptr<Explorer> makeDpor() {
  return std::make_unique<Dpor>();
}

} // namespace heddle::explore
