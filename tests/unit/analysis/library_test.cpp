#include "analysis/library.h"

#include "vm/library.h"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

/// What the VM runs itself has no body to look into, so every function of it needs an entry.
TEST(PointerLibrary, KnowsWhatTheMachineRunsItself) {
  unsigned count = 0;
  for (const auto group :
       {vm::threadFunctions(), vm::mutexFunctions(), vm::conditionFunctions(),
        vm::waitingFunctions(), vm::memoryFunctions(), vm::outputFunctions(), vm::fileFunctions(),
        vm::processFunctions(), vm::inputFunctions(), vm::mathFunctions(), vm::numberFunctions(),
        vm::jumpFunctions(), vm::cancelFunctions(), vm::keyFunctions(), vm::rwLockFunctions(),
        vm::guardFunctions(), vm::futexFunctions(), vm::exceptionFunctions()})
    for (const vm::LibraryFunction &function : group) {
      ++count;
      EXPECT_TRUE(behaviourOf(function.name).isKnown) << function.name;
    }
  EXPECT_GT(count, 200u);
}

TEST(PointerLibrary, DoesNotKnowOthers) {
  EXPECT_FALSE(behaviourOf("qsort").isKnown); // It has a body in the models.
  EXPECT_FALSE(behaviourOf("socket").isKnown);
  EXPECT_FALSE(behaviourOf("").isKnown);
  EXPECT_TRUE(behaviourOf("__VERIFIER_nondet_int").isKnown);
}

} // namespace
} // namespace heddle::analysis
