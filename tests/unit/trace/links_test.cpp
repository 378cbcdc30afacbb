#include "trace/links.h"

#include <cerrno>
#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

using Op = program::OpKind;

/// Shows events to a linker one after the other and says what each follows from.
class Links : public testing::Test {
protected:
  std::string memory(vm::ThreadId thread, Op kind, vm::Address address, std::uint64_t size) {
    const std::uint8_t bytes[64] = {};
    return shown({thread, kind, 0, address, size, bytes, bytes, 0, vm::noThread, true}, {});
  }
  std::string call(vm::ThreadId thread, Op kind, vm::Address address,
                   const std::vector<vm::Address> &held = {}, vm::ThreadId other = vm::noThread,
                   std::uint64_t result = 0) {
    return shown({thread, kind, 0, address, 0, nullptr, nullptr, result, other, true}, held);
  }

private:
  std::string shown(const vm::Seen &seen, const std::vector<vm::Address> &held) {
    std::string text;
    for (const Link &link : linker.linksOf(seen, number, held))
      text += (text.empty() ? "" : ", ") + std::string(name(link.kind)) + " " +
              std::to_string(link.from);
    ++number;
    return text;
  }

  Linker linker;
  std::size_t number = 0;
};

TEST_F(Links, AReadHasTheLastWrite) {
  EXPECT_EQ(memory(0, Op::Read, 100, 4), "");
  EXPECT_EQ(memory(0, Op::Write, 100, 4), "");
  EXPECT_EQ(memory(1, Op::Write, 100, 4), "");
  EXPECT_EQ(memory(0, Op::Read, 100, 4), "reads-from 2");
  EXPECT_EQ(memory(0, Op::Read, 104, 4), "");
  EXPECT_EQ(memory(0, Op::Read, 96, 4), "");
}

TEST_F(Links, AReadOfSeveralWritesHasAllOfThem) {
  memory(0, Op::Write, 100, 8);
  memory(0, Op::Write, 102, 2);
  EXPECT_EQ(memory(1, Op::Read, 100, 8), "reads-from 1, reads-from 0");
  EXPECT_EQ(memory(1, Op::Read, 104, 4), "reads-from 0");
  EXPECT_EQ(memory(1, Op::Read, 102, 2), "reads-from 1");
  memory(1, Op::Write, 96, 64);
  EXPECT_EQ(memory(0, Op::Read, 103, 1), "reads-from 5");
}

TEST_F(Links, AReadModifyWriteReadsAndWrites) {
  EXPECT_EQ(memory(0, Op::ReadModifyWrite, 100, 4), "");
  EXPECT_EQ(memory(1, Op::ReadModifyWrite, 100, 4), "reads-from 0");
  EXPECT_EQ(memory(0, Op::CompareExchange, 100, 4), "reads-from 1");
}

TEST_F(Links, ALockHasWhoReleasedIt) {
  EXPECT_EQ(call(0, Op::Lock, 8, {8}), "");
  EXPECT_EQ(call(1, Op::TryLock, 8, {}, vm::noThread, EBUSY), "");
  EXPECT_EQ(call(0, Op::Unlock, 8), "");
  EXPECT_EQ(call(1, Op::Lock, 8, {8}), "lock 2");
}

TEST_F(Links, WaitingReleasesTheLockAndASignalWakes) {
  call(1, Op::Lock, 8, {8});
  EXPECT_EQ(call(1, Op::Wait, 16), "");
  EXPECT_EQ(call(0, Op::Lock, 8, {8}), "lock 1");
  EXPECT_EQ(call(0, Op::Signal, 16, {8}, 1), "");
  EXPECT_EQ(call(0, Op::Unlock, 8), "");
  EXPECT_EQ(call(1, Op::Lock, 8, {8}), "wake 3, lock 4");
}

TEST_F(Links, ABroadcastWakesAllWhoWaitThere) {
  call(1, Op::Wait, 16);
  call(2, Op::Wait, 16);
  call(3, Op::Wait, 24);
  call(1, Op::TimedWait, 16, {}, vm::noThread, ETIMEDOUT);
  EXPECT_EQ(call(0, Op::Broadcast, 16), "");
  EXPECT_EQ(call(1, Op::Lock, 8, {8}), "");
  EXPECT_EQ(call(2, Op::Lock, 9, {9}), "wake 4");
  EXPECT_EQ(call(3, Op::Lock, 10, {10}), "");
}

TEST_F(Links, ThreadsBeginAndEnd) {
  EXPECT_EQ(call(0, Op::Create, 0, {}, 1), "");
  EXPECT_EQ(memory(1, Op::Write, 100, 4), "create 0");
  EXPECT_EQ(call(1, Op::ThreadExit, 0), "");
  EXPECT_EQ(call(0, Op::Join, 0, {}, 1), "join 2");
}

TEST_F(Links, TakingASemaphoreHasThePostBeforeIt) {
  EXPECT_EQ(call(0, Op::SemWait, 8), "");
  call(1, Op::SemPost, 8);
  EXPECT_EQ(call(0, Op::SemTryWait, 8, {}, vm::noThread, ~0ULL), "");
  EXPECT_EQ(call(0, Op::SemWait, 8), "post 1");
}

TEST_F(Links, TheLastToArriveAtABarrierLetsTheOthersThrough) {
  call(0, Op::BarrierWait, 8);
  call(1, Op::BarrierWait, 8);
  // Thread 1 comes round again before thread 0 has left.
  EXPECT_EQ(call(1, Op::BarrierWait, 8), "");
  EXPECT_EQ(memory(0, Op::Write, 100, 4), "barrier 1");
  EXPECT_EQ(call(0, Op::BarrierWait, 8), "");
  EXPECT_EQ(memory(1, Op::Write, 100, 4), "barrier 4");
}

} // namespace
} // namespace heddle::trace
