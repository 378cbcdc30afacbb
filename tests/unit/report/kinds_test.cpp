#include "report/kinds.h"

#include "trace/test.h"
#include "vm/fault.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Kinds, EveryFaultIsDescribed) {
  ASSERT_EQ(kinds().size(), vm::faultKinds + 2);
  EXPECT_EQ(kinds().back().name, trace::readsFromKind);
  for (unsigned i = 0; i < vm::faultKinds; ++i) {
    EXPECT_EQ(kinds()[i].name, vm::name(static_cast<vm::FaultKind>(i)));
    EXPECT_TRUE(kinds()[i].description.ends_with('.'));
    EXPECT_EQ(kindNumber(kinds()[i].name), i);
  }
  EXPECT_EQ(kindNumber("surprise"), std::nullopt);
}

} // namespace
} // namespace heddle::report
