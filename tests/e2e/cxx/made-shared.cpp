// What std::make_shared and std::make_unique make is called by its members.
// RUN: %exits 1 %heddle check %s --out %t | FileCheck %s
// RUN: %exits 1 %heddle check %s --out %t -- -DUNIQUE | FileCheck %s
// CHECK: lost wake-up, nobody will signal: T1 waits on heap@[[LINE:[0-9]+]].opened
// CHECK: reads heap@[[LINE]].isOpen: 0
// CHECK: heap@[[LINE]].isOpen = 1
// CHECK-NOT: _Lock_policy
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Door {
  std::mutex lock;
  std::condition_variable opened;
  std::atomic<bool> isOpen{false};
};

int main() {
#ifdef UNIQUE
  auto door = std::make_unique<Door>();
#else
  auto door = std::make_shared<Door>();
#endif
  std::thread guest([&door] {
    std::unique_lock<std::mutex> guard(door->lock);
    while (!door->isOpen)
      door->opened.wait(guard);
  });
  door->isOpen = true; // Without the lock: the guest may have looked already, and not wait yet.
  door->opened.notify_one();
  guest.join();
}
