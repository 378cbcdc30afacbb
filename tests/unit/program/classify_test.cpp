#include "build_program.h"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

TEST(Classify, KnowsLibraryFunctionsByName) {
  EXPECT_EQ(kindOfFunction("pthread_mutex_lock"), OpKind::Lock);
  EXPECT_EQ(kindOfFunction("pthread_mutex_clocklock"), OpKind::TimedLock);
  EXPECT_EQ(kindOfFunction("pthread_rwlock_tryrdlock"), OpKind::TryReadLock);
  EXPECT_EQ(kindOfFunction("pthread_cond_timedwait"), OpKind::TimedWait);
  EXPECT_EQ(kindOfFunction("sem_clockwait"), OpKind::SemTimedWait);
  EXPECT_EQ(kindOfFunction("cnd_broadcast"), OpKind::Broadcast);
  EXPECT_EQ(kindOfFunction("call_once"), OpKind::Once);
  EXPECT_EQ(kindOfFunction("_Znwm"), OpKind::Allocate);
  EXPECT_EQ(kindOfFunction("_ZdaPvSt11align_val_t"), OpKind::Free);
  EXPECT_EQ(kindOfFunction("__VERIFIER_nondet_int"), OpKind::SymbolicInput);
  EXPECT_EQ(kindOfFunction("klee_make_symbolic"), OpKind::SymbolicInput);
  EXPECT_EQ(kindOfFunction("heddle_assume"), OpKind::Assume);
  EXPECT_EQ(kindOfFunction("usleep"), OpKind::Yield);
  EXPECT_EQ(kindOfFunction("_exit"), OpKind::Exit);
  EXPECT_EQ(kindOfFunction("pthread_attr_init"), OpKind::None);
  EXPECT_EQ(kindOfFunction("strlen"), OpKind::None);
  EXPECT_EQ(kindOfFunction(""), OpKind::None);
}

TEST(Classify, MemoryInstructions) {
  const Program program = buildProgram(R"(
@x = global i32 0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @llvm.ctpop.i32(i32)
define i32 @main() {
  %a = load atomic i32, ptr @x seq_cst, align 4
  store i32 1, ptr @x
  %b = atomicrmw add ptr @x, i32 1 seq_cst
  %c = cmpxchg ptr @x, i32 0, i32 1 seq_cst seq_cst
  fence acquire
  call void @llvm.memset.p0.i64(ptr @x, i8 0, i64 4, i1 false)
  %d = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 0
})");
  std::vector<OpKind> kinds;
  for (const Location &location : program.locations())
    kinds.push_back(location.kind);
  EXPECT_EQ(kinds, (std::vector<OpKind>{OpKind::Read, OpKind::Write, OpKind::ReadModifyWrite,
                                        OpKind::CompareExchange, OpKind::Fence, OpKind::BulkCopy,
                                        OpKind::None, OpKind::None}));
}

TEST(Classify, ABodyOfTheUsersOwnCountsUnlessTheNameBelongsToAConvention) {
  const Program program = buildProgram(R"(
declare void @abort()
define void @sleep(i32 %n) { ret void }
define void @reach_error() { ret void }
define void @__VERIFIER_assert(i32 %c) { ret void }
define void @__VERIFIER_atomic_swap() { ret void }
define void @__VERIFIER_atomic_begin() { ret void }
define i32 @main() {
  call void @sleep(i32 1)
  call void @reach_error()
  call void @__VERIFIER_assert(i32 1)
  call void @__VERIFIER_atomic_swap()
  call void @__VERIFIER_atomic_begin()
  call void @abort()
  ret i32 0
})");
  const Function &main = program.functions()[program.functionNamed("main").value()];
  std::vector<OpKind> kinds;
  for (LocationId id = main.first; id != main.last; ++id)
    kinds.push_back(program.location(id).kind);
  EXPECT_EQ(kinds, (std::vector<OpKind>{OpKind::Call, OpKind::Assertion, OpKind::Call, OpKind::Call,
                                        OpKind::AtomicBegin, OpKind::Assertion, OpKind::None}));
  EXPECT_TRUE(program.functions()[*program.functionNamed("__VERIFIER_atomic_swap")].isAtomic);
  EXPECT_FALSE(program.functions()[*program.functionNamed("__VERIFIER_atomic_begin")].isAtomic);
}

TEST(Classify, EveryKindHasAName) {
  for (int kind = 0; kind <= static_cast<int>(OpKind::Call); ++kind)
    for (int other = 0; other < kind; ++other)
      EXPECT_NE(name(static_cast<OpKind>(kind)), name(static_cast<OpKind>(other)));
}

} // namespace
} // namespace heddle::program
