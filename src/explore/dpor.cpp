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
#include "explore/dpor_worker.h"

namespace heddle::explore {

namespace {

class Dpor : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    return TeamSearch<dpor::Worker>(code, options, progress).run();
  }
};

} // namespace

std::unique_ptr<Explorer> makeDpor() {
  return std::make_unique<Dpor>();
}

} // namespace heddle::explore
