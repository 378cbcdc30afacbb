// RUN: %expect %s
// Double-checked locking with an atomic pointer, and the static local that does it by itself.
// EXPECT: safe
#include <atomic>
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::atomic<std::string *> instance;
static std::mutex mutex;

static std::string &get() {
  std::string *known = instance.load(std::memory_order_acquire);
  if (!known) {
    std::lock_guard<std::mutex> guard(mutex);
    known = instance.load(std::memory_order_relaxed);
    if (!known) {
      known = new std::string("the one");
      instance.store(known, std::memory_order_release);
    }
  }
  return *known;
}
static std::string &simple() {
  static std::string text("the other");
  return text;
}

int main() {
  std::thread a([] { assert(get().size() + simple().size() == 16); });
  std::thread b([] { assert(get().size() + simple().size() == 16); });
  a.join();
  b.join();
  delete instance.load();
}
