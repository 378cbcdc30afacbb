// The complete search for targets: whether any execution brings threads to all of them at once.
//
// For one target dpor is enough as it is: a thread comes to the same places in all executions that
// differ only in the order of independent steps. That threads stand at several targets at once is
// seen in one of those executions and not in the others, so each that dpor looks at is asked
// (meeting.h) whether it could have been so. Where a program has atomic
// sections, in which threads do not stand, and where dpor cannot tell because threads may go round
// for ever, exhaustive search looks at every state.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

/// `code` is that of a program with marks for so many targets. What is found is one arrival
/// (vm/targets.h) or nothing; without it and without gaps, and if nobody has cancelled, no
/// execution comes there.
Answer searchForTargets(vm::SharedCode &code, unsigned targets, const Options &options,
                        Progress &progress);

/// Whether a program has atomic sections: a call of a function that begins one.
bool hasSections(const program::Program &program);

} // namespace heddle::explore
