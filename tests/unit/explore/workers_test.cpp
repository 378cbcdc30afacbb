#include "explore/workers.h"

#include <gtest/gtest.h>

#include <thread>

namespace heddle::explore {
namespace {

TEST(WorkPool, IsOverWhenAllWait) {
  WorkPool<int> pool(2);
  std::optional<int> other = 1;
  std::thread thread([&] { other = pool.take(); });
  EXPECT_FALSE(pool.take());
  thread.join();
  EXPECT_FALSE(other);
}

TEST(WorkPool, WantsUnitsWhileSomebodyWaits) {
  WorkPool<int> pool(2);
  EXPECT_FALSE(pool.isWanted());
  std::atomic<int> sum = 0;
  auto work = [&] {
    while (const std::optional<int> unit = pool.take())
      sum += *unit;
  };
  std::thread thread(work);
  for (int i = 1; i <= 3; ++i) {
    while (!pool.isWanted())
      std::this_thread::yield();
    pool.give(i);
  }
  work();
  thread.join();
  EXPECT_EQ(sum, 6);
}

TEST(WorkPool, HandsOutNothingOnceEnded) {
  WorkPool<int> pool(3);
  pool.give(7);
  EXPECT_EQ(pool.takeAtOnce(), 7);
  EXPECT_FALSE(pool.takeAtOnce());
  pool.give(8);
  pool.end();
  EXPECT_FALSE(pool.take());
}

} // namespace
} // namespace heddle::explore
